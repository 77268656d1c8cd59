"""`handlab sql`: any question to the lake, read-only."""

from __future__ import annotations

import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from handlab.cli.options import LakeOption, OutOption  # noqa: TC001  Typer reads the types
from handlab.cli.running import UsageError, connect, emit, emit_bytes, say, stdout_console
from handlab.report.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

SHOWN_ROWS = 1_000
BATCH = 10_000
BLOCK = 1 << 20
NUMBERS = {
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "HUGEINT",
    "UTINYINT",
    "USMALLINT",
    "UINTEGER",
    "UBIGINT",
    "DECIMAL",
    "DOUBLE",
    "FLOAT",
}
"""Types that stand to the right."""


class Format(StrEnum):
    """What an answer can be written as."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


def sql(
    query: Annotated[
        str, typer.Argument(help="One statement of DuckDB's SQL; `-` reads it from stdin.")
    ],
    lake: LakeOption,
    format: Annotated[Format, typer.Option(help="What to write the answer as.")] = Format.TABLE,
    out: OutOption = None,
) -> None:
    """
    Ask the lake in SQL; its tables, views and macros are there, and nothing can be changed.

    See `handlab tables` for the tables and sql/README.md for the views.
    """
    if format is Format.PARQUET and out is None and sys.stdout.isatty():
        message = "expected a file for parquet, got a terminal"
        raise UsageError(message, hint="add `--out FILE`, or redirect stdout")
    text = sys.stdin.read() if query == "-" else query
    connection = connect(lake)
    try:
        # A misspelt table must not turn into a variable of ours.
        connection.execute("set python_enable_replacements = false")
        answer = connection.sql(text)
        if answer is None:
            return
        if format is Format.TABLE:
            _show(answer, out)
        elif format is Format.JSON:
            _write_json(answer, out)
        else:
            _write_file(answer, format, out)
    finally:
        connection.close()


def _show(answer: duckdb.DuckDBPyRelation, out: Path | None) -> None:
    """Print the first rows as a table; never cut a value off."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, kind in zip(answer.columns, answer.types, strict=True):
        is_number = str(kind).split("(")[0] in NUMBERS
        table.add_column(
            Text(printable(name)), justify="right" if is_number else "left", overflow="fold"
        )
    rows = answer.project("cast(columns(*) as varchar)").fetchmany(SHOWN_ROWS + 1)
    for row in rows[:SHOWN_ROWS]:
        table.add_row(*("" if cell is None else Text(printable(cell)) for cell in row))
    if out is not None:
        with out.open("w", encoding="utf-8") as file:
            Console(file=file, width=10_000, color_system=None).print(table)
    else:
        stdout_console().print(table)
    if len(rows) > SHOWN_ROWS:
        say(f"only the first {SHOWN_ROWS:,} rows are shown; csv, json and parquet give all")


def _write_json(answer: duckdb.DuckDBPyRelation, out: Path | None) -> None:
    """Write an array of objects, a row a line; DuckDB writes the numbers, so none is rounded."""
    if out is None:
        for part in _json_parts(answer):
            emit(part)
        return
    with out.open("w", encoding="utf-8") as file:
        file.writelines(_json_parts(answer))


def _json_parts(answer: duckdb.DuckDBPyRelation) -> Iterator[str]:
    rows = answer.set_alias("answer").project("cast(to_json(answer) as varchar)")
    separator = "[\n"
    while found := rows.fetchmany(BATCH):
        yield separator + ",\n".join(row[0] for row in found)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def _write_file(answer: duckdb.DuckDBPyRelation, format: Format, out: Path | None) -> None:
    """Let DuckDB write a file, or a temporary one that goes to stdout."""
    if out is not None:
        _write(answer, format, out)
        say(f"wrote `{out}`")
        return
    with tempfile.TemporaryDirectory(prefix="handlab-") as folder:
        path = Path(folder) / f"answer.{format}"
        _write(answer, format, path)
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                emit_bytes(block)


def _write(answer: duckdb.DuckDBPyRelation, format: Format, path: Path) -> None:
    if format is Format.CSV:
        answer.write_csv(str(path), header=True)
    else:
        answer.write_parquet(str(path), compression="zstd")
