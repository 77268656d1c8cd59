"""`handlab tables`: every table and view of the lake, and their columns, each with a sentence."""

from __future__ import annotations

import difflib
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli.output import UsageError, emit, emit_rich, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.table import Table as Shown

    from handlab.described import Relation


class Format(StrEnum):
    """The formats of the output."""

    TABLE = "table"
    MARKDOWN = "markdown"
    JSON = "json"


def tables(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A single table or view.", show_default=False),
    ] = None,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TABLE,
) -> None:
    """
    Print the tables and views of every lake, or the columns of one with their descriptions.

    The formats markdown and json print the columns of all tables and views.
    """
    from handlab import described

    known = described.relations()
    if name is not None and name not in known:
        similar = difflib.get_close_matches(name, known, 3, 0.5)
        message = f"expected a table or view of the lake, got `{name}`"
        hint = f"did you mean {', '.join(f'`{found}`' for found in similar)}? " if similar else ""
        raise UsageError(message, hint=f"{hint}`handlab tables` lists them")
    chosen = [known[name]] if name is not None else list(known.values())
    if format is Format.JSON:
        from handlab.report.serialize import json_text

        emit(json_text([_as_json(relation) for relation in chosen]))
    elif format is Format.MARKDOWN:
        emit("\n".join(line for relation in chosen for line in _as_markdown(relation)))
    elif name is not None:
        emit(f"{name}: {chosen[0].description}\n\n")
        emit_rich(_as_table(chosen[0]))
    else:
        emit_rich(_as_list(chosen))
        say("see the columns of one with `handlab tables NAME`")


def _as_json(relation: Relation) -> dict[str, object]:
    return {
        "name": relation.name,
        "kind": relation.kind,
        "description": relation.description,
        "key": list(relation.key),
        "columns": [
            {"name": column.name, "type": column.duckdb_type, "sentence": column.sentence}
            for column in relation.columns
        ],
    }


def _as_markdown(relation: Relation) -> Iterator[str]:
    key = ", ".join(f"`{name}`" for name in relation.key)
    yield f"## {relation.name}\n\n{relation.description} Key: {key}.\n"
    yield "| column | type | what it holds |\n|---|---|---|"
    for column in relation.columns:
        yield f"| `{column.name}` | {column.duckdb_type} | {column.sentence} |"
    yield "\n"


def _as_list(relations: Iterable[Relation]) -> Shown:
    """One line per table and view, with a heading over each layer."""
    from rich.text import Text

    shown = _shown("name", "columns", "what it holds")
    shown.columns[1].justify = "right"
    kind = ""
    for relation in relations:
        if relation.kind != kind:
            shown.add_row() if kind else None
            kind = relation.kind
            shown.add_row(Text("tables" if kind == "table" else f"views: {kind}", style="bold"))
        columns = str(len(relation.columns))
        shown.add_row(Text(relation.name), Text(columns), Text(relation.sentence))
    return shown


def _as_table(relation: Relation) -> Shown:
    from rich.text import Text

    shown = _shown("column", "type", "what it holds")
    for column in relation.columns:
        mark = " *" if column.name in relation.key else ""
        shown.add_row(Text(column.name + mark), Text(column.duckdb_type), Text(column.sentence))
    shown.caption = Text("* identifies a row")
    shown.caption_justify = "left"
    return shown


def _shown(*headings: str) -> Shown:
    from rich.table import Table as Shown

    shown = Shown(box=None, pad_edge=False, header_style="dim")
    for heading in headings:
        shown.add_column(heading, overflow="fold", no_wrap=heading != "what it holds")
    return shown
