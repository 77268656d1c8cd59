"""
The DuckLake catalog of a lake: extensions, attaching, tables, and which Parquet it names.

Files are registered by paths below the data folder, so that a lake that was moved still opens. The
SQLite catalog is kept in write-ahead mode: readers and the writer do not wait for each other.
"""

from __future__ import annotations

import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from handlab.errors import LakeError
from handlab.lake.faults import is_locked
from handlab.lake.journal import Snapshot
from handlab.schema import SCHEMA_VERSION, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from handlab.schema import Table

EXTENSIONS = {"sqlite": "sqlite_scanner", "postgres": "postgres_scanner"}
METADATA = "__ducklake_metadata_lake"
LOCKED_SECONDS = 30.0
MADE_BYTES = 65_536


def is_made(path: Path) -> bool:
    """
    Whether there is a complete SQLite catalog, by its size alone.

    A process killed while creating one leaves a smaller file. The file is not opened: closing it
    would drop the locks that DuckDB holds on it in this process.
    """
    return path.is_file() and path.stat().st_size >= MADE_BYTES


def attach(
    connection: duckdb.DuckDBPyConnection,
    catalog: str,
    data: Path,
    *,
    read_only: bool,
    create: bool = False,
) -> None:
    """Attach a lake as `lake`, make it the default, and show times in UTC."""
    for extension in extensions(catalog):
        load(connection, extension)
    connection.execute("SET allow_unsigned_extensions = false")
    # Attaching is a chain of small queries, for which waiting threads cost more than they help.
    connection.execute("SET threads = 1")
    options = [
        f"DATA_PATH {quote(f'{data}/')}",
        "OVERRIDE_DATA_PATH true",
        f"CREATE_IF_NOT_EXISTS {create}",
    ]
    if catalog.startswith("sqlite:"):
        options.append(f"META_BUSY_TIMEOUT {LOCKED_SECONDS * 1000:.0f}")
        if not read_only:
            # The setting is stored in the file, which a reader may not be able to write.
            options.append("META_JOURNAL_MODE 'WAL'")
    # Rows inlined in the catalog would be missing for programs that read the Parquet files.
    options.append("READ_ONLY" if read_only else "DATA_INLINING_ROW_LIMIT 0")
    connection.execute(f"ATTACH {quote(f'ducklake:{catalog}')} AS lake ({', '.join(options)})")
    connection.execute("USE lake")
    connection.execute("RESET threads")
    connection.execute("SET TimeZone = 'UTC'")


def create_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Create missing tables and columns, and widen columns, in one transaction."""
    statements = [
        statement
        for table in TABLES.values()
        for statement in _statements(table, _columns(connection, table.name))
    ]
    if not statements:
        return
    connection.execute("BEGIN")
    for statement in statements:
        connection.execute(statement)
    connection.execute("COMMIT")


def remember_data_path(connection: duckdb.DuckDBPyConnection, data: Path) -> None:
    """Record the data folder in the catalog, so that any DuckDB client finds it after a move."""
    path = f"{data}/"
    stored = connection.execute(
        f"select value from {METADATA}.ducklake_metadata where key = 'data_path'"
    ).fetchone()
    if stored is not None and stored[0] != path:
        connection.execute(
            f"update {METADATA}.ducklake_metadata set value = ? where key = 'data_path'", [path]
        )


def views_version(connection: duckdb.DuckDBPyConnection) -> str | None:
    """The recorded version; `None` if there is none, or the tables have changed since."""
    try:
        row = connection.execute("select views, schema_version from lake_version").fetchone()
    except duckdb.CatalogException:
        return None
    return None if row is None or row[1] != SCHEMA_VERSION else str(row[0])


def set_views_version(connection: duckdb.DuckDBPyConnection, version: str) -> None:
    """Record the version of the views as a view itself, which any client can read."""
    connection.execute(
        f"create or replace view lake_version as"
        f" select {quote(version)} as views, {SCHEMA_VERSION} as schema_version"
    )


def snapshot(connection: duckdb.DuckDBPyConnection) -> Snapshot:
    """The last commit of the catalog."""
    row = connection.execute(
        f"select snapshot_id, epoch_us(snapshot_time::timestamptz)"
        f" from {METADATA}.ducklake_snapshot order by snapshot_id desc limit 1"
    ).fetchone()
    return Snapshot(*row) if row is not None else Snapshot(-1, 0)


def continues(connection: duckdb.DuckDBPyConnection, earlier: Snapshot) -> bool:
    """Whether a commit is in the catalog's history, or older than what the history still has."""
    row = connection.execute(
        f"select count(*) filter (snapshot_id = ? and epoch_us(snapshot_time::timestamptz) = ?),"
        f" min(snapshot_id) from {METADATA}.ducklake_snapshot",
        [earlier.number, earlier.microseconds],
    ).fetchone()
    return row is not None and bool(row[0] or (row[1] is not None and row[1] > earlier.number))


