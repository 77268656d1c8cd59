"""`handlab convert`: hands in other formats, and under pseudonyms."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from handlab._handlab import conversion_outcomes
from handlab.cli import app

if TYPE_CHECKING:
    from typer.testing import Result

ROOT = Path(__file__).parents[2]
HAND = """\
PokerStars Hand #12345678{number}:  Hold'em No Limit ($1/$2 USD) - 2024/03/17 16:08:32 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Dealt to Bob [Ah Kd]
Ann: folds
Uncalled bet ($1) returned to Bob
Bob collected $2 from pot
Bob said, "too easy, Ann"
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Ann (button) (small blind) folded before Flop
Seat 2: Bob (big blind) collected ($2)



"""
BROKEN = HAND.replace("Ann: folds", "Ann: throws $x at Bob")
WRONG = HAND.replace("collected $2", "collected $1").replace("($2)\n", "($1)\n")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["convert", *map(str, arguments)])


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write(tmp_path, "a.txt", HAND.format(number=1) + HAND.format(number=2))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return write(tmp_path, "key", b"0123456789abcdef\n")


def test_hands_go_to_stdout_and_counts_to_stderr(log: Path) -> None:
    result = run(log, "--to", "pokerstars")

    assert result.exit_code == 0
    assert result.stdout.count("PokerStars Hand #") == 2
    assert "too easy" not in result.stdout
    # Chat is not part of a hand, and the doubtful spaces at line ends are PokerStars'.
    chat = 'Bob said, "too easy, Ann"\n'
    lines = (HAND.format(number=1) + HAND.format(number=2)).replace(chat, "").split("\n")
    assert [line.rstrip() for line in result.stdout.split("\n")][: len(lines)][:7] == lines[:7]
    assert result.stderr.startswith(
        "hands: 2 written, 2 of them without a loss; 0 refused, 0 that cannot be read, 0 cut off\n"
    )


def test_what_was_written_is_written_again_unchanged(log: Path, tmp_path: Path) -> None:
    for to, name in (("pokerstars", "b.txt"), ("phh", "b.phhs"), ("ohh", "b.ohh")):
        first, second = tmp_path / name, tmp_path / f"again-{name}"

        assert run(log, "--to", to, "--out", first).exit_code == 0
        result = run(first, "--to", to, "--out", second)

        assert result.exit_code == 0, result.stderr
        assert second.read_bytes() == first.read_bytes()
        assert "2 written, 2 of them without a loss" in result.stderr


@pytest.mark.parametrize("out", ["link/out/", "link/../logs/out/"])
def test_the_output_folder_is_never_read_whatever_its_path(
    out: str, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    log.rename(logs / log.name)
    (tmp_path / "link").symlink_to(logs)
    monkeypatch.chdir(tmp_path)

    for _ in range(2):
        assert run(logs, "--to", "ohh", "--out", out).exit_code == 0

    assert [path.name for path in (logs / "out").iterdir()] == [f"{log.stem}.ohh"]


def test_phh_numbers_the_hands_of_a_file_through_all_texts(tmp_path: Path) -> None:
    for name in "ab":
        write(tmp_path, f"{name}.txt", HAND.format(number=1) + HAND.format(number=2))

    one = run(tmp_path, "--to", "phh")
    folder = tmp_path / "out"
    several = run(tmp_path, "--to", "phh", "--out", f"{folder}/")

    assert re.findall(r"(?m)^\[(\d+)\]$", one.stdout) == ["1", "2", "3", "4"]
    assert several.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["a.phhs", "b.phhs"]
    text = (folder / "b.phhs").read_text()
    assert re.findall(r"(?m)^\[(\d+)\]$", text) == ["1", "2"]


def test_losses_are_counted_and_are_no_fault(tmp_path: Path) -> None:
    text = HAND.format(number=1).replace("Hand #1", "Zoom Hand #1")
    path = write(tmp_path, "a.txt", text)

    result = run(path, "--to", "phh", "--out", tmp_path / "a.phhs", "--json")

    assert result.exit_code == 0
    counts = json.loads(result.stdout)
    assert (counts["written"], counts["lossless"], counts["is_complete"]) == (1, 0, True)
    assert counts["lost"] == {"fast_fold": 1, "printed_time": 1}
    assert result.stderr == ""


def test_a_hand_that_does_not_add_up_or_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    text = HAND.format(number=1) + BROKEN.format(number=2) + WRONG.format(number=3)
    path = write(tmp_path, "a.txt", text)

    result = run(path, "--to", "ohh")

    assert result.exit_code == 1
    assert result.stdout.count('{"ohh":') == 1
    assert "1 written, 0 of them without a loss; 1 refused, 1 that cannot" in result.stderr
    assert "refused: 1 unsound: the hand does not add up" in result.stderr
    assert f"refused: hand 123456783 in {path}: unsound\n" in result.stderr
    assert "hint: run `handlab doctor` on the files" in result.stderr


def test_of_many_refused_hands_the_first_are_named(key: Path, tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "".join(WRONG.format(number=n) for n in range(1000, 1150)))
    out = tmp_path / "b.ohh"

    result = run(path, "--to", "ohh", "--out", out, "--anonymize", key)
    counts = json.loads(run(path, "--to", "ohh", "--out", out, "--json").stdout)

    named = re.findall(r"(?m)^refused: hand (\d+) in .*: unsound$", result.stderr)
    assert named == [f"12345678{n}" for n in range(1000, 1020)]
    assert "refused: 130 more hands\n" in result.stderr
    assert counts["refused"] == {"unsound": 150}
    assert len(counts["refused_hands"]) == 100
    hand = {"file": str(path), "hand_id": "123456781000", "reason": "unsound"}
    assert counts["refused_hands"][0] == hand


def test_an_archive_is_read_and_its_members_name_the_files(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("May/one.txt", HAND.format(number=1))
        archive.writestr("../../One.txt", HAND.format(number=2))
        archive.writestr("readme.md", "nothing")
    folder = tmp_path / "out"
    folder.mkdir()

    result = run(path, "--to", "ohh", "--out", folder)

    assert result.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["One-2.ohh", "one.ohh"] or sorted(
        path.name for path in folder.iterdir()
    ) == ["One.ohh", "one-2.ohh"]
    assert not list(tmp_path.glob("*.ohh"))


def test_the_result_is_not_read_and_replaces_no_input(log: Path, tmp_path: Path) -> None:
    before = log.read_bytes()
    folder = tmp_path / "out"
    assert run(tmp_path, "--to", "ohh", "--out", f"{folder}/").exit_code == 0

    again = run(tmp_path, "--to", "ohh", "--out", folder)
    same = run(log, "--to", "ohh", "--out", log)

    assert "hands: 2 written" in again.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["a.ohh"]
    assert (same.exit_code, log.read_bytes()) == (2, before)
    assert "expected an output path other than the logs that are read" in same.stderr


def test_nothing_is_left_of_a_run_that_fails(log: Path, tmp_path: Path) -> None:
    result = run(log, tmp_path / "absent.txt", "--to", "ohh", "--out", tmp_path / "b.ohh")

    assert result.exit_code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt"]


@pytest.mark.parametrize("to", ["pokerstars", "phh", "ohh"])
def test_pseudonyms_leave_no_name(log: Path, key: Path, tmp_path: Path, to: str) -> None:
    folder = tmp_path / "out"

    result = run(log, "--to", to, "--out", f"{folder}/", "--anonymize", key)

    assert result.exit_code == 0, result.stderr
    (path,) = folder.iterdir()
    assert path.stem == "hands-000001"
    text = path.read_text()
    assert [name for name in ("Ann", "Bob", "Vega", "12345678", "easy") if name in text] == []
    # The same two players in both hands.
    assert len(set(re.findall(r"\bp[0-9a-f]{16}\b", text))) == 2


def test_what_is_kept_stays(log: Path, key: Path) -> None:
    kept = run(
        log, "--to", "pokerstars", "--anonymize", key, "--keep", "hand_id", "--keep", "table_name"
    )

    assert "PokerStars Hand #123456781:" in kept.stdout
    assert "Table 'Vega' 6-max" in kept.stdout
    assert "Ann" not in kept.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "html"], "html"),
        (["--to", "ohh", "--json"], "expected a file for the hands, got stdout"),
        (["--to", "ohh", "--keep", "hand_id"], "expected `--anonymize KEYFILE` with `--keep`"),
        (["--to", "ohh", "--timezone", "Mars"], "expected a time zone such as"),
        (["--to", "ohh", "--anonymize", "{short}"], "expected a key of 16 to 64 bytes, got 5"),
        (["--to", "ohh", "--anonymize", "{absent}"], "no such file or directory"),
    ],
)
def test_wrong_arguments_are_explained(
    log: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    short, absent = write(tmp_path, "short", "12345\n"), tmp_path / "absent"
    arguments = [argument.format(short=short, absent=absent) for argument in arguments]

    result = run(log, *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_the_page_lists_every_outcome() -> None:
    page = (ROOT / "docs" / "convert.md").read_text(encoding="utf-8")
    refused, lost = page.split("## What is refused")[1].split("## What is lost")
    losses, refusals = conversion_outcomes()

    hint = "print the page again: python docs/convert.py > docs/convert.md"
    for part, outcomes in ((refused, refusals), (lost, losses)):
        assert re.findall(r"(?m)^\| `(\w+)` \| ([^|]+) \|", part) == outcomes, hint


def test_files_without_a_hand_are_status_1(tmp_path: Path) -> None:
    notes = write(tmp_path, "notes.txt", "a shopping list\n")
    result = run(notes, "--to", "phh", "--out", tmp_path / "out.phhs")

    assert result.exit_code == 1
    assert "error: expected hands to convert, got none in any of 1 file\n" in result.stderr
    assert "handlab doctor" in result.stderr


def test_a_folder_without_files_is_nothing_to_convert(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    result = run(tmp_path / "logs", "--to", "phh")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "error: expected hands to convert, got no files\n" in result.stderr
