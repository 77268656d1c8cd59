"""The data of a report: its subject, and sections of plain rows, independent of the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from datetime import datetime

Row = Mapping[str, Any]
"""A row of a section; money is a `Decimal` in whole units of `currency`, rates are 0 to 1."""


@dataclass(frozen=True, slots=True)
class Subject:
    """
    The subject of a report.

    Attributes
    ----------
    player
        Name of the player; `None` if the report is about the table.
    how
        How the subject was chosen: the lake's `hero` by default, `named`, whom the `summaries` of a
        lake without hands are about, or the `table`.
    sites
        Sites with hands of the player, or without any those with tournaments.
    owner
        In a report about the table, the player whose tournaments it lists.
    has_results
        Whether the lake has tournaments.
    """

    player: str | None
    how: Literal["hero", "named", "summaries", "table"]
    sites: tuple[str, ...] = ()
    owner: str | None = None
    has_results: bool = False


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
    replays
        Hands that can be replayed on the page, by site and number.
    chosen
        Which hands of the lake it is about, in words; empty if it is about all.
    timezone
        The zone of its days, months and times.
    """

    subject: Subject
    made_at: datetime
    version: str
    sections: Mapping[str, tuple[Row, ...]]
    replays: Mapping[tuple[str, str], Row] = field(default_factory=dict)
    chosen: str = ""
    timezone: str = "UTC"

    def __getitem__(self, section: str) -> tuple[Row, ...]:
        """Rows of a section."""
        return self.sections[section]

    @property
    def hands(self) -> int:
        """The number of hands in the report."""
        return sum(row["hands"] for row in self["totals"])

    @property
    def has_several_sites(self) -> bool:
        """Whether kinds of money have to be named with their site."""
        return len({row["site"] for row in self["totals"]}) > 1
