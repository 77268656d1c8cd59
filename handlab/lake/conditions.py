"""The SQL by which rows of a lake are selected, and the types of what it returns."""

from __future__ import annotations

from glob import escape
from typing import TYPE_CHECKING

import duckdb

from handlab.lake import catalog
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import polars as pl


def joined(keys: pl.DataFrame, given: str) -> str:
    """
    Return the join that leaves the rows of `t` that are in `keys`, which the statement is given.

    Its ranges let DuckDB skip files. For a subquery DuckDB would hold all columns of all rows in
    the ranges.
    """
    ranges = " and ".join(_ranges(keys)) or "true"
    return f"semi join {given} k on {_matches(keys)} where {ranges}"


def using(keys: pl.DataFrame, given: str) -> str:
    """Return the end of `delete from ... t` for the rows [`joined`] leaves; keys must differ."""
    return f"using {given} k where {' and '.join([*_ranges(keys), _matches(keys)])}"


def _matches(keys: pl.DataFrame) -> str:
    return " and ".join(f't."{name}" is not distinct from k."{name}"' for name in keys.columns)


def _ranges(keys: pl.DataFrame) -> Iterator[str]:
    for name in keys.columns:
        column = keys[name]
        if column.null_count():
            continue
        # As literals: the result of a statement with parameters is copied once more.
        ends = [str(duckdb.ConstantExpression(end)) for end in (column.min(), column.max())]
        if "\0" not in "".join(ends):
            yield f't."{name}" between {ends[0]} and {ends[1]}'


def in_files(paths: Sequence[Path]) -> str:
    """Return the condition that a row is in some files, which lets DuckDB skip all others."""
    return f"filename in ({', '.join(catalog.quote(str(path)) for path in paths)})"


def of_files(paths: Sequence[Path]) -> str:
    """
    Return files as DuckDB's functions on Parquet take them.

    A path that looks like a pattern would mean other files.
    """
    return f"[{', '.join(catalog.quote(escape(str(path))) for path in paths)}]"


def listed(names: Sequence[str]) -> str:
    """Return columns as `select` lists them."""
    return ", ".join(f'"{name}"' for name in names)


def typed(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """Set the types: DuckDB calls UTC `Etc/UTC`, and a frame without rows has no types."""
    schema = TABLES[table].polars_schema
    return frame.cast({name: schema[name] for name in frame.columns})
