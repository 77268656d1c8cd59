"""
Sort more rows than fit into memory.

The keys are read first, and a sample of them divides the rows into buckets of a size that fits.
Then the rows are read in portions; each is sorted and cut, and the cuts are appended to a temporary
file. A cut takes a millisecond for its columns alone, however few rows it has. So a portion is cut
into `FAN` groups of buckets at most; the rows of a group are read back in portions, which are cut
again, until a group is one bucket, which is sorted.

DuckDB's own `order by` was tried: beyond its memory limit it took four times the processor time.
"""

from __future__ import annotations

from io import SEEK_END, BytesIO
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]

from handlab.lake.compact import freed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from io import BufferedRandom

BUCKET_BYTES = 4 << 20
"""How much of a table is sorted at once. Sorting and writing need several times as much."""

FAN = 32
"""Into how many parts rows are divided at once."""

SAMPLED = 200
"""How many rows per bucket are sampled to find the borders."""

UNPACKED = 6
"""How much larger free text is in memory than in a file, roughly."""

VALUE_BYTES: dict[type[pl.DataType], int] = {
    pl.Int8: 1,
    pl.Int16: 2,
    pl.Int32: 4,
    pl.String: 16,
}
"""What a value takes in memory if that is not 8 bytes; of a text, what it takes besides letters."""

CODEC = "lz4"


def row_bytes(schema: pl.Schema) -> float:
    """
    What a row takes in memory without its text, roughly.

    Examples
    --------
    >>> row_bytes(pl.Schema({"seat": pl.Int8, "player": pl.String, "is_hero": pl.Boolean}))
    17.125
    """
    return sum(
        1 / 8 if dtype == pl.Boolean else VALUE_BYTES.get(dtype.base_type(), 8)
        for dtype in schema.dtypes()
    )


def buckets_for(rows: int, schema: pl.Schema, file_bytes: int) -> int:
    """How many buckets rows need, by their number and the size of their files."""
    return int(rows * row_bytes(schema) + file_bytes * UNPACKED) // BUCKET_BYTES + 1


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
        yield _sorted(pl.concat(frames), keys)
        return
    borders = _borders(sample(buckets * SAMPLED).sort(keys), buckets)
    yield from _divided(frames, keys, borders, spill)


def _divided(
    frames: Iterable[pl.DataFrame], keys: list[str], borders: pl.DataFrame, spill: BufferedRandom
) -> Iterator[pl.DataFrame]:
    """Yield the rows of some frames in order, in one frame for each bucket between the borders."""
    # Only every so many borders divide the rows now, the others their parts.
    step = -(-(borders.height + 1) // FAN)
    chosen = borders.gather_every(step, offset=step - 1)
    places: list[list[Place]] = [[] for _ in range(chosen.height + 1)]
    portion = 1
    for frame in frames:
        portion = max(portion, frame.height)
        for part, rows in enumerate(_cut(frame, keys, chosen)):
            if rows.height:
                places[part].append(_append(spill, rows))
        # Not kept while the next one is read.
        del frame, rows
        freed.give_back()
    for part, pieces in enumerate(places):
        within = borders[part * step : part * step + step - 1]
        if within.height and pieces:
            yield from _divided(_portions(spill, pieces, portion), keys, within, spill)
        elif pieces:
            yield _sorted(pl.concat(_read(spill, piece) for piece in pieces).rechunk(), keys)


def _portions(spill: BufferedRandom, places: Sequence[Place], size: int) -> Iterator[pl.DataFrame]:
    """Read rows back in frames of so many rows, at least one place at a time."""
    held: list[Place] = []
    for place in places:
        if held and sum(one.rows for one in held) + place.rows > size:
            yield pl.concat(_read(spill, one) for one in held)
            held.clear()
        held.append(place)
    yield pl.concat(_read(spill, one) for one in held)


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


def _sorted(rows: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Return rows in order; a function, so that the caller does not hold them twice."""
    return rows[_order(rows.select(keys))]


def _order(keys: pl.DataFrame) -> pl.Series:
    """The indexes of rows in their order."""
    return keys.select(pl.arg_sort_by(keys.columns)).to_series()


class Place(NamedTuple):
    """Where rows are in the temporary file, and how long they are when they are unpacked."""

    start: int
    length: int
    unpacked: int
    rows: int


def _append(spill: BufferedRandom, rows: pl.DataFrame) -> Place:
    """Append rows to the temporary file."""
    stream = BytesIO()
    # Older layouts hold only the rows themselves, not all text of the frame.
    rows.write_ipc_stream(stream, compression="uncompressed", compat_level=pl.CompatLevel.oldest())
    # Compressed as a whole: column by column it takes longer, and is twice as large.
    packed = pa.compress(stream.getbuffer(), codec=CODEC, asbytes=True)
    start = spill.seek(0, SEEK_END)
    spill.write(packed)
    return Place(start, len(packed), stream.tell(), rows.height)


def _read(spill: BufferedRandom, place: Place) -> pl.DataFrame:
    spill.seek(place.start)
    packed = spill.read(place.length)
    stream = pa.decompress(packed, place.unpacked, codec=CODEC, asbytes=True)
    return pl.read_ipc_stream(BytesIO(stream))
