"""`handlab sql`: query the lake, read-only."""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack
from typing import Annotated

import typer

from handlab.cli import answers, pager, read_only
from handlab.cli.answers import FormatOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.options import (
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
    in_utf8,
)
from handlab.cli.output import UsageError, say
from handlab.cli.runtime import connect

# They need Polars, whose import takes longer than most queries.
_USES_FUNCTIONS = re.compile("poker_|duckdb_functions", re.IGNORECASE)


def sql(
    query: Annotated[
        str,
        typer.Argument(
            help="One query in DuckDB's SQL; `-` reads it from stdin.", callback=in_utf8
        ),
    ],
    lake: LakeOption,
    format: FormatOption = None,
    wide: Annotated[
        bool, typer.Option("--wide", "-w", help="Print one record per block of lines.")
    ] = False,
    out: OutOption = None,
    no_pager: Annotated[
        bool, typer.Option("--no-pager", help="Never show a long answer through a pager.")
    ] = False,
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

    Only the lake can be read, and only --out can be written. See `handlab tables` for the tables
    and sql/README.md for the views.
    """
    format = answers.chosen(format, out)
    if no_pager:
        pager.turn_off()
    from handlab.lake import Lake

    text = _stdin() if query == "-" else query
    if not unsafe:
        read_only.check_query(text)
    with ExitStack() as stack:
        path = answers.destination(stack, format, out)
        connection = stack.enter_context(connect(lake, memory))
        if _USES_FUNCTIONS.search(text):
            from handlab.views.sql_functions import register_functions

            register_functions(connection)
        if not unsafe:
            read_only.restrict(connection, Lake.at(lake).data, path)
        answer = connection.sql(text)
        if answer is not None:
            answers.write(answer, format, out, path, is_csv_safe=csv_safe, is_wide=wide)
    if out is not None:
        say(f"wrote `{out}`")


def _stdin() -> str:
    """Read the query from stdin."""
    if sys.stdin is None:
        message = "expected a query on stdin, but stdin is closed"
        raise UsageError(message, hint="give the query as an argument")
    return sys.stdin.buffer.read().decode("utf-8")
