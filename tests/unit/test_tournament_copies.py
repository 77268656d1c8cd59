"""Copies of a tournament's hand that do not print the same of it."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from handlab import views
from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.schema import TOURNAMENT_REPORTS
from handlab.tournaments.copies import merge_copies

if TYPE_CHECKING:
    from pathlib import Path

HAND = """PokerStars Hand #88: Tournament #778, $4.79+$4.79+$0.42 USD Hold'em No Limit - Level VIII (75/150) - 2018/05/21 17:40:26 ET
Table '778 1' 6-max Seat #1 is the button
Seat 1: Ann (302 in chips)
Seat 4: Bob (2496 in chips)
Ann: posts small blind 75
Bob: posts big blind 150
*** HOLE CARDS ***
Ann: raises 152 to 302 and is all-in
Bob: calls 152
*** FLOP *** [3s 5c 5h]
*** TURN *** [3s 5c 5h] [Kh]
*** RIVER *** [3s 5c 5h Kh] [7s]
*** SHOW DOWN ***
Ann: shows [9c 3d] (two pair, Fives and Threes)
Bob: shows [6c Kc] (two pair, Kings and Fives)
Bob collected 604 from pot
Bob wins the $4.79 bounty for eliminating Ann
Ann finished the tournament in 2nd place and received $14.37.
Bob wins the tournament and receives $14.37 - congratulations!
*** SUMMARY ***
Total pot 604 | Rake 0
Board [3s 5c 5h Kh 7s]
Seat 1: Ann (button) (small blind) showed [9c 3d] and lost with two pair, Fives and Threes
Seat 4: Bob (big blind) showed [6c Kc] and won (604) with two pair, Kings and Fives


"""
WITHOUT_WINNER = HAND.replace(
    "Bob wins the tournament and receives $14.37 - congratulations!\n", ""
)
WITHOUT_BOUNTY = HAND.replace("Bob wins the $4.79 bounty for eliminating Ann\n", "")


def results(lake: Lake) -> list[tuple[Any, ...]]:
    query = "select player, finish_place, prize, bounties_won from tournaments order by player"
    with views.connect(lake.path) as connection:
        return connection.sql(query).fetchall()


@pytest.mark.parametrize("is_at_once", [True, False])
@pytest.mark.parametrize(
    "texts",
    [
        *permutations([HAND, WITHOUT_WINNER]),
        *permutations([WITHOUT_WINNER, WITHOUT_BOUNTY]),
    ],
)
def test_what_any_copy_of_a_hand_reports_is_kept(
    texts: tuple[str, ...], *, is_at_once: bool, tmp_path: Path
) -> None:
    lake = Lake.create(tmp_path / "lake")
    paths = [tmp_path / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    for of_run in [paths] if is_at_once else [[path] for path in paths]:
        ingest(of_run, lake, workers=1)
    assert results(lake) == [("Ann", 2, 1437, None), ("Bob", 1, 1437, 479)]
    ingest(paths, lake, workers=1, reparse=True)
    assert results(lake) == [("Ann", 2, 1437, None), ("Bob", 1, 1437, 479)]


def report(**fields: Any) -> dict[str, Any]:
    key = {"site": "pokerstars", "tournament_id": "1", "player": "Ann", "report": "7"}
    return {**key, "source": "hands", "is_out": False, **fields}


def test_copies_merge_to_the_same_in_any_order() -> None:
    copies = [
        report(currency="USD", scale=2, buy_in=1000, fee=100, bounties_won=250),
        report(currency="USD", scale=2, buy_in=500, bounty=500, fee=100, name="Big 11"),
        report(currency="USD", scale=0, is_out=True, finish_place=2, prize=30),
        report(scale=0, speed="turbo", prize=4),
    ]
    frames = [pl.DataFrame([copy], schema=TOURNAMENT_REPORTS.polars_schema) for copy in copies]
    expected = report(
        **{"currency": "USD", "scale": 2, "buy_in": 500, "fee": 100, "bounty": 500},
        **{"is_out": True, "finish_place": 2, "prize": 3000, "bounties_won": 250},
        **{"name": "Big 11", "speed": "turbo"},
    )
    wanted = pl.DataFrame([expected], schema=TOURNAMENT_REPORTS.polars_schema)
    for order in permutations(frames):
        assert_frame_equal(merge_copies(pl.concat(order)), wanted)
        known = order[0]
        for copy in order[1:]:
            known = merge_copies(pl.concat([known, copy]))
        assert_frame_equal(known, wanted)


OTHER = """PokerStars Hand #88: Tournament #778, $4.79+$4.79+$0.42 USD Hold'em No Limit - Level VII (50/100) - 2018/05/21 17:31:10 ET
Table '778 1' 6-max Seat #1 is the button
Seat 1: Cid (200 in chips)
Seat 4: Bob (2396 in chips)
Seat 6: Ann (402 in chips)
Bob: posts small blind 50
Ann: posts big blind 100
*** HOLE CARDS ***
Cid: raises 100 to 200 and is all-in
Bob: calls 150
Ann: folds
*** FLOP *** [2s 4c 4h]
*** TURN *** [2s 4c 4h] [Qh]
*** RIVER *** [2s 4c 4h Qh] [8s]
*** SHOW DOWN ***
Bob: shows [6d Kd] (a pair of Fours)
Cid: shows [9h Td] (a pair of Fours)
Bob collected 500 from pot
Bob wins the $2.40 bounty for eliminating Cid
Cid finished the tournament in 3rd place
*** SUMMARY ***
Total pot 500 | Rake 0
Board [2s 4c 4h Qh 8s]
Seat 1: Cid (button) showed [9h Td] and lost with a pair of Fours
Seat 4: Bob (small blind) showed [6d Kd] and won (500) with a pair of Fours
Seat 6: Ann (big blind) folded before Flop


