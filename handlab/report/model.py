"""The data of a report: its subject, and sections of plain rows, independent of the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from datetime import datetime

Row = Mapping[str, Any]
"""A row of a section; money is a `Decimal` in whole units of `currency`, rates are 0 to 1."""

SECTIONS: dict[str, str] = {
    "totals": "hands and results by kind of money",
    "result_line": "winnings over hands, reduced to the points of a chart",
    "luck": "results of all-ins against their expected value, by street; without a street, of all",
    "all_ins": "the ten all-ins with the biggest pots whose cards are known, with equity",
    "statistics": "the player's style, each rate with its numerator and denominator",
    "win_rates": "winnings by game and stake, with 95 % intervals",
    "positions": "bb/100 by stake and position, with 95 % intervals",
    "starting_hands": "the 169 starting hands: how often they were dealt, what they won",
    "players": "the busiest players; only in a report about the table",
    "categories": "hand categories in the whole lake against their exact rates",
    "verdicts": "the verdicts of the audit, over all hands of the lake",
    "counts": "how every hand header of every file was counted",
    "unrecognised": "the first twenty files without a hand or summary that handlab can read",
    "reject_codes": "why spans of files were rejected",
}
"""The sections in reading order, and their contents."""


@dataclass(frozen=True, slots=True)
class Subject:
    """
    The subject of a report.

    Attributes
    ----------
    player
        Name of the player; `None` if the report is about the table.
    how
        How the subject was chosen: the lake's `hero` by default, `named`, or the `table`.
    sites
        Sites with hands of the player.
    """

    player: str | None
    how: Literal["hero", "named", "table"]
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """
    The data of a report, from which every format is written.

    Attributes
    ----------
    subject
        The subject.
    made_at
        Time of the report, in UTC.
    version
        Version of handlab that built it.
    sections
        Rows by section; a section that does not apply is empty.
    """

    subject: Subject
    made_at: datetime
    version: str
    sections: Mapping[str, tuple[Row, ...]]

    def __getitem__(self, section: str) -> tuple[Row, ...]:
        """Rows of a section."""
        return self.sections[section]

    @property
    def hands(self) -> int:
        """The number of hands in the report."""
        return sum(row["hands"] for row in self["totals"])
