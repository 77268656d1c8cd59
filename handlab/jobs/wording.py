"""Which hands a report is about, in words: a part of a lake must not pass for all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.report import formatting, labels

if TYPE_CHECKING:
    from datetime import date

    from handlab.jobs.job import Report


def chosen(report: Report, first: date | None, last: date | None) -> str:
    """
    The filters of a report, and the other names of its player; empty if there are none.

    Parameters
    ----------
    report
        Whose `only`, `player` and `aliases` count.
    first, last
        The first and the last day, if there are any.
    """
    only = report.only
    parts = [
        _days(first, last),
        _listed([labels.site(site) for site in only.sites]),
        _listed([labels.KINDS.get(kind, kind) for kind in only.kinds]),
        _listed([labels.GAMES.get(game, game) for game in only.games]),
        f"big blind {_listed(only.stakes, 'or')}" if only.stakes else "",
    ]
    names = [
        name if site is None else f"{name} ({labels.site(site)})" for site, name in report.aliases
    ]
    if names:
        parts.append(f"with the hands of {_listed(names)}")
    return ", ".join(filter(None, parts))


def _days(first: date | None, last: date | None) -> str:
    """
    A period in words.

    Examples
    --------
    >>> from datetime import date
    >>> _days(date(2024, 5, 1), date(2024, 5, 31)), _days(date(2024, 5, 1), None)
    ('1 May 2024 to 31 May 2024', 'from 1 May 2024')
    """
    days = [None if day is None else formatting.day(day) for day in (first, last)]
    if first == last:
        return days[0] or ""
    if first is None:
        return f"until {days[1]}"
    return f"from {days[0]}" if last is None else f"{days[0]} to {days[1]}"


def _listed(names: list[str] | tuple[str, ...], word: str = "and") -> str:
    """
    Names in a sentence.

    Examples
    --------
    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
