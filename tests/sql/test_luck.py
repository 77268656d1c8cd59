"""All-ins: expected and actual results, luck, and what reports say about them."""

from __future__ import annotations

import statistics
from datetime import UTC, date, datetime
from decimal import Decimal
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest
from all_ins import all_in, all_in_after_a_fold

from handlab import views

if TYPE_CHECKING:
    from rows import Lake

FOLD_TO_ANN = "Bob sb 5, Ann bb 10, Bob fold"
FACTS = ("fct_results", "fct_seats")


@pytest.mark.parametrize("fact", FACTS)
def test_luck_is_what_the_pots_paid_less_what_could_be_expected(lake: Lake, fact: str) -> None:
    all_in(lake, "Ann", expected=150)
    columns = "player, is_all_in_runout, ev_net, net_adjusted, net_bb_adjusted, luck, luck_bb"
    assert lake.rows(f"select {columns} from {fact} order by player") == [
        ("Ann", True, 50, 50, 5.0, 50, 5.0),
        ("Bob", True, -50, -50, -5.0, -50, -5.0),
    ]


@pytest.mark.parametrize("fact", FACTS)
def test_without_an_all_in_or_with_unknown_cards_the_adjusted_net_is_the_net(
    lake: Lake, fact: str
) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    all_in(lake, "Bob", expected=None)
    columns = "is_all_in_runout, net_adjusted, net_bb_adjusted, luck, luck_bb"
    assert lake.rows(f"select {columns} from {fact} where player = 'Ann' order by hand_id") == [
        (False, 5, 0.5, None, None),
        (True, -100, -10.0, None, None),
    ]


@pytest.mark.parametrize("view", ["player_stats", "win_rates"])
def test_luck_in_big_blinds_is_unknown_where_the_big_blind_is(lake: Lake, view: str) -> None:
    all_in(lake, "Ann", expected=150, big_blind=None)
    lake.hand("Cat Dan", "Dan sb 5, Cat bb 10, Dan fold")
    columns = "player, luck, net_bb, luck_bb"
    assert lake.rows(f"select {columns} from {view} order by player") == [
        ("Ann", 50, None, None),
        ("Bob", -50, None, None),
        ("Cat", 0, 0.5, 0),
        ("Dan", 0, -0.5, 0),
    ]


@pytest.mark.parametrize("fact", FACTS)
def test_who_folded_before_the_all_in_was_not_in_it_and_had_no_luck(lake: Lake, fact: str) -> None:
    all_in_after_a_fold(lake)
    columns = "is_all_in_runout, net_adjusted, luck"
    assert lake.row(f"select {columns} from {fact} where player = 'Cat'") == (False, -10, 0)


@pytest.mark.parametrize("fact", FACTS)
def test_a_cash_out_is_neither_expected_nor_luck(lake: Lake, fact: str) -> None:
    # Ann takes 148 for the 150 that she could expect, and would have lost the pot.
    all_in(lake, "Bob", expected=150, side={"Ann": 148})
    columns = "net, net_adjusted, luck, side"
    assert lake.row(f"select {columns} from {fact} where player = 'Ann'") == (48, 50, -150, 148)


@pytest.mark.parametrize("fact", FACTS)
def test_luck_in_stud_is_in_small_bets(lake: Lake, fact: str) -> None:
    stud_all_in(lake)
    columns = "bb_size, net_bb_adjusted, luck, luck_bb"
    assert lake.row(f"select {columns} from {fact} where player = 'Ann'") == (40, 0.25, 30, 0.75)


def stud_all_in(lake: Lake) -> str:
    """Ann and Bob are all-in for 40 on third street; Ann could expect 50 and wins 80."""
    cards = {"Ann": "AhAdAs2c3c4d5s", "Bob": "KhKd7c8c9d2sTs"}
    known: dict[str, Any] = {"ev_method": "exact"}
    return lake.hand(
        "Ann Bob",
        "Ann bring_in 10, Bob raise 40, Ann call",
        "",
        "",
        "",
        "",
        won={"Ann": 80},
        showdown=["Ann", "Bob"],
        stacks={"Ann": 40, "Bob": 40},
        seats={
            "Ann": known | {"ev_net": 10, "equity": 0.625, "hole_cards": cards["Ann"]},
            "Bob": known | {"ev_net": -10, "equity": 0.375, "hole_cards": cards["Bob"]},
        },
        allin_street="third",
        game="stud",
        game_family="stud",
        betting="fixed_limit",
        big_blind=None,
        small_blind=None,
        small_bet=40,
        bb_unit="small_bet",
    )


