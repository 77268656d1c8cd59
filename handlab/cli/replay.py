"""`handlab replay`: a hand as a page that plays it step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.options import LakeOption, MemoryOption, OutOption, in_utf8
from handlab.cli.output import UsageError, emit, is_terminal, say
from handlab.cli.runtime import connect
from handlab.files.endings import by_ending


def replay(
    hand_id: Annotated[
        str,
        typer.Argument(metavar="HAND_ID", help="The site's number of the hand.", callback=in_utf8),
    ],
    lake: LakeOption,
    out: OutOption = None,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Player at the bottom of the table; the hero if not given.",
            callback=in_utf8,
        ),
    ] = None,
    memory: MemoryOption = None,
) -> None:
    """
    Write a hand as a page that replays it: cards, stacks, pots, equity at each street.

    The page is a single file and needs no network. If several hands have the number, it offers all
    of them. `hand.html#12` opens it at step 12.
    """
    from handlab.report import replay as replays
    from handlab.report.build import version
    from handlab.report.html import replay_page

    if out is not None and out.suffix:
        _ = by_ending(out, {"html"}, "the page", UsageError)
    if out is None and is_terminal():
        message = "expected a file for the page, got a terminal"
        raise UsageError(message, hint="add `--out hand.html`")
    connection = connect(lake, memory)
    try:
        hands = replays.replays(connection, replays.find(connection, hand_id, player), player)
    finally:
        connection.close()
    emit(replay_page(list(hands.values()), version()), out)
    if out is not None:
        say(f"wrote `{out}`")
