"""Where the rows of a run are read from, and how large their texts are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.lake.catalog import METADATA
from handlab.lake.conditions import in_files, of_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake.files import CatalogFile
    from handlab.schema import Table


def source(
    connection: duckdb.DuckDBPyConnection,
    table: Table,
    files: Sequence[CatalogFile],
    *,
    has_deleted: bool,
) -> str:
    """
    Return what a statement writes after `from` to read the rows of some files.

    They are read as they are if no row of them was deleted, and they have the columns of the table.
    The table itself, which leaves out deleted rows and knows what stands for other columns, takes a
    fifth more of the processor time of a whole compaction: it looks at the file of each row, and at
    when that was added.
    """
    paths = [file.path for file in files]
    if (
        not has_deleted
        and _newest_column(connection, table) <= min(file.snapshot for file in files)
        and _columns_of_all(connection, paths).issuperset(table.names)
    ):
        return f"read_parquet({of_files(paths)})"
    return f"{table.name} where {in_files(paths)}"


def _newest_column(connection: duckdb.DuckDBPyConnection, table: Table) -> int:
    """The commit that added a column last; files before it may have another of its name."""
    (snapshot,) = connection.execute(
        f"select max(c.begin_snapshot) from {METADATA}.ducklake_column c"
        f" join {METADATA}.ducklake_table t on t.table_id = c.table_id and t.end_snapshot is null"
        f" where t.table_name = ? and c.end_snapshot is null",
        [table.name],
    ).fetchall()[0]
    return int(snapshot)


def _columns_of_all(connection: duckdb.DuckDBPyConnection, paths: Sequence[Path]) -> set[str]:
    """The columns that all files have, and in the same type."""
    columns = connection.execute(
        f"select name from parquet_schema({of_files(paths)})"
        f" group by name, type, logical_type"
        f" having count(distinct file_name) = {len(paths)}"
    )
    return {name for (name,) in columns.fetchall()}


def text_bytes(
    connection: duckdb.DuckDBPyConnection, paths: Sequence[Path], schema: pl.Schema
) -> dict[str, int]:
    """
    The size of the columns of texts in some files, uncompressed, by name.

    A text that comes again within a group of rows counts once there, as in memory.
    """
    texts = [name for name, dtype in schema.items() if dtype == pl.String]
    rows = connection.execute(
        "select path_in_schema, sum(total_uncompressed_size)::bigint"
        f" from parquet_metadata({of_files(paths)}) where path_in_schema in ? group by all",
        [texts],
    )
    return dict(rows.fetchall())