"""
OTHER_WITHOUT_BOUNTY = OTHER.replace("Bob wins the $2.40 bounty for eliminating Cid\n", "")
BOTH = [("Ann", 2, 1437, None), ("Bob", 1, 1437, 719), ("Cid", 3, None, None)]
"""The results of two hands with one number."""


def reports(lake: Lake) -> set[tuple[str, str]]:
    """Who is reported by which hand, without seats."""
    query = "select player, report from tournament_reports where report not like 'seats %'"
    with views.connect(lake.path) as connection:
        return set(connection.sql(query).fetchall())


def numbers(lake: Lake) -> list[str]:
    with views.connect(lake.path) as connection:
        return [row[0] for row in connection.sql("select hand_id from hands order by 1").fetchall()]


def become_older(lake: Lake) -> None:
    """An older parser has read all that is in the lake."""
    with lake.connect(read_only=False) as connection:
        connection.execute("update lake.files set parser_version = 1")
        connection.execute("update lake.hands set parser_version = 1")


@pytest.mark.parametrize("is_at_once", [True, False])
@pytest.mark.parametrize(
    "texts",
    [
        (HAND, OTHER),
        (OTHER, HAND),
        (HAND + OTHER,),
        (OTHER + HAND, HAND, OTHER),
        (OTHER_WITHOUT_BOUNTY, HAND, OTHER, WITHOUT_BOUNTY),
        (HAND, OTHER_WITHOUT_BOUNTY, OTHER + WITHOUT_WINNER),
    ],
)
def test_two_hands_with_one_number_report_each_for_itself(
    texts: tuple[str, ...], *, is_at_once: bool, tmp_path: Path
) -> None:
    lake = Lake.create(tmp_path / "lake")
    paths = [tmp_path / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    for of_run in [paths] if is_at_once else [[path] for path in paths]:
        ingest(of_run, lake, workers=1)
    plain, variant = numbers(lake)
    for _ in range(2):
        assert results(lake) == BOTH
        assert numbers(lake)[0] == plain == "88"
        assert {report for _, report in reports(lake)} == set(numbers(lake))
        become_older(lake)
        assert ingest(paths, lake, workers=1, reparse=True).files == len(set(texts))
    assert variant.startswith("88~")


def test_reports_of_an_older_parser_are_told_apart_by_reparse(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    paths = [tmp_path / "0.txt", tmp_path / "1.txt"]
    for path, text in zip(paths, (HAND, OTHER), strict=True):
        path.write_text(text, encoding="utf-8")
        ingest([path], lake, workers=1)
    _, variant = numbers(lake)
    with lake.connect(read_only=False) as connection:
        # As an older version merged them.
        connection.execute(
            "delete from lake.tournament_reports where report = '88' and player = 'Bob'"
        )
        connection.execute(
            "update lake.tournament_reports set report = '88' where report = ?", [variant]
        )
    become_older(lake)
    assert {report for _, report in reports(lake)} == {"88"}
    ingest(paths, lake, workers=1, reparse=True)
    assert results(lake) == BOTH
    assert {report for _, report in reports(lake)} == set(numbers(lake))


@pytest.mark.parametrize("first", [HAND, OTHER])
def test_a_hand_that_grows_takes_no_report_of_another_with_its_number(
    first: str, tmp_path: Path
) -> None:
    second = OTHER if first is HAND else HAND
    lake = Lake.create(tmp_path / "lake")
    path = tmp_path / "log.txt"
    cut = second.index("*** SUMMARY")
    for end in (cut, len(second.rstrip()), len(second)):
        path.write_text(first + second[:end], encoding="utf-8")
        ingest([path], lake, workers=1)
    assert results(lake) == BOTH
    path.write_text(first + second + first.replace("#88:", "#89:").replace("2018", "2019"))
    ingest([path], lake, workers=1)
    assert {report for _, report in reports(lake)} == set(numbers(lake))
    assert len(numbers(lake)) == 3
