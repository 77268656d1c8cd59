"""`handlab shell` opens a program only if it can read the lake."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

import duckdb
import pytest
from command_line import run

from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

shell = import_module("handlab.cli.shell")


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return Lake.create(tmp_path / "lake").path


def install(folder: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program `duckdb` that prints its version, or writes what it is asked to a file."""
    folder.mkdir()
    program = folder / "duckdb"
    program.write_text(
        f'#!/bin/sh\ncase "$1" in --version) echo "v{version} abc";;'
        f' *) printf %s "$2" > "{folder}/asked"; exit 7;; esac\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(shell, "_program", lambda name: None)
    return folder / "asked"


def test_the_command_line_gets_the_lake_and_its_status_is_ours(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = install(tmp_path / "bin", duckdb.__version__, monkeypatch)

    assert run("shell", "--lake", lake).exit_code == 7
    with duckdb.connect() as connection:
        connection.execute(asked.read_text())
        assert connection.execute("select count(*) from player_stats").fetchone() == (0,)


def test_another_version_is_refused(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = install(tmp_path / "bin", "2.0.0", monkeypatch)
    result = run("shell", "--lake", lake)

    assert result.exit_code == 2
    assert "got `v2.0.0 abc`" in result.stderr
    assert f"pip install duckdb-cli=={duckdb.__version__}" in result.stderr
    assert not asked.exists()


def test_a_missing_program_is_named_with_the_extra(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "_program", lambda name: None)
    monkeypatch.setattr(shell.shutil, "which", lambda name, path=None: None)

    assert "handlab[shell]" in run("shell", "--lake", lake).stderr
    assert "terminal" in run("shell", "--lake", lake, "--client", "harlequin").stderr
