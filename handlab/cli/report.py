"""`handlab report`: a report on a player, or on the table."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli.filters import (  # noqa: TC001  Typer reads the types at run time
    GameOption,
    KindOption,
    SinceOption,
    SiteOption,
    StakeOption,
    TimezoneOption,
    UntilOption,
)
from handlab.cli.options import (
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
    in_utf8,
)
from handlab.cli.output import UsageError, emit, emit_bytes, emit_rich, is_terminal, say
from handlab.cli.runtime import open_lake
from handlab.files.atomic import atomic_path
from handlab.files.endings import by_ending

if TYPE_CHECKING:
    from pathlib import Path


class Format(StrEnum):
    """The formats of a report."""

    HTML = "html"
    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    PDF = "pdf"
    XLSX = "xlsx"
    PARQUET = "parquet"


WHOLE = {Format.HTML, Format.PDF, Format.TEXT}
"""The formats that always have all sections."""
BINARY = {Format.PDF, Format.XLSX, Format.PARQUET}


def report(
    lake: LakeOption,
    out: OutOption = None,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Player to report on; the lake's hero if not given.",
            callback=in_utf8,
        ),
    ] = None,
    format: Annotated[
        Format | None, typer.Option(help="Format; by default the suffix of --out, else text.")
    ] = None,
    section: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only this section; with csv, json, xlsx or parquet."),
    ] = None,
    hands: Annotated[
        int,
        typer.Option(
            min=0, max=1000, metavar="N", help="Biggest pots to list, and to replay on the page."
        ),
    ] = 20,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = None,
    site: SiteOption = None,
    kind: KindOption = None,
    stake: StakeOption = None,
    game: GameOption = None,
    csv_safe: CsvSafeOption = False,
    memory: MemoryOption = None,
) -> None:
    """
    Report on a player: winnings, sessions, style, leaks, biggest pots, opponents, cards, audit.

    The page is a single file and needs no network; its biggest pots can be replayed. Without
    --player it is about the name with the most hands whose cards the files show; if there is none,
    about the table.
    """
    import handlab.report as reports

    chosen = _chosen(format, section, out)
    found = reports.build(
        open_lake(lake, memory),
        player,
        replays=hands,
        timezone=timezone,
        since=since,
        until=until,
        site=site,
        kind=kind,
        stake=stake,
        game=game,
    )
    if chosen is Format.TEXT and out is None and is_terminal():
        from handlab.report.text import renderable

        emit_rich(renderable(found))
        return
    content = reports.render_bytes(found, chosen, section=section, is_csv_safe=csv_safe)
    if out is not None:
        with atomic_path(out) as path:
            path.write_bytes(content)
    elif chosen in BINARY:
        emit_bytes(content)
    else:
        emit(content.decode())
    if out is not None:
        say(f"wrote `{out}`")


def _chosen(format: Format | None, section: str | None, out: Path | None) -> Format:
    """
    The format that was asked for, else that of the file's ending.

    Raises
    ------
    UsageError
        If no format has the ending, it does not go with the section, or a terminal cannot show it.
    """
    import handlab.report as reports

    chosen = format or Format.TEXT
    if format is None and out is not None:
        chosen = Format(by_ending(out, list(Format), "the report", UsageError))
    if section is not None and chosen in WHOLE:
        message = f"expected `--section` with csv, json, xlsx or parquet, got it with {chosen}"
        raise UsageError(message, hint="leave it out, or add `--format csv`")
    if section is None and chosen is Format.PARQUET:
        message = "expected `--section` with parquet, which holds one table, got none"
        raise UsageError(message, hint=f"one of {', '.join(reports.SECTIONS)}")
    if section is not None and section not in reports.SECTIONS:
        message = f"expected a section of the report, got `{section}`"
        raise UsageError(message, hint=f"one of {', '.join(reports.SECTIONS)}")
    if chosen is Format.HTML and out is None and is_terminal():
        message = "expected a file for the page, got a terminal"
        raise UsageError(message, hint="add `--out report.html`, or `--format text`")
    if chosen in BINARY and out is None and is_terminal():
        message = f"expected a file for {chosen}, got a terminal"
        raise UsageError(message, hint=f"add `--out report.{chosen}`")
    return chosen
