"""
Sort more rows than fit into memory.

The keys are read first, and a sample of them divides the rows into buckets of a size that fits.
Then the rows are read in portions; each is sorted and cut at the borders of the buckets, and the
cuts are appended to a temporary file. At last one bucket after the other is read back and sorted.
Each row is read once, stored once, and read back once, whatever the number of rows.

DuckDB's own `order by` was tried: beyond its memory limit it took four times the processor time.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from io import BufferedRandom

BUCKET_BYTES = 8 << 20
"""How much of a table is sorted at once. Sorting and writing need several times as much."""

SAMPLED = 200
"""How many rows per bucket are sampled to find the borders."""

COLUMN_BYTES = 8
"""What a value takes in memory, roughly, beyond what it takes in the file."""

UNPACKED = 6
"""How much larger free text is in memory than in a file, roughly."""


def buckets_for(rows: int, columns: int, file_bytes: int) -> int:
    """How many buckets rows need, by their number and the size of their files."""
    return (rows * columns * COLUMN_BYTES + file_bytes * UNPACKED) // BUCKET_BYTES + 1


def in_order(
    frames: Iterable[pl.DataFrame],
    keys: list[str],
    buckets: int,
    sample: Callable[[int], pl.DataFrame],
    spill: BufferedRandom,
) -> Iterator[pl.DataFrame]:
    """
    Yield the rows of some frames in order, in frames of a few megabytes.

    Parameters
    ----------
    frames
        The rows.
    keys
        The columns to sort by; nulls come first.
    buckets
        Into how many buckets the rows are divided, see [`buckets_for`].
    sample
        Returns the keys of so many random rows, roughly.
    spill
        An empty temporary file.
    """
    if buckets == 1:
        rows = pl.concat(frames)
        yield rows[_order(rows.select(keys))]
        return
    borders = _borders(sample(buckets * SAMPLED).sort(keys), buckets)
    places: list[list[tuple[int, int]]] = [[] for _ in range(borders.height + 1)]
    for frame in frames:
        for bucket, rows in enumerate(_cut(frame, keys, borders)):
            if rows.height:
                start = spill.tell()
                # Older layouts hold only the rows themselves, not all text of the frame.
                rows.write_ipc_stream(
                    spill, compression="lz4", compat_level=pl.CompatLevel.oldest()
                )
                places[bucket].append((start, spill.tell() - start))
    for pieces in places:
        if pieces:
            rows = pl.concat(_read(spill, start, length) for start, length in pieces).rechunk()
            yield rows[_order(rows.select(keys))]


def _borders(sample: pl.DataFrame, buckets: int) -> pl.DataFrame:
    """The rows of a sorted sample that divide it into parts of the same size."""
    step = sample.height / buckets
    places = [int(step * number) for number in range(1, buckets)] if sample.height else []
    return sample[places].unique(maintain_order=True)


def _cut(frame: pl.DataFrame, keys: list[str], borders: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Sort a frame, and cut it at the borders."""
    bordered = pl.concat([frame.select(keys), borders.select(keys)])
    order = _order(bordered)
    is_border = order >= frame.height
    rows = frame.rechunk()[order.filter(~is_border)]
    start = 0
    for passed, place in enumerate(is_border.arg_true()):
        yield rows[start : place - passed]
        start = place - passed
    yield rows[start:]


def _order(keys: pl.DataFrame) -> pl.Series:
    """The indexes of rows in their order."""
    return keys.select(pl.arg_sort_by(keys.columns)).to_series()


def _read(spill: BufferedRandom, start: int, length: int) -> pl.DataFrame:
    spill.seek(start)
    return pl.read_ipc_stream(BytesIO(spill.read(length)))
