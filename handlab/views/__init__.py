"""
The views of the lake: the files under `sql/`, created in the lake's own catalog.

They are loaded in the order of `handlab.sql_files`. What a statistic means is decided there
and nowhere in Python.

Traps: `create or replace view` drops the comment, so that it is set again from the file's header; a
macro that is called by its full name from outside the catalog does not find other macros, so none
of ours calls another.
"""

from __future__ import annotations

import hashlib
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import duckdb

from handlab import sql_files
from handlab.errors import ViewError
from handlab.lake import Lake, stored_statistics
from handlab.sql_text import identifier
from handlab.statistics.table_macros import table_macros_sql
from handlab.views import aliases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from handlab.lake.writer import Change
    from handlab.sql_files import SqlFile
    from handlab.views.aliases import Aliases

FETCHED_ROWS = 10_000


def views_version(names: Aliases | None = None) -> str:
    """Digest of everything that `create_views` loads, including the aliases of a lake."""
    texts = "\0".join(file.sql for layer in sql_files.LAYERS for file in sql_files.in_layer(layer))
    texts += _computed_seats_sql() + ((names and names.sql()) or "")
    texts += "\0".join(table_macros_sql().values())
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def create_views(
    connection: duckdb.DuckDBPyConnection,
    *,
    catalog: str | None = None,
    schema: str | None = None,
    in_transaction: bool = False,
    are_statistics_stored: bool | None = None,
    names: Aliases | None = None,
) -> tuple[str, ...]:
    """
    Create all macros and views in one transaction, and return their names.

    The tables of the lake must exist. The caller decides whether this is necessary: `views_version`
    changes with the files.

    Parameters
    ----------
    connection
        A connection that the lake is attached to.
    catalog, schema
        Where the tables are and the views go; the connection's current ones by default.
    in_transaction
        Whether the caller has begun a transaction, which is used then and left open. DuckLake
        cannot be asked, and a second `begin` would abort the first.
    are_statistics_stored
        Whether `seats` has the statistics of this version's catalogue; looked up by default. If
        not, `stg_seats` computes them: slow, but right.
    names
        Names that belong to one person; none by default.

    Raises
    ------
    ViewError
        If a file cannot be loaded; then none is.
    """
    files = [file for layer in sql_files.LAYERS for file in sql_files.in_layer(layer)]
    with (
        _using(connection, catalog, schema),
        nullcontext() if in_transaction else _transaction(connection),
    ):
        if are_statistics_stored is None:
            are_statistics_stored = not stored_statistics.is_outdated(connection)
        for file in files:
            if file.name == "stg_seats" and not are_statistics_stored:
                file = replace(file, sql=_computed_seats_sql())
            elif file.name == "person" and names is not None:
                file = replace(file, sql=names.sql() or file.sql)
            _create(connection, file)
        for name, sql in table_macros_sql().items():
            _create(connection, replace(files[0], name=name, sql=sql, grain=()))
    return tuple(file.name for file in files)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a check: the first rows by column name, and the total number."""

    rows: list[dict[str, Any]]
    count: int


def run_check(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    *,
    limit: int | None = None,
    catalog: str | None = None,
    schema: str | None = None,
) -> Found:
    """
    Run one check.

    Parameters
    ----------
    limit
        Rows to return; all if not given. The others are counted, not held.

    Raises
    ------
    ViewError
        If there is no such check, or the views that it reads are missing.
    """
    known = sql_files.checks()
    if name not in known:
        message = f"expected the name of a check, got `{name}`"
        raise ViewError(message, hint=f"one of {', '.join(known)}")
    with _using(connection, catalog, schema):
        try:
            found = [
                _found(connection.execute(statement), limit)
                for statement in connection.extract_statements(known[name].sql)
            ]
        except duckdb.Error as error:
            message = f"cannot run `{known[name].path}`: {error}"
            raise ViewError(message) from error
    rows = [row for part in found for row in part.rows]
    return Found(rows[:limit], sum(part.count for part in found))


def _found(result: duckdb.DuckDBPyConnection, limit: int | None) -> Found:
    """The rows of an answer up to a limit; the others are counted, not held."""
    columns = [column[0] for column in result.description or ()]
    rows = result.fetchall() if limit is None else result.fetchmany(limit)
    count = len(rows)
    while more := result.fetchmany(FETCHED_ROWS):
        count += len(more)
    return Found([dict(zip(columns, row, strict=True)) for row in rows], count)


def _computed_seats_sql() -> str:
    """The view of a table `seats` whose statistics are missing or outdated."""
    return f"create or replace view stg_seats as {stored_statistics.computed_sql()}"


def _create(connection: duckdb.DuckDBPyConnection, file: SqlFile) -> None:
    """Load one file, and store its header as the view's comment."""
    try:
        connection.execute(file.sql)
        if file.grain:
            comment = f"{file.description} grain: ({', '.join(file.grain)})".replace("'", "''")
            connection.execute(f"comment on view {file.name} is '{comment}'")
    except duckdb.Error as error:
        message = f"cannot create `{file.name}` from `{file.path}`: {error}"
        raise ViewError(message) from error


