"""
A lake: Parquet files under a DuckLake catalog, in one folder that can be moved.

`<lake>/catalog.sqlite` lists the valid files below `<lake>/data/`, `<lake>/writer.lock` lets one
process write at a time, `<lake>/writer.journal` announces what it is about to write, and
`<lake>/catalog.copy.sqlite` is the catalog as of the last commit. `<lake>/catalog.elsewhere` marks
a lake whose catalog is a database elsewhere. Readers need no lock. Views belong to the layers
above, which create them through [`Lake.ensure_views`].
"""

from __future__ import annotations

import os
import weakref
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.errors import LakeBusyError, LakeError
from handlab.files.home import expanded
from handlab.lake import (
    bounds,
    database_lock,
    elsewhere,
    faults,
    opening,
    readonly,
    stored_statistics,
)
from handlab.lake import catalog as catalogs
from handlab.lake import memory as memories
from handlab.lake.catalog_copy import COPY, CatalogCopier
from handlab.lake.journal import JOURNAL, Journal
from handlab.lake.opening import LOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from handlab.lake.writer import Change, Writer

__all__ = ["Lake"]

CATALOG = "catalog.sqlite"


@dataclass(frozen=True, slots=True)
class Lake:
    """
    A lake on disk, from [`Lake.create`] or [`Lake.open`].

    Attributes
    ----------
    path
        The lake's folder, absolute.
    catalog
        What DuckLake attaches, such as `sqlite:/home/me/lake/catalog.sqlite`.
    memory
        DuckDB's memory limit per connection, such as `1GB`; beyond it DuckDB uses temporary files
        in the lake's folder.
    copied
        The copy of the catalog that is read, if the lake is not writable.
    """

    path: Path
    catalog: str
    memory: str = memories.DEFAULT
    copied: readonly.Copied | None = field(default=None, compare=False, repr=False)

    @classmethod
    def create(
        cls, path: str | Path, *, catalog: str | None = None, memory: str | None = None
    ) -> Lake:
        """
        Open the lake in a folder, and create it first if there is none.

        Parameters
        ----------
        path
            Folder of the lake.
        catalog
            A catalog elsewhere, in DuckLake's syntax: `postgres:dbname=poker host=...`.
        memory
            DuckDB's memory limit; by default `HANDLAB_MEMORY`, or 1 GB.

        Raises
        ------
        LakeError
            If the folder has other content, is not writable, or holds the Parquet of a lake whose
            catalog is lost.
        LakeBusyError
            If another process is creating or writing it.
        """
        lake = cls.at(path, catalog=catalog, memory=memory)
        if catalog is None and lake.is_made:
            if readonly.cannot_write(lake.path, lake.path / CATALOG):
                raise readonly.refusal(lake.path)
            return lake
        with faults.as_lake_errors(lake.path, "make"):
            opening.refuse_other_things(lake.path, lake.data)
            lake.data.mkdir(parents=True, exist_ok=True)
            with lake.locked(timeout=60):
                if catalog is None and not lake.is_made:
                    lake.refuse_elsewhere()
                    opening.refuse_without_catalog(lake.path, lake.data)
                    (lake.path / JOURNAL).unlink(missing_ok=True)
                if catalog is not None:
                    elsewhere.mark(lake.path)
                with lake._connected(read_only=False, create=True) as connection:
                    catalogs.create_tables(connection)
        return lake

    @classmethod
    def open(
        cls, path: str | Path, *, catalog: str | None = None, memory: str | None = None
    ) -> Lake:
        """
        Open an existing lake; to read it, it need not be writable.

        Parameters
        ----------
        path, catalog, memory
            As for [`Lake.create`].

        Raises
        ------
        LakeError
            If there is no lake in the folder, or one whose catalog is lost.
        """
        lake = cls.at(path, catalog=catalog, memory=memory)
        with faults.as_lake_errors(lake.path, "open"):
            if catalog is None and not lake.is_made:
                lake.refuse_elsewhere()
                opening.refuse_without_catalog(lake.path, lake.data)
            if not lake.data.is_dir() or (catalog is None and not (lake.path / CATALOG).is_file()):
                message = f"expected a lake, got {faults.described(lake.path)}"
                raise LakeError(message, hint=faults.hint_to_make(lake.path, path))
            if catalog is None and readonly.cannot_write(lake.path, lake.path / CATALOG):
                copied = readonly.Copied(lake.path / CATALOG)
                return cls(lake.path, f"sqlite:{copied.catalog}", lake.memory, copied)
        return lake

    @classmethod
    def at(cls, path: str | Path, *, catalog: str | None = None, memory: str | None = None) -> Lake:
        """
        Return the lake of a folder without accessing the disk.

        Raises
        ------
        LakeError
            If the path is empty or DuckDB cannot use it, or the memory is not an amount.
        """
        if path == "":
            message = "expected the folder of a lake, got an empty text"
            raise LakeError(message, hint="`.` is the working folder")
        folder = expanded(path).resolve()
        try:
            str(folder).encode()
        except UnicodeEncodeError as error:
            shown = os.fsencode(folder).decode("utf-8", "backslashreplace")
            message = f"expected a lake in a folder whose path is UTF-8, got `{shown}`"
            raise LakeError(message, hint="rename that folder, or name another one") from error
        return cls(folder, catalog or f"sqlite:{folder / CATALOG}", memories.checked(memory))

    @property
    def data(self) -> Path:
        """The folder of the Parquet files."""
        return self.path / "data"

    @property
    def is_made(self) -> bool:
        """Whether its folder has a complete catalog; one elsewhere is not looked at."""
        return catalogs.is_made(self.path / CATALOG)

    def connect(self, *, read_only: bool = True) -> duckdb.DuckDBPyConnection:
        """
        Open a DuckDB connection whose default catalog is this lake, with times in UTC.

        Raises
        ------
        LakeError
            If the catalog cannot be read, or lacks the lake's last commit.
        """
        return self._connection(read_only=read_only, create=False)

    def attach_sql(self) -> str:
        """
        SQL with which another DuckDB of this version can read the lake, without a network.

        Raises
        ------
        LakeError
            If the lake is not writable and has no copy of its catalog.
        """
        if self.copied is None:
            return catalogs.attach_sql(self.catalog)
        copy = self.path / COPY
        if not copy.is_file():
            message = f"expected a copy of the catalog that DuckDB can read, got none: `{copy}`"
            raise LakeError(message, hint="the next `handlab ingest` into the lake makes one")
        return catalogs.attach_sql(f"sqlite:{copy}", self.data)

    def ensure_views(self, version: str, create: Change) -> bool:
        """
        Call `create` to create the views, unless the lake has this version of them already.

        They are also created again when the statistics of the seats have been filled, because views
        over older seats compute them.

        Returns
        -------
        bool
            Whether they were created.
        """
        with self._connected(read_only=True, create=False) as connection:
            version = _wanted_views(connection, version)
            if catalogs.views_version(connection) == version:
                return False

        def make() -> None:
            with self._connected(read_only=False, create=False) as connection:
                catalogs.create_tables(connection)
                connection.execute("BEGIN")
                _create_views(connection, version, create)
                connection.execute("COMMIT")
                bounds.mend_all(connection)

        if self.copied is not None:
            make()
            return True
        with (
            self.locked(timeout=60),
            faults.environment_errors(self.path, "bring up to date"),
        ):
            catalogs.until_unlocked(make)
        return True

    @staticmethod
    def first_views(version: str, create: Change) -> Change:
        """What creates the views of a lake that has none, in the transaction of its writer."""

        def make(connection: duckdb.DuckDBPyConnection) -> None:
            if catalogs.views_version(connection) is None:
                _create_views(connection, _wanted_views(connection, version), create)

        return make

    def connect_with_views(self, version: str, create: Change) -> duckdb.DuckDBPyConnection:
        """
        Connect as [`Lake.connect`] does, after [`Lake.ensure_views`].

        A lake whose views are of this version, which is the usual case, is opened only once.
        """
        connection = self.connect()
        try:
            if catalogs.views_version(connection) == _wanted_views(connection, version):
                return connection
        except BaseException:
            connection.close()
            raise
        connection.close()
        self.ensure_views(version, create)
        return self.connect()

    @contextmanager
    def writer(self, *, timeout: float = 10.0) -> Iterator[Writer]:
        """
        Write to the lake; whatever is not committed at the end is undone.

        Parameters
        ----------
        timeout
            Seconds to wait for another writer.

        Raises
        ------
        LakeBusyError
            If another process is still writing after that time.
        LakeError
            If the lake is not writable, or its catalog does not match its Parquet.
        """
        if self.copied is not None:
            raise readonly.refusal(self.path)
        # Only a writer needs data frames: without them a lake is read in half the time.
        from handlab.lake.writer import Writer

        with self.locked(timeout), self._connected(read_only=False, create=False) as connection:
            with faults.as_lake_errors(self.path, "write to"):
                memories.sweep(self.path)
                catalogs.until_unlocked(lambda: catalogs.remember_data_path(connection, self.data))
                catalogs.until_unlocked(lambda: catalogs.create_tables(connection))
                journal = opening.ready_to_write(connection, self.path, self.data)
            copier = CatalogCopier(self.file, self.path / COPY)
            writer = Writer(connection, self.data, journal, copier)
            try:
                copier.start()
                yield writer
                writer.settle()
                copier.finish()
            except KeyboardInterrupt:
                writer.interrupt()
                raise
            finally:
                writer.rollback()
                copier.abandon()

    @property
    def file(self) -> Path | None:
        """The catalog's file; `None` if it is a database elsewhere."""
        kind, _, path = self.catalog.partition(":")
        return Path(path) if kind == "sqlite" else None

    def refuse_elsewhere(self) -> None:
        """
        Refuse a lake whose catalog is not in its folder, for operations that need it there.

        Raises
        ------
        LakeError
            If the catalog is a database elsewhere.
        """
        if elsewhere.is_marked(self.path):
            message = (
                "expected a catalog in the lake's folder, got one in a database elsewhere:"
                f" `{self.path}`"
            )
            hint = (
                "name it as in `hl.connect(lake,"
                " catalog='postgres:...')`, and repair it with the tools of that database"
            )
            raise LakeError(message, hint=hint)

    @contextmanager
    def locked(self, timeout: float) -> Iterator[None]:
        """
        Hold the lock for writing to the lake: of its folder, and of a catalog in PostgreSQL.

        Raises
        ------
        LakeBusyError
            If another process still holds it after `timeout` seconds.
        LakeError
            If the folder is not writable.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(self.path / LOCK, timeout=timeout)
        with faults.as_lake_errors(self.path, "lock"):
            try:
                lock.acquire()
            except Timeout as error:
                message = (
                    f"expected to be the only writer, but another process writes to `{self.path}`"
                )
                raise LakeBusyError(message, hint="wait until it is done") from error
            except OSError as error:
                if error.errno not in readonly.DENIED:
                    raise
                raise readonly.refusal(self.path) from error
        try:
            with database_lock.held(self.catalog, self.path, timeout=timeout):
                yield
        finally:
            lock.release()

    @contextmanager
    def _connected(self, *, read_only: bool, create: bool) -> Iterator[duckdb.DuckDBPyConnection]:
        connection = self._connection(read_only=read_only, create=create)
        try:
            yield connection
        finally:
            connection.close()

    def _connection(self, *, read_only: bool, create: bool) -> duckdb.DuckDBPyConnection:
        # Read before the catalog: a writer may commit in between, which is harmless in this order.
        journal = None if create else Journal.read(self.path)
        is_packaged = catalogs.is_packaged(self.catalog)
        connection = memories.connect(self.memory, self.path, trusts_extensions=is_packaged)
        try:
            with faults.as_lake_errors(self.path, "open", hint=faults.repair(self.path)):
                catalogs.attach(
                    connection, self.catalog, self.data, read_only=read_only, create=create
                )
                opening.refuse_older(connection, journal)
        except BaseException:
            connection.close()
            raise
        if self.copied is not None:
            # The copy is removed after its last connection is closed.
            weakref.finalize(connection, lambda copied: None, self.copied)
        return connection


def _create_views(connection: duckdb.DuckDBPyConnection, version: str, create: Change) -> None:
    create(connection)
    catalogs.set_views_version(connection, version)


def _wanted_views(connection: duckdb.DuckDBPyConnection, version: str) -> str:
    """The version of the views that fits the lake's seats."""
    version = f"{version}.{bounds.VERSION}"
    if stored_statistics.is_outdated(connection):
        return f"{version} with computed statistics"
    return version
