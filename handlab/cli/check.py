"""`handlab check`: check that a lake is consistent."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handlab.cli.faults import Status
from handlab.cli.options import (  # noqa: TC001  Typer reads the types at run time
    LakeOption,
    MemoryOption,
)
from handlab.cli.output import UsageError, emit, say
from handlab.cli.runtime import connect
from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import duckdb

    from handlab.sql_files import SqlFile

OUTCOMES = {"error": "wrong", "warning": "warning"}
"""The outcome of a check that found rows, by its severity."""


class Format(StrEnum):
    """The output formats."""

    TEXT = "text"
    JSON = "json"


def check(
    lake: LakeOption,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="CHECK", help="Run this check; may be repeated."),
    ] = None,
    skip: Annotated[
        list[str] | None,
        typer.Option("--skip", metavar="CHECK", help="Leave this check out; may be repeated."),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Rows to print per check.")] = 5,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TEXT,
    memory: MemoryOption = None,
) -> None:
    """
    Check the lake for invalid rows, and for gaps in the logs.

    The checks are the files of sql/checks. An error is a row that a correct lake cannot have; a
    warning is a fact about the logs, such as missing hands. The exit status is 1 if there are
    errors; warnings do not affect it.
    """
    from handlab import sql_files

    chosen = _chosen(sql_files.checks(), only or (), skip or ())
    connection = connect(lake, memory)
    found = []
    try:
        for result in _results(connection, chosen, limit):
            found.append(result)
            if format is Format.TEXT:
                emit("\n".join(_lines(result)) + "\n")
    finally:
        connection.close()
    wrong = [result["name"] for result in found if result["outcome"] == OUTCOMES["error"]]
    if format is Format.JSON:
        from handlab.report.serialize import json_text

        emit(json_text(_as_json(found)))
    if wrong:
        say(
            f"error: expected no wrong rows, got some in {len(wrong)} checks: {', '.join(wrong)}\n"
            "hint: `--limit N` prints more of them; `sql/checks` describes each check"
        )
        raise typer.Exit(Status.FOUND_WRONG)


def _chosen(
    checks: Mapping[str, SqlFile], only: Iterable[str], skip: Iterable[str]
) -> dict[str, SqlFile]:
    """The checks to run, in their order."""
    for name in (*only, *skip):
        if name not in checks:
            message = f"expected the name of a check, got `{name}`"
            raise UsageError(message, hint=f"one of {', '.join(checks)}")
    wanted = set(only) or set(checks)
    chosen = {name: file for name, file in checks.items() if name in wanted - set(skip)}
    if not chosen:
        message = "expected a check to run, got `--skip` for all of them"
        raise UsageError(message)
    return chosen


def _results(
    connection: duckdb.DuckDBPyConnection, checks: Mapping[str, SqlFile], limit: int
) -> Iterator[dict[str, Any]]:
    from handlab import views

    for name, file in checks.items():
        found = views.run_check(connection, name, limit=limit)
        yield {
            "name": name,
            "severity": file.severity,
            "outcome": OUTCOMES[file.severity] if found.count else "ok",
            "count": found.count,
            "rows": found.rows,
        }


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"{result['outcome']:<8} {result['name']:<24} {result['count']:>8,} rows"
    for row in result["rows"]:
        cells = ", ".join(f"{column}={value}" for column, value in row.items())
        yield f"         {printable(cells)}"


def _as_json(found: list[dict[str, Any]]) -> dict[str, Any]:
    outcomes = [result["outcome"] for result in found]
    return {
        "errors": outcomes.count(OUTCOMES["error"]),
        "warnings": outcomes.count(OUTCOMES["warning"]),
        "checks": [
            result
            | {
                "rows": [
                    {name: _plain(cell) for name, cell in row.items()} for row in result["rows"]
                ]
            }
            for result in found
        ],
    }


def _plain(cell: Any) -> Any:  # noqa: ANN401 - any type of DuckDB
    """A cell as JSON has it; times are UTC in ISO 8601."""
    if isinstance(cell, datetime):
        zoned = cell if cell.tzinfo is not None else cell.replace(tzinfo=UTC)
        return zoned.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return cell if isinstance(cell, _PLAIN) else str(cell)


_PLAIN = (str, int, float, Decimal, list, dict, type(None))
