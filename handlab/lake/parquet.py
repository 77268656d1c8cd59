"""
How a table's rows become one Parquet file: conformed to the schema, in the hands' order, on the
disk for sure.
"""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from pathlib import Path

    from handlab.schema import Table

ROW_GROUP = 122_880
HAND = ["site", "hand_id"]
IN_TIME = ["started_at", "hand_id"]


def conform(frame: pl.DataFrame, table: Table) -> pl.DataFrame:
    """Give the table's columns their types: what is missing is null, what is unknown is dropped."""
    if frame.schema == table.polars_schema:
        return frame
    return frame.select(
        pl.col(column.name).cast(column.dtype)
        if column.name in frame.columns
        else pl.lit(None, dtype=column.dtype).alias(column.name)
        for column in table.columns
    )


def hand_order(hands: pl.DataFrame) -> pl.DataFrame | None:
    """Number the hands by start and id; `None` where they stand in that order already."""
    keys = hands.select(*HAND, "started_at")
    if keys.equals(keys.sort(IN_TIME, maintain_order=True)):
        return None
    return keys.sort(IN_TIME).select(*HAND).unique(maintain_order=True).with_row_index("place")


def in_order(frame: pl.DataFrame, order: pl.DataFrame | None) -> pl.DataFrame:
    """The rows of a table in the hands' order; a hand's own rows keep theirs."""
    if order is None or "hand_id" not in frame.columns:
        return frame
    placed = frame.join(order, on=HAND, how="left", maintain_order="left")
    return placed.sort("place", maintain_order=True).drop("place")


def write(frame: pl.DataFrame, folder: Path) -> Path:
    """Write a new file that is on the disk when this returns, under a name never used before."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{uuid.uuid4()}.parquet"
    frame.write_parquet(path, compression="zstd", compression_level=3, row_group_size=ROW_GROUP)
    for place in (path, folder):
        _sync(place)
    return path


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
