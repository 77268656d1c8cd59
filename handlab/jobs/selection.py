"""The hands that a job's reports are about, and the other names of a report's player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.errors import JobError, StatisticsError
from handlab.jobs import wording
from handlab.jobs.periods import period
from handlab.report import titles
from handlab.sql_text import amount, hint, quoted, time, within
from handlab.views.chosen_hands import Choice, show_only

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import duckdb

    from handlab.jobs.job import Only, Report
    from handlab.views.aliases import Aliases


def choose(
    connection: duckdb.DuckDBPyConnection, report: Report, today: date, names: Aliases
) -> str:
    """
    Make the chosen hands the connection's default, whose current catalog is a lake.

    Returns which hands they are, in words; empty if these are all.

    Parameters
    ----------
    report
        Whose `only`, `player` and `aliases` count.
    today
        The day that words such as `last month` are about.
    names
        Names that belong to one person in the whole lake.
    """
    only = report.only
    first, last = _days(only, today)
    days = _between(first, last, report.timezone)
    if only == type(only)() and not report.aliases:
        return ""
    _check_sites(connection, [*only.sites, *(site for site, _ in report.aliases if site)])
    choice = Choice(days, only.sites, only.kinds, only.games, _stakes(only.stakes))
    player = "player"
    if report.aliases and report.player is not None:
        player = _renamed(report.player, report.aliases)
    show_only(connection, choice, names, player)
    return wording.chosen(report, first, last)


def _check_sites(connection: duckdb.DuckDBPyConnection, sites: Sequence[str]) -> None:
    """Refuse a site that neither handlab nor the lake has: no hand would ever be of it."""
    if not set(sites) - set(titles.SITES):
        return
    found = connection.execute("select distinct site from lake.main.hands").fetchall()
    known = sorted({*titles.SITES, *(str(row[0]) for row in found)})
    for site in sites:
        if site not in known:
            message = f"expected handlab's name of a site, got `{site}`"
            raise JobError(message, hint=hint(site.lower(), known, ", ".join(known)))


def _days(only: Only, today: date) -> tuple[date | None, date | None]:
    """The first and the last day, if there are any."""
    first: date | None = None
    last: date | None = None
    if only.period is not None:
        if only.since is not None or only.until is not None:
            message = "expected `period`, or `since` and `until`, got both"
            raise JobError(message, hint="`period` is from its first day to its last")
        first, last = period(only.period, today)
    else:
        if only.since is not None:
            first = period(only.since, today)[0]
        if only.until is not None:
            last = period(only.until, today)[1]
    return first, last


def _between(first: date | None, last: date | None, timezone: str | None) -> list[str]:
    since = None if first is None else time(first, days=0, timezone=timezone)
    until = None if last is None else time(last, days=1, timezone=timezone)
    return within(since, until)


def _stakes(stakes: Sequence[str]) -> list[str]:
    """The stakes of a job, which are numbers."""
    try:
        return [amount(stake) for stake in stakes]
    except StatisticsError as error:
        raise JobError(error.message, hint=error.hint) from error


def _renamed(player: str, aliases: Sequence[tuple[str | None, str]]) -> str:
    """The name of the player for every name that is theirs."""
    tests = [
        f"player = {quoted(name)}" + ("" if site is None else f" and site = {quoted(site)}")
        for site, name in aliases
    ]
    is_theirs = " or ".join(f"({test})" for test in tests)
    return f"case when {is_theirs} then {quoted(player)} else player end"
