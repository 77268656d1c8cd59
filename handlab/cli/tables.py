"""`handlab tables`: every table and column of the lake, with a description."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli.output import UsageError, emit, emit_rich

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table as Shown

    from handlab.schema import Table


class Format(StrEnum):
    """The formats of the output."""

    TABLE = "table"
    MARKDOWN = "markdown"
    JSON = "json"


def tables(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A single table.", show_default=False),
    ] = None,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TABLE,
) -> None:
    """Print every table of the lake with its columns and their descriptions."""
    from handlab.schema import TABLES

    if name is not None and name not in TABLES:
        message = f"expected a table of the lake, got `{name}`"
        raise UsageError(message, hint=f"one of {', '.join(TABLES)}")
    chosen = [TABLES[name]] if name is not None else list(TABLES.values())
    if format is Format.JSON:
        from handlab.report.serialize import json_text

        emit(json_text([_as_json(table) for table in chosen]))
    elif format is Format.MARKDOWN:
        emit("\n".join(line for table in chosen for line in _as_markdown(table)))
    else:
        for table in chosen:
            emit_rich(_as_table(table))


def _as_json(table: Table) -> dict[str, object]:
    return {
        "name": table.name,
        "grain": table.grain,
        "key": list(table.key),
        "columns": [
            {"name": column.name, "type": column.duckdb_type, "sentence": column.sentence}
            for column in table.columns
        ],
    }


def _as_markdown(table: Table) -> Iterator[str]:
    key = ", ".join(f"`{name}`" for name in table.key)
    yield f"## {table.name}\n\nA row is {table.grain}. Key: {key}.\n"
    yield "| column | type | what it holds |\n|---|---|---|"
    for column in table.columns:
        yield f"| `{column.name}` | {column.duckdb_type} | {column.sentence} |"
    yield "\n"


def _as_table(table: Table) -> Shown:
    from rich.table import Table as Shown
    from rich.text import Text

    shown = Shown(
        title=Text(f"{table.name}: {table.grain}", style="bold"),
        title_justify="left",
        box=None,
        pad_edge=False,
        header_style="dim",
    )
    for heading in ("column", "type", "what it holds"):
        shown.add_column(heading, overflow="fold", no_wrap=heading != "what it holds")
    for column in table.columns:
        mark = " *" if column.name in table.key else ""
        shown.add_row(Text(column.name + mark), Text(column.duckdb_type), Text(column.sentence))
    return shown
