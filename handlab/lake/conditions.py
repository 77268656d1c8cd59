"""The SQL by which rows of a lake are selected, and the types of what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.lake import catalog
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl


def equals(keys: pl.DataFrame) -> tuple[str, list[object]]:
    """
    Return the condition that a row of `t` is in `keys`, and its values.

    Its ranges let DuckDB skip files.
    """
    ranges: list[str] = []
    values: list[object] = []
    for name in keys.columns:
        column = keys[name]
        if column.null_count() == 0:
            ranges.append(f't."{name}" between ? and ?')
            values += [column.min(), column.max()]
    matches = (f't."{name}" is not distinct from k."{name}"' for name in keys.columns)
    condition = f"exists (select 1 from keys k where {' and '.join(matches)})"
    return " and ".join([*ranges, condition]), values


def in_files(paths: Sequence[Path]) -> str:
    """Return the condition that a row is in some files, which lets DuckDB skip all others."""
    return f"filename in ({', '.join(catalog.quote(str(path)) for path in paths)})"


def listed(names: Sequence[str]) -> str:
    """Return columns as `select` lists them."""
    return ", ".join(f'"{name}"' for name in names)


def typed(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """Set the types: DuckDB calls UTC `Etc/UTC`, and a frame without rows has no types."""
    schema = TABLES[table].polars_schema
    return frame.cast({name: schema[name] for name in frame.columns})
