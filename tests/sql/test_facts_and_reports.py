"""What the facts add to a hand, the audit's summary, money, and what reports read."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from two_players import FOLD_TO_ANN, showdown

if TYPE_CHECKING:
    from rows import Lake


def test_the_audit_summary_counts_verdicts_and_sums_residuals(lake: Lake) -> None:
    for verdict, contributed, collected in (
        ("exact", 0, 0),
        ("exact", 0, 0),
        ("mismatch", 3, -4),
        ("cancelled", None, None),
    ):
        lake.hand(
            "Ann Bob",
            FOLD_TO_ANN,
            verdict=verdict,
            residual_contributed=contributed,
            residual_collected=collected,
        )
    lake.hand("Ann Bob", FOLD_TO_ANN, currency="EUR", residual_contributed=1)
    columns = "currency, verdict, is_counted, is_flagged, hands, stratum_hands, hands_rate"
    columns += ", residual_contributed, residual_collected"
    assert lake.rows(f"select {columns} from audit_summary order by currency desc, verdict") == [
        ("USD", "cancelled", False, False, 1, 4, 0.25, 0, 0),
        ("USD", "exact", True, False, 2, 4, 0.5, 0, 0),
        ("USD", "mismatch", True, True, 1, 4, 0.25, 3, -4),
        ("EUR", "exact", True, False, 1, 1, 1.0, 1, 0),
    ]


def test_the_result_line_runs_in_the_order_of_play(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    showdown(lake, "Ann")
    showdown(lake, "Bob")
    lake.hand("Ann Bob", FOLD_TO_ANN, hand_id="999", started_at=None)
    columns = "hand_no, hand_id, net, won, won_showdown, won_non_showdown, won_bb"
    cents = [Decimal(amount) / 100 for amount in (5, 10, -10, 0, 15)]
    five, ten, minus_ten, zero, fifteen = cents
    assert lake.rows(
        f"select {columns} from rpt_result_line where player = 'Ann' order by hand_no"
    ) == [
        (1, "1001", five, five, zero, five, 0.5),
        (2, "1002", ten, fifteen, ten, five, 1.5),
        (3, "1003", minus_ten, five, zero, five, 0.5),
        (4, "999", five, ten, zero, ten, 1.0),
    ]


def test_stakes_by_position_give_money_in_units_of_the_currency(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    showdown(lake, "Ann")
    columns = "position, big_blind_money, hands, net, net_money, bb_per_100"
    assert lake.rows(f"select {columns} from rpt_stakes_by_position where player = 'Ann'") == [
        ("BB", Decimal("0.1"), 2, 15, Decimal("0.15"), 75.0),
    ]


def test_heroes_are_the_names_whose_cards_were_dealt_face_up(lake: Lake) -> None:
    for _ in range(2):
        lake.hand("Ann Bob", FOLD_TO_ANN, seats={"Ann": {"is_hero": True}})
    lake.hand("Ann Bob", FOLD_TO_ANN, seats={"Bob": {"is_hero": True}})
    assert lake.rows("select player, hero_hands from rpt_heroes order by all") == [
        ("Ann", 2),
        ("Bob", 1),
    ]


def test_a_pot_is_measured_in_big_blinds_or_in_small_bets(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand(
        "Ann Bob",
        "Ann ante 40, Bob ante 40, Bob fold",
        game="stud",
        game_family="stud",
        big_blind=None,
        small_bet=40,
        bb_unit="small_bet",
    )
    assert lake.rows("select bb_size, total_pot, total_pot_bb from fct_hands order by hand_id") == [
        (10, 10, 1.0),
        (40, 80, 2.0),
    ]


def test_an_action_has_the_columns_of_its_hand_and_its_price(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann raise 40, Bob fold")
    lake.hand("Ann Bob", FOLD_TO_ANN, verdict="corrupt_actions")
    columns = "kind, is_decision, is_voluntary, is_aggressive, hand_kind, to_call, pot_odds"
    assert lake.rows(f"select {columns} from fct_actions order by action_no") == [
        ("post_small_blind", False, False, False, "cash", 0, None),
        ("post_big_blind", False, False, False, "cash", 5, 0.5),
        ("call", True, True, False, "cash", 5, 5 / 20),
        ("raise", True, True, True, "cash", 0, 0.0),
        ("fold", True, False, False, "cash", 30, 30 / 80),
    ]


@pytest.mark.parametrize(
    ("amount", "scale", "money"),
    [
        (150, 2, "1.5"),
        (-5, 2, "-0.05"),
        (1500, 0, "1500"),
        (12345, 8, "0.00012345"),
        (9_007_199_254_740_993, 2, "90071992547409.93"),
    ],
)
def test_money_is_exact(lake: Lake, amount: int, scale: int, money: str) -> None:
    assert lake.value(f"select money({amount}, {scale})") == Decimal(money)


def test_a_rate_of_nothing_is_null(lake: Lake) -> None:
    assert lake.row("select rate(1, 4), rate(0, 0)") == (0.25, None)


def test_pot_odds_are_those_of_the_chips_that_the_player_has(lake: Lake) -> None:
    # Ann has 50, Cat 120, the others enough: of a raise to 200 that Dan calls.
    lake.hand(
        "Ann Bob Cat Dan Eve",
        "Ann sb 5, Bob bb 10, Cat fold, Dan raise 200, Eve call, Ann call, Bob fold",
        "Dan check, Eve check",
        "Dan check, Eve check",
        "Dan check, Eve check",
        won={"Ann": 460},
        showdown=["Ann", "Dan", "Eve"],
        stacks={"Ann": 50, "Cat": 120},
    )

    rows = lake.rows(
        "select player, amount, to_call, pot_before, pot_odds from fct_actions"
        " where player in ('Ann', 'Eve', 'Bob') and is_decision and street_no = 0 order by action_no"
    )

    assert rows == [
        ("Eve", 200, 200, 215, pytest.approx(200 / 415)),
        # Dan and Eve have more in than she has: the row does not say how much.
        ("Ann", 45, 195, 415, None),
        ("Bob", 0, 190, 460, pytest.approx(190 / 650)),
    ]


def test_pot_odds_leave_out_what_a_short_stack_cannot_win(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Dan",
        "Dan raise 200, Ann call, Bob fold",
        won={"Ann": 110},
        showdown=["Ann", "Dan"],
        stacks={"Ann": 50},
    )

    # 50 for 50 of Dan's 200.
    assert lake.row("select amount, to_call, pot_odds from fct_actions where player = 'Ann'") == (
        50,
        200,
        pytest.approx(50 / 100),
    )
