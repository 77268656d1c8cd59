"""`handlab audit`, `replay` and `check`: verdicts, single hands, and rows that are wrong."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from command_line import HANDS, assert_error, ingested, run, simulated

from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

HAND = """\
PokerStars Hand #{number}:  Hold'em No Limit ($1/$2) - 2024/03/17 20:0{minute}:32 UTC
Table 'Vega' 6-max Seat #{number} is the button
Seat 1: Ann (${ann} in chips)
Seat 2: Bob (${bob} in chips)
{small}: posts small blind $1
{big}: posts big blind $2
*** HOLE CARDS ***
{small}: folds
Uncalled bet ($1) returned to {big}
{big} collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0

"""


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("hands"))


@pytest.fixture(scope="module")
def lake(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested(hands, tmp_path_factory.mktemp("lakes"))


def first_hand(lake: Path) -> str:
    result = run(
        "sql", "select min(hand_id) as hand_id from hands", "--lake", lake, "--format", "csv"
    )
    return result.stdout.splitlines()[1]


def test_the_audit_lists_verdicts_and_their_hands(lake: Path) -> None:
    verdicts = json.loads(run("audit", "--lake", lake, "--format", "json").stdout)
    listed = run("audit", "--lake", lake, "--verdict", "exact", "--limit", "3")

    assert sum(row["hands"] for row in verdicts) == HANDS
    assert first_hand(lake) in listed.stdout
    assert len(listed.stdout.splitlines()) == 5
    assert "only the first 3 hands" in listed.stderr


def test_the_audit_shows_one_hand_with_its_text(lake: Path) -> None:
    result = run("audit", first_hand(lake), "--lake", lake)

    for title in (
        "Who put in what",
        "Which pots",
        "Who should have won, and who was paid",
        "Checks",
    ):
        assert title in result.stdout
    assert "residual_contributed   $0.00" in result.stdout
    assert "*** SUMMARY ***" in result.stdout


def test_times_in_json_have_their_zone(lake: Path) -> None:
    asked = ("audit", "--lake", lake, "--format", "json")
    listed = json.loads(run(*asked, "--verdict", "exact", "--limit", "3").stdout)
    (hand,) = json.loads(run(*asked, first_hand(lake)).stdout)
    for row in (*listed, hand["hand"]):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["started_at"])
    text = run("audit", "--lake", lake, first_hand(lake)).stdout
    assert hand["hand"]["started_at"].replace("T", " ").replace("Z", " UTC") in text


def test_the_audit_of_a_hand_adds_up_in_json(lake: Path) -> None:
    (hand,) = json.loads(run("audit", first_hand(lake), "--lake", lake, "--format", "json").stdout)

    def cents(rows: list[dict[str, Any]], column: str) -> int:
        return round(100 * sum(row[column] for row in rows))

    assert cents(hand["seats"], "contributed") == cents(hand["pots"], "gross")
    assert cents(hand["awards"], "amount") == cents(hand["pots"], "net")
    assert cents(hand["seats"], "net") == -cents(hand["pots"], "rake")


def test_a_hand_is_written_as_a_page_that_replays_it(lake: Path, tmp_path: Path) -> None:
    page, number = tmp_path / "hand.html", first_hand(lake)

    written = run("replay", number, "--lake", lake, "--out", page)
    unknown = run("replay", "%", "--lake", lake)

    assert (written.exit_code, written.stderr) == (0, f"wrote `{page}`\n")
    assert f"Hand {number}" in page.read_text(encoding="utf-8")
    message = "expected the number of a hand in the lake, got `%`"
    assert_error(unknown, 2, message, "find one with `handlab audit --verdict exact`")


def test_an_unknown_hand_and_an_unknown_verdict_are_reported(lake: Path) -> None:
    unknown = run("audit", "%", "--lake", lake)
    verdict = run("audit", "--verdict", "good", "--lake", lake)

    message = "expected the number of a hand in the lake, got `%`"
    assert_error(unknown, 2, message, "find one with `handlab audit --verdict exact`")
    assert verdict.stderr.startswith("error: expected a verdict, got `good`\nhint: one of exact, ")


def test_every_check_is_run(lake: Path) -> None:
    result = run("check", "--lake", lake)

    assert result.exit_code == 0, result.stdout
    assert {line.split()[0] for line in result.stdout.splitlines()} == {"ok"}
    assert "count_law" in result.stdout


def test_a_check_that_finds_rows_fails(tmp_path: Path) -> None:
    wrong = tmp_path / "lake"
    connection = Lake.create(wrong).connect(read_only=False)
    connection.execute(
        "insert into files (file_digest, byte_from, parser_version, headers, hands, duplicates,"
        " partial, cancelled, rejected) values ('a', 0, 1, 3, 2, 0, 0, 0, 0)"
    )
    connection.close()

    result = run("check", "--lake", wrong)
    skipped = run("check", "--lake", wrong, "--skip", "count_law")
    alone = run("check", "--lake", wrong, "--only", "count_law", "--format", "json")

    assert result.exit_code == alone.exit_code == 1
    assert re.search(r"^wrong +count_law +1 rows$", result.stdout, re.MULTILINE)
    assert "got some in 1 checks: count_law\nhint: " in result.stderr
    assert (skipped.exit_code, skipped.stderr) == (0, "")
    assert "count_law" not in skipped.stdout
    found = json.loads(alone.stdout)
    (check,) = found["checks"]
    assert (found["errors"], found["warnings"]) == (1, 0)
    assert (check["name"], check["outcome"], check["count"]) == ("count_law", "wrong", 1)
    assert check["rows"][0]["headers"] == 3


def test_a_warning_does_not_fail(tmp_path: Path) -> None:
    first, second = (
        HAND.format(number=number, minute=number, small=small, big=big, ann=ann, bob=bob)
        for number, small, big, ann, bob in (
            (1, "Ann", "Bob", 200, 200),
            (2, "Bob", "Ann", 199, 60),
        )
    )
    logs = tmp_path / "hands.txt"
    logs.write_text(first + second, encoding="utf-8")
    run("ingest", logs, "--lake", tmp_path / "lake")

    result = run("check", "--lake", tmp_path / "lake", "--format", "json")

    found = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (found["errors"], found["warnings"]) == (0, 1)
    (warned,) = (check for check in found["checks"] if check["outcome"] == "warning")
    assert (warned["name"], warned["rows"][0]["player"]) == ("stack_continuity", "Bob")


def test_checks_are_chosen_by_name(lake: Path) -> None:
    chosen = ("--only", "count_law", "--only", "keys_unique", "--skip", "keys_unique")

    assert run("check", "--lake", lake, *chosen).stdout.split()[:2] == ["ok", "count_law"]
    unknown = run("check", "--lake", lake, "--skip", "nonsense")
    assert unknown.stderr.startswith("error: expected the name of a check, got `nonsense`\nhint: ")
    none = run("check", "--lake", lake, "--only", "count_law", "--skip", "count_law")
    assert (unknown.exit_code, none.exit_code) == (2, 2)
