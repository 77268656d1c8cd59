"""One question about equity with plain values: hands or ranges in, shares out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from handlab import _handlab
from handlab.errors import EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BITS = 15


@dataclass(frozen=True, slots=True)
class Odds:
    """
    What `odds` found; lists run over the players in the order of the question.

    Attributes
    ----------
    holdings
        The hands or ranges that were asked about.
    equity
        The share of the main pot that each gets on average, from 0 to 1.
    win, tie
        How often each takes the whole main pot, and a part of it.
    standard_error
        Of each `equity`, if it was sampled; else None.
    method
        `exact` or `sampled`.
    runouts
        How many ways for the missing cards to fall were counted, over all hands of the ranges, or
        drawn.
    seed
        What they were drawn by; None if exact.
    pots
        For each pot the equity of each player, main pot first.
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
        """How many runouts were drawn; None if exact."""
        return self.runouts if self.method == "sampled" else None

    def __repr__(self) -> str:
        """The players' equities, and how they were found."""
        errors = self.standard_error or ()
        shares = [
            f"{holding} {equity:.4%}" + (f" ± {errors[player]:.4%}" if errors else "")
            for player, (holding, equity) in enumerate(zip(self.holdings, self.equity, strict=True))
        ]
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"Odds({' | '.join(shares)}; {self.method}, {self.runouts:,} runouts{seed})"


def odds(
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
) -> Odds:
    """
    Equity of two to ten hands or ranges, exact if the work is within a bound, else sampled.

    For columns see `handlab.equity`.

    Parameters
    ----------
    holdings
        One text per player: cards (`AhKh`), or a range (`TT+,AQs+,KTs-K8s:0.5,15%`). A hand that is
        blocked by others' comes less often than its weight alone says. Games other than hold'em and
        short deck take hands with weights (`AsAhKsKh:0.5,AdAcKdKc`).
    board, dead
        The common cards so far, and cards that cannot come.
    game, hi_lo
        One of `GAMES`, and whether its pots are split high and low.
    pots
        The players that may win each pot, from 0, main pot first; all for one pot by default.
    max_work
        Hands to look at at most, over all hands of the ranges: seconds by default.
    draws, seed
        Runouts to draw beyond that, and by what.

    Raises
    ------
    EquityError
        A text is neither cards nor a range; a card comes twice; the game is unknown, or does not
        deal that many cards; ranges cannot be held at once.

    Examples
    --------
    >>> hl.odds(["AhKh", "QdQc"], "Qh7h2c")
    Odds(AhKh 25.5556% | QdQc 74.4444%; exact, 990 runouts)
    >>> hl.odds(["AA", "KK"]).runouts
    61642944
    >>> side_pot = hl.odds(["AhAd", "KsKc", "QsQd"], pots=[[0, 1, 2], [1, 2]])
    >>> [round(share, 4) for share in side_pot.pots[1]]
    [0.0, 0.8151, 0.1849]
    """
    if isinstance(holdings, str):
        message = f"expected a sequence of hands, got one text: `{holdings}`"
        raise EquityError(message)
    players = tuple(holdings)
    try:
        method, runouts, equity, win, tie, errors = _handlab.odds(
            list(players),
            board=board,
            dead=dead,
            game=game,
            hi_lo=hi_lo,
            pots=None if pots is None else [_bits(pot) for pot in pots],
            max_work=max_work,
            draws=draws,
            seed=seed,
        )
    except (ValueError, OverflowError) as error:
        raise EquityError(str(error)) from error
    count = len(players)
    main = slice(0, count)
    return Odds(
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


def _bits(pot: Sequence[int]) -> int:
    """A bit for each player; for a player who does not exist, one that no player has."""
    return sum({1 << player if 0 <= player < MAX_BITS else 1 << MAX_BITS for player in pot})