@contextmanager
def _using(
    connection: duckdb.DuckDBPyConnection, catalog: str | None, schema: str | None
) -> Iterator[None]:
    """Make a catalog and a schema the current ones for a while."""
    if catalog is None and schema is None:
        yield
        return
    row = connection.execute("select current_database(), current_schema()").fetchone()
    before = row if row is not None else ("memory", "main")
    try:
        connection.execute(f"use {identifier(catalog or before[0])}.{identifier(schema or 'main')}")
    except duckdb.Error as error:
        message = f"expected an attached catalog, got `{catalog or before[0]}`: {error}"
        raise ViewError(message) from error
    try:
        yield
    finally:
        connection.execute(f"use {identifier(before[0])}.{identifier(before[1])}")


@contextmanager
def _transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All or nothing."""
    connection.begin()
    try:
        yield
        connection.commit()
    except BaseException as error:
        connection.rollback()
        if isinstance(error, duckdb.Error):
            message = f"cannot store the views: {error}"
            raise ViewError(message) from error
        raise


def open_lake(path: str | Path, *, catalog: str | None = None, memory: str | None = None) -> Lake:
    """
    Open a lake whose views are those of this version of handlab, and make them if they are not.

    Raises
    ------
    LakeError
        If there is no lake in the folder.
    ViewError
        If a view cannot be made.
    """
    lake = Lake.open(path, catalog=catalog, memory=memory)
    ensure(lake)
    return lake


def ensure(lake: Lake) -> None:
    """
    Bring the views of a lake up to date: with this version of handlab, and with its aliases.

    Raises
    ------
    ViewError
        If a view cannot be made, or the aliases cannot be read.
    """
    lake.ensure_views(*_views_of(lake))


def first_views(lake: Lake) -> Change:
    """
    What creates the views of a lake that has none, in the transaction of its writer.

    Raises
    ------
    ViewError
        If the aliases cannot be read; what is returned raises it if a view cannot be made.
    """
    return lake.first_views(*_views_of(lake))


def connect_lake(lake: Lake) -> duckdb.DuckDBPyConnection:
    """
    A connection to a lake, whose views are brought up to date first, as [`ensure`] does.

    Raises
    ------
    ViewError
        If a view cannot be made, or the aliases cannot be read.
    """
    return lake.connect_with_views(*_views_of(lake))


def _views_of(lake: Lake) -> tuple[str, Change]:
    """The version of the views that a lake is to have, and what creates them."""
    names = aliases.read(lake.path)
    return views_version(names), partial(_create_views_of, names)


def _create_views_of(names: Aliases, connection: duckdb.DuckDBPyConnection) -> None:
    """Create the views of a lake with its aliases, whose sites must exist."""
    if names.people:
        found = connection.execute("select distinct site from hands").fetchall()
        names.check_sites(str(site) for (site,) in found if site is not None)
    create_views(connection, in_transaction=True, names=names)


def connect(
    path: str | Path, *, catalog: str | None = None, memory: str | None = None
) -> duckdb.DuckDBPyConnection:
    """
    A DuckDB connection that reads a lake: its tables and views are there by their plain names.

    It has the functions `poker_strength`, `poker_equity` and so on as well; see
    `handlab.register_functions`.

    Parameters
    ----------
    path
        Folder of the lake; it need not be writable.
    catalog
        A catalog elsewhere, as in `"postgres:dbname=poker host=..."`.
    memory
        Memory limit of DuckDB, such as `"2GB"`; 1 GB if not given. What does not fit goes to disk.

    Returns
    -------
    DuckDBPyConnection
        Times are in UTC, money is in minor units; the lake cannot be changed through it. Close it,
        or use it in a `with`.

    Raises
    ------
    LakeError
        If there is no lake in the folder, or its catalog is lost.
    ViewError
        If the lake's `aliases.toml` cannot be read.

    Examples
    --------
    >>> connection = hl.connect("lake")  # doctest: +SKIP
    >>> connection.sql("select verdict, hands from audit_summary")  # doctest: +SKIP
    """
    from handlab.views.sql_functions import register_functions

    lake = Lake.open(path, catalog=catalog, memory=memory)
    connection = connect_lake(lake)
    register_functions(connection)
    # A caller's data frame is a table by its variable's name, as in DuckDB itself.
    connection.execute("set python_enable_replacements = true")
    return connection
