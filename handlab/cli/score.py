"""`handlab score`: the name, category and strength of one hand."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.output import UsageError, emit, emit_rich


def score(
    cards: Annotated[
        str,
        typer.Argument(metavar="CARDS", help="Hole cards, such as `AhKd`, `A♥K♦`, `10h 9h`."),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help="The board.")] = "",
    game: Annotated[str, typer.Option(help="Game, as in the column `game`.")] = "holdem",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """
    Print a hand's name, category, best five cards and strength, and its low.

    The strength orders the hands of a game; higher wins. The class is the rank among the 7,462
    different high hands, from 1, the worst.
    """
    from handlab._handlab import describe_hand

    try:
        found = describe_hand(cards, board, game)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if as_json:
        from handlab.report.serialize import json_text

        emit(json_text(found))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    rows = {
        "hand": found["name"],
        "category": f"{found['category']} ({found['category_name']})",
        "best five": found["best_five"],
        "strength": f"{found['strength']} (0x{found['strength']:06x})",
        "class": None if found["rank_class"] is None else f"{found['rank_class']:,} of 7,462",
        "low": found["low_name"] and f"{found['low_name']} ({found['best_low']})",
    }
    for name, value in rows.items():
        if value is not None:
            table.add_row(Text(name), Text(value))
    emit_rich(table)
