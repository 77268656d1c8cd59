"""Showdown rates and aggression, in flop games, stud and draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from player_counts import pfr, showdowns, three_bet, vpip

if TYPE_CHECKING:
    from rows import Lake

BLINDS = "Ann sb 5, Bob bb 10"


def test_money_after_the_flop_makes_the_aggression_factor(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 30, Ann call",
        "Ann check, Bob bet 30, Ann raise 90, Bob call",
        "Ann bet 100, Bob call",
        "Ann check, Bob check",
        won={"Ann": 440},
        showdown=["Ann", "Bob"],
    )
    columns = "bets_and_raises, calls, aggression_factor"
    assert lake.row(f"select {columns} from player_stats where player = 'Ann'") == (2, 0, None)
    assert lake.row(f"select {columns} from player_stats where player = 'Bob'") == (1, 2, 0.5)


def test_showdown_rates_are_among_those_who_saw_the_flop(lake: Lake) -> None:
    lake.hand(
        "Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann check", "Ann check, Bob bet 10, Ann fold"
    )
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob call, Ann check",
        "",
        "",
        "",
        won={"Ann": 20},
        showdown=["Ann", "Bob"],
    )
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob raise 30, Ann fold")
    assert showdowns(lake, "Ann") == (2, 1, 1, 1)
    assert showdowns(lake, "Bob") == (2, 1, 0, 1)
    rates = "went_to_showdown_rate, won_at_showdown_rate, won_when_saw_flop_rate"
    assert lake.row(f"select {rates} from player_stats where player = 'Ann'") == (0.5, 1.0, 0.5)


def test_a_showdown_without_a_flop_is_in_no_rate_of_those_who_saw_it(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob call, Ann check",
        won={"Ann": 20},
        showdown=["Ann", "Bob"],
    )
    assert showdowns(lake, "Ann") == (0, 0, 0, 0)


def test_who_is_all_in_before_the_flop_saw_it(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 1000, Ann call",
        "",
        "",
        "",
        won={"Bob": 2000},
        showdown=["Ann", "Bob"],
    )
    assert showdowns(lake, "Ann") == (1, 1, 0, 0)
    assert showdowns(lake, "Bob") == (1, 1, 1, 1)


def test_a_side_pot_of_ones_own_money_is_not_won(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 50, Ann raise 300, Bob call, Cat call",
        "Ann bet 100, Cat fold",
        "",
        "",
        stacks={"Bob": 100},
        won={"Ann": 400, "Bob": 300},
        showdown=["Ann", "Bob"],
        winners=["Bob"],
    )
    assert showdowns(lake, "Ann") == (1, 1, 0, 0)


def test_a_hand_run_twice_counts_once_and_either_board_wins_it(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 1000, Ann call",
        "",
        "",
        "",
        won={"Ann": 1000, "Bob": 1000},
        showdown=["Ann", "Bob"],
        n_runouts=2,
    )
    assert lake.value("select hands from player_stats where player = 'Ann'") == 1
    assert showdowns(lake, "Ann") == showdowns(lake, "Bob") == (1, 1, 1, 1)


def test_stud_starts_on_third_street_and_the_bring_in_is_forced(lake: Lake) -> None:
    stud = {
        "game": "stud",
        "game_family": "stud",
        "betting": "fixed_limit",
        "big_blind": None,
        "small_blind": None,
        "small_bet": 40,
        "big_bet": 80,
        "bb_unit": "small_bet",
    }
    lake.hand(
        "Ann Bob Cat",
        "Ann ante 5, Bob ante 5, Cat ante 5, Ann bring_in 10, Bob raise 40, Cat call, Ann fold",
        "Bob bet 40, Cat fold",
        **stud,
    )
    lake.hand(
        "Ann Bob",
        "Ann ante 5, Bob ante 5, Ann bring_in 10, Bob call, Ann check",
        "Ann bet 40, Bob fold",
        **stud,
    )
    assert vpip(lake, "Ann") == (0, 2)
    assert vpip(lake, "Bob") == (2, 2)
    assert pfr(lake, "Bob") == (1, 2)
    assert three_bet(lake, "Cat") == (0, 1), (
        "the completion is the raise that she could raise again"
    )
    assert showdowns(lake, "Cat") == (1, 0, 0, 0)
    assert lake.value("select net_bb from player_stats where player = 'Ann'") == pytest.approx(
        (-15 + 15) / 40
    )
    assert lake.rows("select * from position_stats") == []


def test_in_draw_games_the_round_before_the_draw_is_the_first_and_the_next_one_the_flop(
    lake: Lake,
) -> None:
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 20, Ann fold, Bob call",
        "Bob discard, Cat stand_pat, Bob check, Cat bet 20, Bob fold",
        game="triple_draw_27",
        game_family="draw",
        betting="fixed_limit",
    )
    assert pfr(lake, "Cat") == (1, 1)
    assert vpip(lake, "Bob") == (1, 1)
    assert showdowns(lake, "Cat") == (1, 0, 0, 1)
    assert showdowns(lake, "Bob") == (1, 0, 0, 0)
