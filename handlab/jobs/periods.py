"""Days in words, such as `last month`: what a schedule means by them on the day it runs."""

from __future__ import annotations

import re
from datetime import date, timedelta

from handlab.errors import JobError

WORDS = (
    "`today`, `yesterday`, `this week`, `last month`, `last 30 days`, `this year`, or a day such as"
    " `2024-05-31`"
)
_RELATIVE = re.compile(r"(this|last) (week|month|quarter|year)")
_LAST_DAYS = re.compile(r"last (\d{1,5}) days?")


def period(text: str, today: date) -> tuple[date, date]:
    """
    The first and the last day of a period; weeks begin on Monday.

    Raises
    ------
    JobError
        If it is neither words nor a day.

    Examples
    --------
    >>> [str(day) for day in period("last month", date(2024, 3, 31))]
    ['2024-02-01', '2024-02-29']
    >>> [str(day) for day in period("last 7 days", date(2024, 3, 7))]
    ['2024-03-01', '2024-03-07']
    """
    words = " ".join(text.lower().split())
    if words == "today":
        return today, today
    if words == "yesterday":
        return today - timedelta(1), today - timedelta(1)
    if found := _LAST_DAYS.fullmatch(words):
        return today - timedelta(max(int(found[1]), 1) - 1), today
    if found := _RELATIVE.fullmatch(words):
        first = _first(found[2], today)
        if found[1] == "last":
            first = _first(found[2], first - timedelta(1))
        return first, _next(found[2], first) - timedelta(1)
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        message = f"expected a day or a period, got `{text}`"
        raise JobError(message, hint=f"one of {WORDS}") from error
    return day, day


def _first(unit: str, day: date) -> date:
    if unit == "week":
        return day - timedelta(day.weekday())
    if unit == "month":
        return day.replace(day=1)
    if unit == "quarter":
        return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
    return day.replace(month=1, day=1)


def _next(unit: str, first: date) -> date:
    """The first day of the next week, month, quarter or year."""
    longest = {"week": 7, "month": 31, "quarter": 92, "year": 366}[unit]
    return first + timedelta(7) if unit == "week" else _first(unit, first + timedelta(longest))
