"""
Write the rows of a table to Parquet in their order, some columns at a time.

It is done natively: the keys are read first, for the order. Then each column is read, its values
are put at their places, and encoded: next to each other, the hands of a player have numbers and
times that differ little, and only their differences are stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab._handlab import SortedParquet
from handlab.lake import freed
from handlab.lake.compact.footers import PARTS
from handlab.lake.compact.order import sort_keys
from handlab.lake.parquet import ROW_GROUP, publish, unpublished

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from handlab.lake.compact.reading import Stored
    from handlab.schema import Table

THREADS = 2
"""Threads that read and encode."""

HELD_BYTES = 24 << 20
"""How much the values that a thread holds may take in memory."""

MOST_CHUNKS = 4_096
"""
How many parts of columns a file has, roughly.

DuckDB looks at each, whichever player it is asked about: the 20,000 of a million hands' seats take
it 60 ms. Of several files it only opens those whose players, by the catalog, may include the one.
"""

GROUP_BYTES = 32 << 20
"""
How much a group of rows takes in memory, roughly, when it is read as a whole.

Smaller groups make a longer footer: with 9,000 seats to a group, that of a million hands takes
DuckDB 100 MB, more than a question about one player reads besides.
"""

VALUE_BYTES: dict[type[pl.DataType], float] = {
    pl.Boolean: 1 / 8,
    pl.Int8: 1,
    pl.Int16: 2,
    pl.Int32: 4,
    pl.String: 16,
}
"""What a value takes in memory if that is not 8 bytes; of a text, what it takes besides letters."""


def write(
    rows: Sequence[Stored],
    table: Table,
    folder: Path,
    flush: str,
    about: Mapping[str, str],
    temporary: Path,
) -> list[Path]:
    """
    Write new files, named after their flush and their digests, and flush them to the disk.

    Parameters
    ----------
    rows
        The files that have the rows.
    table
        Their table.
    folder
        Folder of the table's files.
    flush
        Id of the flush.
    about
        Metadata for the footers; how many files there are is added.
    temporary
        A file to be made, for what is encoded.
    """
    schema = table.polars_schema
    group = min(ROW_GROUP, int(GROUP_BYTES / row_bytes(schema)))
    file = _encoded(rows, schema, sort_keys(table), group, temporary)
    files = max(1, -(-file.groups() // max(1, MOST_CHUNKS // len(schema))))
    parts = [unpublished(folder, flush, number) for number in range(files)]
    file.close(parts, {**about, PARTS: str(len(parts))})
    return [publish(part, flush) for part in parts]


def sort_into(
    path: Path, rows: Sequence[Stored], columns: pl.Schema, keys: Sequence[str], group: int
) -> None:
    """Write some columns of rows to a new file, by some keys, in groups of so many rows."""
    temporary = path.with_suffix(".chunks")
    _encoded(rows, columns, keys, group, temporary).close([path], {})
    temporary.unlink()
    freed.give_back()


def _encoded(
    rows: Sequence[Stored], columns: pl.Schema, keys: Sequence[str], group: int, temporary: Path
) -> SortedParquet:
    file = SortedParquet(columns.to_frame(), rows, keys, group, temporary)
    freed.give_back()
    file.encode(HELD_BYTES, THREADS)
    freed.give_back()
    return file


def row_bytes(schema: pl.Schema) -> float:
    """
    What a row takes in memory without its texts, roughly.

    Examples
    --------
    >>> row_bytes(pl.Schema({"seat": pl.Int8, "player": pl.String, "is_hero": pl.Boolean}))
    17.125
    """
    return sum(VALUE_BYTES.get(dtype.base_type(), 8) for dtype in schema.dtypes())
