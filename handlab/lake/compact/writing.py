"""
Write sorted rows to one Parquet file, group of rows by group of rows.

Polars writes a file at once, DuckDB takes twice as long, and neither has the encodings that make up
for the order: next to each other, the hands of a player have numbers and times that differ little,
and only their differences are stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from handlab.lake.files import digest
from handlab.lake.journal import sync

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from handlab.schema import Table

LEVEL = 3
ROW_GROUP = 61_440
"""Half of other files': a question about one player reads whole groups."""

OLDEST = pl.CompatLevel.oldest()


def write(
    frames: Iterable[pl.DataFrame], table: Table, folder: Path, flush: str, about: dict[str, str]
) -> Path:
    """
    Write a new file, named after its flush and its digest, and flush it to the disk.

    Parameters
    ----------
    frames
        The rows in their order.
    table
        Their table.
    folder
        Folder of the table's files.
    flush
        Id of the flush.
    about
        Metadata for the footer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{flush}.part.parquet"
    schema = table.polars_schema.to_frame().to_arrow(compat_level=OLDEST).schema
    encodings = _encodings(table)
    with pq.ParquetWriter(
        part,
        schema,
        compression="zstd",
        compression_level=LEVEL,
        use_dictionary=[name for name in table.names if name not in encodings],
        column_encoding=encodings,
        store_schema=False,
    ) as writer:
        for rows in _groups(frames):
            writer.write_table(rows.to_arrow(compat_level=OLDEST), row_group_size=ROW_GROUP)
        writer.add_key_value_metadata(about)
    # Memory that Arrow keeps for later is memory that sorting does not have.
    pa.default_memory_pool().release_unused()
    sync(part)
    path = part.with_name(f"{flush}-{digest(part)}.parquet")
    part.rename(path)
    sync(folder)
    return path


def _encodings(table: Table) -> dict[str, str]:
    """The encodings of the columns whose values differ little from row to row."""
    found = {
        column.name: "DELTA_BINARY_PACKED"
        for column in table.columns
        if column.duckdb_type == "TIMESTAMPTZ"
    }
    return found | {name: "DELTA_BYTE_ARRAY" for name in table.names if name == "hand_id"}


def _groups(frames: Iterable[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Cut frames into groups of rows of the same size, but for the last."""
    held: pl.DataFrame | None = None
    for frame in frames:
        rows = frame if held is None else pl.concat([held, frame])
        full = rows.height - rows.height % ROW_GROUP
        for start in range(0, full, ROW_GROUP):
            yield rows[start : start + ROW_GROUP]
        held = rows[full:] if full < rows.height else None
    if held is not None:
        yield held
