"""`handlab equity`: the equity of hands or ranges before all cards are dealt."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli.output import emit, emit_rich
from handlab.counted import counted

if TYPE_CHECKING:
    from rich.table import Table

    from handlab.player_equity import PlayerEquity


def equity(
    holdings: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="Two to ten hands (`AhKh`) or ranges (`TT+,AQs+,KTs-K8s:0.5,15%`).",
        ),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Board cards so far.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards that cannot be dealt.")] = "",
    game: Annotated[str, typer.Option(help="Game, as in the column `game`.")] = "holdem",
    hi_lo: Annotated[
        bool, typer.Option("--hi-lo", help="Split the pot with the best eight-or-better low.")
    ] = False,
    max_work: Annotated[
        int, typer.Option(min=0, metavar="N", help="Evaluate at most N hands for an exact answer.")
    ] = 100_000_000,
    draws: Annotated[
        int,
        typer.Option(
            min=2,
            metavar="N",
            help="Runouts to draw if an exact answer needs more than --max-work.",
        ),
    ] = 1_000_000,
    seed: Annotated[
        int, typer.Option(min=0, metavar="S", help="Seed; the same seed gives the same draws.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """
    Print each player's average share of the pot: exact, or sampled with its standard error.

    `win` is how often a player wins the whole pot, `tie` how often a part of it.
    """
    from handlab.player_equity import player_equity

    found = player_equity(
        holdings,
        board,
        dead,
        game=game,
        hi_lo=hi_lo,
        max_work=max_work,
        draws=draws,
        seed=seed,
    )
    if as_json:
        question = {"game": game, "hi_lo": hi_lo, "board": board, "dead": dead}
        from handlab.report.serialize import json_text

        emit(json_text(question | asdict(found)))
        return
    emit_rich(_table(found))
    if found.method == "exact":
        emit(f"exact, {counted(found.runouts, 'runouts')}\n")
    else:
        emit(f"sampled, {counted(found.runouts, 'runouts')} with seed {found.seed}\n")


def _table(found: PlayerEquity) -> Table:
    """One row per player."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("hand", overflow="fold")
    for heading in ("equity", "win", "tie"):
        table.add_column(heading, justify="right")
    errors = found.standard_error
    if errors is not None:
        table.add_column("±", justify="right")
    for player, holding in enumerate(found.holdings):
        shares = (found.equity[player], found.win[player], found.tie[player])
        error = () if errors is None else (f"{errors[player]:.3%}",)
        table.add_row(holding, *(f"{share:.3%}" for share in shares), *error)
    return table
