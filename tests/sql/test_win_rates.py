"""Win rates with their intervals, and statistics by position."""

from __future__ import annotations

import statistics
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from two_players import CALLED, FOLD_TO_ANN, showdown

if TYPE_CHECKING:
    from rows import Lake


def test_a_win_rate_is_one_game_and_stake(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand("Ann Bob", "Bob sb 50, Ann bb 100, Bob fold", big_blind=100)
    lake.hand("Ann Bob", FOLD_TO_ANN, game="omaha", betting="pot_limit")
    lake.hand("Ann Bob", FOLD_TO_ANN, game="omaha", betting="pot_limit", is_hi_lo=True)
    lake.hand("Ann Bob", FOLD_TO_ANN, currency="EUR")
    columns = "currency, game, is_hi_lo, betting, big_blind, hands, net, net_bb"
    assert lake.rows(f"select {columns} from win_rates where player = 'Ann' order by all") == [
        ("EUR", "holdem", False, "no_limit", 10, 1, 5, 0.5),
        ("USD", "holdem", False, "no_limit", 10, 1, 5, 0.5),
        ("USD", "holdem", False, "no_limit", 100, 1, 50, 0.5),
        ("USD", "omaha", False, "pot_limit", 10, 1, 5, 0.5),
        ("USD", "omaha", True, "pot_limit", 10, 1, 5, 0.5),
    ]


def test_a_win_rate_is_split_into_showdowns_and_the_rest(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand("Ann Bob", CALLED, "Ann check, Bob bet 30, Ann fold")
    showdown(lake, "Ann")
    columns = "hands, showdown_hands, net, net_showdown, net_non_showdown, net_bb, net_bb_showdown, net_bb_non_showdown"
    assert lake.row(f"select {columns} from win_rates where player = 'Ann'") == (
        3,
        1,
        5,
        10,
        -5,
        0.5,
        1.0,
        -0.5,
    )


def test_the_interval_is_196_standard_errors_to_each_side(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    showdown(lake, "Ann")
    showdown(lake, "Bob")
    nets = [0.5, 1.0, -1.0]
    mean, error, low, high = lake.row(
        "select bb_per_100, bb_per_100_stderr, bb_per_100_low, bb_per_100_high from win_rates where player = 'Ann'"
    )
    assert mean == pytest.approx(100 * statistics.mean(nets))
    assert error == pytest.approx(100 * statistics.stdev(nets) / sqrt(3))
    assert (low, high) == (pytest.approx(mean - 1.96 * error), pytest.approx(mean + 1.96 * error))


def test_a_win_rate_of_one_hand_has_no_interval(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    columns = "bb_per_100, bb_per_100_stderr, bb_per_100_low, bb_per_100_high"
    assert lake.row(f"select {columns} from win_rates where player = 'Ann'") == (
        50.0,
        None,
        None,
        None,
    )


def test_money_that_only_the_house_paid_is_in_the_net(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        CALLED,
        "",
        "",
        "",
        won={"Bob": 20},
        showdown=["Ann", "Bob"],
        seats={"Ann": {"side": 7, "net": -3, "net_bb": -0.3}},
    )
    assert lake.row("select net, net_bb from win_rates where player = 'Ann'") == (-3, -0.3)


def test_positions_are_counted_separately_and_sort_in_the_order_of_the_deal(lake: Lake) -> None:
    opened = "Ann sb 5, Bob bb 10, Cat fold, Dan raise 30, Eve fold, Fay fold, Ann fold, Bob raise 90, Dan fold"
    lake.hand("Ann Bob Cat Dan Eve Fay", opened)
    lake.hand(
        "Fay Ann Bob Cat Dan Eve",
        "Fay sb 5, Ann bb 10, Bob fold, Cat fold, Dan fold, Eve fold, Fay fold",
    )
    positions = lake.rows(
        "select distinct position, position_order from position_stats order by position_order"
    )
    assert [position for position, _ in positions] == ["SB", "BB", "UTG", "HJ", "CO", "BTN"]
    columns = "position, hands, vpip_hands, vpip_opportunities, pfr, three_bet_hands, three_bet_opportunities, net"
    assert lake.rows(
        f"select {columns} from position_stats where player = 'Bob' order by position_order"
    ) == [
        ("BB", 1, 1, 1, 1.0, 1, 1, 35),
        ("UTG", 1, 0, 1, 0.0, 0, 0, 0),
    ]
