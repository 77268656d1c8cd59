"""Read what is stored in a lake within its writer's transaction: what it changed shows already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from handlab.lake import faults
from handlab.lake.conditions import in_files, listed, typed
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake.transaction import Transaction

PORTION = 1 << 17


class Stored:
    """The rows of a lake's tables, from `Writer.stored`; buffered ones are not among them."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, transaction: Transaction, lake: Path
    ) -> None:
        self._connection = connection
        self._transaction = transaction
        self._lake = lake

    def portions(self, table: str, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Yield columns of the stored rows of a table, `PORTION` at a time."""
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            # Into a new lake nothing is read through pyarrow, whose import takes 30 MB.
            if self._connection.execute(f"select 1 from {table} limit 1").fetchone() is None:
                return
            rows = self._connection.execute(f"select {listed(list(columns))} from {table}")
            for portion in rows.to_arrow_reader(PORTION):
                yield typed(pl.DataFrame(portion), table)

    def where(self, table: str, selected: str, condition: str) -> list[Any]:
        """What SQL selects, as one column, of the stored rows for which a condition holds."""
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            rows = self._connection.execute(f"select {selected} from {table} where {condition}")
            return [value for (value,) in rows.fetchall()]

    def all(self, table: str) -> pl.DataFrame:
        """Return all stored rows of a small table."""
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            rows = self._connection.sql(f"select {listed(TABLES[table].names)} from {table}")
            return typed(pl.DataFrame(rows), table)

    def read(
        self, table: str, paths: Sequence[Path], columns: Sequence[str], rows: int
    ) -> Iterator[pl.DataFrame]:
        """
        Yield columns of the rows of some files that have not been deleted, a number at a time.

        With one thread of DuckDB the rows come in the same order each time.
        """
        with faults.as_lake_errors(self._lake, "read"):
            self._transaction.begin()
            found = self._connection.execute(
                f"select {listed(columns)} from {table} where {in_files(paths)}"
            )
            for portion in found.to_arrow_reader(rows):
                yield typed(pl.DataFrame(portion), table)
