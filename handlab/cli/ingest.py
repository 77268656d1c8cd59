"""`handlab ingest`: read hand histories into a lake."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handlab import process
from handlab.cli.faults import Status
from handlab.cli.options import (
    LakeOption,
    MemoryOption,
    in_utf8,
)
from handlab.cli.output import emit, say, stderr_console
from handlab.cli.runtime import ensure_views
from handlab.printable import one_line
from handlab.report.labels import SITES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from handlab import ingest as ingestion
    from handlab.ingest import IngestSummary

JSON_FIELDS = (
    "files",
    "headers",
    "hands",
    "merged",
    "id_conflicts",
    "duplicates",
    "partial",
    "cancelled",
    "rejected",
    "bytes",
    "seconds",
    "verdicts",
    "reject_codes",
    "known_files",
    "summaries",
    "skipped",
    "without_hands",
    "unrecognised",
    "skipped_files",
    "unrecognised_files",
)
NAMED_FILES = 20
NAMED_UNRECOGNISED = 3


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
            metavar="NAME", help="Owner of the files, if they do not name one.", callback=in_utf8
        ),
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Time zone of hands that print none.")
    ] = None,
    reparse: Annotated[
        bool, typer.Option("--reparse", help="Read files of an older parser again.")
    ] = False,
    keep_text: Annotated[bool, typer.Option("--keep-text", help="Store each hand's text.")] = False,
    max_rejects: Annotated[
        int, typer.Option(min=0, metavar="N", help="Unreadable spans and files to accept.")
    ] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Threads; one per core if not given.")
    ] = None,
    memory: MemoryOption = None,
) -> None:
    """
    Read hand histories into a lake, each hand exactly once.

    Reads files, folders, globs, zip, 7z, tar, gz, bz2, zst and xz. Run again over the same folder,
    it reads only what is new. Unreadable hands are stored in the table `rejects`. The exit status
    is 1 if there are more than --max-rejects, or if no file holds a hand or a tournament summary
    that handlab can read.
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
        emit(json.dumps(_as_json(summary)) + "\n")
    else:
        emit("\n".join(_lines(summary)) + "\n")
    _name_files(summary)
    faults = list(_faults(summary, max_rejects))
    for message, hint in faults:
        say(f"error: {message}\nhint: {hint.format(lake=lake)}")
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
    from handlab import archive
    from handlab import ingest as ingestion
    from handlab.lake import Lake

    process.set_stop_note("what was committed stays")
    # A mistyped path must not leave an empty lake behind.
    archive.find(paths)
    lake = Lake.create(folder, memory=memory)
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


def _as_json(summary: IngestSummary) -> dict[str, Any]:
    found = {name: getattr(summary, name, None) for name in JSON_FIELDS}
    return found | {
        "seconds": round(summary.seconds, 3),
        "verdicts": dict(summary.verdicts),
        "reject_codes": dict(summary.reject_codes),
        "skipped": len(summary.skipped),
        "unrecognised": len(summary.unrecognised),
        "skipped_files": [
            {"path": item.path, "member": item.member, "reason": item.reason}
            for item in summary.skipped[:NAMED_FILES]
        ],
        "unrecognised_files": [
            {"path": path, "member": member} for path, member in summary.unrecognised[:NAMED_FILES]
        ],
    }


def _lines(summary: IngestSummary) -> Iterator[str]:
    """Describe what the run did, the equation of counts first."""
    from handlab.ingest import Counts
    from handlab.report.text import count_law

    yield count_law({name: getattr(summary, name) for name in Counts.__slots__})
    if summary.merged or summary.id_conflicts:
        yield (
            f"of these, {summary.merged:,} duplicates added something to a stored hand,"
            f" and {summary.id_conflicts:,} hands have the number of another hand"
        )
    if summary.verdicts:
        yield f"verdicts: {_counted(summary.verdicts)}"
    if summary.reject_codes:
        yield f"rejects: {_counted(summary.reject_codes)}"
    if summary.summaries:
        yield f"tournament summaries: {summary.summaries:,}"
    speed = summary.headers / summary.seconds if summary.seconds else 0
    known = f", {summary.known_files:,} known before" if summary.known_files else ""
    yield (
        f"files: {summary.files:,} read{known}; {summary.bytes / 1e6:,.1f} MB"
        f" in {summary.seconds:,.1f} s, {speed:,.0f} hands/s"
    )


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _name_files(summary: IngestSummary) -> None:
    """Name the files that were skipped or not recognised."""
    for item in summary.skipped[:NAMED_FILES]:
        say(f"skipped: {_place(item.path, item.member)}: {one_line(item.reason)}")
    if len(summary.skipped) > NAMED_FILES:
        say(f"skipped: {len(summary.skipped) - NAMED_FILES:,} more files")
    if summary.unrecognised:
        first = [_place(*file) for file in summary.unrecognised[:NAMED_UNRECOGNISED]]
        more = len(summary.unrecognised) - len(first)
        rest = f" and {more:,} more" if more else ""
        say(f"unrecognised: no hand or summary that handlab can read in {', '.join(first)}{rest}")


def _faults(summary: IngestSummary, max_rejects: int) -> Iterator[tuple[str, str]]:
    """The reasons for exit status 1, each with a hint."""
    damaged = sum(item.is_failure for item in summary.skipped)
    if summary.rejected + damaged > max_rejects:
        parts = [
            f"{count:,} {what}"
            for count, what in (
                (summary.rejected, "hands that cannot be read"),
                (damaged, "files or members that cannot be read"),
            )
            if count
        ]
        yield (
            f"expected at most {max_rejects:,} unreadable, got {' and '.join(parts)}",
            'see `handlab sql "select path, line, message from rejects" --lake {lake}`;'
            " --max-rejects N accepts N",
        )
    unrecognised = len(summary.unrecognised) + summary.known_unrecognised
    is_any_known = summary.headers or summary.summaries
    if unrecognised and not is_any_known and summary.known_files == summary.known_unrecognised:
        yield (
            "expected hand histories, got no hand and no tournament summary that handlab can read"
            f" in any of {unrecognised:,} files",
            f"handlab reads the hand histories and tournament summaries of {_sites()}",
        )


def _sites() -> str:
    *names, last = SITES.values()
    return f"{', '.join(names)} and {last}"


def _place(path: str, member: str | None) -> str:
    inner = "" if member is None else f" ({member or 'a member without a name'})"
    return f"`{one_line(path + inner)}`"
