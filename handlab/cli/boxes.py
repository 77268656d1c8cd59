"""
Print the answer of a query as DuckDB's table, in several if one is wider than the terminal.

DuckDB leaves out columns in the middle until the others fit, which may be those that were asked
for. Here what all rows share stands above the table, once, and the columns that do not fit follow
in further tables, next to the first ones, which name the row.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from handlab.cli import pager, records
from handlab.cli.output import is_terminal, say, terminal_width
from handlab.files.query_files import replaced, with_fractions
from handlab.files.text_table import MOST_ROWS, WIDEST, drawn, shortened
from handlab.printable import printable
from handlab.sql_text import identifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

SHOWN_ROWS = 1_000
HELD = "handlab_answer"
LEAST_ROWS = 10
FRAME = 8
"""The lines of a table around its rows, with those of a message and of the prompt."""
DECIMALS = 4
TINY = 0.001
NAMING = 0.75
"""The share of the width that columns which name a row may take."""
LONGEST_SHARED = 30
"""The longest value that stands above the tables; a longer one is easier to read in its column."""

_SOME_ROWS = re.compile(r"rows \((?:[^)]* )?(\d+) shown\)")


def print_table(answer: duckdb.DuckDBPyRelation, out: Path | None) -> None:
    """
    Print the first rows as DuckDB's table, as wide as the terminal, or in full without one.

    On a terminal fractions have four decimals, and without a pager only as many rows are shown as
    fit; all other formats have every digit and every row.
    """
    held = shortened(_held(answer))
    is_cut = False
    if out is not None or not is_terminal():
        text = box = drawn(held, WIDEST, SHOWN_ROWS)
    else:
        held = rounded(held)
        rows = SHOWN_ROWS if pager.command() else max(pager.rows() - FRAME, LEAST_ROWS)
        text = box = drawn(held, WIDEST, rows)
        width = terminal_width()
        widths = _widths(box)
        if sum(widths) + 1 > width:
            is_record = len(held.limit(2)) == 1
            text = _record(held, width) if is_record else _parts(held, box, width, rows)
            is_cut = not is_record and "…" in text and "…" not in box
    if out is not None:
        out.write_text(text, encoding="utf-8", errors="replace")
    else:
        pager.show(text)
    if is_cut:
        say("long values are cut off at `…`; `--wide` and `--format csv` have all of them")
    # Below a narrow table the counts are on separate lines.
    if some := _SOME_ROWS.search(" ".join("\n".join(box.splitlines()[-4:]).split())):
        say(f"only {int(some[1]):,} rows are shown; csv, json, xlsx and parquet have all")


def rounded(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Fractions with four decimals, as one reads them; tiny ones keep their digits."""
    return with_fractions(answer, f"if(abs(#{{0}}) >= {TINY}, round(#{{0}}, {DECIMALS}), #{{0}})")


def _held(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The first rows in a temporary table, which is read more than once; the query runs once."""
    names = answer.columns
    answer.query("answer", f"create or replace temp table {HELD} as from answer limit 0")
    # Unlike a query, this can be interrupted.
    answer.limit(MOST_ROWS + 1).insert_into(f"temp.main.{HELD}")
    held = answer.query("answer", f"from temp.main.{HELD}")
    # A table has no two columns of one name.
    return held if held.columns == names else replaced(held, {}, names)


def _widths(box: str) -> list[int]:
    """The width of each column of a printed table, with the line on its left."""
    return [len(part) + 1 for part in box.partition("\n")[0].strip("┌┐").split("┬")]


def _record(answer: duckdb.DuckDBPyRelation, width: int) -> str:
    return "".join(records.blocks(answer, width, None))


def _parts(answer: duckdb.DuckDBPyRelation, box: str, width: int, rows: int) -> str:
    """What all rows share, and the tables of the other columns, with the counts below the last."""
    widths = _widths(box)
    shared = _shared(answer)
    inside = [place for place in range(len(widths)) if place not in shared]
    heading = [f"{answer.columns[place]} {value}" for place, value in shared.items()]
    texts = [*_folded("in all rows: ", heading, width)] if heading else []
    for part in _layout(inside, widths, _naming(answer, inside, widths, width), width):
        listed = (f"#{place + 1} as {identifier(answer.columns[place])}" for place in part)
        shown = drawn(answer.project(", ".join(listed)), width, rows)
        frame, end, _ = shown.partition("└")
        texts.append(frame + end + shown[len(frame) + 1 :].partition("\n")[0])
    counts = " ".join(box.rpartition("┘")[2].split())
    return "\n".join([*texts, f"  {counts}" if counts else ""]).rstrip() + "\n"


def _shared(answer: duckdb.DuckDBPyRelation) -> dict[int, str]:
    """The columns with one short value in all rows, and this value; none if rows are missing."""
    places = range(1, len(answer.columns) + 1)
    values = (
        "[min(cast(#{0} as varchar)), max(cast(#{0} as varchar)), cast(count(#{0}) as varchar)]"
    )
    listed = ", ".join(["count(*)", *(values.format(place) for place in places)])
    count, *found = answer.aggregate(listed).fetchone() or (0,)
    if not 1 < count <= MOST_ROWS:
        return {}
    shared = {}
    for place, (least, most, known) in enumerate(found):
        if least == most and int(known) in {0, count}:
            value = records.NULL if least is None else printable(least)
            if records.columns(value) <= LONGEST_SHARED:
                shared[place] = value
    return {} if len(shared) == len(found) else shared


def _naming(
    answer: duckdb.DuckDBPyRelation, inside: Sequence[int], widths: Sequence[int], width: int
) -> tuple[int, ...]:
    """The first columns that name a row: each row differently, or as far as half the width."""
    room = NAMING * width
    prefixes = [
        inside[:end] for end in range(1, len(inside)) if _total(inside[:end], widths) <= room
    ]
    if not prefixes:
        return ()
    listed = (", ".join(f"#{place + 1}" for place in prefix) for prefix in prefixes)
    counts = ", ".join(["count(*)", *(f"count(distinct row({names}))" for names in listed)])
    count, *distinct = answer.aggregate(counts).fetchone() or (0,)
    for prefix, found in zip(prefixes, distinct, strict=True):
        if found == count:
            return tuple(prefix)
    short = [prefix for prefix in prefixes if _total(prefix, widths) <= width // 2]
    return tuple(short[-1]) if short else ()


def _layout(
    inside: Sequence[int], widths: Sequence[int], naming: tuple[int, ...], width: int
) -> list[tuple[int, ...]]:
    """The columns of each table: those that name the row, as far as they fit, and the next ones."""
    parts: list[tuple[int, ...]] = []
    part = naming
    for place in inside[len(naming) :]:
        if part and _total((*part, place), widths) > width:
            if part != naming:
                parts.append(part)
            part = naming
            while part and _total((*part, place), widths) > width:
                part = part[:-1]
        part = (*part, place)
    parts.append(part)
    is_complete = set(naming).issubset(place for part in parts for place in part)
    return parts if is_complete else [naming, *parts]


def _total(part: Sequence[int], widths: Sequence[int]) -> int:
    """The width of a table of these columns."""
    return sum(widths[place] for place in part) + 1


def _folded(start: str, items: Sequence[str], width: int) -> Iterator[str]:
    """The items in lines, none of which is broken."""
    line = start
    for number, item in enumerate(items):
        separator = " · " if number else ""
        if number and records.columns(line + separator + item) > width:
            yield line
            line, separator = "  ", ""
        line += separator + item
    yield line
