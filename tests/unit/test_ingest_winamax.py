"""Winamax from files to the lake: a file that grows, copies that are merged, an older parser, tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from ingest_toy import Older
from material import ROOT, shared

from handlab import _handlab, sql_files, views
from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = ROOT / "tests/corpus/winamax"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.txt"))]
EXPRESSO = (SAMPLES / "nlhe_3max_expresso_total_in_thousands.txt").read_text(encoding="utf-8")
SUMMARY = """Winamax Poker - Tournament summary : Expresso(600000002)
Player : Xan
Buy-In : 1.86€ + 0.14€
Registered players : 3
Mode : sng
Type : expresso
Prizepool : 4€
Tournament started 2022/09/23 22:30:00 UTC
You played 13min 20s
You finished in 2nd place

"""


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def read(lake: Lake, path: Path, text: str, **options: Any) -> Any:
    path.write_text(text, encoding="utf-8")
    return ingest([path], lake, workers=1, **options)


def rows(lake: Lake, query: str) -> list[tuple[Any, ...]]:
    with views.connect(lake.path) as connection:
        return connection.sql(query).fetchall()


def failing_checks(lake: Lake) -> list[str]:
    with views.connect(lake.path) as connection:
        return [name for name in sql_files.checks() if views.run_check(connection, name).rows]


def test_a_file_that_grows_gives_what_it_gives_at_once(lake: Lake, tmp_path: Path) -> None:
    text = "\n\n".join(TEXTS)
    half = len(text) // 2
    grown = Lake.create(tmp_path / "grown")

    whole = read(lake, tmp_path / "whole.txt", text)
    first = read(grown, tmp_path / "growing.txt", text[:half])
    second = read(grown, tmp_path / "growing.txt", text)

    assert whole.hands == len(TEXTS)
    assert first.hands + second.hands == len(TEXTS)
    hands = "select hand_id, verdict, total_pot, started_at from hands order by all"
    assert rows(grown, hands) == rows(lake, hands)
    nets = "select hand_id, seat, player, net, ev_net from seats order by all"
    assert rows(grown, nets) == rows(lake, nets)
    assert failing_checks(lake) == []


def test_a_summary_that_names_no_game_leaves_the_one_of_the_hands(
    lake: Lake, tmp_path: Path
) -> None:
    read(lake, tmp_path / "hands.txt", EXPRESSO)
    read(lake, tmp_path / "summary.txt", SUMMARY)

    assert rows(lake, "select distinct game, betting, entries from tournaments") == [
        ("holdem", "no_limit", 3)
    ]


def test_copies_of_a_hand_are_one_and_the_better_name_and_cards_stay(
    lake: Lake, tmp_path: Path
) -> None:
    hidden = EXPRESSO.replace("Xan", "Hero").replace("Dealt to Hero [As Qd]\n", "")
    hidden = hidden.replace("Table: 'Expresso(600000002)#0'", "Table 'Expresso(600000002)#0'")

    read(lake, tmp_path / "converted.txt", hidden)
    summary = read(lake, tmp_path / "original.txt", EXPRESSO)

    assert (summary.hands, summary.duplicates, summary.merged) == (0, 1, 1)
    seats = rows(lake, "select player, hole_cards, is_hero from seats order by seat")
    assert seats == [("Xan", "AsQd", True), ("Yaro", "5h5d", False)]
    assert rows(lake, "select player from tournaments order by all") == [("Xan",), ("Yaro",)]


def test_what_an_older_parser_wrote_is_read_again(lake: Lake, tmp_path: Path) -> None:
    text = "\n\n".join(TEXTS)
    read(lake, tmp_path / "a.txt", text, native=Older())
    stored = "select * exclude (parser_version) from hands order by hand_id"
    before = rows(lake, stored)

    summary = read(lake, tmp_path / "a.txt", text, reparse=True)

    assert summary.hands == len(TEXTS)
    assert rows(lake, stored) == before
    assert rows(lake, "select distinct parser_version from hands") == [(_handlab.PARSER_VERSION,)]


def test_a_summary_and_hands_are_one_tournament(lake: Lake, tmp_path: Path) -> None:
    read(lake, tmp_path / "a.txt", EXPRESSO)
    summary = read(lake, tmp_path / "b.txt", SUMMARY)

    assert summary.summaries == 1
    found = (
        "select player, source, finish_place, paid, won, net from fct_tournaments order by player"
    )
    assert rows(lake, found) == [
        ("Xan", "summary", 2, 200, 0, -200),
        ("Yaro", "hands", None, 200, None, None),
    ]
    assert rows(lake, "select distinct name, entries, prize_pool from tournaments") == [
        ("Expresso", 3, 400)
    ]
    assert failing_checks(lake) == []


def test_each_entry_has_a_summary_of_its_own(lake: Lake, tmp_path: Path) -> None:
    first = (
        SUMMARY.replace("(600000002)", "(600000002) - Late registration")
        .replace("You played 13min 20s", "You played 3min 20s")
        .replace("You finished in 2nd place", "You finished in 3rd place\nYou won Bounty 0.50€")
    )
    last = SUMMARY.replace("2nd place", "1st place\nYou won 4€ + Bounty 1€")
    read(lake, tmp_path / "a.txt", first)
    read(lake, tmp_path / "b.txt", last)
    read(lake, tmp_path / "c.txt", first.replace("players : 3", "players : 4"))

    found = "select re_entries, finish_place, paid, won from fct_tournaments"
    assert rows(lake, found) == [(1, 1, 400, 550)]
    assert failing_checks(lake) == []


def test_the_corpus_is_stored_once_and_passes_every_check(lake: Lake) -> None:
    summary = ingest([shared("corpus/winamax")], lake, workers=2)

    # Three collections hold the same logs.
    assert (summary.headers, summary.hands, summary.rejected) == (415, 126, 0)
    assert (summary.duplicates, summary.summaries) == (289, 25)
    # The two hands whose verdict is `mismatch`.
    assert failing_checks(lake) == ["logs_add_up"]
    with_counts = "select verdict, count(*) from hands group by all order by all"
    assert rows(lake, with_counts) == [
        ("exact", 50), ("exact_uncalled_in_collected", 74), ("mismatch", 2),
    ]  # fmt: skip
