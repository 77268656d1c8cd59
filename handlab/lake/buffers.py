"""Rows that a writer was given and has not written yet, in frames and in native batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.lake import parquet
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.lake.parquet import Batch


class Buffers:
    """
    The rows of one flush after the other.

    Attributes
    ----------
    frame_bytes, batch_bytes
        The memory of the frames, and of the batches.
    hands
        The number of hands since the last commit, those that were written too.
    """

    def __init__(self) -> None:
        self.frame_bytes = self.batch_bytes = self.hands = 0
        self._frames: dict[str, list[pl.DataFrame]] = {name: [] for name in TABLES}
        self._batches: list[Batch] = []

    def add(self, table: str, rows: pl.DataFrame) -> None:
        """Add rows that conform to their table."""
        self._frames[table].append(rows)
        self.frame_bytes += int(rows.estimated_size())
        if table == "hands":
            self.hands += rows.height

    def add_batch(self, batch: Batch) -> None:
        """Add the hands of a batch."""
        self._batches.append(batch)
        self.batch_bytes += batch.bytes
        self.hands += batch.hands

    def matching(self, table: str, keys: pl.DataFrame) -> Iterator[pl.DataFrame]:
        """Yield the rows of a table that match a row of `keys`; nulls match nulls."""
        for frame in (*self._frames[table], *self._in_batches(table, keys)):
            yield frame.join(keys, on=keys.columns, how="semi", nulls_equal=True)

    def delete(self, table: str, keys: pl.DataFrame) -> None:
        """Delete the rows of frames that match a row of `keys`."""
        self._frames[table] = [
            frame.join(keys, on=keys.columns, how="anti", nulls_equal=True, maintain_order="left")
            for frame in self._frames[table]
        ]

    def delete_hands(self, keys: pl.DataFrame) -> None:
        """Delete hands by `site` and `hand_id`, with their rows in all tables of hands."""
        pairs = list(keys.select("site", "hand_id").iter_rows())
        for batch in self._batches:
            batch.drop(batch.find(pairs))
        for table in HAND_TABLES:
            self.delete(table, keys)

    def take_frames(self) -> dict[str, pl.DataFrame]:
        """Return the rows of the frames by table, and hold them no longer."""
        rows = {name: pl.concat(frames) for name, frames in self._frames.items() if frames}
        for frames in self._frames.values():
            frames.clear()
        self.frame_bytes = 0
        return {name: frame for name, frame in rows.items() if frame.height}

    def take_batches(self) -> list[Batch]:
        """Return the batches that have hands, and hold them no longer."""
        batches = [batch for batch in self._batches if batch.hands]
        self._batches.clear()
        self.batch_bytes = 0
        return batches

    def _in_batches(self, table: str, keys: pl.DataFrame) -> Iterator[pl.DataFrame]:
        """Rows of the batches, including all that match the keys."""
        if table not in HAND_TABLES:
            return
        pairs = None
        if {"site", "hand_id"} <= set(keys.columns):
            pairs = list(keys.select("site", "hand_id").unique().iter_rows())
        for batch in self._batches:
            hands = None if pairs is None else batch.find(pairs)
            if hands is None or hands:
                yield parquet.conform(batch.frames([table], hands)[table], TABLES[table])
