"""The command line in this process, and hands and a lake to ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer.testing import CliRunner

from handlab.cli import app

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

HANDS = 40


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def assert_error(result: Result, status: int, message: str, hint: str | None = None) -> None:
    """One line of error, one of hint, nothing on stdout, no traceback."""
    lines = result.stderr.splitlines()
    assert result.exit_code == status
    assert lines[0] == f"error: {message}"
    assert lines[1:] == ([f"hint: {hint}"] if hint else [])
    assert result.stdout == ""


def simulated(folder: Path) -> Path:
    """A file of simulated hands."""
    path = folder / "hands.txt"
    result = run("simulate", "--hands", str(HANDS), "--seed", "7", "--out", path)
    assert result.exit_code == 0, result.output
    return path


def ingested(hands: Path, folder: Path) -> Path:
    """A lake that holds them, with their texts."""
    path = folder / "lake"
    result = run("ingest", hands, "--lake", path, "--keep-text")
    assert result.exit_code == 0, result.output
    return path
