"""`handlab equity`, `score` and `encode` in this process."""

from __future__ import annotations

import io
import json
import re
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run
from rich.console import Console

from handlab.report import hand_audit_text, labels, queries

if TYPE_CHECKING:
    from typer.testing import Result


def lines(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return [line.rstrip() for line in result.stdout.splitlines()]


def test_equity_prints_a_table_and_how_it_was_found() -> None:
    assert lines(run("equity", "AhKh", "QdQc", "--board", "Qh7h2c")) == [
        "hand    equity       win      tie",
        "─────────────────────────────────",
        "AhKh   25.556%   25.556%   0.000%",
        "QdQc   74.444%   74.444%   0.000%",
        "exact, 990 runouts",
    ]
    shown = lines(
        run("equity", "TT+", "15%", "random", "--max-work", "0", "--draws", "1000", "--seed", "5")
    )
    assert shown[0].split() == ["hand", "equity", "win", "tie", "±"]
    assert shown[-1] == "sampled, 1,000 runouts with seed 5"


def test_equity_as_json_has_all_that_was_asked_and_found() -> None:
    arguments = ("As2s3dKd", "AhAdKhQc", "--game", "omaha", "--hi-lo", "--dead", "7c", "--json")
    found = json.loads(run("equity", *arguments).stdout)
    assert (found["game"], found["hi_lo"], found["dead"]) == ("omaha", True, "7c")
    assert found["holdings"] == ["As2s3dKd", "AhAdKhQc"]
    assert sum(found["equity"]) == pytest.approx(1)
    assert (found["method"], found["runouts"], found["standard_error"]) == ("exact", 962598, None)


def test_score_prints_all_that_can_be_said() -> None:
    assert lines(run("score", "AhAd2c3s", "--board", "4c5d8hJsQc", "--game", "omaha")) == [
        "hand       pair of aces",
        "category   1 (pair)",
        "best five  AhAdQcJs8h",
        "strength   2026680 (0x1eecb8)",
        "class      4,080 of 7,462",
        "low        8-5-4-2-A (8h5d4c2cAh)",
    ]
    found = json.loads(run("score", "7h 5d 4c 3s 2h", "--game", "single_draw_27", "--json").stdout)
    assert (found["name"], found["rank_class"], found["low_name"]) == ("7-5-4-3-2", None, None)


def test_encode_prints_every_scheme_for_so_many_cards() -> None:
    shown = lines(run("encode", "AhJdJc7cQh"))
    assert {line.split()[0] for line in shown} >= {"frequency", "pattern", "apl", "base14"}
    assert any(line.split() == ["sorted", "JdJcAhQh7c"] for line in shown)
    five = json.loads(run("encode", "AhJdJc7cQh", "--json").stdout)
    assert five["base14"] == {"value": 1033103, "inter": 1000000, "intra": 33103}
    seven = json.loads(run("encode", "AhJdJc7cQh4s2s", "--json").stdout)
    assert list(seven) == ["band100"]
    talk = json.loads(
        run("encode", "AhJdJc7cQh", "--scheme", "apl", "--variant", "talk", "--json").stdout
    )
    assert list(talk) == ["apl"]


def test_sql_has_the_functions_and_reports_their_faults_in_a_line(tmp_path: Path) -> None:
    hands, lake = tmp_path / "hands.txt", str(tmp_path / "lake")
    assert run("simulate", "--hands", "5", "--out", str(hands)).exit_code == 0
    assert run("ingest", str(hands), "--lake", lake).exit_code == 0

    found = run("sql", "select poker_hand_name('KhKd', 'Kc7s7h5h4h')", "--lake", lake)
    assert "full house, kings full of sevens" in found.stdout
    wrong = run("sql", "select poker_strength('KhKd', '', 'snap')", "--lake", lake)
    assert (wrong.exit_code, len(wrong.stderr.splitlines())) == (2, 1)
    assert wrong.stderr.startswith("error: expected a game of holdem, short_deck")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("equity", "AhKh"), "expected 2 to 10 players, got 1, in `holdings`"),
        (
            ("equity", "AhKh", "AhQd"),
            "card `Ah` occurs twice, in `holdings[0]` and `holdings[1]`",
        ),
        (
            ("equity", "AhKh", "AAx"),
            "expected `,` or the end at byte 2, got `x`, of player 2: `AAx`",
        ),
        (
            ("score", "AhKh"),
            "expected a complete hand of `holdem`, got 2 hole cards and 0 board cards",
        ),
        (
            ("score", "AhKh", "--board", "AhKd2c"),
            "card `Ah` is among the hole cards and on the board",
        ),
        (("score", "AhKx"), "expected a card such as `Ah` at byte 2, of the hole cards: `AhKx`"),
        (("encode", "AhJd"), "expected five cards, or seven for `band100`, got 2: `AhJd`"),
        (("encode", "AhJdJc7cQ"), "expected a card such as `Ah` at byte 8: `AhJdJc7cQ`"),
        (
            ("encode", "AhAhJc7cQh", "--scheme", "base14"),
            "card `Ah` occurs twice: `AhAhJc7cQh`",
        ),
        (
            ("encode", "AhJdJc7cQh", "--scheme", "base14", "--variant", "talk"),
            "expected a variant of `base14` of `literal`, `wheel_low`, `repaired`, got `talk`",
        ),
    ],
)
def test_what_cannot_be_is_an_error_of_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [f"error: {message}"]


def test_the_place_of_a_hand_is_never_folded() -> None:
    place = f"/logs/{'folder' * 9}/hands.txt"
    row = {
        "hand_id": "12345",
        "started_at": "2024-05-01 10:00:00",
        "residual_contributed": Decimal(5),
        "residual_collected": Decimal(0),
        "currency": "CHIPS",
        "winner_check": "failed",
        "action_check": "ok",
        "source_file": place,
        "source_member": None,
        "source_line": 7,
    }
    for width in (80, 200):
        file = io.StringIO()
        Console(file=file, width=width).print(hand_audit_text.hand_table([row]), crop=False)

        assert f"{place}:7" in file.getvalue()
        assert "2024-05-01 10:00:00" in " ".join(file.getvalue().split())


def test_verdicts_are_listed_in_the_order_of_their_meaning() -> None:
    listed = re.findall(r"'(\w+)'", queries.sql("verdicts"))

    assert listed == list(labels.VERDICTS)
    readme = (Path(__file__).parents[2] / "README.md").read_text().partition("## Verdicts")[2]
    named = re.findall(r"^\| (`[^|]*) \|", readme, re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(named))[: len(listed)] == listed
