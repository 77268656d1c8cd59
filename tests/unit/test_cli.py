"""The command line in this process: what other commands print and write."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from command_line import HANDS, assert_error, ingested, run, simulated

from handlab import schema

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("hands"))


@pytest.fixture(scope="module")
def lake(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested(hands, tmp_path_factory.mktemp("lakes"))


def test_a_lake_is_compacted_and_its_old_files_are_deleted(lake: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(lake, tmp_path / "lake")

    merged = run("compact", "--lake", copy)
    nothing = run("compact", "--lake", copy)
    expired = run("compact", "--lake", copy, "--expire-older-than", "0d", "--json")
    wrong = run("compact", "--lake", copy, "--expire-older-than", "soon")

    assert merged.exit_code == nothing.exit_code == expired.exit_code == 0
    assert " MB became 7 files, " in merged.stdout
    assert merged.stdout.splitlines()[1].startswith("the old files stay for earlier snapshots")
    assert nothing.stdout.startswith("nothing to merge: 7 files, ")
    found = json.loads(expired.stdout)
    assert found["expired"]["files"] == 7
    assert found["before"] == found["after"]
    hint = "an age is written as in `12h`, `30d` or `8w`; `0d` is now"
    assert_error(wrong, 2, "expected an age, got `soon`", hint)
    count = run("sql", "select count(*) as n from hands", "--lake", copy, "--format", "csv")
    assert count.stdout.split() == ["n", str(HANDS)]


def test_the_version_is_printed() -> None:
    assert re.fullmatch(r"handlab \d\S*\n", run("--version").stdout)


def test_simulating_is_repeatable(hands: Path) -> None:
    again = run("simulate", "--hands", str(HANDS), "--seed", "7")

    assert again.stdout_bytes == hands.read_bytes()
    assert again.stdout.count("PokerStars ") >= HANDS


def test_an_unknown_game_cannot_be_simulated() -> None:
    result = run("simulate", "--hands", "1", "--game", "holden")
    betting = run("simulate", "--hands", "1", "--betting", "nl")

    assert result.exit_code == betting.exit_code == 2
    assert result.stderr.startswith(
        "error: expected a game that PokerStars deals, whose text is written, got `holden`\n"
        "hint: did you mean `holdem`"
    )
    assert "hint: all are: no_limit, pot_limit, fixed_limit" in betting.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--game", "omaha6", "--chairs", "9"],
            "chairs that omaha6 has, got `9`; the nearest is `7`",
        ),
        (["--game", "razz", "--hi-lo"], "expected no `hi_lo` with razz"),
        (["--game", "short_deck", "--betting", "cap"], "betting limits that short_deck has"),
        (["--big-blind", "9999999999999"], "a big blind, got `9999999999999`; the nearest is"),
        (["--small-blind", "20"], "a small blind of at most the big blind, got `20`"),
        (["--ante", "20"], "an ante of at most the big blind, got `20`; the nearest is `10`"),
        (["--hero", " Ann"], "expected a printable name of the hero, got ` Ann`"),
    ],
)
def test_a_table_that_cannot_be_played_is_not_replaced_by_another(
    options: list[str], message: str
) -> None:
    result = run("simulate", "--hands", "1", *options)

    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_tables_names_every_column() -> None:
    everything = json.loads(run("tables", "--format", "json").stdout)
    markdown = run("tables", "pots", "--format", "markdown").stdout
    shown = run("tables", "pots").stdout

    names = [found["name"] for found in everything if found["kind"] == "table"]
    assert names == list(schema.TABLES)
    assert "| `gross` | BIGINT | The pot before rake and fees, in minor units. |" in markdown
    assert all(column.name in shown for column in schema.POTS.columns)
    assert run("tables", "nonsense").exit_code == 2


def test_the_format_of_a_report_follows_the_ending(lake: Path, tmp_path: Path) -> None:
    for ending, start in ((".html", "<!doctype html>"), (".json", "{"), (".csv", "section,")):
        out = tmp_path / f"report{ending}"
        result = run("report", "--lake", lake, "--out", out)

        assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"wrote `{out}`\n")
        assert out.read_text(encoding="utf-8").lstrip().startswith(start)


def test_a_report_goes_to_stdout_too(lake: Path) -> None:
    text = run("report", "--lake", lake, "--format", "text")
    found = json.loads(run("report", "--lake", lake, "--format", "json").stdout)

    assert found["sections"]["counts"][0]["headers"] == HANDS
    assert text.stdout.startswith(f"{found['player']}\n{HANDS} hands on PokerStars\n")


def test_an_unknown_player_or_section_of_a_report_is_reported(lake: Path) -> None:
    player = run("report", "--lake", lake, "--format", "text", "--player", "nobody at all")
    section = run("report", "--lake", lake, "--format", "csv", "--section", "nonsense")
    misplaced = run("report", "--lake", lake, "--format", "text", "--section", "totals")

    start = (
        "error: expected a player with hands or tournaments in the lake, got `nobody at all`\n"
        "hint: did you mean `"
    )
    assert player.stderr.startswith(start)
    assert section.stderr.startswith("error: expected a section of the report, got `nonsense`\n")
    assert misplaced.stderr.startswith("error: expected `--section` with csv, json")
    assert {player.exit_code, section.exit_code, misplaced.exit_code} == {2}


def test_a_file_that_cannot_be_written_is_reported(lake: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    result = run("report", "--lake", lake, "--out", tmp_path / "folder", "--format", "json")

    assert_error(result, 2, f"is a directory: `{tmp_path / 'folder'}`")
