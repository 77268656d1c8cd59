"""`handlab diff-readings`: a statistic as several programs read it."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli import answers
from handlab.cli.answers import FormatOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.filters import (
    GameOption,
    KindOption,
    SinceOption,
    SiteOption,
    StakeOption,
    TimezoneOption,
    UntilOption,
    text,
)
from handlab.cli.options import (  # noqa: TC001  Typer reads the types at run time
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
)


def diff_readings(
    lake: LakeOption,
    stat: Annotated[str, text("NAME", "The statistic, such as `pfr`.")],
    player: Annotated[
        str | None,
        text(
            "NAME",
            "A player, or `hero`: whose hole cards the logs show. All named players if not given.",
        ),
    ] = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="List the hands that are read differently.")
    ] = False,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = None,
    site: SiteOption = None,
    kind: KindOption = None,
    stake: StakeOption = None,
    game: GameOption = None,
    format: FormatOption = None,
    out: OutOption = None,
    csv_safe: CsvSafeOption = False,
    memory: MemoryOption = None,
) -> None:
    """
    A statistic as PokerTracker 4, DriveHUD and FPDB-3 count it, next to handlab's own definition.

    Two programs rarely show the same VPIP for the same hands. This prints the numerators, the
    denominators, and with --hands the hands that make the difference.
    """
    from handlab.answers import reading_differences
    from handlab.statistics.slices import KEY

    format = answers.chosen(format, out)
    frame = reading_differences.diff_readings(
        lake,
        stat,
        player,
        hands=hands,
        memory=memory,
        since=since,
        until=until,
        timezone=timezone,
        site=site,
        kind=kind,
        stake=stake,
        game=game,
    )
    keys = (*KEY, "statistic")
    answers.write_frame(frame, format, out, is_csv_safe=csv_safe, keys=keys)
