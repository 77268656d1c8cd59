"""
What a compaction reads: files of a table, without their deleted rows, and under which names.

Parquet written by handlab has no numbers for its columns. DuckLake takes a column of a file for the
one that had its name when the file was added; so does this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from handlab.lake.catalog import METADATA

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake.files import CatalogFile
    from handlab.schema import Table


class Stored(NamedTuple):
    """
    A file of a lake as `SortedParquet` takes it.

    Attributes
    ----------
    path
        Its path.
    deletes
        Its delete files.
    names
        What columns are called in it, if otherwise than in the table; `None` if it has no such.
    """

    path: Path
    deletes: list[Path]
    names: dict[str, str | None]


def stored(
    connection: duckdb.DuckDBPyConnection,
    table: Table,
    data: Sequence[CatalogFile],
    deletes: Sequence[CatalogFile],
) -> list[Stored]:
    """Describe data files of a table, given also their delete files."""
    of_file: dict[int, list[Path]] = {file.number: [] for file in data}
    for file in deletes:
        of_file[file.number].append(file.path)
    names = {at: _other_names(connection, table, at) for at in {file.snapshot for file in data}}
    return [Stored(file.path, of_file[file.number], names[file.snapshot]) for file in data]


def _other_names(
    connection: duckdb.DuckDBPyConnection, table: Table, snapshot: int
) -> dict[str, str | None]:
    """The columns that were called otherwise in a snapshot, or were added later."""
    rows = connection.execute(
        f"select now.column_name, before.column_name"
        f" from {METADATA}.ducklake_column now"
        f" join {METADATA}.ducklake_table t on t.table_id = now.table_id and t.end_snapshot is null"
        f" left join {METADATA}.ducklake_column before"
        f" on before.table_id = now.table_id and before.column_id = now.column_id"
        f" and before.begin_snapshot <= ? and coalesce(before.end_snapshot > ?, true)"
        f" where t.table_name = ? and now.end_snapshot is null and now.parent_column is null",
        [snapshot, snapshot, table.name],
    ).fetchall()
    return {name: before for name, before in rows if name != before}
