"""`handlab run`: a job, as a timer runs it."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path  # noqa: TC003  Typer reads the types at run time
from typing import Annotated

import typer

from handlab import process
from handlab.cli.faults import Status
from handlab.cli.output import UsageError, say


def run(
    job: Annotated[Path, typer.Argument(metavar="JOB.toml", help="The job's file.")],
    day: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="DAY",
            help="Run as if today were this day: `last month` is the month before it.",
            show_default=False,
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Log only what is wrong.")] = False,
) -> None:
    """
    Run a job file: ingest hands, check the lake, deliver reports. For systemd timers or cron.

    Each step is logged as a line on stderr. A report gets its name only when it is complete. The
    status is 1 if hands or files cannot be read, if there are no files, or none that handlab reads,
    if checks found wrong rows, or a required report is empty; 2 if a report could not be made or
    delivered; 3 if the same job is running already. See docs/scheduling.md.
    """
    from handlab import jobs
    from handlab.jobs.run import stamp

    process.set_stop_note("committed data and delivered reports are kept")
    now = None if day is None else _moment(day)
    log = (lambda line: None) if quiet else (lambda line: say(f"{stamp()} {line}"))
    outcome = jobs.run(jobs.read(job), log, now)
    for line in (*outcome.wrong, *outcome.failed):
        say(f"error: {line}")
    if outcome.failed:
        raise typer.Exit(Status.BAD_USE)
    if outcome.wrong:
        raise typer.Exit(Status.FOUND_WRONG)


def _moment(day: str) -> datetime:
    """The start of a day, in the zone of the job."""
    try:
        found = date.fromisoformat(day)
    except ValueError as error:
        message = f"expected a day such as `2024-05-31`, got `{day}`"
        raise UsageError(message) from error
    return datetime(found.year, found.month, found.day)
