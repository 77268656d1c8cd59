"""The command line as a process: statuses, stdout apart from stderr, pipes, a busy lake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


@pytest.fixture
def handlab(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """A function that runs a command in another folder."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "PYTHONIOENCODING": "ascii",
        "COLUMNS": "80",
    }

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "handlab.cli", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=300,
        )

    return run


def test_the_demo_ends_with_a_page(
    handlab: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    result = handlab("demo")

    assert result.returncode == 0, result.stderr
    page = tmp_path / "data" / "report.html"
    assert f"the report is `{page}`" in result.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert result.stderr == ""

    again = handlab("demo")
    asked = handlab(
        "sql", "select count(*) as hands from hands", "--lake", "data/lake", "--format", "json"
    )
    assert again.returncode == 0
    assert json.loads(asked.stdout)[0]["hands"] > 1_000


def test_data_and_messages_go_different_ways(
    handlab: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    assert handlab("simulate", "--hands", "30", "--out", "hands.txt").stdout == ""

    ingested = handlab("ingest", "hands.txt", "--lake", "lake", "--json")
    assert json.loads(ingested.stdout)["hands"] == 30
    assert ingested.stderr == ""

    report = handlab("report", "--lake", "lake", "--format", "text")
    assert report.returncode == 0
    assert "\x1b" not in report.stdout

    wrong = handlab("sql", "selec", "--lake", "lake")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("error: ")
    assert "Traceback" not in wrong.stderr


def test_a_reader_that_has_seen_enough_is_no_error(
    handlab: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    handlab("simulate", "--hands", "10", "--out", "hands.txt")
    handlab("ingest", "hands.txt", "--lake", "lake")
    command = f"{sys.executable} -m handlab.cli sql 'from range(3000000)' --lake lake --format csv"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    result = subprocess.run(
        ["/bin/bash", "-c", f"set -o pipefail; {command} | head -n 1"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, "range\n", "")


def test_a_lake_that_another_process_writes_to_is_busy(
    handlab: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    handlab("simulate", "--hands", "10", "--out", "hands.txt")
    handlab("ingest", "hands.txt", "--lake", "lake")

    with Lake.open(tmp_path / "lake").writer():
        result = handlab("ingest", "hands.txt", "--lake", "lake")
        asked = handlab(
            "sql", "select count(*) as n from hands", "--lake", "lake", "--format", "csv"
        )

    assert result.returncode == 3
    assert result.stderr.startswith("error: expected to be the only writer")
    assert (asked.returncode, asked.stdout) == (0, "n\n10\n")
