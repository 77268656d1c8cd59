"""What a hand's lines come to in its tables, on hands whose answer a person can read off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

import handlab as hl

if TYPE_CHECKING:
    from pathlib import Path

RUN_TWICE = """PokerStars Hand #11: Hold'em No Limit ($0.50/$1 USD) - 2024/03/20 19:13:07 ET
Table 'Pavo' 6-max Seat #1 is the button
Seat 1: Ann ($20 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cat ($100 in chips)
Bob: posts small blind $0.50
Cat: posts big blind $1
*** HOLE CARDS ***
Ann: raises $19 to $20 and is all-in
Bob: calls $19.50
Cat: calls $19
*** FLOP *** [Js 8c 4d]
Bob: bets $10
Cat: calls $10
*** TURN *** [Js 8c 4d] [2h]
Bob: bets $20
Cat: folds
Uncalled bet ($20) returned to Bob
*** FIRST RIVER *** [Js 8c 4d 2h] [Ac]
*** SECOND RIVER *** [Js 8c 4d 2h] [Kd]
*** FIRST SHOW DOWN ***
Ann: shows [As Qc] (a pair of Aces)
Bob: shows [Kc Qd] (high card Ace)
Bob collected $10 from side pot
Ann collected $30 from main pot
*** SECOND SHOW DOWN ***
Bob collected $10 from side pot
Bob collected $30 from main pot
*** SUMMARY ***
Total pot $80 Main pot $60. Side pot $20. | Rake $0
Hand was run twice
FIRST Board [Js 8c 4d 2h Ac]
SECOND Board [Js 8c 4d 2h Kd]
Seat 1: Ann (button) showed [As Qc] and won ($30) with a pair of Aces, and lost with high card Ace
Seat 2: Bob (small blind) showed [Kc Qd] and won ($10) with high card Ace, and won ($40) with a pair of Kings
Seat 3: Cat (big blind) folded on the Turn
"""

MUCKED_STUD = """PokerStars Hand #12: 7 Card Stud Limit ($1/$2 USD) - 2024/03/20 19:13:07 ET
Table 'Pavo' 8-max
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
*** 3rd STREET ***
Dealt to Ann [2c]
Dealt to Bob [Ah Kd] [9s]
Ann: brings in for $0.50
Bob: calls $0.50
*** 4th STREET ***
Dealt to Ann [2c] [7d]
Dealt to Bob [Ah Kd 9s] [9h]
Bob: checks
Ann: checks
*** 5th STREET ***
Dealt to Ann [2c 7d] [Tc]
Dealt to Bob [Ah Kd 9s 9h] [4c]
Bob: checks
Ann: checks
*** 6th STREET ***
Dealt to Ann [2c 7d Tc] [Jd]
Dealt to Bob [Ah Kd 9s 9h 4c] [5d]
Bob: checks
Ann: checks
*** RIVER ***
Dealt to Bob [Ah Kd 9s 9h 4c 5d] [6h]
Bob: checks
Ann: checks
*** SHOW DOWN ***
Bob: shows [Ah Kd 9s 9h 4c 5d 6h] (a pair of Nines)
Ann: mucks hand
Bob collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: Ann mucked [3c 8h 2c 7d Tc Jd Qs]
Seat 2: Bob showed [Ah Kd 9s 9h 4c 5d 6h] and won ($1) with a pair of Nines
"""

FREE_CALL = """PokerStars Hand #13: Hold'em No Limit ($0.50/$1 USD) - 2024/03/20 19:13:07 ET
Table 'Pavo' 6-max Seat #1 is the button
Seat 1: Ann ($20 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cat ($100 in chips)
Bob: posts small blind $0.50
Cat: posts big blind $1
*** HOLE CARDS ***
Ann: folds
Bob: calls $0.50
Cat: calls $0
*** FLOP *** [Js 8c 4d]
Bob: calls $0
Cat: bets $1
Bob: folds
Uncalled bet ($1) returned to Cat
Cat collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Board [Js 8c 4d]
Seat 1: Ann (button) folded before Flop
Seat 2: Bob (small blind) folded on the Flop
Seat 3: Cat (big blind) collected ($2)
"""


def tables(folder: Path, text: str) -> dict[str, pl.DataFrame]:
    path = folder / "hands.txt"
    path.write_text(text, encoding="utf-8")
    read = hl.read_hands(path)
    assert read["rejects"].height == 0
    return read


def test_a_pot_that_one_could_win_is_paid_with_both_boards_and_awarded_once(tmp_path: Path) -> None:
    awards = tables(tmp_path, RUN_TWICE)["awards"]
    columns = ["pot_no", "run_no", "half", "seat", "amount", "printed"]
    assert sorted(awards.select(columns).rows()) == [
        (0, 1, "high", 1, 3000, 3000),
        (0, 2, "high", 2, 3000, 3000),
        (1, 0, "all", 2, 2000, 2000),
    ]


def test_cards_of_a_stud_player_who_mucks_are_mucked(tmp_path: Path) -> None:
    seats = tables(tmp_path, MUCKED_STUD)["seats"]
    assert seats.select("player", "cards_source").rows() == [("Ann", "mucked"), ("Bob", "dealt")]
    folded = MUCKED_STUD.replace("Ann mucked [3c 8h 2c 7d Tc Jd Qs]", "Ann mucked")
    assert tables(tmp_path, folded)["seats"]["cards_source"].to_list() == ["shown", "dealt"]


def test_a_call_of_nothing_is_a_check(tmp_path: Path) -> None:
    read = tables(tmp_path, FREE_CALL)
    acts = read["actions"].filter(pl.col("kind").is_in(["call", "check"]))
    assert acts.select("player", "street", "kind", "amount").rows() == [
        ("Bob", "preflop", "call", 50),
        ("Cat", "preflop", "check", 0),
        ("Bob", "flop", "check", 0),
    ]
    checked = tables(tmp_path, FREE_CALL.replace("calls $0\n", "checks\n"))
    columns = ["content_digest", "verdict"]
    assert read["hands"].select(columns).equals(checked["hands"].select(columns))
    assert read["hands"]["verdict"].to_list() == ["exact"]
