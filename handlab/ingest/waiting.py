"""
Hands that may be copies, kept until those of several batches are compared at once.

A comparison reads stored rows and takes a fifth of a second, be it for one hand or for a thousand.
Where few hands of each batch have the number of another, as when two players' logs of the same
tables are read, it would take ten times as long as everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab.ingest.batch import Batch, Task
from handlab.ingest.rows import FrameRows
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handlab.ingest.batch import Part
    from handlab.ingest.rows import Hashes, Numbers

FEW = 100
"""The most hands of a batch that wait: more are worth a comparison of their own."""
MOST_BATCHES = 8
"""The most batches whose hands wait: each keeps two megabytes of text."""


class Waiting:
    """The waiting hands, in order."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._rows: list[dict[str, pl.DataFrame]] = []
        self._hashes: list[Hashes] = []
        self._numbers: list[Numbers] = []
        self._hands = 0

    @property
    def is_full(self) -> bool:
        """Whether no more hands may be added."""
        return len(self._rows) >= MOST_BATCHES

    def add(self, batch: Batch, hands: Numbers, hashes: Hashes) -> None:
        """
        Add some hands of a batch.

        Parameters
        ----------
        hands
            Their numbers, in ascending order.
        hashes
            The hashes of their keys.
        """
        copy, part = pl.col("copy") + self._hands, pl.col("part") + len(self._parts)
        rows = batch.rows.select(hands, HAND_TABLES)
        rows = {name: frame.with_columns(copy) for name, frame in rows.items()}
        self._rows.append(rows | {"hands": rows["hands"].with_columns(part)})
        self._parts += batch.task.parts
        self._hashes.append(hashes)
        self._numbers.append(batch.numbers[hands])
        self._hands += len(hands)

    def may_hold(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Whether each hash may be that of a waiting hand's key."""
        if not self._hashes:
            return np.zeros(len(hashes), dtype=np.bool_)
        return np.isin(hashes, np.concatenate(self._hashes))

    def together(self) -> tuple[Batch, Numbers]:
        """All waiting hands as a batch in which nothing is counted, and their numbers in it."""
        tables = {name: pl.concat([rows[name] for rows in self._rows]) for name in HAND_TABLES}
        hands = {name: rows["copy"].to_numpy() for name, rows in tables.items()}
        parts = tables["hands"]["part"].to_numpy().astype(np.int64)
        rows = {name: rows.drop("copy", "part", strict=False) for name, rows in tables.items()}
        batch = Batch(
            Task(self._parts),
            (),
            FrameRows(rows, parts, hands),
            numbers=np.concatenate(self._numbers),
        )
        return batch, hands["hands"]

    def __len__(self) -> int:
        """The number of hands."""
        return self._hands