def test_a_win_rate_is_adjusted_where_the_expected_value_is_known(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)  # + 5
    all_in(lake, "Ann", expected=150)  # +100, expected 50
    all_in(lake, "Ann", expected=None)  # +100, unknown
    all_in(lake, "Bob", expected=120, side={"Ann": 118})  # + 18, expected 20
    columns = "hands, all_in_hands, ev_known_hands, ev_known_rate, net, net_adjusted, luck"
    columns += ", all_in_side, net_bb_adjusted, luck_bb"
    assert lake.row(f"select {columns} from win_rates where player = 'Ann'") == (
        *(4, 3, 2, 2 / 3, 5 + 100 + 100 + 18, 5 + 50 + 100 + 20, 50 - 120),
        *(118, 17.5, -7.0),
    )
    adjusted = [0.5, 5.0, 10.0, 2.0]
    mean, error, low, high = lake.row(
        "select ev_bb_per_100, ev_bb_per_100_stderr, ev_bb_per_100_low, ev_bb_per_100_high"
        " from win_rates where player = 'Ann'"
    )
    assert mean == pytest.approx(100 * statistics.mean(adjusted))
    assert error == pytest.approx(100 * statistics.stdev(adjusted) / sqrt(4))
    assert (low, high) == (pytest.approx(mean - 1.96 * error), pytest.approx(mean + 1.96 * error))


