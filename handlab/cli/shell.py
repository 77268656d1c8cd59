"""`handlab shell`: harlequin or DuckDB's own command line, with the lake attached read-only."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from handlab.cli.options import LakeOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.output import UsageError, is_terminal
from handlab.cli.runtime import open_lake

EXTRA = "pip install 'handlab[shell]'"


class Client(StrEnum):
    """The programs that can be opened."""

    HARLEQUIN = "harlequin"
    DUCKDB = "duckdb"


def shell(
    lake: LakeOption,
    client: Annotated[
        Client | None,
        typer.Option(help="Program to open; harlequin on a terminal if it is installed."),
    ] = None,
) -> None:
    """
    Open harlequin or the DuckDB command line on the lake, read-only.

    `pip install 'handlab[shell]'` installs both, in versions that can read the lake. Queries on
    stdin go to the DuckDB command line. Unlike `handlab sql`, it can read and write other files.
    """
    chosen = client or _found()
    script = open_lake(lake).attach_sql()
    if chosen is Client.DUCKDB:
        raise typer.Exit(_run([*_duckdb(), "-cmd", script]))
    if not (is_terminal() and sys.stdin is not None and sys.stdin.isatty()):
        message = "expected a terminal for harlequin, got none"
        raise UsageError(message, hint="add `--client duckdb`, or use `handlab sql`")
    program = _program("harlequin")
    if program is None:
        message = "expected harlequin next to this Python, found none"
        raise UsageError(message, hint=EXTRA)
    with tempfile.TemporaryDirectory(prefix="handlab-") as folder:
        file = Path(folder) / "attach.sql"
        file.write_text(script, encoding="utf-8")
        status = _run([program, "--adapter", "duckdb", "--init-path", str(file)])
    raise typer.Exit(status)


def _found() -> Client:
    """Harlequin on a terminal if there is one, else DuckDB."""
    is_interactive = is_terminal() and sys.stdin is not None and sys.stdin.isatty()
    return Client.HARLEQUIN if is_interactive and _program("harlequin") else Client.DUCKDB


def _program(name: str) -> str | None:
    """A program that is installed with this Python, whose packages it shares."""
    return shutil.which(name, path=str(Path(sys.executable).parent))


def _duckdb() -> list[str]:
    """
    The DuckDB command line that loads the extensions of this version.

    Raises
    ------
    UsageError
        If there is none, or one of another version.
    """
    import duckdb

    program = _program("duckdb") or shutil.which("duckdb")
    if program is None:
        message = f"expected the DuckDB command line {duckdb.__version__}, found none"
        raise UsageError(message, hint=EXTRA)
    printed = subprocess.run(
        [program, "--version"], capture_output=True, encoding="utf-8", errors="replace", check=False
    ).stdout
    version = re.search(r"v?(\d+\.\d+\.\d+)", printed)
    if version is None or version[1] != duckdb.__version__:
        message = (
            f"expected the DuckDB command line {duckdb.__version__}, got `{printed.strip()}`:"
            f" `{program}`"
        )
        raise UsageError(message, hint=f"pip install duckdb-cli=={duckdb.__version__}")
    return [program]


def _run(command: list[str]) -> int:
    """Run a program that has the terminal, and Ctrl-C, for itself; its exit status."""
    with subprocess.Popen(command) as process:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            status = process.wait()
        finally:
            signal.signal(signal.SIGINT, before)
    return status if status >= 0 else 128 - status
