"""
One row for each player of each tournament, from summaries and from hands.

What a summary says goes before what follows from hands; of two of a kind the first to know a thing
is believed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.lake.parquet import conform
from handlab.schema import TOURNAMENTS

if TYPE_CHECKING:
    from handlab.lake import Writer

KEY = list(TOURNAMENTS.key)


class Tournaments:
    """Gathers rows of `tournaments` until a commit."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._rows: list[pl.DataFrame] = []

    def take(self, rows: pl.DataFrame) -> None:
        """Gather rows."""
        if rows.height:
            self._rows.append(conform(rows, TOURNAMENTS))

    def store(self) -> None:
        """Put what was gathered together with what is stored."""
        if not self._rows:
            return
        rows = pl.concat(self._rows)
        self._rows.clear()
        stored = self._writer.find("tournaments", rows.select(KEY).unique())
        merged = united(pl.concat([stored, rows]))
        changed = merged.join(stored, on=list(TOURNAMENTS.names), how="anti", nulls_equal=True)
        self._writer.delete("tournaments", changed.select(KEY))
        self._writer.add({"tournaments": changed})


def united(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a key: each column from the first row that knows it, summaries first."""
    rest = [name for name in TOURNAMENTS.names if name not in KEY]
    return (
        rows.sort(pl.col("source") != "summary", maintain_order=True)
        .group_by(KEY, maintain_order=True)
        .agg(pl.col(name).drop_nulls().first() for name in rest)
        .select(TOURNAMENTS.names)
        .sort(KEY)
    )
