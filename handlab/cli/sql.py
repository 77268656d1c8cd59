"""`handlab sql`: query the lake, read-only."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.atomic import atomic_path
from handlab.cli import answers, read_only
from handlab.cli.answers import Format
from handlab.cli.options import (
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
    in_utf8,
)
from handlab.cli.output import UsageError, is_terminal, say
from handlab.cli.runtime import connect

if TYPE_CHECKING:
    import duckdb


def sql(
    query: Annotated[
        str,
        typer.Argument(
            help="One query in DuckDB's SQL; `-` reads it from stdin.", callback=in_utf8
        ),
    ],
    lake: LakeOption,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TABLE,
    out: OutOption = None,
    csv_safe: CsvSafeOption = False,
    unsafe: Annotated[
        bool,
        typer.Option(
            "--unsafe",
            help="Allow any statements, files, other databases and settings. The lake is still"
            " attached read-only, but a statement can attach it again to write.",
        ),
    ] = False,
    memory: MemoryOption = None,
) -> None:
    """
    Query the lake in SQL: one read-only query over its tables, views and macros.

    Only the lake can be read, and only --out is written. See `handlab tables` for the tables and
    sql/README.md for the views.
    """
    if format is Format.PARQUET and out is None and is_terminal():
        message = "expected a file for parquet, got a terminal"
        raise UsageError(message, hint="add `--out FILE`, or redirect stdout")
    from handlab.lake import Lake

    text = _stdin() if query == "-" else query
    if not unsafe:
        read_only.check_query(text)
    with ExitStack() as stack:
        path = stack.enter_context(atomic_path(out)) if out is not None else None
        if path is None and format in {Format.CSV, Format.PARQUET}:
            folder = tempfile.TemporaryDirectory(prefix="handlab-", ignore_cleanup_errors=True)
            path = Path(stack.enter_context(folder)) / f"answer.{format}"
        connection = stack.enter_context(connect(lake, memory))
        # A misspelt table must not resolve to a Python variable.
        connection.execute("set python_enable_replacements = false")
        if not unsafe:
            read_only.restrict(connection, Lake.at(lake).data, path)
        answer = connection.sql(text)
        if answer is not None:
            _write(answer, format, out, path, is_csv_safe=csv_safe)
    if out is not None:
        say(f"wrote `{out}`")


def _stdin() -> str:
    """Read the query from stdin."""
    if sys.stdin is None:
        message = "expected a query on stdin, but stdin is closed"
        raise UsageError(message, hint="give the query as an argument")
    return sys.stdin.buffer.read().decode("utf-8")


def _write(
    answer: duckdb.DuckDBPyRelation,
    format: Format,
    out: Path | None,
    path: Path | None,
    *,
    is_csv_safe: bool,
) -> None:
    if format is Format.JSON:
        answers.write_json(answer, path)
    elif format is Format.TABLE and answer.columns == ["explain_key", "explain_value"]:
        answers.print_plan(answer, path)
    elif format is Format.TABLE:
        answers.print_table(answer, path)
    elif path is not None:
        answers.write_file(answer, format, path, is_csv_safe=is_csv_safe)
        if out is None:
            answers.emit_file(path)