def until_unlocked(change: Callable[[], None]) -> None:
    """Make a change; if another program has locked the catalog, wait for it."""
    deadline = time.monotonic() + LOCKED_SECONDS
    while True:
        try:
            return change()
        except duckdb.Error as error:
            if not is_locked(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def quote(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _columns(connection: duckdb.DuckDBPyConnection, table: str) -> dict[str, str] | None:
    """
    The types of a stored table's columns; `None` if there is no such table.

    `duckdb_columns()` would bind each view of the lake, for a second of processor time.
    """
    try:
        rows = connection.execute(f"describe lake.main.{table}").fetchall()
    except duckdb.CatalogException:
        return None
    return {name: data_type for name, data_type, *_ in rows}


# Columns that an earlier version stored in a narrower type; existing files stay unchanged.
_WIDENED = {("BIGINT", "DOUBLE")}


def _statements(table: Table, found: dict[str, str] | None) -> Iterator[str]:
    columns = [f'"{column.name}" {column.duckdb_type}' for column in table.columns]
    if found is None:
        yield f"create table {table.name} ({', '.join(columns)})"
        return
    for column, definition in zip(table.columns, columns, strict=True):
        if column.name not in found:
            yield f"alter table {table.name} add column {definition}"
        elif (found[column.name], column.duckdb_type) in _WIDENED:
            change = f'"{column.name}" set data type {column.duckdb_type}'
            yield f"alter table {table.name} alter column {change}"


def extensions(catalog: str) -> tuple[str, ...]:
    """The DuckDB extensions that a catalog needs."""
    kind = catalog.partition(":")[0]
    return (EXTENSIONS[kind], "ducklake") if kind in EXTENSIONS else ("ducklake",)


def is_packaged(catalog: str) -> bool:
    """
    Whether all extensions come from Python packages, and need no check of their signatures.

    DuckDB hashes 70 MB for that on each connection, a quarter of a second of processor time, while
    Python runs the code of the packages next to them without any check.
    """
    return all(_packaged(extension) is not None for extension in extensions(catalog))


def load(connection: duckdb.DuckDBPyConnection, extension: str) -> None:
    """
    Load an extension from its Python package, else from the network.

    Raises
    ------
    LakeError
        If neither provides it.
    """
    packaged = _packaged(extension)
    if packaged is not None:
        connection.execute(f"LOAD {quote(str(packaged))}")
        return
    try:
        connection.execute(f"INSTALL {extension}")
        connection.execute(f"LOAD {extension}")
    except duckdb.Error as error:
        version = duckdb.__version__
        package = f"duckdb-extension-{extension.replace('_', '-')}=={version}"
        message = f"expected the extension `{extension}` for duckdb {version}, got: {error}"
        raise LakeError(message, hint=f"pip install {package}") from error


def attach_sql(catalog: str, data: Path | None = None) -> str:
    """
    SQL that loads the extensions, attaches the lake read-only and makes it the default.

    Parameters
    ----------
    catalog
        What DuckLake attaches.
    data
        Folder of the data, if the catalog may not record it.
    """
    loads = [
        f"load {quote(str(packaged))};" if (packaged := _packaged(name)) else f"load {name};"
        for name in extensions(catalog)
    ]
    place = "" if data is None else f", data_path {quote(f'{data}/')}, override_data_path true"
    attach = f"attach {quote(f'ducklake:{catalog}')} as lake (read_only{place});"
    return "\n".join([*loads, attach, "use lake;", "set TimeZone = 'UTC';"]) + "\n"


def _packaged(extension: str) -> Path | None:
    """The extension's file in its Python package, if installed for this version of DuckDB."""
    try:
        module = import_module(f"duckdb_extension_{extension}")
    except ImportError:
        return None
    folder = Path(str(module.__file__)).parent / "extensions" / f"v{duckdb.__version__}"
    return next(folder.glob("*.duckdb_extension"), None)
