"""Run a job: one process at a time, one log line per step."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from handlab import sql_files, sql_text, views
from handlab.answers.left_out import hint_of_names, names_without_hands
from handlab.counted import counted, have
from handlab.errors import HandlabError, JobBusyError, JobError, LakeBusyError
from handlab.jobs import delivery, findings, selection
from handlab.lake import Lake
from handlab.printable import one_line
from handlab.views import aliases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import duckdb

    from handlab.jobs.job import Ingest, Job, Report


NAMES = ("rpt_names", "tournament_results")
"""The views with what a report may be about: hands, and tournaments that may have no hands."""


@dataclass(slots=True)
class Outcome:
    """
    What a run found.

    Attributes
    ----------
    wrong
        What is wrong with the archive or the lake, or missing though a report requires it.
    failed
        The reports that could not be made or delivered, each with the reason.
    delivered
        The number of reports delivered.
    written
        The files that reports were written to.
    """

    wrong: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    delivered: int = 0
    written: set[str] = field(default_factory=set)


def run(job: Job, log: Callable[[str], None], now: datetime | None = None) -> Outcome:
    """
    Run all steps of a job; a report that fails does not keep the others from being delivered.

    Parameters
    ----------
    log
        Gets one line per step.
    now
        The time that `last month` and the date fields of paths are about; now if not given. One
        without a zone is a time of the job's.

    Raises
    ------
    JobBusyError
        If another process runs this job.
    HandlabError
        If nothing can be ingested, or there is no lake.
    """
    import duckdb

    moment = _moment(now, job.timezone)
    outcome = Outcome()
    with _locked(job):
        if job.ingest is not None:
            _step("ingest", log, lambda: _ingest(job, job.ingest, outcome))
        lake = Lake.open(job.lake, memory=job.memory)
        if job.check:
            _step("check", log, lambda: _check(lake, outcome))
        for report in job.reports:
            name = one_line(report.name)
            try:
                _step(name, log, lambda: _report(lake, report, moment, outcome))  # noqa: B023
            except LakeBusyError:
                raise
            except (HandlabError, duckdb.Error, OSError) as error:
                reason = one_line(getattr(error, "message", str(error)))
                hint = getattr(error, "hint", None)
                outcome.failed.append(f"{name}: {reason}" + (f"\nhint: {hint}" if hint else ""))
                log(f"{name}: failed")
    return outcome


def _moment(now: datetime | None, timezone: str | None) -> datetime:
    """A time in the zone of the job, which is the machine's if it names none."""
    if timezone is None:
        return (now or datetime.now()).astimezone()
    zone = sql_text.zone(timezone)
    if now is None or now.tzinfo is not None:
        return (now or datetime.now(UTC)).astimezone(zone)
    return now.replace(tzinfo=zone)


def _step(name: str, log: Callable[[str], None], work: Callable[[], str]) -> None:
    started = time.monotonic()
    done = work()
    log(f"{name}: {done} ({time.monotonic() - started:,.1f} s)")


def _ingest(job: Job, step: Ingest | None, outcome: Outcome) -> str:
    from handlab.ingest.public import ingest

    if step is None:
        return "nothing"
    summary = ingest(
        step.paths,
        job.lake,
        account=step.account,
        timezone=step.timezone,
        keep_text=step.keep_text,
        memory=job.memory,
    )
    outcome.wrong.extend(findings.wrong(summary, job.lake, step.max_rejects))
    empty = summary.paths_without_files
    if len(empty) == len(step.paths) and not step.allow_empty:
        outcome.wrong.append(findings.no_files(empty))
    return findings.line(summary)


def _check(lake: Lake, outcome: Outcome) -> str:
    with views.connect_lake(lake) as connection:
        checks = sql_files.checks()
        counts = {
            name: views.run_check(connection, name, limit=0).count
            for name, file in checks.items()
            if file.severity == "error"
        }
    wrong = [f"{name} {count:,}" for name, count in counts.items() if count]
    if wrong:
        outcome.wrong.append(f"wrong rows: {', '.join(wrong)}")
        return f"wrong rows: {', '.join(wrong)}"
    return f"{len(counts)} of {len(checks)} checks, those for wrong rows: nothing wrong"


