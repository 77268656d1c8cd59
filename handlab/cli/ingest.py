"""`handlab ingest`: read hand histories into a lake."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from handlab import process
from handlab.cli import ingest_findings as findings
from handlab.cli.faults import Status
from handlab.cli.options import (
    LakeOption,
    MemoryOption,
    in_utf8,
)
from handlab.cli.output import emit, say, stderr_console
from handlab.cli.runtime import ensure_views
from handlab.printable import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import handlab.ingest as ingestion
    from handlab.ingest import IngestSummary


def ingest(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...", help="Files, folders, globs and archives.", show_default=False
        ),
    ],
    lake: LakeOption,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    account: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Your screen name, for the column `account` of files that do not name the hero.",
            callback=in_utf8,
        ),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            metavar="ZONE",
            help="Time zone of hands that print none; files read without one are read again.",
        ),
    ] = None,
    reparse: Annotated[
        bool, typer.Option("--reparse", help="Read files of an older parser again.")
    ] = False,
    keep_text: Annotated[bool, typer.Option("--keep-text", help="Store each hand's text.")] = False,
    max_rejects: Annotated[
        int, typer.Option(min=0, metavar="N", help="Accept up to N unreadable hands and files.")
    ] = 0,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail if a file holds nothing that handlab can read.")
    ] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Accept paths without any files.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Threads; one per core if not given.")
    ] = None,
    memory: MemoryOption = None,
) -> None:
    """
    Read hand histories into a lake, each hand exactly once.

    Reads files, folders, globs, zip, 7z, tar, gz, bz2, zst and xz. Run again over the same folder,
    it reads only what is new. Unreadable hands are stored in the table `rejects`. The exit status
    is 1 if there are more than --max-rejects, if there are no files, or if no file (with --strict:
    not every file) has a hand or a tournament summary that handlab can read.
    """
    summary = run(
        paths,
        lake,
        account=account,
        timezone=timezone,
        reparse=reparse,
        keep_text=keep_text,
        workers=workers,
        memory=memory,
    )
    if as_json:
        emit(json.dumps(findings.as_json(summary)) + "\n")
    else:
        emit("\n".join(findings.lines(summary)) + "\n")
    findings.name_paths_without_files(summary.paths_without_files)
    findings.name_files(summary)
    findings.name_other_accounts(summary)
    findings.name_other_zones(summary, timezone)
    findings.name_missing_zone(summary)
    faults = list(findings.faults(summary, max_rejects=max_rejects, is_strict=strict))
    if len(summary.paths_without_files) == len(paths) and not allow_empty:
        faults.append(findings.NO_FILES)
    for message, hint in faults:
        say(f"error: {message}\nhint: {hint.format(lake=quote(one_line(str(lake))))}")
    if faults:
        raise typer.Exit(Status.FOUND_WRONG)


def run(
    paths: list[str],
    folder: Path,
    *,
    account: str | None = None,
    timezone: str | None = None,
    reparse: bool = False,
    keep_text: bool = False,
    workers: int | None = None,
    memory: str | None = None,
) -> IngestSummary:
    """Ingest with a progress bar on a terminal, into a lake that is created if needed."""
    import handlab.ingest as ingestion
    from handlab import views
    from handlab.lake import Lake, freed

    freed.share_arenas()
    process.set_stop_note("committed data is kept")

    lake = Lake.at(folder, memory=memory)
    is_new = not lake.is_made

    def make() -> None:
        Lake.create(folder, memory=memory)
        if not is_new:
            ensure_views(lake)

    with _progress() as progress:
        return ingestion.ingest(
            paths,
            lake,
            account=account,
            timezone=timezone,
            reparse=reparse,
            keep_text=keep_text,
            workers=workers,
            progress=progress,
            make=make,
            create_views=views.first_views(lake) if is_new else None,
        )


@contextmanager
def _progress() -> Iterator[Callable[[ingestion.Progress], None] | None]:
    """Yield the progress callback; `None` if stderr is not a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("reading"),
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[hands]:,} hands"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=stderr_console(), transient=True) as bar:
        task = bar.add_task("reading", total=None, hands=0)

        def show(progress: ingestion.Progress) -> None:
            bar.update(
                task,
                completed=progress.bytes,
                total=progress.total_bytes,
                hands=progress.hands,
            )

        yield show
