"""What statistics are sliced by, on hands that a person can count."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from handlab.statistics.percentiles_sql import percentiles_sql
from handlab.statistics.question import Question
from handlab.statistics.stats_sql import stats_sql

if TYPE_CHECKING:
    from rows import Lake

OPEN = "Ann sb 5, Bob bb 10, Cat raise 30, Ann fold, Bob call"


def open_and_bet(lake: Lake, board: str | None = "2c7d9s", **columns: Any) -> None:
    """Cat raises, Bob calls and folds to a c-bet."""
    lake.hand("Ann Bob Cat", OPEN, "Bob check, Cat bet 40, Bob fold", board=board, **columns)


def answers(lake: Lake, by: str, *names: str, player: str | None = "Cat", **asked: Any) -> Any:
    """The slice and the columns of each row."""
    question = Question.of(player, by=by, stat=asked.pop("stat", ""), **asked)
    columns = ", ".join([by, "hands", *names])
    return lake.rows(f"select {columns} from ({stats_sql(question)})")


@pytest.mark.parametrize(
    ("board", "texture", "highest"),
    [
        ("2c7d9s", "rainbow", "9"),
        ("Ah Kd Kh Js", "paired two_tone", "A"),
        ("TsJs9s2d2h", "monotone", "J"),
        ("8s8d8h", "trips rainbow", "8"),
        ("Ah", None, None),
        ("", None, None),
        (None, None, None),
        ("AhKdXx", None, None),
    ],
)
def test_a_flop_has_a_texture_and_a_highest_rank(
    lake: Lake, board: str | None, texture: str | None, highest: str | None
) -> None:
    open_and_bet(lake, board)
    assert answers(lake, "board_texture") == [(texture, 1)]
    assert answers(lake, "board_high") == [(highest, 1)]


def test_a_line_is_what_the_seat_did_street_by_street(lake: Lake) -> None:
    open_and_bet(lake)
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    lake.hand(
        "Bob Ann",
        "Ann sb 5, Bob bb 10, Ann call, Bob raise 30, Ann call",
        "Bob check, Ann bet 20, Bob raise 60, Ann call",
        "",
        "Bob check, Ann check",
        won={"Ann": 180},
        showdown=["Ann", "Bob"],
    )
    query = "select player, hand_line from fct_seat_facts"
    query += " left join fct_lines using (site, hand_id, seat) order by hand_id, seat"
    assert lake.rows(query) == [
        ("Ann", "F"),
        ("Bob", "C/XF"),
        ("Cat", "R/B"),
        ("Ann", None),
        ("Bob", "F"),
        ("Bob", "R/XR//X"),
        ("Ann", "CC/BC//X"),
    ]
    raises = ", ".join(f"{name} raise {30 + 10 * at}" for at, name in enumerate(["Cat", "Ann"] * 5))
    lake.hand("Ann Cat", f"Cat sb 5, Ann bb 10, {raises}, Cat fold")
    query = "select hand_line from fct_lines order by length(hand_line) desc, seat limit 2"
    assert lake.rows(query) == [("CC/BC//X",), ("R/XR//X",)]
    query = "select list(hand_line order by seat) from fct_lines where contains(hand_line, '+')"
    assert lake.value(query) == ["RRRR+", "RRRR+"]
    made = ["cbet_flop_made", "cbet_flop_chances"]
    assert answers(lake, "line", *made, stat="cbet_flop")[0] == ("R/B", 1, 1, 1)
    assert answers(lake, "preflop_line", player="Ann") == [
        ("CC", 1),
        ("F", 1),
        ("RRRR+", 1),
        (None, 1),
    ]


def test_stacks_that_matter_are_those_that_an_opponent_can_match(lake: Lake) -> None:
    # Bob has 100 big blinds, Ann 30 and Cat 60, but Ann has folded when Bob first decides.
    lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat raise 30, Ann fold, Bob call",
        "Bob check, Cat bet 40, Bob fold",
        stacks={"Ann": 300, "Cat": 600},
    )
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    # 590 of Bob's 990, then 570 for a pot of 65: 8.8 pots; Cat's ratio is that of the pot before the street.
    assert answers(lake, "effective_stack", player="Bob") == [(40, 1), (75, 1)]
    assert answers(lake, "spr", player="Bob") == [(7, 1), (None, 1)]
    assert answers(lake, "spr", player="Cat") == [(7, 1)]


def test_m_is_the_stack_in_rounds_of_blinds_and_antes(lake: Lake) -> None:
    fold = "Ann sb 5, Bob bb 10, Cat fold, Ann fold"
    blinds = {"small_blind": 5, "big_blind": 10}
    # A round costs 15 and, where each pays an ante, three of them.
    for stack, ante in [(90, 0), (89, 0), (300, 5), (299, 5)]:
        lake.hand("Ann Bob Cat", fold, stacks={"Cat": stack}, **blinds, ante=ante, ante_kind="each")
    lake.hand("Ann Bob Cat", fold, stacks={"Cat": 600}, **blinds, ante=15, ante_kind="big_blind")
    lake.hand("Ann Bob Cat", fold, stacks={"Cat": 600}, small_blind=None, big_blind=None)
    # Short deck has one blind, stud a bring-in, and each pays an ante: 40.
    for forced in ({"big_blind": 10}, {"bring_in": 10}):
        unposted = {"small_blind": None, "big_blind": None, "ante": 10, "ante_kind": "each"}
        lake.hand("Ann Bob Cat", fold, stacks={"Cat": 399}, **unposted | forced)
    assert answers(lake, "m_ratio") == [(1, 1), (6, 4), (10, 1), (20, 1), (None, 1)]


def test_hands_are_sliced_by_who_raised_first(lake: Lake) -> None:
    open_and_bet(lake)
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann raise 40, Bob fold")
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    made = ["three_bet_made", "three_bet_chances"]
    assert answers(lake, "opener_position", *made, player="Bob", stat="three_bet") == [
        ("BB", 1, 0, 1),
        ("BTN", 1, 0, 1),
        (None, 1, 0, 0),
    ]


def test_a_hand_counts_for_every_opponent_who_was_dealt_in(lake: Lake) -> None:
    open_and_bet(lake)
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", seats={"Ann": {"is_anonymous": True}})
    assert answers(lake, "opponent", "vpip_made", player="Bob") == [("Ann", 1, 1), ("Cat", 1, 1)]


def test_against_somebody_only_hands_with_them_count(lake: Lake) -> None:
    open_and_bet(lake)
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    assert answers(lake, "player", player="Bob") == [("Bob", 2)]
    assert answers(lake, "player", player="Bob", vs="Cat") == [("Bob", 1)]
    assert answers(lake, "player", player=None, vs="Cat") == [("Ann", 1), ("Bob", 1)]


def test_results_and_hours_are_asked_for_like_statistics(lake: Lake) -> None:
    # One minute apart: Cat wins 35 cents, 3.5 big blinds, twice, and pays 30 once.
    open_and_bet(lake)
    open_and_bet(lake)
    lake.hand("Ann Bob Cat", f"{OPEN}", "Bob bet 40, Cat fold")
    names = ["won", "won_bb", "bb_per_100", "ev_bb_per_100", "round(hours * 60, 6)"]
    ((_, hands, won, *rest),) = answers(lake, "session", *names, stat="results,hours,vpip")
    assert (hands, float(won)) == (3, 0.4)
    assert rest == [4.0, pytest.approx(400 / 3), pytest.approx(400 / 3), 3.0]
    low, high = "bb_per_100_low", "bb_per_100_high"
    ((_, _, low, high),) = answers(lake, "player", low, high, stat="results")
    # The deviation of 3.5, 3.5 and -3 is 3.7528; 1.96 standard errors of the mean are 4.2467.
    assert (low, high) == (pytest.approx(-291.34, abs=0.01), pytest.approx(558.0, abs=0.01))


def test_the_hero_is_the_owner_under_any_name(lake: Lake) -> None:
    for name in ("Ann", "Bob"):
        hero = {name: {"is_hero": True, "is_anonymous": name == "Ann"}}
        lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", seats=hero)
    assert answers(lake, "player", "vpip_chances", player="hero") == [("hero", 2, 1)]


def test_the_owner_has_sessions_and_hours_where_nobody_has_a_name(lake: Lake) -> None:
    # Under two names, of which the first identifies nobody.
    starts = [("Ann", 1, 0), ("Bob", 1, 1), ("Ann", 1, 5), ("Ann", 2, 0)]
    for name, day, minute in starts:
        hero = {name: {"is_hero": True, "is_anonymous": name == "Ann"}}
        start = datetime(2024, 5, day, 12, minute, tzinfo=UTC)
        lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", seats=hero, started_at=start)

    names = ["won_bb", "round(hours * 60, 6)"]
    assert answers(lake, "session", *names, stat="results,hours", player="hero") == [
        (1, 3, 0.5, 6.0),
        (2, 1, 0.5, 1.0),
    ]


def test_a_hand_without_a_start_wins_nothing_in_an_hour(lake: Lake) -> None:
    for minute in (0, 30):
        start = datetime(2024, 5, 1, 12, minute, tzinfo=UTC)
        lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", started_at=start)
    (timed,) = answers(lake, "player", "bb_per_hour", stat="hours", player="Ann")
    # 1 big blind in 31 minutes: the last hand counts as one.
    assert timed == ("Ann", 2, pytest.approx(60 / 31))

    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Ann fold", started_at=None)
    (with_another,) = answers(lake, "player", "bb_per_hour", stat="hours", player="Ann")
    assert with_another == ("Ann", 3, pytest.approx(60 / 31))


def population(lake: Lake) -> None:
    """Four players who raise first in 0, 1, 1 and 2 times of two."""
    for raises, name in ((0, "Ann"), (1, "Bob"), (1, "Cat"), (2, "Dan")):
        for number in range(2):
            act = "raise 30, Eve fold" if number < raises else "fold"
            lake.hand(f"Eve {name}", f"{name} sb 5, Eve bb 10, {name} {act}")


def test_percentiles_are_those_of_all_players(lake: Lake) -> None:
    population(lake)
    query = percentiles_sql(Question.of(stat="rfi"))
    columns = "statistic, players, p10, p25, median, p75, p90"
    assert lake.rows(f"select {columns} from ({query})") == [
        ("rfi", 4, pytest.approx(0.15), 0.375, 0.5, 0.625, pytest.approx(0.85))
    ]


@pytest.mark.parametrize(
    ("player", "rate", "percentile"), [("Ann", 0, 0), ("Bob", 0.5, 0.5), ("Dan", 1, 1)]
)
def test_the_place_of_a_player_is_the_share_of_the_others_below(
    lake: Lake, player: str, rate: float, percentile: float
) -> None:
    population(lake)
    query = percentiles_sql(Question.of(player, stat="rfi"))
    columns = "player, rate, chances, percentile"
    assert lake.rows(f"select {columns} from ({query})") == [(player, rate, 2, percentile)]


def test_without_a_chance_there_is_no_place(lake: Lake) -> None:
    population(lake)
    assert lake.rows(percentiles_sql(Question.of("Eve", stat="rfi"))) == []
