"""The equity of every player in each pot before all cards are dealt."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, TypeAlias

import polars as pl

from handlab.errors import EquityError
from handlab.functions.plugin import call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.functions.plugin import IntoExprColumn

Holes: TypeAlias = "IntoExprColumn | Sequence[IntoExprColumn]"

MAX_PLAYERS = 10
"""The most players in one comparison."""


def equity(
    holes: Holes,
    board: IntoExprColumn | None = None,
    dead: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    hi_lo: bool = False,
    pots: IntoExprColumn | None = None,
    max_work: int = 10_000_000,
    draws: int = 100_000,
    seed: int = 0,
    strict: bool = False,
) -> pl.Expr:
    """
    Equity of every player, exact where that is feasible, else sampled with its standard error.

    `handlab.player_equity` answers a single question without a frame; `handlab.equity_heads_up`
    returns the equity of one of two players as a plain number, several times faster.

    Parameters
    ----------
    holes
        The players: two to ten columns, or one column of lists. Each value is a hand as text or
        mask, or a range as text (`TT+,AQs+,KTs-K8s:0.5,15%`; see `docs/equity.md`). Stud takes
        three to seven cards, five-card stud two to five, draw games complete hands.
    board
        The common cards so far: none by default; 0, 3, 4 or 5 in games with a flop.
    dead
        Cards that no player has and that cannot be dealt.
    game
        One of `GAMES`.
    hi_lo
        Whether the pot is split with the best eight-or-better low: Omaha, Courchevel, stud.
    pots
        The players, from 0, who may win each pot: `List(List(Int8))`, main pot first, or the result
        of `handlab.pots`. Players in no pot have an equity of 0 and may be null; their cards, if
        known, cannot be dealt.
    max_work
        The most hands to evaluate for one row; beyond that the row is sampled. Every game with a
        board stays below the default if players have hands rather than ranges.
    draws
        Runouts to draw for a sampled row, at least two. The standard error of a share is at most
        0.5 / sqrt(draws): 0.0016 by default.
    seed
        Seed of the draws. It is combined with the cards of each row, so that the errors of
        different match-ups are independent.
    strict
        Raise at the first row that has no answer, instead of returning null. The row number counts
        from 0 within the batch that Polars passes.

    Returns
    -------
    pl.Expr
        `Struct(equity, win, tie, standard_error, method, runouts)`; all but the last two are lists
        with one entry per player. `equity` is the share of the main pot, `win` how often a player
        wins all of it, `tie` how often a part. `method` is `exact` or `sampled`; `standard_error`
        is null if it is exact. With `pots`, the field `pots` has the equities of each pot.

        Null if a player, the board or the dead cards are null, a text is neither cards nor a range,
        a card occurs twice, or the game does not deal that number of cards. Expensive match-ups
        that repeat, up to a renaming of suits, are computed once.

    Raises
    ------
    EquityError
        The number of players, or `max_work`, `draws` or `seed`, is out of range.
    polars.exceptions.ComputeError
        The game is unknown, or (`strict`) a row has no answer.

    Examples
    --------
    >>> spots = pl.DataFrame({"hero": ["AhAd", "AsKs"], "villain": ["KsKc", "QhQd"]})
    >>> found = spots.select(hl.equity(["hero", "villain"], pl.lit("2h7d9s")).alias("spot"))
    >>> found.unnest("spot")["win"].to_list()[0]
    [0.9161616161616162, 0.08383838383838384]
    >>> found.unnest("spot").select("method", "runouts").rows()
    [('exact', 990), ('exact', 990)]
    """
    columns, players = _players(holes)
    names = [f"holes[{player}]" for player in range(players)] or ["holes"]
    columns += [_cards(board), _cards(dead)]
    names += ["board", "dead"]
    if pots is not None:
        columns.append(pots)
        names.append("pots")
    bounds = check_bounds(max_work, draws, seed)
    return call(
        "equity",
        *columns,
        columns=names,
        game=game,
        hi_lo=hi_lo,
        players=players,
        has_pots=pots is not None,
        strict=strict,
        **bounds,
    )


def equity_heads_up(
    hole_cards: IntoExprColumn,
    villain: IntoExprColumn,
    board: IntoExprColumn | None = None,
    dead: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    hi_lo: bool = False,
    max_work: int = 10_000_000,
    draws: int = 100_000,
    seed: int = 0,
    strict: bool = False,
) -> pl.Expr:
    """
    Equity of `hole_cards` against `villain` as `Float64`, from 0 to 1; a split counts half.

    The arguments and null rules are those of `handlab.equity`. Before the flop, hold'em hands are
    looked up in a table of all match-ups.

    Examples
    --------
    >>> spots = pl.DataFrame({"hero": ["AhAd", "AsKs"], "villain": ["KhKd", "QhQd"]})
    >>> spots.select(hl.equity_heads_up("hero", "villain").round(6)).to_series().to_list()
    [0.826366, 0.462145]
    >>> against = hl.equity_heads_up("hero", pl.lit("TT+,AQs+,AKo"), pl.lit("Qs7h2c"))
    >>> spots.select(against.round(4)).to_series().to_list()
    [0.8347, 0.2885]
    """
    bounds = check_bounds(max_work, draws, seed)
    return call(
        "equity_heads_up",
        hole_cards,
        villain,
        _cards(board),
        _cards(dead),
        columns=["hole_cards", "villain", "board", "dead"],
        game=game,
        hi_lo=hi_lo,
        players=2,
        has_pots=False,
        strict=strict,
        **bounds,
    )


def _players(holes: Holes) -> tuple[list[IntoExprColumn], int]:
    """The columns of the players, and how many; 0 for one column of lists."""
    if isinstance(holes, str | pl.Expr | pl.Series):
        return [holes], 0
    try:
        columns = list(holes)
    except TypeError as error:
        message = f"expected columns, or one of lists, for `holes`, got `{holes!r}`"
        raise TypeError(message) from error
    if not 2 <= len(columns) <= MAX_PLAYERS:
        message = f"expected 2 to {MAX_PLAYERS} columns of hole cards, got {len(columns)}"
        raise EquityError(message)
    return columns, len(columns)


def _cards(column: IntoExprColumn | None) -> IntoExprColumn:
    return pl.lit("") if column is None else column


def check_bounds(max_work: int, draws: int, seed: int) -> dict[str, int]:
    """
    Check the numbers that decide between counting and sampling.

    Raises
    ------
    EquityError
        If one is out of range.
    TypeError
        If one is not a whole number.
    """
    bounds = {}
    for name, given, lowest in (("max_work", max_work, 0), ("draws", draws, 2), ("seed", seed, 0)):
        try:
            number = bounds[name] = index(given)
        except TypeError as error:
            message = f"expected a whole number for `{name}`, got `{given!r}`"
            raise TypeError(message) from error
        if not lowest <= number < 1 << 63:
            message = f"expected `{name}` from {lowest} to 2**63 - 1, got {number}"
            raise EquityError(message)
    return bounds
