"""
Write the rows of a table to Parquet in their order, some columns at a time.

The keys are read first, for the order. Then each column is read, its values are put at their
places, and encoded natively: next to each other, the hands of a player have numbers and times that
differ little, and only their differences are stored. To move whole rows, the 221 columns of `seats`
among them, took four times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab._handlab import RowOrder, SortedParquet
from handlab.lake import freed
from handlab.lake.compact.footers import PARTS
from handlab.lake.compact.order import sort_keys
from handlab.lake.compact.passes import MOST_ROWS, passes, row_bytes
from handlab.lake.parquet import ROW_GROUP, publish, unpublished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import polars as pl

    from handlab.schema import Table

THREADS = 2
"""Threads that encode."""

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


def write(
    read: Callable[[list[str], int], Iterator[pl.DataFrame]],
    table: Table,
    texts: Mapping[str, int],
    folder: Path,
    flush: str,
    about: dict[str, str],
    temporary: Path,
) -> list[Path]:
    """
    Write new files, named after their flush and their digests, and flush them to the disk.

    Parameters
    ----------
    read
        Reads some columns of the rows, so many rows at a time, always in the same order.
    table
        Their table.
    texts
        The size of the columns of texts, see `passes`.
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
    order = RowOrder()
    for name in sort_keys(table):
        order.sort_by(freed.between(read([name], MOST_ROWS)))
        freed.give_back()
    rows = len(order)
    file = SortedParquet(schema.to_frame(), order, group, temporary, THREADS)
    for one in passes(schema, rows, group, texts):
        file.write(one.columns, one.rows, read(one.columns, one.portion))
        freed.give_back()
    files = max(1, -(-file.groups() // max(1, MOST_CHUNKS // len(schema))))
    parts = [unpublished(folder, flush, number) for number in range(files)]
    file.close(parts, about | {PARTS: str(len(parts))})
    return [publish(part, flush) for part in parts]
