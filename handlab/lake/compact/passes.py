"""
Decide which columns of a table are read together, and which of their rows are kept in memory.

A pass reads some columns of all rows. It takes as many columns as fit into memory with all their
values, since each pass reads the footers of all files again. A column that does not fit is read
several times, each time for some of the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PASS_BYTES = 64 << 20
"""How much the values of a pass may take in memory."""

PORTION_BYTES = 4 << 20
"""How much is read at once, and on its way to its place."""

MOST_ROWS = 122_880
"""How many rows are read at once at most."""

VALUE_BYTES: dict[type[pl.DataType], float] = {
    pl.Boolean: 1 / 8,
    pl.Int8: 1,
    pl.Int16: 2,
    pl.Int32: 4,
}
"""What a value takes in memory if that is not 8 bytes."""

TEXTS_HELD = 2
"""How much larger the different texts of a column are in memory than in the files, at most."""


class Pass(NamedTuple):
    """
    Columns that are read together.

    Attributes
    ----------
    columns
        Their names.
    rows
        The rows of the new file that are kept, from the first to the one after the last.
    portion
        The number of rows that are read at once.
    """

    columns: list[str]
    rows: tuple[int, int]
    portion: int


def row_bytes(schema: pl.Schema) -> float:
    """
    What a row takes in memory without its texts, roughly.

    Examples
    --------
    >>> row_bytes(pl.Schema({"seat": pl.Int8, "player": pl.String, "is_hero": pl.Boolean}))
    17.125
    """
    return sum(
        16 if dtype == pl.String else VALUE_BYTES.get(dtype.base_type(), 8)
        for dtype in schema.dtypes()
    )


def passes(schema: pl.Schema, rows: int, group: int, texts: Mapping[str, int]) -> Iterator[Pass]:
    """
    Yield passes that read each column for each row once.

    Parameters
    ----------
    schema
        The columns.
    rows
        The number of rows.
    group
        The number of rows of a row group, roughly: the writer moves the ends of a pass to those of
        groups.
    texts
        The size of the columns of texts, see `reading.text_bytes`.

    Examples
    --------
    >>> schema = pl.Schema({"seat": pl.Int8, "won": pl.Int64, "is_hero": pl.Boolean})
    >>> [one.columns for one in passes(schema, 1_000, 100, {})]
    [['seat', 'won', 'is_hero']]
    >>> for one in passes(schema, 20_000_000, 8_000_000, {}):
    ...     print(*one.columns, one.rows)
    seat (0, 20000000)
    won (0, 8000000)
    won (8000000, 16000000)
    won (16000000, 20000000)
    is_hero (0, 20000000)
    """
    held: list[str] = []
    size = 0.0
    for name, dtype in schema.items():
        width = _width(dtype, texts.get(name, 0) / max(1, rows))
        if held and size + width * rows > PASS_BYTES:
            yield _pass(held, (0, rows), size / rows)
            held, size = [], 0.0
        if width * rows <= PASS_BYTES:
            held.append(name)
            size += width * rows
            continue
        step = max(1, int(PASS_BYTES / width) // group) * group
        for first in range(0, rows, step):
            yield _pass([name], (first, min(first + step, rows)), width)
    if held:
        yield _pass(held, (0, rows), size / max(1, rows))


def _width(dtype: pl.DataType, text: float) -> float:
    """What a value takes in memory: a bit says whether it is there, and a text has a code."""
    if dtype in {pl.String, pl.List(pl.Int8)}:
        return 4 + TEXTS_HELD * text
    return 1 / 8 + VALUE_BYTES.get(dtype.base_type(), 8)


def _pass(columns: list[str], rows: tuple[int, int], width: float) -> Pass:
    return Pass(columns, rows, max(1, min(MOST_ROWS, int(PORTION_BYTES / width))))
