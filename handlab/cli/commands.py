"""The commands of `handlab`."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.attach import attach
from handlab.cli.audit import audit
from handlab.cli.check import check
from handlab.cli.compact import compact
from handlab.cli.demo import demo
from handlab.cli.doctor import doctor
from handlab.cli.encode import encode
from handlab.cli.equity import equity
from handlab.cli.faults import STATUSES
from handlab.cli.ingest import ingest
from handlab.cli.lake import lake
from handlab.cli.output import emit
from handlab.cli.report import report
from handlab.cli.runtime import Group
from handlab.cli.score import score
from handlab.cli.simulate import simulate
from handlab.cli.sql import sql
from handlab.cli.stats import stats
from handlab.cli.tables import tables

__all__ = ["app"]

app = typer.Typer(
    name="handlab",
    cls=Group,
    add_completion=True,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=STATUSES,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        emit(f"handlab {_version()}\n")
        raise typer.Exit


def _version() -> str:
    """The version of the installed package, else of the native module."""
    from importlib import metadata

    try:
        return metadata.version("handlab")
    except metadata.PackageNotFoundError:
        from handlab._handlab import __version__

        return __version__


@app.callback()
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Poker hand histories in, audited Parquet out, answers in SQL."""
    if context.invoked_subcommand is None:
        emit(context.get_help() + "\n")


HAND_COMMANDS = (equity, score, encode)
for command in (
    attach,
    ingest,
    doctor,
    compact,
    report,
    stats,
    sql,
    audit,
    check,
    tables,
    simulate,
    demo,
    *HAND_COMMANDS,
):
    app.command()(command)
app.add_typer(lake)
