"""One record per block, one line per column: an answer that is too wide for a terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from handlab.files.query_files import as_text
from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

NULL = "NULL"
BATCH = 1_000


def blocks(answer: duckdb.DuckDBPyRelation, width: int, limit: int | None) -> Iterator[str]:
    """
    The records of an answer as text.

    Parameters
    ----------
    width
        The width at which long values continue on the next line.
    limit
        The number of records; all if not given.
    """
    names = [printable(name) for name in answer.columns]
    margin = max((columns(name) for name in names), default=0) + 2
    text = ", ".join(as_text(place, kind) for place, kind in enumerate(answer.types, start=1))
    rows = answer.project(text)
    if limit is not None:
        rows = rows.limit(limit)
    number = 0
    while found := rows.fetchmany(BATCH):
        for row in found:
            number += 1
            yield f"── record {number:,} ".ljust(min(width, 80), "─") + "\n"
            for name, value in zip(names, row, strict=True):
                yield from _lines(name, NULL if value is None else value, margin, width)


def columns(text: str) -> int:
    """
    The width of a text on a terminal.

    Examples
    --------
    >>> columns("山猫42"), columns("e\u0301")
    (6, 1)
    """
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _lines(name: str, value: str, margin: int, width: int) -> Iterator[str]:
    """A value next to its name, and below itself where it is too long or has several lines."""
    heading = name + " " * (margin - columns(name))
    for line in value.split("\n"):
        for part in _folded(printable(line, keep="\t"), max(width - margin, 20)):
            yield f"{heading}{part}\n"
            heading = " " * margin


def _folded(line: str, width: int) -> Iterator[str]:
    start = used = 0
    for place, letter in enumerate(line):
        used += _columns(letter)
        if used > width:
            yield line[start:place]
            start, used = place, _columns(letter)
    yield line[start:]
