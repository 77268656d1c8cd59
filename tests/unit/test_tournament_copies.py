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
