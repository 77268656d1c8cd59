"""
The command line: `handlab ingest`, `report`, `sql`, `audit`, `check`, `tables`, `simulate`, `demo`.

Three commands answer for single hands: `equity`, `score`, `encode`. Data go to stdout, messages to
stderr; nothing is decided here. The exit status:

| status | means |
|---|---|
| 0 | done; of `ingest`, all was read |
| 1 | `ingest` rejected more than `--max-rejects`; `check` found wrong rows |
| 2 | bad usage, or what was asked for cannot be read or written |
| 3 | another process writes to the lake |
| 70 | a fault of handlab's own |
| 130 | interrupted; what was committed stays |
"""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.attach import attach
from handlab.cli.audit import audit
from handlab.cli.check import check
from handlab.cli.demo import demo
from handlab.cli.encode import encode
from handlab.cli.equity import equity
from handlab.cli.ingest import ingest
from handlab.cli.report import report
from handlab.cli.running import Group
from handlab.cli.score import score
from handlab.cli.simulate import simulate
from handlab.cli.sql import sql
from handlab.cli.tables import tables

__all__ = ["app"]

app = typer.Typer(
    name="handlab",
    cls=Group,
    add_completion=True,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        from handlab import __version__

        typer.echo(f"handlab {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Poker hand histories in, audited Parquet out, answers in SQL."""


HAND_COMMANDS = (equity, score, encode)
for command in (attach, ingest, report, sql, audit, check, tables, simulate, demo, *HAND_COMMANDS):
    app.command()(command)
