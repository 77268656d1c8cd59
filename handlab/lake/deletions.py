"""Hands that are deleted from a lake, many at a time."""

from __future__ import annotations

import polars as pl

from handlab.schema import HANDS

# Half a million rows of actions, of which DuckDB remembers 60 bytes each.
MOST_HANDS = 40_000


class Deletions:
    """
    Hands that are deleted, but still in the lake's files until someone takes them.

    Of a file of which a statement deletes some rows, DuckLake writes anew which ones are deleted by
    now. Hands of a thousand files, deleted file by file, would take a thousand times as long.
    """

    def __init__(self) -> None:
        self._keys: list[pl.DataFrame] = []
        self._hands = 0

    @property
    def is_due(self) -> bool:
        """Whether there are as many as should be deleted at once."""
        return self._hands >= MOST_HANDS

    def add(self, keys: pl.DataFrame) -> None:
        """Add hands by `site` and `hand_id`."""
        self._keys.append(keys.select(HANDS.key))
        self._hands += keys.height

    def without(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return the rows, in their order, of hands that are not deleted."""
        if not self._keys:
            return rows
        if len(self._keys) > 1:
            self._keys = [pl.concat(self._keys)]
        return rows.join(self._keys[0], on=HANDS.key, how="anti", maintain_order="left")

    def take(self) -> pl.DataFrame | None:
        """Return the hands for someone who deletes them now; `None` if there are none."""
        keys = pl.concat(self._keys).unique() if self._keys else None
        self.clear()
        return keys

    def clear(self) -> None:
        """Forget them."""
        self._keys.clear()
        self._hands = 0
