"""`handlab watch`: read files into a lake as they appear."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from handlab import process
from handlab.cli.options import LakeOption, MemoryOption, in_utf8
from handlab.cli.output import say
from handlab.cli.runtime import ensure_views
from handlab.counted import counted
from handlab.printable import one_line

if TYPE_CHECKING:
    from handlab.ingest import IngestSummary


def watch(
    folders: Annotated[
        list[str],
        typer.Argument(metavar="FOLDER...", help="Folders to watch.", show_default=False),
    ],
    lake: LakeOption,
    account: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Your screen name, for the column `account` of files that do not name the hero.",
            callback=in_utf8,
        ),
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Time zone of hands that print none.")
    ] = None,
    poll: Annotated[
        bool,
        typer.Option("--poll", help="Look at the files at intervals; needed on a network drive."),
    ] = False,
    memory: MemoryOption = None,
) -> None:
    """
    Read new and growing files into a lake as they appear, until it is stopped.

    It first reads everything that is new since the last run. Each batch is logged as a line on
    stderr.
    """
    from handlab import watching
    from handlab.lake import Lake

    process.set_stop_note("committed data is kept")
    # A mistyped folder must not leave an empty lake behind.
    watching.check(folders)
    opened = Lake.create(lake, memory=memory)
    ensure_views(opened)
    _log(f"watching {', '.join(f'`{one_line(folder)}`' for folder in folders)}")
    watching.watch(
        folders,
        opened,
        lambda summary: _log(_line(summary)),
        waiting=lambda reason: _log(f"waiting: {one_line(reason)}"),
        account=account,
        timezone=timezone,
        is_polling=poll,
        stop=process.Stop(),
    )


def _line(summary: IngestSummary) -> str:
    parts = [f"{counted(summary.hands, 'new hands')} from {counted(summary.files, 'files')}"]
    if summary.summaries:
        parts.append(counted(summary.summaries, "tournament results"))
    if summary.duplicates:
        parts.append(counted(summary.duplicates, "duplicates"))
    for count, what in ((summary.partial, "not complete yet"), (summary.rejected, "rejected")):
        if count:
            parts.append(f"{count:,} {what}")
    if files := len(summary.unrecognised):
        parts.append(counted(files, "files", "without a hand that handlab can read"))
    return f"{', '.join(parts)} ({summary.seconds:,.1f} s)"


def _log(line: str) -> None:
    say(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}")
