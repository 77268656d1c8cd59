"""
Print an answer about players on a terminal: what its rows share stands above them, once.

DuckDB's table leaves out columns in the middle until it fits, which may be those that say what a
number is. Here columns that do not fit follow in further tables, in which the first ones, which
name the row, are repeated.
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
GAP, FREE_GAP = 2, 3
"""The spaces between two columns of given widths, and of others."""


def print_grouped(answer: duckdb.DuckDBPyRelation, keys: Sequence[str], decimals: int = 1) -> bool:
    """
    Print an answer in blocks, each under what its rows share; say whether that was done.

    It is not where stdout is no terminal, there are no rows, or the terminal is too narrow for a
    column next to those that name the row.

    Parameters
    ----------
    keys
        Columns that identify a row; `player` only if there is a single one.
    decimals
        The decimals of fractions.
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
        _heading(
            key,
            {
                names[place]: _cell(found[0][place], decimals)
                for place in shared
                if found[0][place] is not None
            },
        ): [[_cell(row[place], decimals) for place in inside] for row in found]
        for key, found in blocks.items()
    }
    lines = [titles, *(line for table in tables.values() for line in table)]
    if not rows or not inside:
        return False
    widths = [_width(column) for column in zip(*lines, strict=True)]
    is_text = [place in texts for place in inside]
    naming = max(1, is_text.index(False)) if False in is_text else len(inside)
    parts = _parts([least for least, _ in widths], naming)
    if parts is None:
        return False
    layouts = {part: _fitted(part, widths, is_text) for part in parts}
    pager.show(_text(titles, tables, [_words(names[place]) for place in texts], layouts))
    if has_more:
        say(f"only {SHOWN_ROWS:,} rows are shown; csv, json, xlsx and parquet have all")
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


def _heading(key: Row, shared: Mapping[str, str]) -> str:
    known = [str(value) for value in key if value is not None]
    return " · ".join([*known, *(f"{_words(name)} {shared[name]}" for name in shared)])


def _parts(widths: Sequence[int], naming: int) -> list[tuple[int, ...]] | None:
    """
    The columns of each table: the first `naming` in all of them, the others in as few as possible.

    `None` if the terminal is too narrow.
    """
    names = tuple(range(naming))
    parts = [names]
    for place in range(naming, len(widths)):
        wider = (*parts[-1], place)
        if _fits((widths[column] for column in wider), GAP):
            parts[-1] = wider
        else:
            parts.append((*names, place))
    return parts if all(_fits((widths[at] for at in part), GAP) for part in parts) else None


def _fitted(
    part: Sequence[int], widths: Sequence[tuple[int, int]], is_text: Sequence[bool]
) -> list[int]:
    """The widths of the columns of a table; none if each may be as wide as its content."""
    if _fits((widths[place][1] for place in part), FREE_GAP):
        return []
    fitted = {place: widths[place][0] for place in part}
    if texts := [place for place in part if is_text[place]]:
        # What is left over goes to the text that would be folded most often.
        longest = max(texts, key=lambda place: widths[place][1] - widths[place][0])
        room = terminal_width() - _total(fitted.values(), GAP)
        fitted[longest] = min(widths[longest][1], fitted[longest] + room)
    return list(fitted.values())


def _text(
    titles: Sequence[str],
    tables: Mapping[str, Sequence[Sequence[str]]],
    left: Sequence[str],
    layouts: Mapping[tuple[int, ...], Sequence[int]],
) -> str:
    """The blocks as text, each with one table per layout: its columns, and their widths."""
    from rich.console import Console
    from rich.text import Text

    from handlab.report.text_table import table

    file = io.StringIO()
    console = Console(file=file, width=terminal_width(), color_system=None, legacy_windows=False)
    for heading, rows in tables.items():
        console.print(Text(printable(heading)), "", sep="\n")
        for part, widths in layouts.items():
            cells = [[row[place] for place in part] for row in rows]
            shown = table([titles[place] for place in part], cells, left=left, widths=widths)
            console.print(shown, "", sep="\n")
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).rstrip() + "\n"


def _width(column: Sequence[str]) -> tuple[int, int]:
    """The width of a column in which no word is cut, and the one in which no cell is."""
    from rich.cells import cell_len

    words = max((cell_len(word) for cell in column for word in cell.split()), default=1)
    return words, max(map(cell_len, column))


def _fits(widths: Iterable[int], gap: int) -> bool:
    return _total(widths, gap) <= terminal_width()


def _total(widths: Iterable[int], gap: int) -> int:
    found = list(widths)
    return sum(found) + gap * (len(found) - 1)


def _words(name: str) -> str:
    """The name of a column, which may be printed on several lines."""
    return name.replace("_", " ")


def _cell(value: object, decimals: int = 1) -> str:
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
        whole, point, digits = f"{value:,f}".partition(".")
        return whole + point + digits[:2] + digits[2:].rstrip("0")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    # Without the sign of -0.04, which is printed as -0.0 otherwise.
    return f"{round(value, decimals) + 0.0:,.{decimals}f}"