def _report(lake: Lake, report: Report, now: datetime, outcome: Outcome) -> str:
    with views.connect_lake(lake) as connection:
        _refuse_unknown(connection, report)
        names = aliases.read(lake.path)
        left_out = _names_without_hands(connection, report, names)
        chosen = selection.choose(connection, report, now.date(), names)
        left_out += _without_start(connection, report)
        if report.sql is None and not _has_content(connection, report):
            return _nothing(report, outcome, "no hands") + left_out
        with delivery.content(connection, report, chosen) as (path, count):
            if report.sql is not None and count == 0 and report.if_empty != "send":
                return _nothing(report, outcome, "no rows") + left_out
            done = delivery.deliver(path, report, now, outcome.written)
    outcome.delivered += 1
    rows = "rows" if report.sql is not None else "hands"
    # A report without hands is delivered if it has tournaments.
    content = counted(count, rows) if count or report.sql is not None else "only tournaments"
    return f"{content}, {', '.join(done)}{left_out}"


def _nothing(report: Report, outcome: Outcome, what: str) -> str:
    if report.if_empty == "fail":
        outcome.wrong.append(f"{report.name}: {what}")
    return f"{what}, nothing delivered"


def _without_start(connection: duckdb.DuckDBPyConnection, report: Report) -> str:
    """The hands that are in no chosen day, because their logs print no time zone."""
    only = report.only
    if only.since is None and only.until is None and only.period is None:
        return ""
    query = "select count(*) from lake.main.hands where started_at is null"
    (count,) = connection.execute(query).fetchone() or (0,)
    of_lake = f"{counted(count, 'hands', 'of the lake')} {have(count)}"
    return f"; {of_lake} no start, and no day" if count else ""


def _names_without_hands(
    connection: duckdb.DuckDBPyConnection, report: Report, names: aliases.Aliases
) -> str:
    """The names of the player that no hand has; asked before hands are chosen."""
    of_lake = names.names_of(report.player) if report.player is not None else ()
    of_report = [(site, name) for site, name in report.aliases if site is not None]
    missing = [
        f"`{name}` at {site} (did you mean `{similar}`?)"
        for site, name, similar in names_without_hands(connection, (*of_lake, *of_report))
    ]
    anywhere = [name for site, name in report.aliases if site is None]
    query = "select distinct player from seats where list_contains(?, player)"
    stored = {name for (name,) in connection.execute(query, [anywhere]).fetchall()}
    missing += [f"`{name}`" for name in anywhere if name not in stored]
    return f"; no hand has {', '.join(missing)}" if missing else ""


def _refuse_unknown(connection: duckdb.DuckDBPyConnection, report: Report) -> None:
    """Refuse a name that the whole lake does not have: a mistake, not a month without play."""
    if report.player is None:
        return
    names = [report.player, *(name for _, name in report.aliases)]
    marks = ", ".join("?" for _ in names)
    query = " union all ".join(
        f"(select 1 from {view} where player in ({marks}) limit 1)" for view in NAMES
    )
    if connection.execute(query, names * len(NAMES)).fetchone() is None:
        message = f"expected a player with hands or tournaments in the lake, got `{report.player}`"
        raise JobError(message, hint=hint_of_names(connection, report.player))


def _has_content(connection: duckdb.DuckDBPyConnection, report: Report) -> bool:
    if report.player is None:
        query = "(select 1 from hands limit 1) union all (select 1 from tournament_results limit 1)"
        return connection.execute(query).fetchone() is not None
    query = " union all ".join(f"(select 1 from {view} where player = ? limit 1)" for view in NAMES)
    return connection.execute(query, [report.player] * len(NAMES)).fetchone() is not None


@contextmanager
def _locked(job: Job) -> Iterator[None]:
    """Hold the job's lock, next to its file, or in the temporary folder if that is read-only."""
    from filelock import FileLock, Timeout

    path = job.path.with_name(f".{job.path.name}.lock")
    if not os.access(job.path.parent, os.W_OK):
        digest = hashlib.sha256(str(job.path).encode()).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"handlab-{digest}.lock"
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        message = f"expected no other run of this job, but another process runs it: `{job.path}`"
        raise JobBusyError(message, hint="wait until it is done") from error
    try:
        yield
    finally:
        lock.release()


def stamp() -> str:
    """The time of a log line."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
