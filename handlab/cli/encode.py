"""`handlab encode`: encode a hand in published schemes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from handlab.cli.output import UsageError, emit, emit_rich

FIVE, SEVEN = 5, 7


class Scheme(StrEnum):
    """A scheme, or all schemes for the number of cards."""

    ALL = "all"
    FREQUENCY = "frequency"
    PATTERN = "pattern"
    APL = "apl"
    BASE14 = "base14"
    BAND100 = "band100"


class Variant(StrEnum):
    """A scheme with its errors, or without."""

    LITERAL = "literal"
    REPAIRED = "repaired"
    TALK = "talk"
    WHEEL_LOW = "wheel_low"


def encode(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS", help="Five cards, or seven for `band100`.")
    ],
    scheme: Annotated[Scheme, typer.Option(help="Scheme.")] = Scheme.ALL,
    variant: Annotated[
        Variant, typer.Option(help="As published, or with errors repaired; see docs/schemes.md.")
    ] = Variant.LITERAL,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """
    Encode a hand in five published schemes.

    handlab never uses a scheme to decide a pot. For five cards `all` means the four schemes for
    five cards, for seven cards `band100`. See docs/schemes.md.
    """
    codes = {name: _code(cards, name, variant) for name in _schemes(cards, scheme)}
    if as_json:
        from handlab.report.serialize import json_text

        emit(json_text(codes))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("scheme", "field", "value"):
        table.add_column(heading, overflow="fold")
    for name, code in codes.items():
        for place, (field, value) in enumerate(code.items()):
            table.add_row(Text("" if place else name), Text(field), Text(_shown(value)))
    emit_rich(table)


def _schemes(cards: str, scheme: Scheme) -> list[str]:
    """The requested schemes."""
    if scheme is not Scheme.ALL:
        return [scheme.value]
    import polars as pl

    from handlab.functions import show_cards

    try:
        shown = pl.select(show_cards(pl.lit(cards), suits="letters", strict=True)).item()
    except pl.exceptions.PolarsError as error:
        raise UsageError(_message(error, cards)) from error
    count = len(shown) // 2
    if count == SEVEN:
        return [Scheme.BAND100.value]
    if count != FIVE:
        message = f"expected five cards, or seven for `band100`, got {count}: `{cards}`"
        raise UsageError(message)
    return [name.value for name in Scheme if name not in (Scheme.ALL, Scheme.BAND100)]


def _code(cards: str, scheme: str, variant: Variant) -> dict[str, Any]:
    import polars as pl

    from handlab import functions

    code = functions.encode(
        pl.lit(cards),
        scheme=scheme,  # type: ignore[arg-type]
        variant=variant.value,
        strict=True,
    )
    try:
        found: dict[str, Any] = pl.select(code).item()
    except pl.exceptions.PolarsError as error:
        raise UsageError(_message(error, cards)) from error
    return found


def _message(error: Exception, cards: str) -> str:
    """The plugin's own message, without Polars' prefix and the row number: there is one row."""
    said = str(error).partition("the plugin failed with message: ")[2] or str(error)
    fault, is_of_row, _ = said.partition(", in row ")
    return f"{fault}: `{cards}`" if is_of_row else fault


def _shown(value: object) -> str:
    """Format a value on one line; lists without brackets."""
    if isinstance(value, list):
        return " ".join(_shown(item) for item in value)
    return str(value)
