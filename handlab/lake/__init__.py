"""
A lake: Parquet files under a DuckLake catalog, in one folder that can be moved.

`<lake>/catalog.sqlite` says which files below `<lake>/data/` count, `<lake>/writer.lock` lets one
process write at a time. Readers need no lock. Views belong to the layers above;
[`Lake.ensure_views`] is where they are hung in.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
from filelock import FileLock, Timeout

from handlab.errors import LakeBusyError, LakeError
from handlab.lake import catalog as catalogs
from handlab.lake.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Lake", "Writer"]

CATALOG = "catalog.sqlite"
LOCK = "writer.lock"


@dataclass(frozen=True, slots=True)
class Lake:
    """
    A lake on disk; get one from [`Lake.create`] or [`Lake.open`].

    Attributes
    ----------
    path
        The lake's folder, absolute.
    catalog
        What DuckLake attaches, such as `sqlite:/home/me/lake/catalog.sqlite`.
    """

    path: Path
    catalog: str

    @classmethod
    def create(cls, path: str | Path, *, catalog: str | None = None) -> Lake:
        """
        Open the lake in a folder, and make it first if there is none.

        Parameters
        ----------
        path
            Folder of the lake.
        catalog
            Another place for the catalog, as DuckLake names it: `postgres:dbname=poker host=...`.

        Raises
        ------
        LakeError
            If the folder holds other things, or cannot be written.
        LakeBusyError
            If another process is making or writing it.
        """
        lake = cls._at(path, catalog)
        if catalog is None and catalogs.is_made(lake.path / CATALOG):
            return lake
        if lake.path.exists() and any(
            entry.name not in {LOCK, "data"} and not entry.name.startswith(CATALOG)
            for entry in lake.path.iterdir()
        ):
            message = (
                f"expected a lake or an empty folder, got a folder of other things: `{lake.path}`"
            )
            raise LakeError(message, hint="name another folder with `--lake`")
        lake.data.mkdir(parents=True, exist_ok=True)
        with lake._lock(timeout=60), lake._connected(read_only=False, create=True) as connection:
            catalogs.create_tables(connection)
        return lake

    @classmethod
    def open(cls, path: str | Path, *, catalog: str | None = None) -> Lake:
        """
        Open an existing lake.

        Raises
        ------
        LakeError
            If there is no lake in the folder.
        """
        lake = cls._at(path, catalog)
        if not lake.data.is_dir() or (catalog is None and not (lake.path / CATALOG).is_file()):
            message = f"expected a lake, got a folder without one: `{lake.path}`"
            raise LakeError(message, hint=f"make one with `handlab ingest PATH --lake {path}`")
        return lake

    @property
    def data(self) -> Path:
        """The folder of the Parquet files."""
        return self.path / "data"

    def connect(self, *, read_only: bool = True) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection whose default catalog is this lake, with times in UTC."""
        return self._connection(read_only=read_only, create=False)

    def attach_sql(self) -> str:
        """The SQL with which another DuckDB of this version reads the lake, without a network."""
        return catalogs.attach_sql(self.catalog)

    def ensure_views(
        self, version: str, create: Callable[[duckdb.DuckDBPyConnection], object]
    ) -> bool:
        """
        Let `create` make the views, unless the lake holds those of this version already.

        Returns
        -------
        bool
            Whether they were made.
        """
        with self._connected(read_only=True, create=False) as connection:
            if catalogs.views_version(connection) == version:
                return False
        with self._lock(timeout=60), self._connected(read_only=False, create=False) as connection:
            catalogs.create_tables(connection)
            connection.execute("BEGIN")
            create(connection)
            catalogs.set_views_version(connection, version)
            connection.execute("COMMIT")
        return True

    @contextmanager
    def writer(self, *, timeout: float = 10.0) -> Iterator[Writer]:
        """
        Write to the lake; what was not committed at the end is undone.

        Parameters
        ----------
        timeout
            Seconds to wait for another writer.

        Raises
        ------
        LakeBusyError
            If another process is still writing after that time.
        """
        with self._lock(timeout), self._connected(read_only=False, create=False) as connection:
            catalogs.remember_data_path(connection, self.data)
            catalogs.create_tables(connection)
            for orphan in list(catalogs.orphans(connection, self.data)):
                orphan.unlink(missing_ok=True)
            writer = Writer(connection, self.data)
            try:
                yield writer
            finally:
                writer.rollback()

    @classmethod
    def _at(cls, path: str | Path, catalog: str | None) -> Lake:
        folder = Path(path).expanduser().resolve()
        return cls(folder, catalog or f"sqlite:{folder / CATALOG}")

    @contextmanager
    def _lock(self, timeout: float) -> Iterator[None]:
        lock = FileLock(self.path / LOCK, timeout=timeout)
        try:
            lock.acquire()
        except Timeout as error:
            message = f"expected to be the only writer, but another process writes to `{self.path}`"
            raise LakeBusyError(message, hint="wait until it is done") from error
        try:
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
        connection = duckdb.connect()
        try:
            catalogs.attach(connection, self.catalog, self.data, read_only=read_only, create=create)
        except duckdb.Error as error:
            connection.close()
            message = f"expected a DuckLake catalog at `{self.catalog}`, got: {error}"
            raise LakeError(message) from error
        return connection
