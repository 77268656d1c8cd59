"""Fragments of SQL: literals, lists, and values that are refused with a hint."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from handlab.errors import StatisticsError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import tzinfo


def quoted(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A name as a quoted identifier of SQL."""
    return '"' + name.replace('"', '""') + '"'


def names(given: str | Collection[str]) -> tuple[str, ...]:
    """Names from a list of them, or from a text with commas."""
    listed = given.split(",") if isinstance(given, str) else given
    return tuple(name.strip() for name in listed if name.strip())


def lines(items: Iterable[str], indent: int) -> str:
    """A list with one item per line."""
    return (",\n" + " " * indent).join(items)


def joined(filters: Iterable[str], indent: int) -> str:
    """Conditions that all have to hold, one per line."""
    return ("\n" + " " * indent + "and ").join(filters)


def amount(given: str | float | Decimal) -> str:
    """A stake as a SQL number."""
    text = given if isinstance(given, str) else f"{Decimal(str(given)):f}"
    whole, _, part = text.partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit():
        message = f"expected a stake as its big blind, such as `0.25`, got `{text}`"
        raise StatisticsError(message, hint="in stud it is the small bet")
    return text


def zone(name: str | None) -> tzinfo:
    """
    The time zone of a name, such as `Europe/Berlin`; UTC without one.

    Raises
    ------
    StatisticsError
        If there is no such zone.
    """
    try:
        return UTC if name is None else ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        message = f"expected a time zone, got `{name}`"
        raise StatisticsError(message, hint="a zone is named as in `Europe/Berlin`") from error


def time(given: str | date, *, days: int, timezone: str | None = None) -> datetime:
    """The time of a day or a time in a zone, as one in UTC; of a day `days` later."""
    text = given.isoformat() if isinstance(given, date) else given
    local = zone(timezone)
    try:
        moment = _day(text)
        if moment is not None:
            moment += timedelta(days=days)
        else:
            moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=local)
        return moment.astimezone(UTC)
    except OverflowError as error:
        message = f"expected a day or a time of the years 1 to 9999 in UTC, got `{text}`"
        raise StatisticsError(message, hint="leave it out if it is to exclude nothing") from error
    except ValueError as error:
        message = f"expected a day such as `2024-05-31`, or a time, got `{text}`"
        help = "times without a zone are in the zone that `timezone` names, or else in UTC"
        raise StatisticsError(message, hint=help) from error


def _day(text: str) -> datetime | None:
    """The start of a day in any form of ISO 8601 (`2024-05-01`, `20240501`, `2024-W18-3`)."""
    try:
        return datetime.combine(date.fromisoformat(text), datetime.min.time())
    except ValueError:
        return None


def within(since: datetime | None, until: datetime | None) -> list[str]:
    """Conditions on the start of a hand: from a time on, and before another."""
    found = (("started_at >=", since), ("started_at <", until))
    return [f"{is_so} timestamptz '{moment}'" for is_so, moment in found if moment is not None]


def hint(name: str, words: Iterable[str], everywhere: str) -> str:
    """The most similar names, and all valid ones."""
    similar = ", ".join(f"`{word}`" for word in get_close_matches(name, list(words), 3))
    return f"did you mean {similar}? all are: {everywhere}" if similar else f"all are: {everywhere}"
