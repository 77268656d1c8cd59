"""`handlab audit`: hands by verdict, and one hand with its ledger."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handlab.cli.options import LakeOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.running import UsageError, connect, emit, say, stdout_console
from handlab.report import ledger, ledger_text, text, words
from handlab.report.plain import value

if TYPE_CHECKING:
    import duckdb


class Format(StrEnum):
    """What an audit can be written as."""

    TEXT = "text"
    JSON = "json"


def audit(
    lake: LakeOption,
    hand_id: Annotated[
        str | None,
        typer.Argument(metavar="[HAND_ID]", help="Show this hand's ledger.", show_default=False),
    ] = None,
    verdict: Annotated[
        str | None, typer.Option(metavar="V", help="List the hands of this verdict.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Hands to list.")] = 20,
    format: Annotated[Format, typer.Option(help="What to write it as.")] = Format.TEXT,
) -> None:
    """
    Show what the audit found: all verdicts, the hands of one, or one hand's ledger.

    The ledger tells who put in what, which pots it made, who should have won, who was paid, and
    what every check found.
    """
    if verdict is not None and verdict not in words.VERDICTS:
        message = f"expected a verdict, got `{verdict}`"
        raise UsageError(message, hint=f"one of {', '.join(words.VERDICTS)}")
    if verdict is not None and hand_id is not None:
        message = "expected the number of a hand or `--verdict`, got both"
        raise UsageError(message)
    connection = connect(lake)
    try:
        if hand_id is not None:
            _one(connection, hand_id, format)
        elif verdict is not None:
            _many(connection, verdict, limit, format)
        else:
            _all(connection, format)
    finally:
        connection.close()


def _one(connection: duckdb.DuckDBPyConnection, hand_id: str, format: Format) -> None:
    found = ledger.ledgers(connection, hand_id)
    if format is Format.JSON:
        _print_json([asdict(item) for item in found])
        return
    for item in found:
        stdout_console().print(ledger_text.renderable(item))


def _many(connection: duckdb.DuckDBPyConnection, verdict: str, limit: int, format: Format) -> None:
    rows = ledger.hands(connection, verdict, limit)
    if format is Format.JSON:
        _print_json(rows)
        return
    stdout_console().print(ledger_text.hand_table(rows))
    if len(rows) == limit:
        say(f"only the first {limit:,} hands are listed; see --limit")


def _all(connection: duckdb.DuckDBPyConnection, format: Format) -> None:
    rows = ledger.verdicts(connection)
    if format is Format.JSON:
        _print_json(rows)
        return
    stdout_console().print(text.verdicts(rows))


def _print_json(content: list[Any]) -> None:
    emit(json.dumps(content, default=value, ensure_ascii=False, indent=2) + "\n")
