"""
`hl.scan_table`: a table of a lake as a lazy frame, read from its Parquet by Polars itself.

The catalog records which files are valid, and which of their rows are deleted. Files without
deleted rows are read in one scan; in the others, deleted rows are removed by a join with the delete
files. Python sees names of files, never rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.errors import LakeError
from handlab.lake import Lake, files
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from handlab.lake.files import CatalogFile

_ROW = "__row"
# Files of an earlier version may hold a column as a narrower type.
_CASTS = pl.ScanCastOptions(integer_cast=["upcast", "allow-float"])


def scan_table(lake: str | Path, name: str, *, memory: str | None = None) -> pl.LazyFrame:
    """
    Scan a table of a lake, as of its last commit.

    Only the columns and row groups that a query needs are read. Later commits are not in the frame;
    its files stay in place until `handlab compact --expire-older-than`.

    Parameters
    ----------
    lake
        Folder of the lake.
    name
        A table, such as `hands`, `seats` or `actions`; `handlab tables` lists them. Views are
        computed by DuckDB: `hl.connect(lake).sql("from player_stats").pl()`.
    memory
        Memory limit of DuckDB, which reads the catalog.

    Returns
    -------
    LazyFrame
        One row per valid row of the table, in no order. Money is in minor units of `currency` at
        `scale`, times are in UTC.

    Raises
    ------
    LakeError
        If there is no lake in the folder, or no such table.

    Examples
    --------
    >>> seats = hl.scan_table("lake", "seats")  # doctest: +SKIP
    >>> seats.filter(pl.col("player") == "Ann").select(pl.len()).collect()  # doctest: +SKIP
    """
    if name not in TABLES:
        message = f"expected a table of the lake, got `{name}`"
        hint = f"one of {', '.join(TABLES)}; for a view use `hl.connect(lake)`"
        raise LakeError(message, hint=hint)
    opened = Lake.open(lake, memory=memory)
    with opened.connect() as connection:
        found = [file for file in files.in_catalog(connection, opened.data) if file.table == name]
    schema = TABLES[name].polars_schema
    deletes: dict[int, list[CatalogFile]] = {}
    for file in found:
        if file.deletes:
            deletes.setdefault(file.number, []).append(file)
    data = [file for file in found if not file.deletes]
    whole = [file for file in data if file.number not in deletes]
    parts = [_scan([file.path for file in whole], schema)] if whole else []
    parts += [
        _without(file, deletes[file.number], schema) for file in data if file.number in deletes
    ]
    return pl.concat(parts) if parts else pl.LazyFrame(schema=schema)


def _scan(
    paths: Sequence[Path], schema: Mapping[str, pl.DataType], row: str | None = None
) -> pl.LazyFrame:
    return pl.scan_parquet(
        list(paths),
        schema=dict(schema),
        row_index_name=row,
        hive_partitioning=False,
        glob=False,
        missing_columns="insert",
        extra_columns="ignore",
        cast_options=_CASTS,
    )


def _without(
    file: CatalogFile, deletes: Sequence[CatalogFile], schema: Mapping[str, pl.DataType]
) -> pl.LazyFrame:
    """A file without the rows whose positions are in its delete files."""
    deleted = pl.scan_parquet([found.path for found in deletes], glob=False)
    positions = deleted.select(pl.col("pos").cast(pl.get_index_type()).alias(_ROW))
    kept = _scan([file.path], schema, _ROW).join(
        positions, on=_ROW, how="anti", maintain_order="left"
    )
    return kept.drop(_ROW)
