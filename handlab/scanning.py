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
from handlab.lake.catalog import METADATA
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake.files import CatalogFile

_ROW = "__row"
# If DuckLake adds positions to a delete file, it records the snapshot of each; the file itself has
# the first snapshot.
_SNAPSHOT = "_ducklake_internal_snapshot_id"
_DELETES = {"pos": pl.Int64(), _SNAPSHOT: pl.Int64()}
# Files of an earlier version may hold a column as a narrower type.
_CASTS = pl.ScanCastOptions(integer_cast=["upcast", "allow-float"])


def scan_table(
    lake: str | Path, name: str, *, version: int | None = None, memory: str | None = None
) -> pl.LazyFrame:
    """
    Scan a table of a lake, as of its last commit or an earlier one.

    Only the columns and row groups that a query needs are read. Later commits are not in the frame;
    its files stay in place until `handlab compact --expire-older-than`.

    Parameters
    ----------
    lake
        Folder of the lake.
    name
        A table, such as `hands`, `seats` or `actions`; `handlab tables` lists them. Views are
        computed by DuckDB: `hl.connect(lake).sql("from player_stats").pl()`.
    version
        The snapshot to scan, as `from lake.snapshots()` lists them; the last one if not given. The
        columns are those of the table today; what an older file lacks is null.
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
        If there is no lake in the folder, no such table, or no such snapshot.

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
        if version is not None:
            _refuse_unknown(connection, version)
        stored = files.in_catalog(connection, opened.data, version=version)
    found = [file for file in stored if file.table == name]
    schema = TABLES[name].polars_schema
    deletes: dict[int, list[CatalogFile]] = {}
    for file in found:
        if file.deletes:
            deletes.setdefault(file.number, []).append(file)
    data = [file for file in found if not file.deletes]
    whole = [file for file in data if file.number not in deletes]
    parts = [_scan([file.path for file in whole], schema)] if whole else []
    parts += [
        _without(file, deletes[file.number], schema, version)
        for file in data
        if file.number in deletes
    ]
    return pl.concat(parts) if parts else pl.LazyFrame(schema=schema)


def _refuse_unknown(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Refuse a snapshot that was never taken, or has expired."""
    query = f"select snapshot_id from {METADATA}.ducklake_snapshot order by all"
    known = [number for (number,) in connection.execute(query).fetchall()]
    if version not in known:
        message = f"expected a snapshot of the lake as `version`, got `{version}`"
        hint = f"it has {len(known)}, from {known[0]} to {known[-1]}: `from lake.snapshots()`"
        raise LakeError(message, hint=hint)


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
    file: CatalogFile,
    deletes: Sequence[CatalogFile],
    schema: Mapping[str, pl.DataType],
    version: int | None,
) -> pl.LazyFrame:
    """A file without the rows whose positions are in its delete files, as of a snapshot."""
    deleted = _scan([found.path for found in deletes], _DELETES)
    if version is not None:
        deleted = deleted.filter(pl.col(_SNAPSHOT).fill_null(0) <= version)
    positions = deleted.select(pl.col("pos").cast(pl.get_index_type()).alias(_ROW))
    kept = _scan([file.path], schema, _ROW).join(
        positions, on=_ROW, how="anti", maintain_order="left"
    )
    return kept.drop(_ROW)
