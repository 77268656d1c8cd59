"""`handlab compact`: merge the small files of a lake, and sort its rows."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from handlab import process
from handlab.cli.options import LakeOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.output import emit
from handlab.counted import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.lake.compact import Compacted


def compact(
    lake: LakeOption,
    expire_older_than: Annotated[
        str | None,
        typer.Option(
            metavar="AGE",
            help="Expire snapshots older than this, such as `12h`, `30d` or `8w`, and delete the"
            " files that only they need; `0d` expires all but the current one.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT",
            help="Memory limit of DuckDB, which reads the rows; 100 MB if not given.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """
    Merge the small files of a lake, sort its rows, and drop deleted ones.

    Hands are sorted by time, seats and actions by player: a query about one player then reads a
    small part of the files. Results stay the same. A compaction is one transaction: if it is
    killed, nothing has changed. The old files stay for earlier snapshots (`from hands at (version
    => 3)`) until --expire-older-than deletes them.
    """
    from handlab.cli.runtime import ensure_views
    from handlab.lake import Lake
    from handlab.lake.compact import MEMORY
    from handlab.lake.compact import compact as run
    from handlab.lake.compact.expiry import age

    process.set_stop_note("the lake is either unchanged or compacted")
    older_than = None if expire_older_than is None else age(expire_older_than)
    opened = Lake.open(lake, memory=memory or MEMORY)
    ensure_views(opened)
    found = run(opened, expire_older_than=older_than)
    if as_json:
        from handlab.report.serialize import json_text

        emit(json_text(asdict(found)))
        return
    for line in _lines(found):
        emit(f"{line}\n")


def _lines(found: Compacted) -> Iterator[str]:
    before, after, expired = found.before, found.after, found.expired
    if found.runs:
        dropped = f", {counted(found.dropped, 'deleted rows')} left out" if found.dropped else ""
        yield (
            f"{counted(before.files, 'files')}, {before.bytes / 1e6:,.1f} MB became"
            f" {counted(after.files, 'files')},"
            f" {after.bytes / 1e6:,.1f} MB in {found.seconds:,.1f} s{dropped}"
        )
    else:
        yield f"nothing to merge: {counted(after.files, 'files')}, {after.bytes / 1e6:,.1f} MB"
    if expired.snapshots or expired.files:
        yield (
            f"{counted(expired.snapshots, 'snapshots')} expired,"
            f" {counted(expired.files, 'files')} deleted,"
            f" {expired.bytes / 1e6:,.1f} MB freed"
        )
    elif found.runs:
        yield "the old files stay for earlier snapshots; --expire-older-than 0d deletes them"
