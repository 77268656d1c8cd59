"""Unbiased deals, and frequencies drawn from them next to the exact ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab import _handlab
from handlab.errors import DealError
from handlab.player_equity import player_equity

if TYPE_CHECKING:
    from collections.abc import Sequence


def deal(
    deals: int,
    *,
    players: int = 2,
    game: str = "holdem",
    board: int | None = None,
    seed: int = 0,
) -> pl.DataFrame:
    """
    Deal hands, each from a full deck; every deal is equally likely.

    Cards are drawn by rejection from the words of xoshiro256** 1.0, seeded by splitmix64: never by
    a remainder, which favours some cards. A seed means the same deals on every machine and in every
    later version.

    Parameters
    ----------
    deals
        The number of deals, one row each.
    players
        Players per deal, each with as many cards as the game has at the showdown.
    game
        One of `GAMES`; short deck is dealt from its 36 cards.
    board
        Common cards: five in games with a flop, none in others, by default.
    seed
        0 to 2**64 - 1.

    Returns
    -------
    pl.DataFrame
        `holes`, a `List(String)` with the cards of each player, and `board`, a `String` that is
        empty in games without a board. Cards are in dealt order.

    Raises
    ------
    DealError
        The deck is too small, or the game is unknown.

    Examples
    --------
    >>> dealt = hl.deal(1000, players=3, board=3, seed=7)
    >>> dealt.columns, dealt.height
    (['holes', 'board'], 1000)
    >>> dealt.select(hl.equity("holes", "board").struct.field("method").unique()).item()
    'exact'
    """
    if players < 1 or deals < 0:
        message = f"expected 1 or more players and 0 or more deals, got {players} and {deals}"
        raise DealError(message)
    try:
        return _handlab.deal(deals, players, game, board, seed)
    except (ValueError, OverflowError) as error:
        raise DealError(str(error)) from error


def simulate_frequencies(
    holdings: Sequence[str] | None = None,
    board: str = "",
    dead: str = "",
    *,
    game: str = "holdem",
    draws: int = 100_000,
    seed: int = 0,
) -> pl.DataFrame:
    """
    Compare drawn frequencies with the exact ones: equities of `holdings`, else hand categories.

    A short form of `simulate_equity` and `simulate_categories`, which take further options.

    Raises
    ------
    handlab.errors.DealError
        A board or dead cards are given without holdings: categories do not depend on them.

    Examples
    --------
    >>> hl.simulate_frequencies(draws=10_000)["z"].abs().max() < 4
    True
    >>> hl.simulate_frequencies(["AhAd", "KsKc"], "2h7d9s", draws=10_000)["z"].abs().max() < 4
    True
    """
    if holdings is not None:
        return simulate_equity(holdings, board, dead, game=game, draws=draws, seed=seed)
    if board or dead:
        message = (
            f"expected holdings with a board or dead cards, got board `{board}`, dead `{dead}`"
        )
        raise DealError(message)
    return simulate_categories(game, draws=draws, seed=seed)


def simulate_categories(
    game: str = "holdem", *, cards: int | None = None, draws: int = 1_000_000, seed: int = 0
) -> pl.DataFrame:
    """
    How often each category occurs in drawn hands, next to the exact rate where it is known.

    Parameters
    ----------
    game
        One of `GAMES`.
    cards
        The number of cards per hand, hole cards and board together; by default as many as the game
        has at the showdown.
    draws, seed
        Hands to draw, and the seed of the draws.

    Returns
    -------
    pl.DataFrame
        One row per `category`, the best last (in lowball the best first): `count`, `rate`, its
        `standard_error`, `exact_count` and `exact_rate` among all hands (null where they have not
        been counted: Omaha, and six cards in short deck and razz), and `z`, the difference of the
        rates in standard errors of the exact one. A `z` beyond 4 points to a fault.

    Raises
    ------
    DealError
        The number of cards does not make a hand of the game, or the game is unknown.

    Examples
    --------
    >>> found = hl.simulate_categories("stud", draws=100_000, seed=1)
    >>> found["exact_count"].sum()
    133784560
    >>> found["z"].abs().max() < 4
    True
    """
    if draws < 1:
        message = f"expected at least one draw, got {draws}"
        raise DealError(message)
    try:
        rows = _handlab.draw_categories(game, cards, draws, seed)
    except (ValueError, OverflowError) as error:
        raise DealError(str(error)) from error
    counts = pl.DataFrame(
        rows,
        schema={"category": pl.String, "count": pl.Int64, "exact_count": pl.Int64},
        orient="row",
    )
    rate, exact = pl.col("rate"), pl.col("exact_rate")
    spread = (exact * (1 - exact) / draws).sqrt()
    return (
        counts.with_columns(
            rate=pl.col("count") / draws,
            exact_rate=pl.col("exact_count") / pl.col("exact_count").sum(),
        )
        .with_columns(
            exact_count=pl.when(exact.is_not_nan()).then("exact_count"),
            exact_rate=pl.when(exact.is_not_nan()).then(exact),
            standard_error=(rate * (1 - rate) / draws).sqrt(),
        )
        .with_columns(z=pl.when(spread > 0).then((rate - exact) / spread))
        .select("category", "count", "rate", "standard_error", "exact_count", "exact_rate", "z")
    )


def simulate_equity(
    holdings: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    game: str = "holdem",
    hi_lo: bool = False,
    draws: int = 100_000,
    seed: int = 0,
    max_work: int = 100_000_000,
) -> pl.DataFrame:
    """
    Equity from drawn runouts, next to the exact equity where that is within `max_work`.

    The arguments are those of `handlab.player_equity`, which returns the exact equity alone.

    Returns
    -------
    pl.DataFrame
        One row per player: `holding`, `equity`, `standard_error`, `exact_equity` (null beyond
        the bound), and `z`, their difference in standard errors.

    Examples
    --------
    >>> found = hl.simulate_equity(["AhAd", "KsKc"], draws=20_000, seed=1)
    >>> found["z"].abs().max() < 4
    True
    """
    drawn = player_equity(
        holdings, board, dead, game=game, hi_lo=hi_lo, max_work=0, draws=draws, seed=seed
    )
    exact = player_equity(holdings, board, dead, game=game, hi_lo=hi_lo, max_work=max_work, draws=2)
    errors = drawn.standard_error or (0.0,) * len(drawn.equity)
    frame = pl.DataFrame(
        {
            "holding": drawn.holdings,
            "equity": drawn.equity,
            "standard_error": errors,
            "exact_equity": exact.equity if exact.method == "exact" else None,
        },
        schema_overrides={"exact_equity": pl.Float64},
    )
    error = pl.col("standard_error")
    z = (pl.col("equity") - pl.col("exact_equity")) / error
    return frame.with_columns(z=pl.when(error > 0).then(z))
