"""`handlab report`: a report on a player, or on the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from handlab.cli.options import (
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
    in_utf8,
)
from handlab.cli.output import UsageError, emit, emit_rich, is_terminal, say
from handlab.cli.runtime import open_lake


class Format(StrEnum):
    """The formats of a report."""

    HTML = "html"
    TEXT = "text"
    CSV = "csv"
    JSON = "json"


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
        Format | None, typer.Option(help="Format; by default from the suffix of --out, else text.")
    ] = None,
    section: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A single section, in csv and json."),
    ] = None,
    csv_safe: CsvSafeOption = False,
    memory: MemoryOption = None,
) -> None:
    """
    Report on a player: winnings, style, stakes and positions, starting hands, cards, audit.

    The page is a single file and needs no network. Without --player it is about the name with the
    most hands whose cards the files show; if there is none, about the table.
    """
    from handlab import report as reports

    chosen = format or _by_ending(out.suffix if out else "")
    if section is not None and chosen not in {Format.CSV, Format.JSON}:
        message = f"expected `--section` with csv or json, got it with {chosen}"
        raise UsageError(message, hint="leave it out, or add `--format csv`")
    if section is not None and section not in reports.SECTIONS:
        message = f"expected a section of the report, got `{section}`"
        raise UsageError(message, hint=f"one of {', '.join(reports.SECTIONS)}")
    if chosen is Format.HTML and out is None and is_terminal():
        message = "expected a file for the page, got a terminal"
        raise UsageError(message, hint="add `--out report.html`, or `--format text`")
    found = reports.build(open_lake(lake, memory), player)
    if chosen is Format.TEXT and out is None and is_terminal():
        from handlab.report.text import renderable

        emit_rich(renderable(found))
        return
    emit(reports.render(found, chosen, section=section, is_csv_safe=csv_safe), out)
    if out is not None:
        say(f"wrote `{out}`")


def _by_ending(ending: str) -> Format:
    endings = {".html": Format.HTML, ".htm": Format.HTML, ".csv": Format.CSV, ".json": Format.JSON}
    return endings.get(ending.lower(), Format.TEXT)
