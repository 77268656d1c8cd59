"""Options that choose the hands of a question, which several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli.options import in_utf8
from handlab.cli.output import say
from handlab.cli.runtime import connect
from handlab.counted import counted, have

if TYPE_CHECKING:
    from pathlib import Path


def text(metavar: str, help: str) -> typer.models.OptionInfo:
    """An option that takes a text."""
    option: typer.models.OptionInfo = typer.Option(metavar=metavar, help=help, callback=in_utf8)
    return option


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
VsOption = Annotated[
    str | None, text("NAME", "Only hands into which this opponent was also dealt.")
]
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


def note_names_without_hands(lake: Path, player: str | None, memory: str | None) -> None:
    """Say which names of a person no hand has: a name that is misspelt would count nothing."""
    from handlab import aliases

    names = aliases.read(lake).names_of(player) if player is not None else ()
    if not names:
        return
    from handlab.stats import names_without_hands

    with connect(lake, memory) as connection:
        missing = names_without_hands(connection, names)
    for site, name, similar in missing:
        say(f"note: no hand of {site} has `{name}`, which `{aliases.FILE}` gives to `{player}`")
        say(f"hint: did you mean `{similar}`")


def note_hands_without_start(
    lake: Path, since: str | None, until: str | None, memory: str | None
) -> None:
    """Say that hands are left out by their day because they have none, if days were chosen."""
    if since is None and until is None:
        return
    with connect(lake, memory) as connection:
        query = "select count(*) from stg_hands where started_at is null"
        (count,) = connection.execute(query).fetchone() or (0,)
    if count:
        of_lake = f"{counted(count, 'hands', 'of the lake')} {have(count)}"
        say(f"note: {of_lake} no start, so that no day that is chosen is one of theirs")
        say(
            "hint: `handlab ingest --timezone ZONE` over their files gives one to those whose logs"
            " print a time without its zone"
        )
