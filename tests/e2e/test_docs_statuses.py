"""The exit statuses of `docs/statuses.md` are those that the commands end with."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from filelock import FileLock
from typer.testing import CliRunner

import handlab as hl
from handlab.cli import app
from handlab.lake import LOCK, Lake

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "statuses.md").read_text(encoding="utf-8")
ROWS = {
    name: (one.strip(), three.strip())
    for name, one, three in re.findall(r"(?m)^\| `([\w -]+)` \| (.*?) \| (.*?) \|$", PAGE)
}
DONE = {
    "ingest": ["logs", "--lake", "lake"],
    "doctor": ["logs/nlhe-heads-up-0.10-0.25.txt"],
    "run": ["job.toml"],
    "report": ["--lake", "lake", "--out", "report.html"],
    "replay": ["211000000267", "--lake", "lake", "--out", "hand.html"],
    "stats": ["--lake", "lake"],
    "winrate": ["--lake", "lake", "--player", "riverbend88"],
    "diff-readings": ["--lake", "lake", "--stat", "vpip"],
    "fairness": ["--lake", "lake"],
    "sql": ["from hands limit 0", "--lake", "lake"],
    "tables": [],
    "export": ["copies", "--lake", "lake"],
    "convert": ["logs", "--to", "phh", "--out", "converted"],
    "audit": ["--lake", "lake"],
    "check": ["--lake", "lake"],
    "compact": ["--lake", "lake"],
    "lake verify": ["--lake", "lake"],
    "lake repair": ["--lake", "lake"],
    "attach": ["--lake", "lake"],
    "simulate": ["--hands", "2"],
    "equity": ["AhKh", "QdQc"],
    "score": ["AhKd", "--board", "AcKs7h2s3c"],
    "encode": ["AhKhQhJhTh"],
}
"""Arguments with which a command succeeds."""
ELSEWHERE = {"demo", "shell", "watch"}
"""Commands that are tested in other files."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    home = tmp_path_factory.mktemp("statuses")
    (home / "logs").mkdir()
    shutil.copy(samples / "pokerstars" / "nlhe-heads-up-0.10-0.25.txt", home / "logs")
    hl.ingest(home / "logs", home / "lake")
    hl.connect(home / "lake").close()
    (home / "notes.txt").write_text("a shopping list\n")
    text = (home / "logs" / "nlhe-heads-up-0.10-0.25.txt").read_text(encoding="utf-8-sig")
    (home / "bad.txt").write_text(text.replace(": folds", ": dances $3"), encoding="utf-8")
    (home / "job.toml").write_text(
        'lake = "lake"\n[ingest]\npaths = ["logs", "notes.txt"]\nmax_rejects = 0\n'
        '[[report]]\nto = "out.json"\n'
    )
    return home


@pytest.fixture
def home(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = Path(shutil.copytree(prepared, tmp_path / "home"))
    monkeypatch.chdir(path)
    return path


def statuses(wanted: dict[str, list[str]]) -> dict[str, int]:
    """The status of several commands."""
    return {
        name: CliRunner().invoke(app, [*name.split(), *arguments]).exit_code
        for name, arguments in wanted.items()
    }


def test_the_page_has_every_command_of_this_test() -> None:
    assert set(ROWS) == DONE.keys() | ELSEWHERE


def test_bad_usage_is_status_2() -> None:
    assert statuses({name: ["--nonsense"] for name in ROWS}) == dict.fromkeys(ROWS, 2)


def test_faults_are_status_1_where_the_page_says_so(home: Path) -> None:
    with Lake.open(home / "lake")._connected(read_only=False, create=False) as connection:
        connection.execute("update hands set rake = -1 where hand_id = '211000000267'")
    wrong = {
        "ingest": ["notes.txt", "--lake", "other"],
        "doctor": ["notes.txt"],
        "convert": ["bad.txt", "--to", "phh", "--out", "converted"],
        "check": ["--lake", "lake"],
    }
    found = statuses(wrong)
    next((home / "lake" / "data" / "main" / "seats").glob("*.parquet")).unlink()
    wrong["lake verify"] = ["--lake", "lake"]
    found |= statuses({"lake verify": wrong["lake verify"]})

    assert found == dict.fromkeys(wrong, 1)
    says = {name for name, (one, _) in ROWS.items() if not one.startswith("never")}
    assert says == wrong.keys() | {"run", "shell"}


def test_a_writer_is_status_3_where_the_page_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = Lake.locked
    monkeypatch.setattr(Lake, "locked", lambda self, timeout: wait(self, min(timeout, 0.1)))
    (home / "logs" / "more.txt").write_bytes((home / "notes.txt").read_bytes())
    with FileLock(home / "lake" / LOCK):
        found = statuses(DONE)

    busy = {name for name, (_, three) in ROWS.items() if three == "yes"}
    assert {name for name, number in found.items() if number == 3} == busy - ELSEWHERE
    assert {number for name, number in found.items() if name not in busy} == {0}
