"""
The columns of a report's tables: a heading, and what a row says under it.

A column is declared once; the page and the text are both written from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from handlab.report import formatting

if TYPE_CHECKING:
    from handlab.report.model import Row

Words = Callable[["Row"], str]
"""The text of a row."""


@dataclass(frozen=True, slots=True)
class Column:
    """
    A column of a table.

    Attributes
    ----------
    title
        The heading.
    words
        The text of a row.
    quiet
        A second, fainter line; empty if there is nothing to add.
    form
        `number` is aligned to the right, `text` and `name` to the left; a name comes from a log and
        is kept apart from the text around it; `cards` are drawn with their suits.
    """

    title: str
    words: Words
    quiet: Words | None = None
    form: Literal["number", "text", "name", "cards"] = "number"

    def under(self, quiet: Words) -> Column:
        """The same column with a second line."""
        return replace(self, quiet=quiet)


def count(title: str, name: str) -> Column:
    """A whole number."""
    return Column(title, lambda row: formatting.count(row[name]))


def decimal(title: str, name: str, places: int = 1, *, signed: bool = False) -> Column:
    """A number with decimal places."""
    return Column(title, lambda row: formatting.decimal(row[name], places, signed=signed))


def amount(title: str, name: str, *, signed: bool = False) -> Column:
    """Money, or chips without their unit."""
    return Column(title, lambda row: formatting.amount(row[name], row["currency"], signed=signed))


def percent(title: str, name: str) -> Column:
    """A share in percent."""
    return Column(title, lambda row: formatting.percent(row[name]))


def of(made: str, chances: str) -> Words:
    """How often something was done, of how many chances."""
    return lambda row: f"{formatting.count(row[made])}/{formatting.count(row[chances])}"


def interval(title: str, low: str, high: str) -> Column:
    """The ends of an interval."""
    return Column(title, lambda row: formatting.interval(row[low], row[high]))


def percent_interval(title: str, low: str, high: str) -> Column:
    """The ends of an interval of shares."""
    return Column(title, lambda row: shares(row[low], row[high]))


def shares(low: float | None, high: float | None) -> str:
    """
    The ends of an interval of shares.

    Examples
    --------
    >>> shares(0.252, 0.276)
    '25.2% to 27.6%'
    """
    if low is None or high is None:
        return formatting.NONE
    return f"{formatting.percent(low)} to {formatting.percent(high)}"


def text(title: str, words: Words) -> Column:
    """A text of ours."""
    return Column(title, words, form="text")


def name(title: str, column: str) -> Column:
    """A text from a log, such as a player's name."""
    return Column(title, lambda row: str(row[column] or formatting.NONE), form="name")


def cards(title: str, words: Words) -> Column:
    """Cards; several hands are separated by commas."""
    return Column(title, words, form="cards")
