"""`handlab winrate`: what a player wins, with intervals that respect sessions."""

from __future__ import annotations

from typing import Annotated

from handlab.cli import answers
from handlab.cli.answers import FormatOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.filters import (
    ByOption,
    GameOption,
    KindOption,
    SessionGapOption,
    SinceOption,
    SiteOption,
    StakeOption,
    TimezoneOption,
    UntilOption,
    VsOption,
    text,
)
from handlab.cli.options import (  # noqa: TC001  Typer reads the types at run time
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
)


def winrate(
    lake: LakeOption,
    player: Annotated[str, text("NAME", "The player, or `hero`: whose hole cards the logs show.")],
    by: ByOption = None,
    vs: VsOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = None,
    site: SiteOption = None,
    kind: KindOption = None,
    stake: StakeOption = None,
    game: GameOption = None,
    session_gap: SessionGapOption = None,
    format: FormatOption = None,
    out: OutOption = None,
    csv_safe: CsvSafeOption = False,
    memory: MemoryOption = None,
) -> None:
    """
    Win rate of a player per 100 hands: raw, with all-ins at their expected value, without luck.

    The luck of a street is how it changes the player's equity in the pot. It is counted where the
    cards of all players in the hand are known. Some cards are known only because of a later
    showdown: such streets bias `luck_adjusted`, and `luck_adjusted_dealt` leaves them out.

    The 95 % interval is computed by drawing whole sessions, because the hands of one session are
    alike; with fewer than twenty sessions it is unreliable. A hand whose log prints no time zone
    counts as a session of its own. `hands_needed` is how many hands would narrow the interval to
    two big blinds either way.
    """
    from handlab.answers.win_rate import win_rate
    from handlab.statistics.slices import KEY

    format = answers.chosen(format, out)
    frame = win_rate(
        lake,
        player,
        by=by,
        session_gap=session_gap,
        memory=memory,
        vs=vs,
        since=since,
        until=until,
        timezone=timezone,
        site=site,
        kind=kind,
        stake=stake,
        game=game,
    )
    answers.write_frame(frame, format, out, is_csv_safe=csv_safe, keys=KEY, decimals=2)
