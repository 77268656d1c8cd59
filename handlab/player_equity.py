"""Equity of a few hands or ranges given as plain values, without a frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from handlab import _handlab
from handlab.counted import counted
from handlab.errors import EquityError
from handlab.functions.equity import check_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BITS = 15


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """
    The answer of `player_equity`; each tuple has one entry per player, in the order given.

    Attributes
    ----------
    holdings
        The hands or ranges of the players.
    equity
        The share of the main pot that each player wins on average, from 0 to 1.
    win, tie
        How often each player wins the whole main pot, and how often a part of it.
    standard_error
        Standard error of each `equity`; None if it is exact.
    method
        `exact` or `sampled`.
    runouts
        The number of runouts of the missing cards that were counted, over all hands of the ranges,
        or drawn.
    seed
        The seed of the draws; None if exact.
    pots
        The equity of each player in each pot, main pot first.
    """

    holdings: tuple[str, ...]
    equity: tuple[float, ...]
    win: tuple[float, ...]
    tie: tuple[float, ...]
    standard_error: tuple[float, ...] | None
    method: Literal["exact", "sampled"]
    runouts: int
    seed: int | None
    pots: tuple[tuple[float, ...], ...]

    @property
    def draws(self) -> int | None:
        """The number of runouts drawn; None if exact."""
        return self.runouts if self.method == "sampled" else None

    def __repr__(self) -> str:
        """The players' equities, and how they were found."""
        errors = self.standard_error or ()
        shares = [
            f"{holding} {equity:.4%}" + (f" ± {errors[player]:.4%}" if errors else "")
            for player, (holding, equity) in enumerate(zip(self.holdings, self.equity, strict=True))
        ]
        seed = "" if self.seed is None else f", seed {self.seed}"
        runouts = counted(self.runouts, "runouts")
        return f"PlayerEquity({' | '.join(shares)}; {self.method}, {runouts}{seed})"


def player_equity(
    holdings: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    game: str = "holdem",
    hi_lo: bool = False,
    pots: Sequence[Sequence[int]] | None = None,
    max_work: int = 100_000_000,
    draws: int = 1_000_000,
    seed: int = 0,
) -> PlayerEquity:
    """
    Equity of two to ten hands or ranges, exact if the work is within a bound, else sampled.

    For columns see `handlab.equity`.

    Parameters
    ----------
    holdings
        One text per player: cards (`AhKh`), or a range (`TT+,AQs+,KTs-K8s:0.5,15%`). A hand that
        other players' cards block counts less than its weight. Games other than hold'em and short
        deck take hands with weights (`AsAhKsKh:0.5,AdAcKdKc`).
    board, dead
        The common cards so far, and cards that are out of play.
    game, hi_lo
        One of `GAMES`, and whether its pots are split between high and low.
    pots
        The players, counted from 0, who may win each pot, main pot first; by default one pot that
        all may win.
    max_work
        The most hands to evaluate for an exact answer, over all hands of the ranges; the default
        takes seconds.
    draws, seed
        The number of runouts to draw beyond that bound, and the seed.

    Returns
    -------
    PlayerEquity
        Shares from 0 to 1, one per player, which add up to 1; `method` is `exact` or `sampled`.

    Raises
    ------
    EquityError
        If a text is neither cards nor a range, a card occurs twice, the game is unknown or does not
        deal that many cards, or the ranges exclude each other.

    Examples
    --------
    >>> hl.player_equity(["AhKh", "QdQc"], "Qh7h2c")
    PlayerEquity(AhKh 25.5556% | QdQc 74.4444%; exact, 990 runouts)
    >>> hl.player_equity(["AA", "KK"]).runouts
    61642944
    >>> side_pot = hl.player_equity(["AhAd", "KsKc", "QsQd"], pots=[[0, 1, 2], [1, 2]])
    >>> [round(share, 4) for share in side_pot.pots[1]]
    [0.0, 0.8151, 0.1849]
    """
    if isinstance(holdings, str):
        message = f"expected a sequence of hands, got one text: `{holdings}`"
        raise EquityError(message)
    if not isinstance(holdings, Iterable):
        message = f"expected a sequence of hands for `holdings`, got `{holdings!r}`"
        raise TypeError(message)
    players = tuple(holdings)
    _check_types(players, {"board": board, "dead": dead, "game": game}, hi_lo=hi_lo)
    if pots is not None and not isinstance(pots, Iterable):
        message = f"expected a list of pots for `pots`, got `{pots!r}`"
        raise TypeError(message)
    bounds = check_bounds(max_work, draws, seed)
    try:
        method, runouts, equity, win, tie, errors = _handlab.odds(
            list(players),
            board=board,
            dead=dead,
            game=game,
            hi_lo=hi_lo,
            pots=None if pots is None else [_bits(pot) for pot in pots],
            **bounds,
        )
    except (ValueError, OverflowError) as error:
        raise EquityError(str(error)) from error
    count = len(players)
    main = slice(0, count)
    return PlayerEquity(
        holdings=players,
        equity=tuple(equity[main]),
        win=tuple(win),
        tie=tuple(tie),
        standard_error=tuple(errors[main]) if errors else None,
        method="sampled" if method == "sampled" else "exact",
        runouts=runouts,
        seed=seed if method == "sampled" else None,
        pots=tuple(tuple(equity[at : at + count]) for at in range(0, len(equity), count)),
    )


def _check_types(players: Sequence[object], texts: dict[str, object], *, hi_lo: object) -> None:
    """Refuse a value of another type, with the name of its argument."""
    named = {f"holdings[{player}]": text for player, text in enumerate(players)} | texts
    for name, text in named.items():
        if not isinstance(text, str):
            message = f"expected a text for `{name}`, got `{text!r}`"
            raise TypeError(message)
    if not isinstance(hi_lo, bool):
        message = f"expected True or False for `hi_lo`, got `{hi_lo!r}`"
        raise TypeError(message)


def _bits(pot: Sequence[int]) -> int:
    """A bit for each player; for a player who does not exist, one that no player has."""
    if (
        isinstance(pot, str)
        or not isinstance(pot, Iterable)
        or not all(isinstance(player, int) for player in pot)
    ):
        message = f"expected a list of players for each pot in `pots`, got `{pot!r}`"
        raise TypeError(message)
    return sum({1 << player if 0 <= player < MAX_BITS else 1 << MAX_BITS for player in pot})
