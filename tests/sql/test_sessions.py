"""Sessions, hours, swings, biggest pots and opponents, on a few hands with known times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from all_ins import all_in, all_in_after_a_fold

if TYPE_CHECKING:
    from rows import Lake

EVENING = datetime(2024, 5, 1, 20, tzinfo=UTC)
WON = "Bob sb 5, Ann bb 10, Bob fold"
LOST = "Ann sb 5, Bob bb 10, Ann fold"


def at(lake: Lake, minute: float, *, won: bool = True, **columns: Any) -> str:
    """A hand that Ann wins or loses 5 cents in, half a big blind, `minute` minutes into the evening."""
    players, line = ("Bob Ann", WON) if won else ("Ann Bob", LOST)
    columns.setdefault("started_at", EVENING + timedelta(minutes=minute))
    return lake.hand(players, line, **columns)


def test_a_break_of_more_than_thirty_minutes_ends_a_session(lake: Lake) -> None:
    for minute in (0, 1, 31, 61.5):
        at(lake, minute)
    at(lake, 0, started_at=None)

    columns = "session_no, hands, round(hours * 60, 3), started_at, ended_at"
    assert lake.rows(f"select {columns} from sessions where player = 'Ann' order by all") == [
        (1, 3, 32, EVENING, EVENING + timedelta(minutes=31)),
        (2, 1, 1, EVENING + timedelta(minutes=61.5), EVENING + timedelta(minutes=61.5)),
    ]
    assert lake.rows(
        "select session_no, seconds, table_seconds from fct_session_hands"
        " where player = 'Ann' order by started_at nulls last"
    ) == [(1, 60, 60), (1, 1800, 1800), (1, 60, 60), (2, 60, 60), (None, None, None)]


def test_the_gap_is_a_variable_of_the_connection(lake: Lake) -> None:
    for minute in (0, 20, 50.5):
        at(lake, minute)
    query = "select list(hands order by session_no) from sessions where player = 'Ann'"

    assert lake.value(query) == [2, 1]
    for gap, hands in ((10, [1, 1, 1]), (31, [3])):
        lake.connection.execute(f"set variable session_gap = {gap}")
        assert lake.value(query) == hands
    lake.connection.execute("reset variable session_gap")
    assert lake.value(query) == [2, 1]


def test_hours_on_the_clock_and_of_all_tables(lake: Lake) -> None:
    # Rigel from 0 to 10, Vega from 5 to 9 at the same time: 11 minutes on the clock, 11 and 5 at tables.
    for minute, table in ((0, "Rigel"), (5, "Vega"), (9, "Vega"), (10, "Rigel")):
        at(lake, minute, table_name=table, won=minute != 9)

    columns = "hands, tables_played, round(hours * 60, 3), round(table_hours * 60, 3), net, net_bb"
    assert lake.row(f"select {columns} from sessions where player = 'Ann'") == (4, 2, 11, 16, 10, 1)
    rates = "round(hands_per_hour * 11, 3), round(net_per_hour * 11, 3), bb_per_100"
    assert lake.row(f"select {rates} from sessions where player = 'Ann'") == (240, 600, 25)


def test_a_fast_fold_pool_is_one_table(lake: Lake) -> None:
    for minute in (0, 1, 2):
        at(lake, minute, table_name=f"Zoom {minute}", is_fast_fold=True)

    columns = "tables_played, round(hours * 60, 3), round(table_hours * 60, 3)"
    assert lake.row(f"select {columns} from sessions where player = 'Ann'") == (1, 3, 3)


def test_fast_fold_pools_of_two_stakes_are_two_tables(lake: Lake) -> None:
    for minute in (0, 1, 2):
        at(lake, minute, table_name=f"Zoom {minute}", is_fast_fold=True)
        stakes = {"small_blind": 25, "big_blind": 50}
        at(lake, minute + 0.5, table_name=f"Zoom {minute} A", is_fast_fold=True, **stakes)

    columns = "tables_played, round(hours * 60, 3), round(table_hours * 60, 3)"
    assert lake.row(f"select {columns} from sessions where player = 'Ann'") == (2, 3.5, 6)


def test_a_fast_fold_tournament_is_one_table_through_its_levels(lake: Lake) -> None:
    for minute, blind in ((0, 10), (1, 20), (2, 40)):
        columns = {"kind": "tournament", "currency": "CHIPS", "tournament_id": "7"}
        at(lake, minute, table_name=f"{minute}", is_fast_fold=True, big_blind=blind, **columns)

    columns = "tables_played, round(table_hours * 60, 3)"
    assert lake.row(f"select {columns} from sessions where player = 'Ann'") == (1, 3)


def test_sessions_of_two_kinds_are_not_one(lake: Lake) -> None:
    at(lake, 0)
    at(lake, 1, kind="tournament", currency="CHIPS", tournament_id="7")
    assert lake.rows("select kind, hands from sessions where player = 'Ann' order by 1") == [
        ("cash", 1),
        ("tournament", 1),
    ]


def swings(lake: Lake, direction: str) -> list[tuple[Any, ...]]:
    columns = "swing_no, depth_bb, hands_to_extreme, hands, started_at, extreme_at, ended_at"
    return lake.rows(
        f"select {columns} from swings where player = 'Ann' and direction = '{direction}'"
        " order by swing_no"
    )


def test_a_downswing_lasts_from_a_high_until_it_is_won_again(lake: Lake) -> None:
    # Half big blinds: 1 2 1 0 1 2 1, the last one is still lasting.
    for minute, won in enumerate([True, True, False, False, True, True, False]):
        at(lake, minute, won=won)

    def minute(number: int) -> datetime:
        return EVENING + timedelta(minutes=number)

    assert swings(lake, "down") == [
        (1, 1.0, 2, 3, minute(1), minute(3), minute(5)),
        (2, 0.5, 1, 1, minute(5), minute(6), None),
    ]
    # Up from the beginning, which no hand has, to the second hand; it is lost again at the fourth.
    assert swings(lake, "up") == [
        (1, 1.0, 2, 3, None, minute(1), minute(3)),
        (2, 1.0, 2, 3, minute(3), minute(5), None),
    ]


def test_a_swing_names_the_part_of_luck(lake: Lake) -> None:
    # Ann loses 10 big blinds in a pot that would have won her 5 on average: 15 of bad luck.
    all_in(lake, "Bob", expected=150)
    query = "select depth_bb, luck_bb from swings where player = '{}' and direction = '{}'"
    assert lake.row(query.format("Ann", "down")) == (10, 15)
    assert lake.row(query.format("Bob", "up")) == (10, 15)


def test_the_biggest_pots_are_won_and_lost_ones(lake: Lake) -> None:
    all_in(lake, "Ann")
    all_in(lake, "Bob")
    at(lake, 100)
    columns = "outcome, place, net_bb, total_pot, opponents, opponents_cards"
    assert lake.rows(
        f"select {columns} from biggest_pots where player = 'Ann' order by outcome, place"
    ) == [
        ("lost", 1, -10.0, 200, "Bob", "KhKd"),
        ("won", 1, 10.0, 200, "Bob", "KhKd"),
        ("won", 2, 0.5, 10, None, None),
    ]


def test_only_twenty_pots_are_listed_each_way(lake: Lake) -> None:
    for minute in range(22):
        at(lake, minute)
    query = "select outcome, count(*), max(place) from biggest_pots where player = 'Ann' group by 1"
    assert lake.rows(query) == [("won", 20, 20)]


def test_a_loss_is_shared_out_over_the_winners(lake: Lake) -> None:
    # Ann loses 20, Bob wins 15 and Cat 5; two saw the flop in the second hand only.
    lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat call, Ann call, Bob check",
        "Ann bet 10, Bob call, Cat call",
        won={"Bob": 35, "Cat": 25},
        showdown=["Ann", "Bob", "Cat"],
    )
    lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat fold, Ann call, Bob check",
        "Ann bet 20, Bob fold",
    )
    columns = "opponent, hands, both_saw_flop_hands, heads_up_hands, showdown_hands"
    columns += ", exchanged_bb, heads_up_net_bb, together_net_bb"
    assert lake.rows(f"select {columns} from opponents where player = 'Ann' order by 1") == [
        ("Bob", 2, 2, 1, 1, pytest.approx(-1.5 + 1), 1.0, -1.0),
        ("Cat", 2, 1, 0, 1, pytest.approx(-0.5), 0.0, -1.0),
    ]


def test_what_one_wins_from_another_the_other_loses(lake: Lake) -> None:
    all_in_after_a_fold(lake)
    all_in(lake, "Bob", rake=4)
    rows = lake.rows("select player, opponent, exchanged_bb from opponents")
    exchanged = {(player, opponent): amount for player, opponent, amount in rows}
    assert exchanged["Ann", "Cat"] == pytest.approx(1.0)
    assert exchanged["Bob", "Cat"] == 0
    for player, opponent in exchanged:
        assert exchanged[player, opponent] == pytest.approx(-exchanged[opponent, player])
