"""
Compaction: fewer files, in an order that makes questions about one player fast.

Steps
-----
1. `choice`: the flushes that are merged, and into which runs.
2. `reading`: the files that have the rows of each table of a run, and which of these are deleted.
3. `writing`: new files, without deleted rows, in the `order` of the table. Their footers
   (`footers`) name what the run replaces.
4. The writer registers the new files and ends the old ones, all in one transaction. The old ones
   stay for earlier snapshots.
5. `expiry`, only if asked: earlier snapshots are expired, and files that no snapshot needs deleted.

`refilling` fills the statistics of stored seats again, with the same readers and writers.

A process that is killed before the commit leaves files that its journal announced, as any writer
does; the next writer deletes them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handlab.lake import faults, files, freed
from handlab.lake.compact import choice, footers, reading, writing
from handlab.lake.compact.expiry import Expired, expire
from handlab.lake.compact.rewriting import read_once, refuse_damaged, temporary_folder
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import timedelta
    from pathlib import Path

    from handlab.lake import Lake
    from handlab.lake.files import CatalogFile
    from handlab.lake.writer import Writer

__all__ = ["Compacted", "after_ingest", "compact"]

MEMORY = "100MB"
"""DuckDB's memory limit, unless another is given: here it only registers files and ends others."""


@dataclass(frozen=True, slots=True)
class Size:
    """The data files and bytes that the current snapshot of a lake needs."""

    files: int
    bytes: int

    @classmethod
    def of(cls, named: Sequence[CatalogFile]) -> Size:
        """The size of the files that the catalog names."""
        return cls(len(named), sum(file.size for file in named))


@dataclass(frozen=True, slots=True)
class Compacted:
    """
    The result of a compaction.

    Attributes
    ----------
    runs
        The number of runs written.
    merged
        The number of flushes merged into them.
    dropped
        The number of deleted rows that were left out.
    before, after
        What the current snapshot needs, with its delete files.
    expired
        What was expired and deleted.
    seconds
        How long it took.
    """

    runs: int
    merged: int
    dropped: int
    before: Size
    after: Size
    expired: Expired = field(default_factory=Expired)
    seconds: float = 0.0

    @property
    def did_nothing(self) -> bool:
        """Whether the lake was compact already, and nothing expired."""
        return self.runs == 0 and self.expired == Expired()


def compact(
    lake: Lake, *, expire_older_than: timedelta | None = None, wait: float = 10.0
) -> Compacted:
    """
    Merge the small files of a lake, sort its rows, and leave out deleted ones, in one transaction.

    Parameters
    ----------
    lake
        The lake; its memory limit holds for DuckDB alone.
    expire_older_than
        Expire snapshots older than this, and delete the files that only they need.
    wait
        Seconds to wait for another writer.

    Raises
    ------
    LakeError
        If the lake is not writable, or a file is missing or bad.
    LakeBusyError
        If another process writes to it.
    """
    with lake.writer(timeout=wait) as writer:
        return _compact(lake, writer, choice.runs, expire_older_than)


def after_ingest(lake: Lake, writer: Writer) -> Compacted:
    """
    Compact the small files of a lake if an ingest has left many; nothing is expired.

    Parameters
    ----------
    lake
        The lake.
    writer
        Its writer, which has committed all, and is not used afterwards.
    """
    writer.connection.execute(f"set memory_limit = '{MEMORY}'")
    freed.give_back()
    return _compact(lake, writer, choice.runs_worth_their_while, None)


def _compact(
    lake: Lake,
    writer: Writer,
    choose: Callable[[Sequence[CatalogFile]], list[choice.Run]],
    expire_older_than: timedelta | None,
) -> Compacted:
    started = time.monotonic()
    connection = writer.connection
    with faults.as_lake_errors(lake.path, "compact"):
        read_once(connection)
        named = files.in_catalog(connection, lake.data)
        runs = choose(named)
        if runs:
            on_disk = files.on_disk(lake.data).values()
            for run in runs:
                about = footers.metadata(choice.replaced(run, on_disk), run.deleted)
                _rewrite(lake, writer, run, about, is_last=run is runs[-1])
            writer.commit()
        expired = Expired()
        if expire_older_than is not None:
            expired = expire(connection, lake.data, expire_older_than)
        after = files.in_catalog(connection, lake.data)
    return Compacted(
        runs=len(runs),
        merged=sum(len(run.flushes) for run in runs),
        dropped=sum(sum(run.deleted.values()) for run in runs),
        before=Size.of(named),
        after=Size.of(after),
        expired=expired,
        seconds=time.monotonic() - started,
    )


def _rewrite(
    lake: Lake, writer: Writer, run: choice.Run, about_run: dict[str, str], *, is_last: bool
) -> None:
    """Write the files of a run, and replace those of its flushes."""
    refuse_damaged(lake, [*run.files(), *run.deletes()])
    flush, about = writer.announce(run.tables, is_last=is_last)
    about |= about_run
    for name in sorted({file.table for file in run.files()}):
        new: list[Path] = []
        if name in run.tables:
            with (
                faults.as_lake_errors(lake.path, "write to"),
                temporary_folder(lake) as temporary,
            ):
                about_table = about | {"handlab.table": name}
                new = writing.write(
                    reading.stored(
                        writer.connection, TABLES[name], run.files(name), run.deletes(name)
                    ),
                    TABLES[name],
                    lake.data / "main" / name,
                    flush,
                    about_table,
                    temporary / "chunks",
                )
        writer.replace(name, run.files(name), new)
