"""`handlab audit`: hands by verdict, and the audit of one hand."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handlab.cli.options import (
    LakeOption,
    MemoryOption,
    in_utf8,
)
from handlab.cli.output import UsageError, emit, emit_rich, say
from handlab.cli.runtime import connect

if TYPE_CHECKING:
    import duckdb


class Format(StrEnum):
    """The output formats."""

    TEXT = "text"
    JSON = "json"


def audit(
    lake: LakeOption,
    hand_id: Annotated[
        str | None,
        typer.Argument(
            metavar="[HAND_ID]",
            help="Show this hand's audit.",
            show_default=False,
            callback=in_utf8,
        ),
    ] = None,
    verdict: Annotated[
        str | None, typer.Option(metavar="V", help="List the hands of this verdict.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Hands to list.")] = 20,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TEXT,
    memory: MemoryOption = None,
) -> None:
    """
    Show what the audit found: all verdicts, the hands of one verdict, or the audit of one hand.

    Below the verdicts it accounts for every hand header, and lists files without a hand or summary
    that handlab can read.

    For one hand it shows the contributions, the pots, the expected and the actual payments, and the
    result of every check.
    """
    from handlab.report import labels

    if verdict is not None and verdict not in labels.VERDICTS:
        message = f"expected a verdict, got `{verdict}`"
        raise UsageError(message, hint=f"one of {', '.join(labels.VERDICTS)}")
    if verdict is not None and hand_id is not None:
        message = "expected the number of a hand or `--verdict`, got both"
        raise UsageError(message)
    connection = connect(lake, memory)
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
    from handlab.report import hand_audit, hand_audit_text

    found = hand_audit.hand_audits(connection, hand_id)
    if format is Format.JSON:
        _print_json([asdict(item) for item in found])
        return
    for item in found:
        emit_rich(hand_audit_text.renderable(item))


def _many(connection: duckdb.DuckDBPyConnection, verdict: str, limit: int, format: Format) -> None:
    from handlab.report import hand_audit, hand_audit_text

    rows = hand_audit.hands(connection, verdict, limit)
    if format is Format.JSON:
        _print_json(rows)
        return
    emit_rich(hand_audit_text.hand_table(rows))
    if len(rows) == limit:
        say(f"only the first {limit:,} hands are listed; see --limit")


def _all(connection: duckdb.DuckDBPyConnection, format: Format) -> None:
    from handlab.report import audit_text, hand_audit

    if format is Format.JSON:
        _print_json(hand_audit.verdicts(connection))
        return
    for part in audit_text.audit(hand_audit.sections(connection)):
        emit_rich(part)


def _print_json(content: list[Any]) -> None:
    from handlab.report.serialize import json_text, rounded

    emit(json_text(rounded(content)))
