"""The command `handlab`, and the names of its commands, each of which is a module."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from handlab.cli.faults import STATUSES
from handlab.cli.lazy import Commands
from handlab.cli.output import emit
from handlab.cli.runtime import Group

__all__ = ["app"]

NAMES = (
    "ingest",
    "doctor",
    "watch",
    "run",
    "report",
    "replay",
    "stats",
    "winrate",
    "diff-readings",
    "fairness",
    "sql",
    "shell",
    "tables",
    "export",
    "convert",
    "audit",
    "check",
    "compact",
    "lake",
    "attach",
    "demo",
    "simulate",
    "equity",
    "score",
    "encode",
)


class Handlab(Group):
    """The group of all commands, which imports a command when it is asked for."""

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401 - as Typer has it
        super().__init__(**attributes)
        self.commands = Commands(NAMES, "handlab.cli")  # type: ignore[assignment]

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """The names, without importing any command."""
        return list(NAMES)


app = typer.Typer(
    name="handlab",
    cls=Handlab,
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
