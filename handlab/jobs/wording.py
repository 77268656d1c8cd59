"""Which hands a report is about, in words: a part of a lake must not pass for all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.kinds import KINDS
from handlab.report import formatting, labels, titles
from handlab.report.choice import listed, period

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
        period(*(None if day is None else formatting.day(day) for day in (first, last))),
        listed([labels.site(site) for site in only.sites]),
        listed([KINDS.get(kind, kind) for kind in only.kinds]),
        listed([titles.GAMES.get(game, game) for game in only.games]),
        f"big blind {listed(only.stakes, 'or')}" if only.stakes else "",
    ]
    names = [
        name if site is None else f"{name} ({labels.site(site)})" for site, name in report.aliases
    ]
    if names:
        parts.append(f"with the hands of {listed(names)}")
    return ", ".join(filter(None, parts))