def test_a_win_rate_without_all_ins_is_adjusted_by_nothing(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    columns = "all_in_hands, ev_known_rate, net_adjusted, luck, all_in_side, luck_bb, ev_bb_per_100"
    assert lake.row(f"select {columns} from win_rates where player = 'Ann'") == (
        *(0, None, 5, 0, 0, 0.0, 50.0),
    )


def test_player_stats_are_adjusted_over_scales(lake: Lake) -> None:
    tournament = {"kind": "tournament", "currency": "CHIPS"}
    all_in(lake, "Ann", expected=150, scale=0, **tournament)
    all_in(lake, "Bob", expected=100, scale=2, **tournament)
    columns = "scale, hands, all_in_hands, ev_known_hands, ev_known_rate, net, net_adjusted, luck"
    columns += ", luck_bb, bb_per_100, ev_bb_per_100, ev_bb_per_100_stderr"
    assert lake.row(f"select {columns} from player_stats where player = 'Ann'") == (
        *(2, 2, 2, 2, 1.0, 10_000 - 100, 5_000 + 0, 5_000 - 100),
        *(5.0 - 10.0, 0.0, 250.0, pytest.approx(100 * statistics.stdev([5, 0]) / sqrt(2))),
    )


def test_luck_is_told_by_month_and_by_street(lake: Lake) -> None:
    may, june = datetime(2024, 5, 31, 23, 59, tzinfo=UTC), datetime(2024, 6, 1, tzinfo=UTC)
    all_in(lake, "Ann", expected=150, started_at=may)
    all_in(lake, "Bob", expected=150, started_at=may)
    all_in(lake, "Ann", expected=None, started_at=may)
    all_in(lake, "Ann", expected=180, started_at=may, street="turn", method="sampled")
    all_in(lake, "Ann", expected=None, started_at=june, street="flop")
    all_in(lake, "Bob", expected=120, started_at=None, side={"Ann": 118})
    columns = (
        "started_month, allin_street, all_in_hands, ev_known_hands, ev_known_rate, ev_sampled_hands"
    )
    columns += ", actual, expected, luck, side, actual_bb, expected_bb, luck_bb, luck_bb_stddev"
    rows = lake.rows(
        f"select {columns} from luck where player = 'Ann' order by started_month, street_order"
    )
    nothing = (None,) * 8
    spread = pytest.approx(sqrt(5**2 + 15**2))
    assert rows == [
        (date(2024, 5, 1), "preflop", 3, 2, 2 / 3, 0, 0, 100, -100, 0, 0.0, 10.0, -10.0, spread),
        (date(2024, 5, 1), "turn", 1, 1, 1.0, 1, 100, 80, 20, 0, 10.0, 8.0, 2.0, None),
        (date(2024, 6, 1), "flop", 1, 0, 0.0, 0, *nothing),
        (None, "preflop", 1, 1, 1.0, 0, -100, 20, -120, 118, -10.0, 2.0, -12.0, None),
    ]


def test_a_month_is_the_same_in_every_time_zone(lake: Lake) -> None:
    all_in(lake, started_at=datetime(2024, 6, 1, 1, tzinfo=UTC))
    lake.connection.execute("set TimeZone = 'America/New_York'")
    try:
        assert lake.rows("select distinct started_month from luck") == [(date(2024, 6, 1),)]
    finally:
        lake.connection.execute("set TimeZone = 'UTC'")


def test_luck_never_crosses_currencies_kinds_or_bettings(lake: Lake) -> None:
    all_in(lake)
    all_in(lake, currency="EUR")
    all_in(lake, kind="play", currency="PLAY")
    all_in(lake, betting="pot_limit")
    columns = "kind, currency, betting, luck"
    assert lake.rows(f"select {columns} from luck where player = 'Ann' order by all") == [
        ("cash", "EUR", "no_limit", 50),
        ("cash", "USD", "no_limit", 50),
        ("cash", "USD", "pot_limit", 50),
        ("play", "PLAY", "no_limit", 50),
    ]


def test_anonymous_players_have_no_luck(lake: Lake) -> None:
    all_in(lake)
    lake.connection.execute("update seats set is_anonymous = true where player = 'Bob'")
    for view in ("luck", "rpt_all_ins"):
        assert lake.rows(f"select distinct player from {view}") == [("Ann",)]


@pytest.mark.parametrize(
    ("streets", "order"),
    [
        (("preflop", "flop", "turn", "river"), [0, 1, 2, 3]),
        (("third", "fourth", "fifth", "sixth", "seventh"), [0, 1, 2, 3, 4]),
        (("predraw", "draw1", "draw2", "draw3"), [0, 1, 2, 3]),
        (("elsewhere",), [None]),
    ],
)
def test_streets_sort_in_the_order_of_play(
    lake: Lake, streets: tuple[str, ...], order: list[int | None]
) -> None:
    found = [lake.value(f"select street_order('{street}')") for street in streets]
    assert found == order


@pytest.mark.parametrize(
    ("street", "board"),
    [("preflop", ""), ("flop", "2c7d9s"), ("turn", "2c7d9sJh")],
)
def test_an_all_in_is_told_with_the_board_as_it_was(lake: Lake, street: str, board: str) -> None:
    hand_id = all_in(lake, "Ann", expected=150, street=street, rake=4, fees=2)
    columns = "hand_id, allin_street, hole_cards, opponents, opponents_cards, board, equity"
    columns += ", net_pots, net_pots_bb, contributed, net, ev_net, luck, luck_bb"
    assert lake.row(f"select {columns} from rpt_all_ins where player = 'Ann'") == (
        *(hand_id, street, "AhAd", 1, "KhKd", board, 0.75),
        *(194, 19.4, 100, 100, 50, 50, 5.0),
    )


def test_the_first_card_of_courchevels_flop_lies_before_the_betting(lake: Lake) -> None:
    all_in(lake, game="courchevel")
    assert lake.rows("select distinct board from rpt_all_ins") == [("2c",)]


def test_in_stud_the_cards_of_an_all_in_are_those_that_had_come(lake: Lake) -> None:
    stud_all_in(lake)
    columns = "hole_cards, opponents_cards, board, net_pots_bb"
    assert lake.row(f"select {columns} from rpt_all_ins where player = 'Ann'") == (
        *("AhAdAs", "KhKd7c", None, 2.0),
    )


def test_who_folded_is_no_opponent_and_has_no_all_in(lake: Lake) -> None:
    all_in_after_a_fold(lake)
    columns = "player, opponents, opponents_cards, net_pots"
    assert lake.rows(f"select {columns} from rpt_all_ins order by player") == [
        ("Ann", 1, "KhKd", 210),
        ("Bob", 1, "AhAd", 210),
    ]


def test_an_all_in_with_unknown_cards_says_so(lake: Lake) -> None:
    all_in(lake, expected=None)
    lake.connection.execute("update seats set hole_cards = null where player = 'Bob'")
    columns = "opponents_cards, ev_method, equity, ev_net, luck"
    assert lake.row(f"select {columns} from rpt_all_ins where player = 'Ann'") == (
        *("?", "unknown_cards", None, None, None),
    )


def test_the_adjusted_line_parts_from_the_other_by_luck(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    all_in(lake, "Ann", expected=150)
    all_in(lake, "Bob", expected=None)
    columns = "hand_no, won, won_adjusted, won_bb_adjusted, is_ev_known, ev_known_hands"
    assert lake.rows(
        f"select {columns} from rpt_result_line where player = 'Ann' order by hand_no"
    ) == [
        (1, Decimal("0.05"), Decimal("0.05"), 0.5, False, 0),
        (2, Decimal("1.05"), Decimal("0.55"), 5.5, True, 1),
        (3, Decimal("0.05"), Decimal("-0.45"), -4.5, False, 1),
    ]


CHECKS = ("luck_sums_to_zero", "ev_agrees")


@pytest.mark.parametrize("check", CHECKS)
def test_good_all_ins_pass_the_checks(lake: Lake, check: str) -> None:
    all_in(lake, "Ann", expected=151, rake=0)
    all_in(lake, "Bob", expected=None)
    all_in(lake, "Bob", expected=40, side={"Ann": 38})
    all_in(lake, "Ann", expected=200, street="turn")
    all_in_after_a_fold(lake)
    stud_all_in(lake)
    assert views.run_check(lake.connection, check).rows == []


@pytest.mark.parametrize(
    ("damage", "row"),
    [
        ("ev_net = ev_net + 1 where seat = 1", {"expected": 211, "won": 210, "luck": -1}),
        ("ev_net = null where seat = 3", {"seats": 3, "seats_known": 2}),
        ("net = net + 5 where seat = 2", {"luck": 5}),
    ],
)
def test_luck_that_does_not_sum_to_zero_is_found(
    lake: Lake, damage: str, row: dict[str, Any]
) -> None:
    all_in_after_a_fold(lake)
    lake.connection.execute(f"update seats set {damage}")
    (found,) = views.run_check(lake.connection, "luck_sums_to_zero").rows
    assert {name: found[name] for name in row} == row


def test_luck_of_hands_that_do_not_count_is_not_looked_at(lake: Lake) -> None:
    all_in(lake, verdict="corrupt_actions")
    lake.connection.execute("update seats set ev_net = 7")
    assert [views.run_check(lake.connection, check).rows for check in CHECKS] == [[], []]


@pytest.mark.parametrize(
    "damage",
    [
        "ev_method = 'unsupported' where seat = 1",
        "ev_net = null where seat = 1",
        "equity = null where seat = 1",
        "equity = 1.01 where seat = 1",
        "equity = -0.01 where seat = 1",
        "ev_net = -9 where seat = 3",
        "equity = 1 where seat = 1",
        "equity = 0 where seat = 1",
        "ev_method = null, ev_net = null, equity = null where seat = 1",
    ],
)
def test_an_expected_value_that_does_not_agree_is_found(lake: Lake, damage: str) -> None:
    all_in_after_a_fold(lake)
    assert views.run_check(lake.connection, "ev_agrees").rows == []
    lake.connection.execute(f"update seats set {damage}")
    (found,) = views.run_check(lake.connection, "ev_agrees").rows
    assert found["seat"] == int(damage[-1])


def test_an_expected_value_in_a_hand_without_an_all_in_is_found(lake: Lake) -> None:
    all_in(lake)
    lake.connection.execute("update hands set allin_street = null")
    assert len(views.run_check(lake.connection, "ev_agrees").rows) == 2
