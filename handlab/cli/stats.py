"""`handlab stats`: the statistics of players, sliced."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path  # noqa: TC003  Typer reads the types at run time
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli import answers
from handlab.cli.answers import Format, FormatOption
from handlab.cli.filters import (
    SEVERAL,
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
from handlab.cli.options import (
    LAKE,
    CsvSafeOption,
    MemoryOption,
    OutOption,
)
from handlab.cli.output import UsageError, emit, say
from handlab.cli.runtime import connect
from handlab.cli.stats_catalogue import print_catalogue

if TYPE_CHECKING:
    from handlab.statistics.question import Question


def stats(
    lake: Annotated[Path | None, LAKE] = None,
    player: Annotated[
        str | None,
        text(
            "NAME",
            "A player, or `hero`: whose hole cards the logs show. All named players if not given.",
        ),
    ] = None,
    stat: Annotated[
        str | None,
        text("NAMES", f"Statistics, their groups, `all`, `results`, `hours`; {SEVERAL}."),
    ] = None,
    by: ByOption = None,
    vs: VsOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = None,
    site: SiteOption = None,
    kind: KindOption = None,
    stake: StakeOption = None,
    game: GameOption = None,
    min_hands: Annotated[
        int, typer.Option(min=1, metavar="N", help="Only rows with at least N hands.")
    ] = 1,
    reading: Annotated[
        str | None, text("PROGRAM", "Count as this program does: pt4, drivehud or fpdb.")
    ] = None,
    percentiles: Annotated[
        bool,
        typer.Option(
            "--percentiles",
            help="Percentiles of all players, and the percentile of --player.",
        ),
    ] = False,
    session_gap: SessionGapOption = None,
    format: FormatOption = None,
    out: OutOption = None,
    csv_safe: CsvSafeOption = False,
    show_sql: Annotated[
        bool, typer.Option("--show-sql", help="Print the query instead of its answer.")
    ] = False,
    list_: Annotated[
        bool, typer.Option("--list", help="Print the catalogue of statistics, and the slices.")
    ] = False,
    memory: MemoryOption = None,
) -> None:
    """
    Statistics of one player or of all, with the chances they come from.

    One row per site, player, kind of money, currency, family of games and betting, and per slice of
    --by. Each statistic has its rate, how often it was made, its chances, and Wilson's 95 %
    interval. A table shows percentages with the chances in brackets; for one player without --by it
    has one row per statistic, with the interval.
    """
    from handlab.answers.stats import query_of
    from handlab.statistics.question import Question

    # The file of --show-sql is a query, whatever its ending.
    format = answers.chosen(Format.TABLE if format is None and show_sql else format, out)
    if list_:
        print_catalogue(format, out, is_csv_safe=csv_safe)
        return
    question = Question.of(
        player,
        by=by or "",
        stat=stat or "",
        vs=vs,
        since=since,
        until=until,
        timezone=timezone,
        site=site,
        kind=kind,
        stake=stake,
        game=game,
        min_hands=min_hands,
        reading=reading,
    )
    # Unknown names are refused here, before a lake is opened.
    query = query_of(question, percentiles=percentiles, as_table=format is Format.TABLE)
    if show_sql:
        if session_gap is not None:
            # The gap is a variable of the connection, which no query can set.
            setting = f"set variable session_gap = {session_gap}"
            query += f"\n-- Before it: {setting}"
            say(f"note: the query has this gap only after `{setting}`; otherwise it is 30 minutes")
            say("hint: `handlab sql` cannot set variables, other DuckDB clients can")
        emit(query + "\n", out)
        return
    if lake is None:
        message = "expected the folder of a lake, got none"
        raise UsageError(message, hint="add `--lake DIR`, or set HANDLAB_LAKE")
    _answer(
        question,
        lake,
        format,
        out,
        percentiles=percentiles,
        session_gap=session_gap,
        memory=memory,
        is_csv_safe=csv_safe,
    )


def _answer(
    question: Question,
    lake: Path,
    format: Format,
    out: Path | None,
    *,
    percentiles: bool,
    session_gap: int | None,
    memory: str | None,
    is_csv_safe: bool,
) -> None:
    """Answer a question about a lake, and say what was counted as another program does."""
    from handlab.answers.stats import prepare, query_of
    from handlab.statistics.readings import READINGS
    from handlab.statistics.slices import KEY
    from handlab.views import aliases

    as_table = format is Format.TABLE
    with ExitStack() as stack:
        path = answers.destination(stack, format, out)
        connection = stack.enter_context(connect(lake, memory))
        question = prepare(connection, question, aliases.read(lake), session_gap)
        answer = connection.sql(query_of(question, percentiles=percentiles, as_table=as_table))
        keys = KEY if as_table and out is None else ()
        answers.write(answer, format, out, path, is_csv_safe=is_csv_safe, is_stable=True, keys=keys)
    if question.reading is not None:
        listed = ", ".join(question.readings) or "none of these statistics"
        say(f"counted as {READINGS[question.reading]} does: {listed}; see `handlab diff-readings`")
    if out is not None:
        say(f"wrote `{out}`")
