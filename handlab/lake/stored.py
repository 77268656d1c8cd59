"""Read what is stored in a lake within its writer's transaction: what it changed shows already."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from handlab.lake import faults
from handlab.lake.conditions import in_files, joined, listed, typed
from handlab.lake.given import as_table
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from handlab.lake.transaction import Transaction


PORTION = 1 << 17
"""Rows that are read at once, roughly: files are not divided."""


class Stored:
    """The rows of a lake's tables, from `Writer.stored`; buffered ones are not among them."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, transaction: Transaction, lake: Path
    ) -> None:
        self._connection = connection
        self._transaction = transaction
        self._lake = lake

    def portions(self, table: str, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Yield columns of the stored rows of a table, some files at a time."""
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            files = self._connection.execute(
                f"select filename, count(*) from {table} group by all"
            ).fetchall()
        paths: list[Path] = []
        rows = 0
        for number, (name, count) in enumerate(files, start=1):
            paths.append(Path(name))
            rows += count
            if rows >= PORTION or number == len(files):
                yield self._frame(table, columns, f"where {in_files(paths)}")
                paths, rows = [], 0

    def distinct(self, table: str, columns: Sequence[str]) -> pl.DataFrame:
        """Return the distinct values that the stored rows of a table have in some columns."""
        return self._frame(table, columns, "group by all")

    def matching(self, table: str, keys: pl.DataFrame, columns: Sequence[str]) -> pl.DataFrame:
        """Return columns of the stored rows of a table that match a row of `keys`."""
        with faults.as_lake_errors(self._lake, "read"), as_table(keys) as given:
            return self._frame(table, columns, f"t {joined(keys, given)}")

    def where(self, table: str, selected: str, condition: str) -> list[Any]:
        """What SQL selects, as one column, of the stored rows for which a condition holds."""
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            rows = self._connection.execute(f"select {selected} from {table} where {condition}")
            return [value for (value,) in rows.fetchall()]

    def all(self, table: str) -> pl.DataFrame:
        """Return all stored rows of a small table."""
        return self._frame(table, TABLES[table].names)

    def _frame(self, table: str, columns: Sequence[str], condition: str = "") -> pl.DataFrame:
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            query = f"select {listed(columns)} from {table} {condition}"
            # A relation, which Polars reads as it is: `pl()` would import pyarrow.
            return typed(pl.DataFrame(self._connection.sql(query)), table)
