"""
Print an answer about players on a terminal: what its rows share stands above them, once.

DuckDB's table leaves out columns in the middle until it fits, which may be those that say what a
number is.
"""

from __future__ import annotations

import io
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from handlab.cli import pager
from handlab.cli.output import is_terminal, say, terminal_width
from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import duckdb

    Row = tuple[Any, ...]

SHOWN_ROWS = 1_000
GAP = 2
"""The spaces between two columns."""


def print_grouped(answer: duckdb.DuckDBPyRelation, keys: Sequence[str]) -> bool:
    """
    Print an answer in blocks, each under what its rows share; say whether that was done.

    It is not where stdout is no terminal, there are no rows, or a block's columns do not fit.

    Parameters
    ----------
    keys
        Columns that identify a row; `player` only if there is a single one.
    """
    if not is_terminal():
        return False
    names, rows = answer.columns, answer.fetchmany(SHOWN_ROWS + 1)
    has_more = len(rows) > SHOWN_ROWS
    rows = rows[:SHOWN_ROWS]
    above = [
        place
        for place, name in enumerate(names)
        if name in keys and (name != "player" or len({row[place] for row in rows}) == 1)
    ]
    blocks: dict[Row, list[Row]] = {}
    for row in rows:
        blocks.setdefault(tuple(row[place] for place in above), []).append(row)
    shared = [place for place in _shared(list(blocks.values())) if place not in above]
    inside = [place for place in range(len(names)) if place not in {*above, *shared}]
    titles = [_words(names[place]) for place in inside]
    texts = [place for place in inside if str(answer.types[place]) == "VARCHAR"]
    tables = {
        _heading(key, {names[place]: found[0][place] for place in shared}): [
            [_cell(row[place]) for place in inside] for row in found
        ]
        for key, found in blocks.items()
    }
    lines = [titles, *(line for table in tables.values() for line in table)]
    widths = [_width(column) for column in zip(*lines, strict=True)]
    if not rows or not inside or _total(least for least, _ in widths) > terminal_width():
        return False
    fixed = _total(most for _, most in widths) > terminal_width()
    left = [_words(names[place]) for place in texts]
    pager.show(_text(titles, tables, left, [least for least, _ in widths] if fixed else []))
    if has_more:
        say(f"only {SHOWN_ROWS:,} rows are shown; csv, json and parquet have all")
    return True


def _shared(blocks: Sequence[Sequence[Row]]) -> list[int]:
    """The columns with one value in each block, if there are blocks of several rows."""
    if all(len(block) == 1 for block in blocks):
        return []
    columns = range(len(blocks[0][0]))
    return [
        place
        for place in columns
        if all(len({row[place] for row in block}) == 1 for block in blocks)
    ]


def _heading(key: Row, shared: Mapping[str, object]) -> str:
    known = [str(value) for value in key if value is not None]
    return " · ".join([*known, *(f"{_words(name)} {_cell(shared[name])}" for name in shared)])


def _text(
    titles: Sequence[str],
    tables: Mapping[str, Sequence[Sequence[str]]],
    left: Sequence[str],
    widths: Sequence[int],
) -> str:
    """The blocks as text; the columns are as wide as their content if there are no widths."""
    from rich.console import Console
    from rich.text import Text

    from handlab.report.text_table import table

    file = io.StringIO()
    console = Console(file=file, width=terminal_width(), color_system=None, legacy_windows=False)
    for heading, rows in tables.items():
        drawn = table(titles, rows, left=left, widths=widths)
        console.print(Text(printable(heading)), "", drawn, "", sep="\n")
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).rstrip() + "\n"


def _width(column: Sequence[str]) -> tuple[int, int]:
    """The width of a column in which no word is cut, and the one in which no cell is."""
    from rich.cells import cell_len

    words = max((cell_len(word) for cell in column for word in cell.split()), default=1)
    return words, max(map(cell_len, column))


def _total(widths: Iterable[int]) -> int:
    found = list(widths)
    return sum(found) + GAP * (len(found) - 1)


def _words(name: str) -> str:
    """The name of a column, which may be printed on several lines."""
    return name.replace("_", " ")


def _cell(value: object) -> str:
    """
    A value for people; an unknown one is a dash. Money has at least two decimals.

    Examples
    --------
    >>> _cell(12345), _cell(-13.6049), _cell("BTN")
    ('12,345', '-13.6', 'BTN')
    >>> _cell(Decimal("1114.30000000")), _cell(Decimal("0.00125000"))
    ('1,114.30', '0.00125')
    """
    if value is None:
        return "\N{EN DASH}"
    if isinstance(value, Decimal):
        whole, point, decimals = f"{value:,f}".partition(".")
        return whole + point + decimals[:2] + decimals[2:].rstrip("0")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"
