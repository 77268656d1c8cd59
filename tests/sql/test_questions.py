"""Every line of `docs/questions.md` answers its question: run on the samples, for a player of theirs."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from handlab.cli import app

if TYPE_CHECKING:
    from typer.testing import Result

PAGE = Path(__file__).parents[2] / "docs" / "questions.md"
LINES = [
    line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("handlab ")
]
MAY_BE_EMPTY = ("tournament_results", "rpt_all_ins")
"""What not every player of the samples has."""


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    path = tmp_path_factory.mktemp("questions") / "lake"
    assert run("ingest", samples, "--lake", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def player(lake: Path) -> str:
    """The hero with most hands: one whose cards are known."""
    query = "from rpt_heroes order by hero_hands desc, player limit 1"
    found = json.loads(run("sql", query, "--lake", lake, "--format", "json").stdout)
    return str(found[0]["player"])


def test_there_are_the_twenty_questions_and_more() -> None:
    assert len(LINES) >= 20


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("handlab sql")])
def test_a_line_sums_only_what_has_one_unit(line: str) -> None:
    assert not re.search(r"\bmedian\(\w+_median\)", line)
    if re.search(r"\b(sum|avg|median)\(\w+_bb\)", line):
        assert "bb_unit" in line or "game_family" in line


@pytest.fixture(scope="module")
def opponent(lake: Path, player: str) -> str:
    """Whom they met most often."""
    query = (
        f"select opponent from opponents where player = '{player}' order by hands desc, 1 limit 1"
    )
    found = json.loads(run("sql", query, "--lake", lake, "--format", "json").stdout)
    return str(found[0]["opponent"])


@pytest.mark.parametrize("line", LINES)
def test_a_line_gives_an_answer(lake: Path, player: str, opponent: str, line: str) -> None:
    words = shlex.split(line)[1:]
    arguments = [word.replace("Ann", player).replace("Bob", opponent) for word in words]
    arguments[arguments.index("--lake") + 1] = str(lake)

    result = run(*arguments, "--format", "json")

    assert result.exit_code == 0, result.stderr
    rows = json.loads(result.stdout)
    assert rows or any(name in line for name in MAY_BE_EMPTY)
    assert all(len(row) > 0 for row in rows)
