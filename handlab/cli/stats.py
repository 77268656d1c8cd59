"""`handlab stats`: the statistics of players, sliced."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path  # noqa: TC003  Typer reads the types at run time
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli import answers
from handlab.cli.answers import Format, FormatOption
from handlab.cli.filters import (
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
    MemoryOption,
    OutOption,
)
from handlab.cli.output import UsageError, emit, emit_rich, say
from handlab.cli.runtime import connect

if TYPE_CHECKING:
    from rich.table import Table as Shown

SEVERAL = "several are separated by commas"


def stats(
    lake: Annotated[
        Path | None,
        typer.Option("--lake", metavar="DIR", envvar="HANDLAB_LAKE", help="Folder of the lake."),
    ] = None,
    player: Annotated[
        str | None,
        text(
            "NAME",
            "A single player, or `hero`, the owner of the files; all who have a name if not given.",
        ),
    ] = None,
    stat: Annotated[
        str | None,
        text("NAMES", f"Statistics, their groups, `all`, `results`, `hours`; {SEVERAL}."),
    ] = None,
    by: Annotated[
        str | None,
        text("NAMES", f"What to slice by: position, month, stake, ...; {SEVERAL}."),
    ] = None,
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
            help="Percentiles of all players, and the place of --player among them.",
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
    from handlab import aliases
    from handlab.readings import READINGS
    from handlab.slices import KEY
    from handlab.stats import prepare, query_of
    from handlab.stats_sql import Question

    # The file of --show-sql is a query, whatever its ending.
    format = answers.chosen(Format.TABLE if format is None and show_sql else format, out)
    if list_:
        _print_catalogue(format, out, is_csv_safe=csv_safe)
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
    as_table = format is Format.TABLE
    query = query_of(question, percentiles=percentiles, as_table=as_table)
    if show_sql:
        emit(query + "\n", out)
        return
    if lake is None:
        message = "expected the folder of a lake, got none"
        raise UsageError(message, hint="add `--lake DIR`, or set HANDLAB_LAKE")
    with ExitStack() as stack:
        path = answers.destination(stack, format, out)
        connection = stack.enter_context(connect(lake, memory))
        question = prepare(connection, question, aliases.read(lake), session_gap)
        query = query_of(question, percentiles=percentiles, as_table=as_table)
        keys = KEY if as_table and out is None else ()
        answer = connection.sql(query)
        answers.write(answer, format, out, path, is_csv_safe=csv_safe, is_stable=True, keys=keys)
    if reading is not None:
        listed = ", ".join(question.readings) or "none of these statistics"
        say(f"read as {READINGS[reading]} does: {listed}; see `handlab diff-readings`")
    if out is not None:
        say(f"wrote `{out}`")


def _print_catalogue(format: Format, out: Path | None, *, is_csv_safe: bool) -> None:
    from handlab.slices import DIMENSIONS, KEY
    from handlab.sql_text import quoted
    from handlab.stats_sql import catalogue_rows

    rows = catalogue_rows()
    if format is Format.TABLE and out is None:
        emit_rich(_as_table(rows))
        emit(f"\nEvery row is of one {', '.join(KEY)}. --by slices it by:\n")
        for name, sliced in DIMENSIONS.items():
            emit(f"  {name:<16} {sliced.meaning}\n")
        return
    import duckdb

    values = ", ".join(f"({', '.join(quoted(text) for text in row.values())})" for row in rows)
    columns = ", ".join(f'"{name}"' for name in rows[0])
    with ExitStack() as stack:
        path = answers.destination(stack, format, out)
        connection = stack.enter_context(duckdb.connect())
        answer = connection.sql(f"select * from (values {values}) as catalogue ({columns})")
        answers.write(answer, format, out, path, is_csv_safe=is_csv_safe)


def _as_table(rows: list[dict[str, str]]) -> Shown:
    from rich.table import Table as Shown
    from rich.text import Text

    shown = Shown(box=None, pad_edge=False, header_style="dim")
    for heading in ("statistic", "group", "made"):
        shown.add_column(heading, overflow="fold", no_wrap=heading != "made")
    for row in rows:
        shown.add_row(Text(row["name"]), Text(row["group"]), Text(row["meaning"]))
    return shown
