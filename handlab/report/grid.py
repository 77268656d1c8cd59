"""The grid of starting hands: pairs on the diagonal, suited above it, offsuit below."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING

from handlab.report import formatting, labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.report.model import Row

RANKS = {"holdem": "AKQJT98765432", "short_deck": "AKQJT9876"}
FEW_HANDS = 10

WON_STEPS = (5.0, 25.0, 75.0, 200.0)
"""Thresholds of the colours of bb/100, on both sides of zero."""

DEAL_STEPS = (1.0, 2.0, 3.0)
"""Thresholds for dealt against expected, in standard deviations."""

PLAY_STEPS = (0.05, 0.2, 0.4, 0.6)
"""Thresholds for VPIP."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One starting hand: text and shade for each view, and a tooltip."""

    hand: str
    hands: int
    won: str
    won_shade: str
    dealt: str
    dealt_shade: str
    played: str
    played_shade: str
    net: str
    tip: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid for one game and kind of money, with the hands that won and lost most."""

    title: str
    purse: str
    hands: int
    is_dealt: bool
    rows: tuple[tuple[Cell, ...], ...]
    best: tuple[Cell, ...]
    worst: tuple[Cell, ...]


def grids(starting_hands: Sequence[Row]) -> list[Grid]:
    """
    Arrange starting hands in grids, the one with most hands first.

    Cards dealt to the player are a fair sample. Cards that were only shown are used if there are no
    others; `is_dealt` is then false.
    """

    def group(row: Row) -> tuple[str, ...]:
        names = ("site", "kind", "currency", "game", "betting")
        return tuple(str(row[name]) for name in names)

    found = []
    for _, members in groupby(sorted(starting_hands, key=group), key=group):
        rows = list(members)
        source = max({row["cards_source"] for row in rows}, key=_fairness)
        found.append(_grid([row for row in rows if row["cards_source"] == source]))
    return sorted(found, key=lambda grid: -grid.hands)


def starting_hand(rank: int, other: int, ranks: str) -> str:
    """
    The starting hand in a row and a column of the grid.

    Examples
    --------
    >>> [starting_hand(row, column, "AK") for row, column in ((0, 0), (0, 1), (1, 0))]
    ['AA', 'AKs', 'AKo']
    """
    if rank == other:
        return ranks[rank] * 2
    first, second = sorted((rank, other))
    return ranks[first] + ranks[second] + ("s" if rank < other else "o")


def _fairness(source: str | None) -> int:
    return {"dealt": 2, "shown": 1}.get(source or "", 0)


def _grid(rows: list[Row]) -> Grid:
    ranks = RANKS.get(rows[0]["game"], RANKS["holdem"])
    by_hand = {row["starting_hand"]: row for row in rows}
    by_net = sorted(rows, key=lambda row: row["net"])
    names = [[starting_hand(i, j, ranks) for j in range(len(ranks))] for i in range(len(ranks))]
    return Grid(
        title=labels.game(rows[0]),
        purse=labels.purse(rows[0]),
        hands=rows[0]["known_hands"],
        is_dealt=rows[0]["cards_source"] == "dealt",
        rows=tuple(tuple(_cell(name, by_hand.get(name)) for name in line) for line in names),
        best=tuple(_cell(row["starting_hand"], row) for row in by_net[:-6:-1] if row["net"] > 0),
        worst=tuple(_cell(row["starting_hand"], row) for row in by_net[:5] if row["net"] < 0),
    )


def _cell(name: str, row: Row | None) -> Cell:
    if row is None:
        return Cell(name, 0, "", "none", "0", "", "", "none", "", f"{name}: no hands")
    hands, won = row["hands"], row["bb_per_100"]
    few = " few" if hands < FEW_HANDS else ""
    return Cell(
        hand=name,
        hands=hands,
        won=formatting.NONE if won is None else formatting.decimal(won, 0, signed=True),
        won_shade=_two_sided(won, WON_STEPS) + few,
        dealt=formatting.count(hands),
        dealt_shade=_two_sided(_surplus(row), DEAL_STEPS),
        played=formatting.NONE if row["vpip"] is None else f"{100 * row['vpip']:.0f}",
        played_shade=_one_sided(row["vpip"]) + few,
        net=formatting.money(row["net"], row["currency"], signed=True),
        tip=_tip(name, row),
    )


def _surplus(row: Row) -> float | None:
    """How many standard deviations more often than expected the hand was dealt."""
    rate = row["expected_rate"]
    if rate is None:
        return None
    deviation = sqrt(row["known_hands"] * rate * (1 - rate))
    return float(row["hands"] - row["known_hands"] * rate) / deviation


def _two_sided(value: float | None, steps: Sequence[float]) -> str:
    if value is None:
        return ""
    step = sum(abs(value) >= bound for bound in steps)
    return f"{'p' if value > 0 else 'n'}{step}" if step else "even"


def _one_sided(rate: float | None) -> str:
    return "" if rate is None else f"s{sum(rate >= bound for bound in PLAY_STEPS)}"


def _tip(name: str, row: Row) -> str:
    expected = row["expected_rate"]
    often = f"{formatting.count(row['hands'])} hands ({formatting.share(row['hands_rate'])}"
    often += f", expected {formatting.share(expected)})" if expected is not None else ")"
    error = row["bb_per_100_stderr"]
    won = f"{formatting.decimal(row['bb_per_100'], signed=True)} bb/100"
    won += f" ± {formatting.decimal(1.96 * error)}" if error is not None else ""
    played = f"VPIP {row['vpip_hands']}/{row['vpip_opportunities']}, raised {row['pfr_hands']}"
    net = formatting.money(row["net"], row["currency"], signed=True)
    return f"{name}: {often} · {won} · {net} · {played}"
