"""How every command runs: its exit status, its errors in words, and where it writes."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NoReturn

import duckdb
import typer
from rich.console import Console
from typer.core import TyperGroup

from handlab import sql_functions, views
from handlab.errors import HandlabError, LakeBusyError
from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Status(IntEnum):
    """Exit statuses; the package's docstring tells them to the user."""

    DONE = 0
    FOUND_WRONG = 1
    BAD_USE = 2
    LAKE_BUSY = 3
    OUR_FAULT = 70


class UsageError(HandlabError):
    """A command was asked for something that it cannot do."""


class Group(TyperGroup):
    """Commands whose faults are told in a line, with a hint on a line of its own."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401 - as Typer has it
    ) -> Any:  # noqa: ANN401 - as Typer has it
        """Run, and end the process with the status."""
        try:
            status = super().main(
                args,
                prog_name=prog_name or "handlab",
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
        except (HandlabError, duckdb.Error, OSError, typer.TyperException) as error:
            _fail(error)
        except typer.Abort:
            sys.exit(130)
        except Exception:
            traceback.print_exc()
            say("hint: this is a fault of handlab; please report it")
            sys.exit(Status.OUR_FAULT)
        sys.exit(status if isinstance(status, int) else Status.DONE)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as Typer has it
        """Run the command; a reader such as `head` that has seen enough is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The interpreter flushes stdout once more at its end.
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(Status.DONE) from None


def open_lake(path: Path) -> Lake:
    """Open an existing lake, with the views of this version."""
    lake = Lake.open(path)
    ensure_views(lake)
    return lake


def connect(path: Path) -> duckdb.DuckDBPyConnection:
    """Connect to an existing lake to read; DuckDB's own progress bar would go to stdout."""
    connection = open_lake(path).connect()
    connection.execute("set enable_progress_bar = false")
    sql_functions.register_functions(connection)
    return connection


def ensure_views(lake: Lake) -> None:
    """Bring the views of a lake up to date."""

    def create(connection: duckdb.DuckDBPyConnection) -> None:
        views.create_views(connection, in_transaction=True)

    lake.ensure_views(views.views_version(), create)


def say(message: str) -> None:
    """Tell the user something beside the data."""
    typer.echo(message, err=True)


def emit(text: str, out: Path | None = None) -> None:
    """Write data to stdout, or to a file, in UTF-8 whatever the locale."""
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8", newline="")
        return
    emit_bytes(text.encode("utf-8", "replace"))


def emit_bytes(data: bytes) -> None:
    """Write bytes to stdout, and see at once whether anybody reads them."""
    stream = typer.get_binary_stream("stdout")
    stream.write(data)
    stream.flush()


def stdout_console() -> Console:
    """Give a console for data: as wide as the terminal, or as wide as need be without one."""
    is_terminal = sys.stdout.isatty()
    return Console(
        file=sys.stdout,
        width=None if is_terminal else 1000,
        soft_wrap=not is_terminal,
        markup=False,
    )


def stderr_console() -> Console:
    """Give a console for messages and progress."""
    return Console(file=sys.stderr, markup=False, highlight=False)


def _fail(error: Exception) -> NoReturn:
    """Tell what went wrong, and end with the status that it has."""
    message, hint = _words(error)
    say(f"error: {message}")
    if hint:
        say(f"hint: {hint}")
    sys.exit(Status.LAKE_BUSY if isinstance(error, LakeBusyError) else Status.BAD_USE)


def _words(error: Exception) -> tuple[str, str | None]:
    """Give an error's message and hint, each on one line."""
    if isinstance(error, HandlabError):
        return _line(error.message), error.hint and _line(error.hint)
    if isinstance(error, typer.TyperException):
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "handlab"
        message = _line(error.format_message()).rstrip(".")
        return message[:1].lower() + message[1:], f"see `{command} --help`"
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        return f"{reason}: `{error.filename}`" if error.filename else reason, None
    first, _, rest = str(error).strip().partition("\n")
    fault = first.partition("while executing the UDF: ")[2].partition(": ")[2]
    if fault:
        # A function of ours; what DuckDB adds is where it stands in our source.
        return _line(fault), None
    return _line(first), _line(rest) or None


def _line(text: str) -> str:
    return " ".join(text.split())
