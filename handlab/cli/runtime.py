"""Run commands: their exit status, and the lake that they open."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import typer
from typer.core import TyperGroup

from handlab import process
from handlab.cli import faults
from handlab.cli.faults import Status
from handlab.cli.output import close_stdout, say
from handlab.errors import HandlabWarning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake import Lake


class Group(TyperGroup):
    """Commands whose errors are reported on one line, with a hint on the next."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401 - as Typer has it
    ) -> Any:  # noqa: ANN401 - as Typer has it
        """Run a command, and exit with its status."""
        process.start()
        try:
            with _warnings_as_notes():
                status = super().main(
                    args,
                    prog_name=prog_name or "handlab",
                    complete_var=complete_var,
                    standalone_mode=False,
                    windows_expand_args=windows_expand_args,
                    **extra,
                )
            if sys.stdout is not None:
                sys.stdout.flush()
        except BaseException as error:
            status = _report(error)
        process.ignore_signals()
        number = process.stopped_by()
        if number is not None:
            _end_stopped(number)
        sys.exit(status if isinstance(status, int) else Status.DONE)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - as Typer has it
        """Return a command; its help lists the exit statuses, and its summary is never cut off."""
        command = super().get_command(ctx, cmd_name)
        if command is None:
            return None
        if command.epilog is None:
            command.epilog = faults.STATUSES
        if command.short_help is None and command.help:
            command.short_help = " ".join(command.help.partition("\n\n")[0].split())
        return command

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as Typer has it
        """Run the command; Ctrl-C and a closed pipe are handled here, not by Typer."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise typer.Abort from error
        except BrokenPipeError:
            # A reader such as `head` that stops early is not an error.
            close_stdout()
            raise typer.Exit(Status.DONE) from None


def open_lake(path: Path, memory: str | None = None) -> Lake:
    """Open an existing lake, with up-to-date views."""
    from handlab.lake import Lake

    lake = Lake.open(path, memory=memory)
    ensure_views(lake)
    return lake


def connect(path: Path, memory: str | None = None) -> duckdb.DuckDBPyConnection:
    """Connect to an existing lake read-only, with up-to-date views."""
    from handlab import views
    from handlab.lake import Lake

    return views.connect_lake(Lake.open(path, memory=memory))


def ensure_views(lake: Lake) -> None:
    """Bring the views of a lake up to date."""
    from handlab import views

    views.ensure(lake)


@contextmanager
def _warnings_as_notes() -> Iterator[None]:
    """Print handlab's own warnings as notes; Python prints the others, those of its libraries."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def note(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, HandlabWarning):
                say(f"note: {message}")
            else:
                show(message, category, filename, lineno, file, line)

        warnings.showwarning = note
        warnings.simplefilter("always", HandlabWarning)
        yield


def _report(error: BaseException) -> int:
    """Print an error, and return its exit status."""
    if process.stopped_by() is not None:
        # Whatever an interrupted library raised, the signal is the cause.
        return Status.INTERRUPTED
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else Status.DONE
    if isinstance(error, OSError):
        # Do not try again at exit to write what could not be written.
        close_stdout()
    fault = faults.explain(error)
    if fault is None:
        traceback.print_exception(error)
        say("hint: this is a bug in handlab; please report it")
        return Status.OUR_FAULT
    say(f"error: {fault.message}" if fault.is_error else fault.message)
    if fault.hint:
        say(f"hint: {fault.hint}")
    return fault.status


def _end_stopped(number: int) -> NoReturn:
    """Exit after a signal, without waiting for threads."""
    say(process.stop_message(number))
    sys.stderr.flush()
    os._exit(process.SIGNALLED + number)
