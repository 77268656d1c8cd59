"""Write the result of a query as a table, CSV, JSON, Parquet or a workbook."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli import boxes, grouped, pager, records
from handlab.cli.boxes import SHOWN_ROWS, rounded
from handlab.cli.output import (
    LAYOUT,
    UsageError,
    emit,
    emit_bytes,
    is_terminal,
    say,
    terminal_width,
)
from handlab.files import query_files
from handlab.files.atomic import atomic_path
from handlab.files.endings import by_ending
from handlab.files.text_table import WIDEST
from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb
    import polars as pl

BLOCK = 1 << 20


class Format(StrEnum):
    """The output formats."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    XLSX = "xlsx"


BINARY = {Format.PARQUET, Format.XLSX}


def chosen(format: Format | None, out: Path | None) -> Format:
    """
    The format that was asked for, else that of the file's ending.

    Raises
    ------
    UsageError
        If no format has the ending, or a binary format would be printed on a terminal.
    """
    if format is None and out is not None:
        formats = {"text": Format.TABLE} | {str(format): format for format in Format}
        otherwise = "for another one add `--format`"
        format = formats[by_ending(out, formats, "the answer", UsageError, otherwise=otherwise)]
    format = format or Format.TABLE
    if format in BINARY and out is None and is_terminal():
        message = f"expected a file for {format}, got a terminal"
        raise UsageError(message, hint="add `--out FILE`, or redirect stdout")
    return format


def destination(stack: ExitStack, format: Format, out: Path | None) -> Path | None:
    """The file that DuckDB writes: a new one next to `out`, or a temporary one; `None` for text."""
    if out is not None:
        return stack.enter_context(atomic_path(out))
    if format not in {Format.CSV, *BINARY}:
        return None
    folder = tempfile.TemporaryDirectory(prefix="handlab-", ignore_cleanup_errors=True)
    return Path(stack.enter_context(folder)) / f"answer.{format}"


FormatOption = Annotated[
    Format | None,
    typer.Option(
        help="Output format; by default the ending of --out, else table.", show_default=False
    ),
]


def write_frame(
    frame: pl.DataFrame,
    format: Format,
    out: Path | None,
    *,
    is_csv_safe: bool,
    keys: Sequence[str] = (),
    decimals: int = 4,
) -> None:
    """
    Write a frame as `write` does.

    A table has its fractions rounded to `decimals`, csv and json to the digits that are the same
    each time.
    """
    import duckdb
    import polars as pl

    if format is Format.TABLE:
        frame = frame.with_columns(pl.col(pl.Float64).round(decimals))
    with ExitStack() as stack:
        path = destination(stack, format, out)
        connection = stack.enter_context(duckdb.connect())
        table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
        answer = connection.from_arrow(table)
        write(
            answer,
            format,
            out,
            path,
            is_csv_safe=is_csv_safe,
            is_stable=True,
            keys=keys if out is None else (),
            decimals=decimals,
        )
    if out is not None:
        say(f"wrote `{out}`")


def write(
    answer: duckdb.DuckDBPyRelation,
    format: Format,
    out: Path | None,
    path: Path | None,
    *,
    is_csv_safe: bool,
    is_wide: bool = False,
    is_stable: bool = False,
    keys: Sequence[str] = (),
    decimals: int = 1,
) -> None:
    """
    Write an answer in a format.

    Parameters
    ----------
    out
        A file; stdout if not given.
    path
        The `destination` of `out`.
    is_csv_safe
        Whether csv is made safe for spreadsheets.
    is_wide
        Whether a table is one record per block.
    is_stable
        Whether fractions in csv and json have only the digits that are the same each time.
    keys
        Columns by which a table on a terminal is split into blocks.
    decimals
        The decimals of fractions in such blocks.
    """
    if is_stable and format in {Format.CSV, Format.JSON}:
        answer = query_files.stable(answer)
    if format is Format.JSON:
        write_json(answer, path)
    elif format is Format.TABLE and answer.columns == ["explain_key", "explain_value"]:
        print_plan(answer, path)
    elif format is Format.TABLE and is_wide:
        print_records(answer, path)
    elif format is Format.TABLE:
        if not (keys and grouped.print_grouped(answer, keys, decimals)):
            boxes.print_table(answer, path)
    elif path is not None:
        query_files.write(answer, format, path, is_csv_safe=is_csv_safe)
        if out is None:
            emit_file(path)


def print_records(answer: duckdb.DuckDBPyRelation, out: Path | None) -> None:
    """Print one record per block; on a terminal the first thousand."""
    if out is not None:
        with out.open("w", encoding="utf-8", errors="replace") as file:
            file.writelines(records.blocks(answer, WIDEST, None))
    elif not is_terminal():
        for block in records.blocks(answer, WIDEST, None):
            emit(block)
    else:
        found = records.blocks(rounded(answer), terminal_width(), SHOWN_ROWS + 1)
        text, more, _ = "".join(found).partition(f"── record {SHOWN_ROWS + 1:,} ")
        pager.show(text or "no rows\n")
        if more:
            say(f"only {SHOWN_ROWS:,} rows are shown; csv, json, xlsx and parquet have all")


def print_plan(answer: duckdb.DuckDBPyRelation, out: Path | None) -> None:
    """Print the output of `explain`, which is a table already."""
    text = "\n".join(str(row[-1]) for row in answer.fetchall()) + "\n"
    text = printable(text, keep=LAYOUT)
    if out is not None:
        out.write_text(text, encoding="utf-8", errors="replace")
    else:
        emit(text)


def write_json(answer: duckdb.DuckDBPyRelation, out: Path | None) -> None:
    """Write an array of objects, one row per line; DuckDB writes the numbers without rounding."""
    if out is not None:
        query_files.write(answer, "json", out)
        return
    for part in query_files.json_parts(answer):
        emit(part)


def emit_file(path: Path) -> None:
    """Copy a file to stdout."""
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            emit_bytes(block)
