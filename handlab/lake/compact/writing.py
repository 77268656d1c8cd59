"""
Write sorted rows to one Parquet file, group of rows by group of rows.

Polars writes a file at once, DuckDB takes twice as long, and neither has the encodings that make up
for the order: next to each other, the hands of a player have numbers and times that differ little,
and only their differences are stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from handlab.lake.compact import freed
from handlab.lake.compact.sorting import row_bytes
from handlab.lake.parquet import ROW_GROUP, publish, unpublished

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from handlab.schema import Table

LEVEL = 3
GROUP_BYTES = 32 << 20
"""
How much a group of rows takes in memory, roughly: it is there as a whole.

Smaller groups make a longer footer: with 9,000 seats to a group, that of a million hands takes
DuckDB 100 MB, more than a question about one player reads besides.
"""

DISTINCT = 0.1
"""The share of distinct values from which on a column is stored as differences."""

LOOKED_AT = 8_192
"""How many rows decide on the encodings."""

DELTAS: dict[pl.DataType, str] = {
    pl.String(): "DELTA_BYTE_ARRAY",
    pl.Int64(): "DELTA_BINARY_PACKED",
    pl.Datetime("us", "UTC"): "DELTA_BINARY_PACKED",
}
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
    part = unpublished(folder, flush)
    schema = table.polars_schema.to_frame().to_arrow(compat_level=OLDEST).schema
    group = min(ROW_GROUP, int(GROUP_BYTES / row_bytes(table.polars_schema)))
    groups = _groups(frames, group)
    first = next(groups, table.polars_schema.to_frame())
    encodings = _encodings(first.head(LOOKED_AT))
    rows: pl.DataFrame | None = first
    del first
    with pq.ParquetWriter(
        part,
        schema,
        compression="zstd",
        compression_level=LEVEL,
        use_dictionary=[name for name in table.names if name not in encodings],
        column_encoding=encodings,
        store_schema=False,
    ) as writer:
        while rows is not None:
            writer.write_table(rows.to_arrow(compat_level=OLDEST), row_group_size=group)
            # Rows that are written must not take what sorting the next ones needs.
            rows = None
            freed.give_back()
            rows = next(groups, None)
        writer.add_key_value_metadata(about)
    return publish(part, flush)


def _encodings(rows: pl.DataFrame) -> dict[str, str]:
    """
    The encodings of columns with so many values that a dictionary of them only takes room.

    All others get a dictionary.
    """
    encoded = {name: DELTAS[dtype] for name, dtype in rows.schema.items() if dtype in DELTAS}
    values = rows.select(pl.col(list(encoded)).n_unique()).row(0, named=True)
    return {name: encoded[name] for name in encoded if values[name] > DISTINCT * rows.height}


def _groups(frames: Iterable[pl.DataFrame], size: int) -> Iterator[pl.DataFrame]:
    """Cut frames into groups of rows of the same size, but for the last."""
    held: pl.DataFrame | None = None
    for frame in frames:
        rows = frame if held is None else pl.concat([held, frame])
        full = rows.height - rows.height % size
        for start in range(0, full, size):
            yield rows[start : start + size]
        held = rows[full:] if full < rows.height else None
    if held is not None:
        yield held
