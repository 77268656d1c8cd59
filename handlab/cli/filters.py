"""Options that choose the hands of a question, which several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.options import in_utf8


def text(metavar: str, help: str) -> typer.models.OptionInfo:
    """An option that takes a text."""
    option: typer.models.OptionInfo = typer.Option(metavar=metavar, help=help, callback=in_utf8)
    return option


SEVERAL = "several are separated by commas"
ByOption = Annotated[
    str | None, text("NAMES", f"What to slice by: position, month, stake, ...; {SEVERAL}.")
]
SinceOption = Annotated[str | None, text("DAY", "First day, such as 2024-05-31.")]
UntilOption = Annotated[str | None, text("DAY", "Last day.")]
TimezoneOption = Annotated[
    str | None,
    text("ZONE", "Zone of days, months and hours, such as Europe/Berlin; UTC if not given."),
]
SiteOption = Annotated[str | None, text("SITE", "Only hands of this site.")]
KindOption = Annotated[str | None, text("KIND", "Only cash, tournament, play or club hands.")]
StakeOption = Annotated[str | None, text("BLIND", "Only this big blind, in units of the currency.")]
GameOption = Annotated[str | None, text("GAME", "Only hands of this game.")]
VsOption = Annotated[str | None, text("NAME", "Only hands where this opponent was also dealt in.")]
SessionGapOption = Annotated[
    int | None,
    typer.Option(
        "--session-gap",
        min=0,
        metavar="MINUTES",
        help="Break that ends a session; 30 if not given.",
        show_default=False,
    ),
]
