"""`handlab simulate`: write random legal hands in PokerStars' format."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.options import OutOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.output import UsageError, emit_bytes, say
from handlab.counted import counted
from handlab.files.atomic import atomic_path

BATCH = 10_000
MOST = 1_500_000
"""What one table plays until 2089; handlab takes no line with a year from 2100 on for a header."""


def simulate(
    hands: Annotated[int, typer.Option(min=1, max=MOST, metavar="N", help="Hands to play.")],
    seed: Annotated[
        int, typer.Option(min=0, metavar="S", help="Seed; the same seed gives the same hands.")
    ] = 1,
    out: OutOption = None,
    game: Annotated[str, typer.Option(help="Game, as in the column `game`.")] = "holdem",
    betting: Annotated[
        str, typer.Option(help="Betting limits, as in the column `betting`.")
    ] = "no_limit",
    hi_lo: Annotated[
        bool, typer.Option("--hi-lo", help="Split pots between high and low.")
    ] = False,
    chairs: Annotated[int, typer.Option(min=2, max=10, help="Seats at the table.")] = 6,
    small_blind: Annotated[int, typer.Option(min=1, help="In cents.")] = 5,
    big_blind: Annotated[int, typer.Option(min=1, help="In cents.")] = 10,
    ante: Annotated[int, typer.Option(min=0, help="In cents.")] = 0,
    hero: Annotated[
        str, typer.Option(metavar="NAME", help="Player whose hole cards are shown.")
    ] = "riverbend88",
) -> None:
    """
    Write simulated hands: fair deals, legal play, invented names.

    Use them to try handlab, for tests and for benchmarks.
    """
    from handlab._handlab import Simulation

    try:
        simulation = Simulation(
            seed,
            game=game,
            betting=betting,
            is_hi_lo=hi_lo,
            chairs=chairs,
            small_blind=small_blind,
            big_blind=big_blind,
            ante=ante,
            hero=hero,
        )
    except (ValueError, OverflowError) as error:
        raise UsageError(str(error), hint=_hint(game, betting)) from error
    batches = (min(BATCH, hands - start) for start in range(0, hands, BATCH))
    if out is None:
        for batch in batches:
            emit_bytes(simulation.text(batch).encode())
        return
    with atomic_path(out) as path, path.open("wb") as file:
        for batch in batches:
            file.write(simulation.text(batch).encode())
    say(f"wrote {counted(hands, 'hands')} to `{out}`")


def _hint(game: str, betting: str) -> str | None:
    """The names that are like a misspelt one, and all others."""
    from handlab import sql_text
    from handlab._handlab import Simulation
    from handlab.report import titles

    for name, known in ((game, Simulation.games()), (betting, list(titles.BETTINGS))):
        if name not in known:
            return sql_text.hint(name, known, ", ".join(known))
    return None
