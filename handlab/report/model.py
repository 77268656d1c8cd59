"""What a report holds: whom it is about, and sections of plain rows; nothing of how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from datetime import datetime

Row = Mapping[str, Any]
"""A row of a section; money is a `Decimal` in whole units of `currency`, rates run from 0 to 1."""

SECTIONS: dict[str, str] = {
    "totals": "what was played and won in each kind of money",
    "result_line": "the course of the winnings, thinned out to what a chart can show",
    "luck": "what all-ins paid against what could be expected, by street; without one, of all",
    "all_ins": "the ten all-ins for the biggest pots whose cards are known, with equity",
    "statistics": "how the player plays, each rate with its numerator and denominator",
    "win_rates": "winnings by game and stake, with 95 % intervals",
    "positions": "bb/100 by stake and position, with 95 % intervals",
    "starting_hands": "the 169 starting hands: how often they came, what they won",
    "players": "the busiest players; only in a report about the table",
    "categories": "hand categories in the whole lake against their exact rates",
    "verdicts": "what the audit found, over all hands of the lake",
    "counts": "what became of every hand header of every file",
    "unrecognised": "files without a hand or summary that handlab knows, the first twenty",
    "reject_codes": "why spans of files are no hands of the lake",
}
"""Every section in reading order, and what is in it."""


@dataclass(frozen=True, slots=True)
class Subject:
    """
    Whom a report is about.

    Attributes
    ----------
    player
        Name of the player; `None` if the report is about the table.
    how
        Whether he is the lake's `hero` by default, was `named`, or nobody is known (`table`).
    sites
        Sites on which he is found.
    """

    player: str | None
    how: Literal["hero", "named", "table"]
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """
    A report as data; every format is made from this alone.

    Attributes
    ----------
    subject
        Whom it is about.
    made_at
        When it was made, in UTC.
    version
        Version of handlab that made it.
    sections
        Rows by the name of the section; a section that does not apply has none.
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
        """Hands that the report is about."""
        return sum(row["hands"] for row in self["totals"])
