"""`handlab ingest`: hand histories into a lake."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from handlab import archive
from handlab import ingest as ingestion
from handlab.cli.options import LakeOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.running import Status, emit, ensure_views, say, stderr_console
from handlab.lake import Lake
from handlab.report.text import count_law, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

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
)
TOLD_FILES = 20


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
        str | None, typer.Option(metavar="NAME", help="Whose files these are, if they do not say.")
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Zone of times that print none.")
    ] = None,
    reparse: Annotated[
        bool, typer.Option("--reparse", help="Read again what an older parser read.")
    ] = False,
    keep_text: Annotated[bool, typer.Option("--keep-text", help="Store each hand's text.")] = False,
    max_rejects: Annotated[
        int, typer.Option(min=0, metavar="N", help="Unreadable spans and files to put up with.")
    ] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Threads; as many as cores if not given.")
    ] = None,
) -> None:
    """
    Read hand histories into a lake, each hand exactly once.

    Files, folders, globs, zip, 7z, tar, gz, bz2, zst and xz. Run it again over the same folder:
    only what is new is read. What cannot be read is kept in the table `rejects`, and the exit
    status is 1 if there was more of it than --max-rejects.
    """
    summary = run(
        paths,
        lake,
        account=account,
        timezone=timezone,
        reparse=reparse,
        keep_text=keep_text,
        workers=workers,
    )
    if as_json:
        emit(json.dumps(_as_json(summary)) + "\n")
    else:
        emit("\n".join(_told(summary)) + "\n")
    damaged = _warn(summary)
    if summary.rejected + damaged > max_rejects:
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
) -> IngestSummary:
    """Ingest with a progress bar on a terminal, into a lake that is made if there is none."""
    # A mistyped path must not leave an empty lake behind.
    archive.find(paths)
    lake = Lake.create(folder)
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
    """Give what ingestion calls after each batch; nothing if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
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
    found = {name: getattr(summary, name) for name in JSON_FIELDS}
    return found | {
        "seconds": round(summary.seconds, 3),
        "verdicts": dict(summary.verdicts),
        "reject_codes": dict(summary.reject_codes),
    }


def _told(summary: IngestSummary) -> Iterator[str]:
    """Say what the run did, the law of counts first."""
    yield count_law({name: getattr(summary, name) for name in ingestion.Counts.__slots__})
    if summary.merged or summary.id_conflicts:
        yield (
            f"of these {summary.merged:,} duplicates taught something new,"
            f" {summary.id_conflicts:,} hands have a number that another had first"
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


def _warn(summary: IngestSummary) -> int:
    """Tell of files that gave nothing, and return how many of them are damaged."""
    for item in summary.skipped[:TOLD_FILES]:
        place = item.path if item.member is None else f"{item.path} ({item.member})"
        say(f"skipped: `{printable(place)}`: {printable(item.reason)}")
    if len(summary.skipped) > TOLD_FILES:
        say(f"skipped: {len(summary.skipped) - TOLD_FILES:,} more files")
    if summary.without_hands:
        path, member = summary.without_hands[0]
        name = path if member is None else f"{path} ({member})"
        say(f"no hands in {len(summary.without_hands):,} files, such as `{printable(name)}`")
    return sum(item.is_damaged for item in summary.skipped)
