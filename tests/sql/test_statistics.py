"""Every statistic of the catalogue on hands that a person can count: who had the chance, and who took it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handlab.catalogue import catalogue, parse

if TYPE_CHECKING:
    from rows import Lake

GUIDE = Path(__file__).parents[2] / "sql" / "README.md"

# Ann is the small blind, Bob the big blind, Eve the button: Ann Bob Cat Dan Eve are SB BB UTG CO BTN.
FIVE = "Ann Bob Cat Dan Eve"
BLINDS = "Ann sb 5, Bob bb 10"
OPEN = f"{BLINDS}, Cat raise 30"


def counted(lake: Lake, name: str) -> dict[str, str]:
    """Who had the chance, and `made` or `not` for each."""
    rows = lake.rows(
        f"select player, {name}_made from fct_seat_facts where {name}_chance order by seat"
    )
    assert not lake.rows(f"select 1 from fct_seat_facts where {name}_made and not {name}_chance")
    return {player: "made" if made else "not" for player, made in rows}


CHECKED_TO = [
    (
        "bet_when_checked_to_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check, Dan bet 50, Bob fold, Cat fold",
        ],
        {"Cat": "not", "Dan": "made"},
    ),
    (
        "bet_when_checked_to_flop",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call", "Bob fold, Cat bet 40, Dan fold"],
        {},
    ),
    (
        "bet_when_checked_to_flop",
        "Bob Ann",
        [
            "Ann sb 5, Bob bb 10, Ann call, Bob check",
            "Bob check, Ann bet 10, Bob raise 30, Ann fold",
        ],
        {"Ann": "made"},
    ),
    (
        "bet_when_checked_to_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat check, Dan bet 40, Cat fold",
        ],
        {"Dan": "made"},
    ),
    (
        "bet_when_checked_to_river",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check, Dan check",
            "Bob check, Cat check, Dan check",
            "Bob check, Cat bet 40, Dan fold, Bob fold",
        ],
        {"Cat": "made"},
    ),
    (
        "bet_when_checked_to_river",
        "Bob Ann",
        [
            "Ann sb 5, Bob bb 10, Ann call, Bob check",
            "Bob check, Ann check",
            "Bob check, Ann check",
            "Bob check, Ann check",
        ],
        {"Ann": "not"},
    ),
]

# Name, players, streets, what is counted. Whoever is left wins; otherwise the first one in does.
CASES = [
    *CHECKED_TO,
    ("rfi", FIVE, [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold"], {"Cat": "made"}),
    (
        "rfi",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan call, Eve fold, Ann fold, Bob check"],
        {"Cat": "not", "Dan": "not"},
    ),
    (
        "rfi",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve fold, Ann fold"],
        dict.fromkeys(["Ann", "Cat", "Dan", "Eve"], "not"),
    ),
    ("rfi", "Bob Ann", ["Ann sb 5, Bob bb 10, Ann raise 25, Bob fold"], {"Ann": "made"}),
    (
        "rfi",
        FIVE,
        [f"{BLINDS}, Cat straddle 20, Dan raise 60, Eve fold, Ann fold, Bob fold, Cat fold"],
        {"Dan": "made"},
    ),
    (
        "open_limp",
        FIVE,
        [f"{BLINDS}, Cat call, Dan call, Eve fold, Ann fold, Bob check"],
        {"Cat": "made"},
    ),
    ("open_limp", "Bob Ann", ["Ann sb 5, Bob bb 10, Ann call, Bob check"], {"Ann": "made"}),
    (
        "iso_raise",
        FIVE,
        [f"{BLINDS}, Cat call, Dan fold, Eve raise 50, Ann fold, Bob fold, Cat fold"],
        {"Eve": "made", "Dan": "not"},
    ),
    (
        "three_bet",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat fold"],
        {"Dan": "made"},
    ),
    (
        "four_bet",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann raise 200, Bob fold, Cat fold, Dan fold"],
        {"Ann": "made", "Eve": "not"},
    ),
    (
        "four_bet",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat raise 220, Dan fold"],
        dict.fromkeys(["Ann", "Bob", "Eve"], "not") | {"Cat": "made"},
    ),
    (
        "fold_to_three_bet",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat fold"],
        {"Cat": "made"},
    ),
    (
        "fold_to_three_bet",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve raise 120, Ann fold, Bob fold, Cat call, Dan fold",
            "Cat check, Eve check",
        ],
        {"Cat": "not"},
    ),
    (
        "squeeze",
        FIVE,
        [f"{OPEN}, Dan call, Eve raise 120, Ann fold, Bob fold, Cat fold, Dan fold"],
        {"Eve": "made"},
    ),
    (
        "squeeze",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold"],
        dict.fromkeys(["Ann", "Bob", "Eve"], "not"),
    ),
    (
        "cold_call",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann call, Bob fold"],
        {"Dan": "made", "Eve": "not"},
    ),
    (
        "cold_call",
        FIVE,
        [f"{BLINDS}, Cat call, Dan raise 50, Eve fold, Ann fold, Bob fold, Cat call"],
        {"Eve": "not"},
    ),
    (
        "steal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob fold"],
        {"Dan": "not", "Eve": "made"},
    ),
    (
        "steal",
        FIVE,
        [f"{BLINDS}, Cat call, Dan raise 50, Eve fold, Ann fold, Bob fold, Cat fold"],
        {},
    ),
    ("steal", "Bob Ann", ["Ann sb 5, Bob bb 10, Ann fold"], {"Ann": "not"}),
    (
        "fold_to_steal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob call"],
        {"Ann": "made", "Bob": "not"},
    ),
    (
        "fold_to_steal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan raise 25, Eve call, Ann fold, Bob fold"],
        {},
    ),
    (
        "fold_to_steal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan raise 25, Eve fold, Ann call, Bob fold"],
        {"Ann": "not"},
    ),
    (
        "fold_to_steal",
        FIVE,
        [f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob fold"],
        {},
    ),
    ("fold_to_steal", "Bob Ann", ["Ann sb 5, Bob bb 10, Ann raise 25, Bob fold"], {"Bob": "made"}),
    ("walk", "Bob Ann", ["Ann sb 5, Bob bb 10, Ann fold"], {"Ann": "not", "Bob": "made"}),
    (
        "cbet_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
            "Bob check, Cat bet 40, Dan fold, Bob fold",
        ],
        {"Cat": "made"},
    ),
    (
        "cbet_flop",
        FIVE,
        [f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call", "Bob bet 40, Cat raise 120, Bob fold"],
        {},
    ),
    (
        "cbet_flop",
        FIVE,
        [f"{BLINDS}, Cat call, Dan fold, Eve fold, Ann fold, Bob check", "Bob bet 10, Cat fold"],
        {},
    ),
    (
        "cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan fold",
        ],
        {"Cat": "made"},
    ),
    (
        "cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan raise 120, Cat call",
            "Cat check, Dan bet 200, Cat fold",
        ],
        {"Cat": "not"},
    ),
    (
        "cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat bet 40, Dan fold",
        ],
        {},
    ),
    (
        "cbet_river",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan call",
            "Cat check, Dan bet 200, Cat fold",
        ],
        {"Cat": "not"},
    ),
    (
        "fold_to_cbet_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob call",
            "Bob check, Cat bet 60, Dan raise 160, Eve fold, Bob fold, Cat fold",
        ],
        {"Dan": "not"},
    ),
    (
        "fold_to_cbet_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
            "Bob check, Cat bet 60, Dan fold, Bob fold",
        ],
        {"Bob": "made", "Dan": "made"},
    ),
    (
        "fold_to_cbet_flop",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call", "Bob bet 60, Cat fold, Dan fold"],
        {},
    ),
    (
        "fold_to_cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan fold",
        ],
        {"Dan": "made"},
    ),
    (
        "fold_to_cbet_river",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan call",
            "Cat bet 200, Dan fold",
        ],
        {"Dan": "made"},
    ),
    (
        "check_raise_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann call, Bob call",
            "Ann check, Bob check, Cat bet 60, Dan fold, Ann raise 200, Bob fold, Cat fold",
        ],
        {"Ann": "made", "Bob": "not"},
    ),
    (
        "check_raise_turn",
        "Bob Ann",
        [
            "Ann sb 5, Bob bb 10, Ann call, Bob check",
            "Bob check, Ann check",
            "Bob check, Ann bet 10, Bob raise 40, Ann fold",
        ],
        {"Bob": "made"},
    ),
    (
        "check_raise_river",
        "Bob Ann",
        [
            "Ann sb 5, Bob bb 10, Ann call, Bob check",
            "Bob check, Ann check",
            "Bob check, Ann check",
            "Bob check, Ann bet 10, Bob fold",
        ],
        {"Bob": "not"},
    ),
    (
        "wtsd",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat bet 40, Dan fold"],
        {"Cat": "not", "Dan": "not"},
    ),
    (
        "wwsf",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat bet 40, Dan fold"],
        {"Cat": "made", "Dan": "not"},
    ),
    (
        "limp",
        FIVE,
        [f"{BLINDS}, Cat call, Dan call, Eve fold, Ann fold, Bob check"],
        {"Ann": "not", "Bob": "not", "Cat": "made", "Dan": "made", "Eve": "not"},
    ),
    (
        "limp",
        FIVE,
        [f"{BLINDS}, Cat straddle 20, Dan call, Eve fold, Ann fold, Bob fold, Cat check"],
        {"Ann": "not", "Bob": "not", "Cat": "not", "Dan": "made", "Eve": "not"},
    ),
    (
        "over_limp",
        FIVE,
        [f"{BLINDS}, Cat call, Dan call, Eve fold, Ann fold, Bob check"],
        {"Ann": "not", "Bob": "not", "Dan": "made", "Eve": "not"},
    ),
    (
        "limp_raise",
        FIVE,
        [
            f"{BLINDS}, Cat call, Dan raise 50, Eve fold, Ann fold, Bob fold, Cat raise 150, Dan fold"
        ],
        {"Cat": "made"},
    ),
    (
        "limp_call",
        FIVE,
        [
            f"{BLINDS}, Cat call, Dan call, Eve raise 60, Ann fold, Bob fold, Cat call, Dan fold",
            "Cat check, Eve check",
        ],
        {"Cat": "made", "Dan": "not"},
    ),
    (
        "limp_fold",
        FIVE,
        [
            f"{BLINDS}, Cat call, Dan call, Eve raise 60, Ann fold, Bob fold, Cat call, Dan fold",
            "Cat check, Eve check",
        ],
        {"Cat": "not", "Dan": "made"},
    ),
    (
        "limp_fold",
        FIVE,
        [f"{OPEN}, Dan call, Eve raise 120, Ann fold, Bob fold, Cat fold, Dan fold"],
        {},
    ),
    (
        "three_bet_ip",
        FIVE,
        [f"{OPEN}, Dan fold, Eve raise 90, Ann fold, Bob fold, Cat fold"],
        {"Dan": "not", "Eve": "made"},
    ),
    (
        "three_bet_oop",
        FIVE,
        [f"{OPEN}, Dan fold, Eve fold, Ann raise 90, Bob fold, Cat fold"],
        {"Ann": "made"},
    ),
    (
        "five_bet",
        FIVE,
        [
            f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat raise 220, Dan raise 500, Cat fold"
        ],
        {"Dan": "made"},
    ),
    (
        "fold_to_three_bet_any",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob call, Cat fold", "Bob check, Dan check"],
        {"Ann": "made", "Bob": "not", "Cat": "made", "Eve": "made"},
    ),
    (
        "call_three_bet",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat call", "Cat check, Dan check"],
        {"Cat": "made"},
    ),
    (
        "call_two_bet",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann call, Bob fold"],
        {"Ann": "made", "Bob": "not", "Dan": "made", "Eve": "not"},
    ),
    (
        "cold_call",
        FIVE,
        [f"{BLINDS}, Dan dead 5, Cat raise 30, Dan call, Eve call, Ann fold, Bob fold"],
        {"Eve": "made"},
    ),
    (
        "fold_to_four_bet",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat raise 220, Dan fold"],
        {"Dan": "made"},
    ),
    (
        "fold_to_four_bet",
        FIVE,
        [
            f"{OPEN}, Dan raise 90, Eve raise 220, Ann fold, Bob fold, Cat fold, Dan call",
            "Dan check, Eve check",
        ],
        {"Dan": "not"},
    ),
    (
        "fold_to_squeeze_as_raiser",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve raise 120, Ann fold, Bob fold, Cat fold, Dan call",
            "Dan check, Eve check",
        ],
        {"Cat": "made"},
    ),
    (
        "fold_to_squeeze_as_caller",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve raise 120, Ann fold, Bob fold, Cat fold, Dan call",
            "Dan check, Eve check",
        ],
        {"Dan": "not"},
    ),
    (
        "fold_to_squeeze_as_raiser",
        FIVE,
        [f"{OPEN}, Dan raise 120, Eve fold, Ann fold, Bob fold, Cat fold"],
        {},
    ),
    (
        "steal_success",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob fold"],
        {"Eve": "made"},
    ),
    (
        "steal_success",
        FIVE,
        [
            f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob call",
            "Bob check, Eve bet 30, Bob fold",
        ],
        {"Eve": "not"},
    ),
    (
        "steal_success",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann raise 80, Bob fold, Eve fold"],
        {"Eve": "not"},
    ),
    (
        "call_steal",
        FIVE,
        [
            f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob call",
            "Bob check, Eve bet 30, Bob fold",
        ],
        {"Ann": "not", "Bob": "made"},
    ),
    (
        "resteal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann raise 80, Bob fold, Eve fold"],
        {"Ann": "made"},
    ),
    (
        "fold_to_resteal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann raise 80, Bob fold, Eve fold"],
        {"Eve": "made"},
    ),
    (
        "fold_bb_to_sb_steal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve fold, Ann raise 30, Bob fold"],
        {"Bob": "made"},
    ),
    (
        "fold_bb_to_sb_steal",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob fold"],
        {},
    ),
    (
        "bb_defence",
        FIVE,
        [f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call", "Bob check, Cat bet 40, Bob fold"],
        {"Bob": "made"},
    ),
    ("bb_defence", FIVE, [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call"], {}),
    (
        "call_cbet_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat bet 60, Dan call, Eve raise 200, Cat fold, Dan fold",
        ],
        {"Dan": "made", "Eve": "not"},
    ),
    (
        "raise_cbet_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat bet 60, Dan call, Eve raise 200, Cat fold, Dan fold",
        ],
        {"Dan": "not", "Eve": "made"},
    ),
    (
        "fold_cbet_flop_to_raise",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat bet 60, Dan call, Eve raise 200, Cat fold, Dan fold",
        ],
        {"Cat": "made"},
    ),
    (
        "call_cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan raise 250, Cat fold",
        ],
        {"Dan": "not"},
    ),
    (
        "raise_cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan raise 250, Cat fold",
        ],
        {"Dan": "made"},
    ),
    (
        "fold_cbet_flop_to_raise",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan raise 250, Cat fold",
        ],
        {},
    ),
    (
        "call_cbet_river",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan call",
            "Cat bet 200, Dan call",
        ],
        {"Dan": "made"},
    ),
    (
        "raise_cbet_river",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan call",
            "Cat bet 200, Dan call",
        ],
        {"Dan": "not"},
    ),
    (
        "delayed_cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat bet 40, Dan fold",
        ],
        {"Cat": "made"},
    ),
    (
        "delayed_cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 90, Dan fold",
        ],
        {},
    ),
    (
        "delayed_cbet_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan bet 40, Cat raise 120, Dan call",
            "Cat bet 90, Dan fold",
        ],
        {},
    ),
    (
        "delayed_cbet_turn",
        FIVE,
        [
            f"{BLINDS}, Cat call, Dan fold, Eve fold, Ann fold, Bob check",
            "Bob check, Cat check",
            "Bob bet 10, Cat fold",
        ],
        {},
    ),
    (
        "check_raise_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann call, Bob call",
            "Ann check, Bob check, Cat bet 60, Dan call, Ann call, Bob raise 200, Cat raise 500, Dan fold, Ann raise 900, Bob fold, Cat fold",
        ],
        {"Ann": "not", "Bob": "made"},
    ),
    (
        "fold_to_check_raise_flop",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat bet 40, Bob raise 120, Cat fold",
        ],
        {"Cat": "made"},
    ),
    (
        "fold_to_check_raise_flop",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat bet 40, Dan raise 120, Cat fold"],
        {},
    ),
    (
        "fold_to_check_raise_turn",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check",
            "Bob check, Cat bet 40, Bob raise 120, Cat call",
        ],
        {"Cat": "not"},
    ),
    (
        "fold_to_check_raise_river",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check",
            "Bob check, Cat check",
            "Bob check, Cat bet 40, Bob raise 120, Cat fold",
        ],
        {"Cat": "made"},
    ),
    (
        "donk_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann call, Bob call",
            "Ann check, Bob bet 40, Cat fold, Dan call, Ann fold",
        ],
        {"Ann": "not", "Bob": "made"},
    ),
    (
        "donk_flop",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat check, Dan bet 40, Cat fold"],
        {},
    ),
    (
        "donk_flop",
        FIVE,
        [f"{BLINDS}, Cat call, Dan fold, Eve fold, Ann fold, Bob check", "Bob bet 10, Cat fold"],
        {},
    ),
    (
        "donk_flop",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann raise 90, Bob fold, Cat raise 200, Ann call",
            "Ann bet 100, Cat fold",
        ],
        {"Ann": "made"},
    ),
    (
        "fold_to_donk_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann call, Bob call",
            "Ann check, Bob bet 40, Cat fold, Dan call, Ann fold",
        ],
        {"Cat": "made"},
    ),
    (
        "raise_donk_flop",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann call, Bob call",
            "Ann check, Bob bet 40, Cat fold, Dan call, Ann fold",
        ],
        {"Cat": "not"},
    ),
    (
        "raise_donk_flop",
        FIVE,
        [f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call", "Bob bet 40, Cat raise 120, Bob fold"],
        {"Cat": "made"},
    ),
    (
        "donk_turn",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat bet 40, Bob call",
            "Bob bet 90, Cat fold",
        ],
        {"Bob": "made"},
    ),
    (
        "donk_turn",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check",
            "Bob bet 90, Cat fold",
        ],
        {},
    ),
    (
        "donk_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan raise 120, Cat call",
            "Cat bet 200, Dan fold",
        ],
        {"Cat": "made"},
    ),
    (
        "donk_river",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check",
            "Bob check, Cat bet 40, Bob call",
            "Bob check, Cat bet 90, Bob fold",
        ],
        {"Bob": "not"},
    ),
    (
        "float_flop",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat check, Dan bet 40, Cat fold"],
        {"Dan": "made"},
    ),
    (
        "float_flop",
        FIVE,
        [
            f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold, Cat call",
            "Cat check, Dan bet 90, Cat fold",
        ],
        {},
    ),
    (
        "float_flop",
        FIVE,
        [f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call", "Bob check, Cat bet 40, Bob fold"],
        {},
    ),
    (
        "float_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat check, Dan bet 90, Cat fold",
        ],
        {"Dan": "made"},
    ),
    (
        "float_turn",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat check, Dan bet 90, Cat fold",
        ],
        {},
    ),
    (
        "float_river",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat bet 40, Dan call",
            "Cat check, Dan check",
        ],
        {"Dan": "not"},
    ),
    (
        "probe_turn",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check",
            "Bob bet 40, Cat fold",
        ],
        {"Bob": "made"},
    ),
    (
        "probe_turn",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat bet 40, Bob call",
            "Bob bet 90, Cat fold",
        ],
        {},
    ),
    (
        "probe_river",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob check, Cat check",
            "Bob check, Cat check",
            "Bob bet 40, Cat fold",
        ],
        {"Bob": "made"},
    ),
    (
        "probe_river",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann fold, Bob call",
            "Bob bet 20, Cat call",
            "Bob check, Cat check",
            "Bob bet 40, Cat fold",
        ],
        {},
    ),
    (
        "four_bet_after_raise",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve call, Ann fold, Bob fold, Cat raise 220, Dan fold, Eve fold"],
        {"Cat": "made"},
    ),
    (
        "four_bet_after_raise",
        FIVE,
        [
            f"{BLINDS}, Cat call, Dan raise 40, Eve raise 120, Ann fold, Bob fold, Cat fold,"
            " Dan call",
            "Dan check, Eve bet 100, Dan fold",
        ],
        {"Dan": "not"},
    ),
    (
        "four_bet_after_raise",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve raise 200, Ann fold, Bob fold, Cat fold, Dan fold"],
        {},
    ),
    # Who has posted a big blind out of turn may check before they raise.
    (
        "fold_to_four_bet",
        FIVE,
        [
            f"{BLINDS}, Cat bb 10, Cat check, Dan fold, Eve raise 40, Ann fold, Bob fold,"
            " Cat raise 120, Eve raise 300, Cat fold"
        ],
        {"Cat": "made"},
    ),
    (
        "fold_cbet_turn_to_raise",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat bet 50, Dan call, Eve call",
            "Cat bet 100, Dan raise 300, Eve fold, Cat fold",
        ],
        {"Cat": "made"},
    ),
    (
        "fold_cbet_turn_to_raise",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat bet 100, Dan raise 300, Cat fold",
        ],
        {},
    ),
    (
        "fold_cbet_river_to_raise",
        "Bob Ann",
        [
            "Ann sb 5, Bob bb 10, Ann raise 25, Bob call",
            "Bob check, Ann bet 25, Bob call",
            "Bob check, Ann bet 60, Bob call",
            "Bob check, Ann bet 150, Bob raise 400, Ann call",
        ],
        {"Ann": "not"},
    ),
    (
        "saw_flop",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat bet 40, Dan fold"],
        {"Ann": "not", "Bob": "not", "Cat": "made", "Dan": "made", "Eve": "not"},
    ),
]


@pytest.mark.parametrize(
    ("name", "players", "streets", "expected"),
    CASES,
    ids=[f"{number}-{case[0]}" for number, case in enumerate(CASES)],
)
def test_a_statistic_counts_who_had_the_chance_and_who_took_it(
    lake: Lake, name: str, players: str, streets: list[str], expected: dict[str, str]
) -> None:
    folded = {act.split()[0] for street in streets for act in street.split(", ") if "fold" in act}
    left = [player for player in players.split() if player not in folded]
    lake.hand(players, *streets, won=None if len(left) == 1 else {left[0]: 0})

    assert counted(lake, name) == expected


def test_a_short_all_in_is_a_raise_that_can_be_raised_again(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan raise 42, Eve fold, Ann fold, Bob fold, Cat call",
        "",
        won={"Cat": 99},
        showdown=["Cat", "Dan"],
        stacks={"Dan": 42},
    )

    assert counted(lake, "three_bet") == {"Dan": "made"}
    assert counted(lake, "fold_to_three_bet") == {"Cat": "not"}
    # Nobody with chips is left to raise against for Cat; those who had not acted could.
    assert counted(lake, "four_bet") == {"Ann": "not", "Bob": "not", "Eve": "not"}


def test_a_raiser_who_is_all_in_has_no_chance_of_a_c_bet(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
        "Bob check, Dan bet 50, Bob fold",
        won={"Cat": 95},
        showdown=["Cat", "Dan"],
        stacks={"Cat": 30},
    )

    assert counted(lake, "cbet_flop") == {}
    assert counted(lake, "fold_to_cbet_flop") == {}


def test_a_showdown_is_counted_for_those_who_saw_the_flop(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat check, Dan check",
        "Cat check, Dan check",
        "Cat check, Dan check",
        won={"Dan": 75},
        showdown=["Cat", "Dan"],
    )

    assert counted(lake, "wtsd") == {"Cat": "made", "Dan": "made"}
    assert counted(lake, "wsd") == {"Cat": "not", "Dan": "made"}
    assert counted(lake, "wwsf") == {"Cat": "not", "Dan": "made"}


def test_aggression_counts_every_decision_after_the_first_street(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat bet 40, Dan raise 120, Cat call",
        "Cat check, Dan bet 200, Cat fold",
    )
    columns = "aggression_frequency_chances, aggression_frequency_made, postflop_call_made"

    assert lake.rows(
        f"select player, {columns} from fct_seat_facts where saw_flop order by seat"
    ) == [("Cat", 3, 1, 1), ("Dan", 2, 2, 0)]


def test_aggression_is_counted_street_by_street(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat bet 40, Dan raise 120, Cat raise 300, Dan call",
        "Cat check, Dan check",
        "Cat bet 200, Dan fold",
    )
    names = ("aggression_flop", "aggression_turn", "aggression_river")
    columns = ", ".join(f"{name}_made, {name}_chances" for name in names)

    assert lake.rows(
        f"select player, {columns} from fct_seat_facts where saw_flop order by seat"
    ) == [("Cat", 2, 2, 0, 0, 1, 1), ("Dan", 1, 2, 0, 0, 0, 1)]


def test_a_call_on_the_river_is_right_if_it_wins(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
        "Bob check, Cat check, Dan check",
        "Bob check, Cat check, Dan check",
        "Bob bet 40, Cat call, Dan call",
        won={"Dan": 215},
        showdown=["Bob", "Cat", "Dan"],
    )

    assert counted(lake, "won_after_river_call") == {"Cat": "not", "Dan": "made"}


def test_nobody_donks_into_a_raiser_who_is_all_in(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan fold, Eve call, Ann call, Bob fold",
        "Ann bet 50, Eve fold",
        won={"Cat": 100},
        showdown=["Ann", "Cat"],
        stacks={"Cat": 30},
    )

    assert counted(lake, "donk_flop") == {}
    assert counted(lake, "float_flop") == {}


# Cat has 30 chips; who decides after them, and how.
SHORT_RAISE = f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call"


@pytest.mark.parametrize(
    ("streets", "stacks", "facing", "calling"),
    [
        # Calls between do not matter; nor does whose turn it is.
        (
            [SHORT_RAISE, "Bob check, Dan check"],
            {"Cat": 30},
            {"Ann": "made", "Bob": "not", "Dan": "not", "Eve": "made"},
            {"Ann": "not", "Bob": "made", "Dan": "made", "Eve": "not"},
        ),
        # A raise of the all-in is what the others face.
        (
            [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold"],
            {"Cat": 30},
            {"Dan": "not"},
            {"Dan": "not"},
        ),
        # A blind that takes the last chip is no bet; its poster is all-in and the others raise over it.
        ([f"{OPEN}, Dan fold, Eve fold, Ann fold"], {"Bob": 10}, {}, {}),
        # A call for less is no bet either.
        ([f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat check"], {"Dan": 30}, {}, {}),
        # On later streets.
        (
            [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call", "Bob bet 70, Cat fold, Dan call"],
            {"Bob": 100},
            {"Cat": "made", "Dan": "not"},
            {"Cat": "not", "Dan": "made"},
        ),
    ],
)
def test_who_decides_on_an_all_in_is_counted(
    lake: Lake,
    streets: list[str],
    stacks: dict[str, int],
    facing: dict[str, str],
    calling: dict[str, str],
) -> None:
    all_in = next(iter(stacks))
    lake.hand(FIVE, *streets, won={all_in: 100}, stacks=stacks)

    assert counted(lake, "fold_to_all_in") == facing
    assert counted(lake, "call_all_in") == calling
    went = dict.fromkeys(FIVE.split(), "not") | {all_in: "made"}
    assert counted(lake, "went_all_in") == went


def test_who_met_one_all_in_and_folds_to_a_higher_one_has_called(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{BLINDS}, Cat raise 30, Dan call, Eve raise 200, Ann fold, Bob fold, Dan fold",
        won={"Eve": 60},
        stacks={"Cat": 30, "Eve": 200},
    )

    # Eve raises the last chips of Cat; Dan has called them and folds to those of Eve.
    assert counted(lake, "fold_to_all_in") == {
        "Ann": "made",
        "Bob": "made",
        "Dan": "not",
        "Eve": "not",
    }
    assert counted(lake, "call_all_in") == {
        "Ann": "not",
        "Bob": "not",
        "Dan": "made",
        "Eve": "not",
    }


def test_hands_without_decision_facts_have_no_all_ins_to_face(lake: Lake) -> None:
    lake.hand(FIVE, SHORT_RAISE, won={"Cat": 100}, stacks={"Cat": 30})
    lake.connection.execute("update actions set line = null, faces = null, aggressor_to_act = null")

    assert counted(lake, "fold_to_all_in") == {}


def test_every_statistic_is_counted_here() -> None:
    counted_below = {
        "fold_to_all_in",
        "call_all_in",
        "went_all_in",
        "wsd",
        "aggression_frequency",
        "aggression_flop",
        "aggression_turn",
        "aggression_river",
        "postflop_call",
        "vpip",
        "pfr",
        "won_after_river_call",
    }
    assert {entry.name for entry in catalogue().statistics} == {
        *(case[0] for case in CASES),
        *counted_below,
    }


def test_the_guide_lists_every_statistic() -> None:
    rows = [
        f"| `{entry.name}` | {entry.group} | {entry.meaning} |" for entry in catalogue().statistics
    ]
    assert "\n".join(rows) in GUIDE.read_text(encoding="utf-8")


def test_a_changed_catalogue_has_another_version() -> None:
    defined = catalogue()
    rules = [
        defined.flags,
        [(entry.name, entry.of, entry.spot, entry.made) for entry in defined.statistics],
        defined.facts,
        defined.hand_facts,
        defined.acts,
    ]
    digest = hashlib.sha256(repr(rules).encode()).hexdigest()[:12]
    assert (defined.version, digest) == (4, "3150ae652b65"), (
        "increment `version` in statistics.toml"
    )


def test_an_entry_that_lacks_something_is_refused() -> None:
    with pytest.raises(TypeError, match="meaning"):
        parse('version = 1\nflag = []\n[acts]\n[[statistic]]\nname = "x"\n')
