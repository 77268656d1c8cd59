"""
Write to a lake: buffer rows, flush them as Parquet, and commit.

A flush announces its files in the journal and writes them; they are registered in the open
transaction, see `changes`. If a process is killed before the commit, the next writer deletes its
files. An interrupted commit may or may not have happened: its files stay, and the next writer
consults the catalog.

Most rows are those of native batches, which are written by a thread of their own while the next
ones are parsed. Another thread commits: until it has, only rows of batches are taken, and whatever
needs the connection waits in [`Writer.settle`].

[`Writer.find`] and [`Writer.delete`] cover committed, flushed and buffered rows, whether in frames
or in batches, so that callers need not know where a row is.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from handlab.errors import LakeError
from handlab.lake import bounds, catalog, faults, files, freed, parquet, statistics
from handlab.lake.buffers import Buffers
from handlab.lake.changes import Changes
from handlab.lake.committer import Committer
from handlab.lake.conditions import typed
from handlab.lake.encoder import Encoder
from handlab.lake.hashes import of_keys
from handlab.lake.stored import Stored
from handlab.lake.transaction import Transaction
from handlab.schema import FILES, HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake.catalog_copy import CatalogCopier
    from handlab.lake.journal import Journal
    from handlab.lake.parquet import Batch

    Change = Callable[[duckdb.DuckDBPyConnection], object]
    """Changes something in the transaction of a connection."""

COMMIT_HANDS = 200_000
COMMIT_SECONDS = 30.0
FLUSH_BYTES = 12 << 20
# Deleting takes 60 bytes per row, regardless of DuckDB's memory limit.
DROPPED_ROWS = 500_000


class Writer:
    """The only writer of a lake, from `Lake.writer`."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        data: Path,
        journal: Journal,
        copier: CatalogCopier,
    ) -> None:
        self._connection = connection
        self._data = data
        self._journal = journal
        self._copier = copier
        self._buffers = Buffers()
        self._encoder = Encoder(data)
        self._committer = Committer()
        self._written: list[Path] = []
        self._transaction = Transaction(connection)
        self._changes = Changes(connection, self._transaction, journal)
        self._stored = Stored(connection, self._transaction, data.parent)
        self._committed_at = time.monotonic()

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """The writer's connection, for statements that concern no table."""
        self.settle()
        return self._connection

    @property
    def stored(self) -> Stored:
        """The rows that are stored, without buffered ones."""
        self.settle()
        with faults.as_lake_errors(self._data.parent, "delete from"):
            self._changes.delete_waiting()
        return self._stored

    @property
    def is_due(self) -> bool:
        """Whether enough hands or seconds have accumulated for a commit."""
        seconds = time.monotonic() - self._committed_at
        return self._buffers.hands >= COMMIT_HANDS or seconds >= COMMIT_SECONDS

    def add(self, tables: Mapping[str, pl.DataFrame]) -> None:
        """
        Add rows; missing columns become null, and columns that are not in the schema are dropped.

        Raises
        ------
        LakeError
            If a row of `files` is already in the lake.
        """
        for name, frame in tables.items():
            if frame.height == 0:
                continue
            rows = parquet.owned(parquet.conform(frame, TABLES[name]))
            if name == "files":
                self._refuse_known(rows)
            self._buffers.add(name, rows)
        self._flush_full()

    def add_batch(self, batch: Batch) -> None:
        """Add the hands of a batch, which the caller must not use afterwards."""
        if batch.hands == 0:
            return
        self._buffers.add_batch(batch)
        self._flush_full()

    def find(
        self, table: str, keys: pl.DataFrame, columns: Sequence[str] | None = None
    ) -> pl.DataFrame:
        """
        Find the rows of a table that match a row of `keys`; nulls match nulls.

        Parameters
        ----------
        table
            Name of the table.
        keys
            The values to match, named after the columns.
        columns
            The columns to return; all by default.
        """
        names = list(columns or TABLES[table].names)
        if keys.height == 0:
            return self.find_stored(table, keys, names)
        buffered = [frame.select(names) for frame in self._buffers.matching(table, keys)]
        self._register_holding(table, keys)
        return pl.concat([self.find_stored(table, keys, names), *buffered])

    def find_stored(
        self, table: str, keys: pl.DataFrame, columns: Sequence[str] | None = None
    ) -> pl.DataFrame:
        """Find rows as [`Writer.find`] does, but without some of those that this run has added."""
        self.settle()
        names = list(columns or TABLES[table].names)
        if keys.height == 0:
            return typed(pl.DataFrame(schema=names), table)
        if table not in HAND_TABLES:
            return self._stored.matching(table, keys, names)
        read = list(dict.fromkeys([*names, "site", "hand_id"]))
        found = self._stored.matching(table, keys, read)
        return self._changes.without_deleted(found).select(names)

    def delete_hands(self, keys: pl.DataFrame) -> None:
        """Delete hands by `site` and `hand_id`, with their rows in all tables of hands."""
        if keys.height == 0:
            return
        self._buffers.delete_hands(keys)
        self._register_holding("hands", keys)
        with faults.as_lake_errors(self._data.parent, "delete from"):
            self._changes.delete_later(keys)

    def delete(self, table: str, keys: pl.DataFrame) -> None:
        """
        Delete the rows that [`Writer.find`] would return.

        Those of native batches are only deleted by hand, see [`Writer.delete_hands`].
        """
        if keys.height == 0:
            return
        self._buffers.delete(table, keys)
        self._register_holding(table, keys)
        with faults.as_lake_errors(self._data.parent, "delete from"):
            self._changes.delete(table, keys)

    def announce(self, tables: Sequence[str], *, is_last: bool) -> tuple[str, dict[str, str]]:
        """
        Announce a flush of rows that are not buffered here.

        Returns
        -------
        tuple
            Its id, and the metadata for the footers of its files, see [`parquet.about`].
        """
        self.settle()
        with faults.as_lake_errors(self._data.parent, "write to"):
            self._transaction.begin()
            flush = self._journal.flush()
            return flush, parquet.about(self._journal, flush, list(tables), is_last=is_last)

    def replace(self, table: str, old: Sequence[files.CatalogFile], new: Sequence[Path]) -> None:
        """Register files of an announced flush in place of the files whose rows they hold."""
        self.settle()
        with faults.as_lake_errors(self._data.parent, "write to"):
            self._transaction.begin()
            self._written += new
            # In this order, so that rows of the new files are never deleted.
            self._changes.drop(table, *_in_portions(old))
            for path in new:
                self._changes.register(table, path)

    def flush(self) -> None:
        """
        Write the buffered rows as Parquet.

        Rows of batches go to files that are registered later in the open transaction.

        Raises
        ------
        LakeError
            If they cannot be written.
        """
        self.settle()
        with faults.as_lake_errors(self._data.parent, "write to"):
            self._flush_batches()
            self._write_frames(self._buffers.take_frames())

    def _flush_full(self) -> None:
        if self._committer.has_ended:
            self.settle()
        with faults.as_lake_errors(self._data.parent, "write to"):
            if self._buffers.batch_bytes >= FLUSH_BYTES:
                self._flush_batches()
        # Frames go to separate files, so that few rows next to each batch wait for more.
        if self._buffers.frame_bytes >= FLUSH_BYTES:
            self.flush()

    def commit(self) -> None:
        """
        Commit all additions and deletions at once.

        Raises
        ------
        LakeError
            If DuckLake refuses. The next writer finds out whether anything was committed.
        LakeBusyError
            If another program has locked the catalog.
        """
        self.start_commit()
        self.settle()

    def start_commit(self, then: Callable[[], object] | None = None) -> None:
        """
        Start to commit as [`Writer.commit`] does; [`Writer.settle`] raises its errors.

        Parameters
        ----------
        then
            Called by the thread that commits, once the lake holds the rows.
        """
        self.settle()
        with faults.as_lake_errors(self._data.parent, "commit to"):
            self._flush_batches()
            frames = self._buffers.take_frames()
            # Announced here, since the next commit's flushes may be while this one is made.
            flush = self._journal.flush() if frames else None
            self._encoder.end(partial(parquet.about, self._journal, is_last=not frames))
        flushes = tuple(self._journal.flushes)
        self._buffers.hands = 0
        self._committed_at = time.monotonic()
        self._committer.start(partial(self._commit, frames, flush, flushes, then))

    def start_change(self, change: Change) -> None:
        """Start to change something besides rows, which the next commit commits."""
        self.settle()
        step = partial(change, self._connection)
        self._committer.start(partial(self._transaction.run, step))

    def settle(self) -> None:
        """
        Wait until what was started is done: a commit, or a change.

        Raises
        ------
        LakeError, LakeBusyError
            As [`Writer.commit`] does.
        """
        self._committer.settle()

    def _commit(
        self,
        frames: dict[str, pl.DataFrame],
        flush: str | None,
        flushes: Collection[str],
        then: Callable[[], object] | None,
    ) -> None:
        with faults.as_lake_errors(self._data.parent, "commit to"):
            self._copier.finish()
            self._transaction.begin()
            self._register_published()
            self._write_frames(frames, flush)
            self._changes.delete_waiting()
            self._changes.register_waiting()
            self._transaction.commit()
            self._written.clear()
            catalog.until_unlocked(partial(bounds.mend, self._connection))
            self._journal.commit(catalog.snapshot(self._connection), flushes)
            if self._changes.has_deleted:
                files.record_retired(self._connection, self._data)
                catalog.until_unlocked(partial(files.record_digests, self._connection, self._data))
            self._copier.start()
        self._changes.clear()
        # Else each million hands keeps some megabytes more.
        freed.give_back()
        if then is not None:
            then()

    def interrupt(self) -> None:
        """End a long commit or change that was started; it may or may not have happened."""
        self._committer.drain(self._connection.interrupt)

    def rollback(self) -> None:
        """Discard what was not committed, and delete its files."""
        self._committer.drain()
        self._encoder.discard()
        self._transaction.rollback()
        self._buffers = Buffers()
        self._changes.clear()
        if not self._transaction.may_be_committed:
            for path in self._written:
                path.unlink(missing_ok=True)
        self._written.clear()

    def _flush_batches(self) -> None:
        batches = self._buffers.take_batches()
        if batches:
            self._encoder.append(batches, self._journal.flush)

    def _register_published(self) -> None:
        """Register the files of the flush that was ended."""
        files = self._encoder.published()
        self._written += files.values()
        for name, path in files.items():
            self._changes.register(name, path)

    def _register_holding(self, table: str, keys: pl.DataFrame) -> None:
        """Register flushed files before looking for keys that may be in them."""
        self.settle()
        if table not in HAND_TABLES:
            return
        with faults.as_lake_errors(self._data.parent, "write to"):
            if self._encoder.may_hold(keys):
                self._transaction.begin()
                self._encoder.end(partial(parquet.about, self._journal, is_last=False))
                self._register_published()
            self._changes.register_holding(keys)

    def _write_frames(self, rows: dict[str, pl.DataFrame], last: str | None = None) -> None:
        """
        Write frames, and register their files.

        `last` is the id of an announced flush that is the last one before a commit.
        """
        if not rows:
            return
        flush = last or self._journal.flush()
        about = parquet.about(self._journal, flush, list(rows), is_last=last is not None)
        self._transaction.begin()
        if "seats" in rows:
            rows["seats"] = statistics.fill(rows["seats"], rows.get("actions"))
        if "hands" in rows:
            self._changes.hold(of_keys(rows["hands"]))
        for name in list(rows):
            path = self._write(name, rows.pop(name), flush, about)
            if name in HAND_TABLES:
                self._changes.register_later(name, path)
            else:
                self._changes.register(name, path)

    def _write(self, table: str, rows: pl.DataFrame, flush: str, about: dict[str, str]) -> Path:
        folder = self._data / "main" / table
        path = parquet.write(rows, folder, flush, about | {"handlab.table": table})
        self._written.append(path)
        return path

    def _refuse_known(self, rows: pl.DataFrame) -> None:
        known = self.find("files", rows.select(FILES.key), ["path"])
        if known.height:
            message = f"expected a file that is not in the lake, got `{known['path'][0]}` again"
            raise LakeError(message, hint="another writer may have added it; run it again")


def _in_portions(old: Sequence[files.CatalogFile]) -> Iterator[list[Path]]:
    """Split files into groups whose rows can be deleted in one statement."""
    paths: list[Path] = []
    rows = 0
    for file in old:
        if paths and rows + file.rows > DROPPED_ROWS:
            yield paths
            paths, rows = [], 0
        paths.append(file.path)
        rows += file.rows
    yield paths
