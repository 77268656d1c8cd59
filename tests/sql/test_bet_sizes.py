"""How large bets and raises are, on hands that a person can count, and what a 4-bet range is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rows import Lake

# Ann is the small blind with 5, Bob the big blind with 10, Eve the button.
FIVE = "Ann Bob Cat Dan Eve"
BLINDS = "Ann sb 5, Bob bb 10"


def sizes(lake: Lake) -> list[tuple[object, ...]]:
    return lake.rows(
        "select player, street, act, size_bb, round(pot_share, 3), round(price_multiple, 3)"
        " from fct_sizes order by hand_id, action_no"
    )


def test_a_size_is_in_big_blinds_as_a_part_of_the_pot_and_of_the_price(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{BLINDS}, Cat raise 25, Dan raise 80, Eve fold, Ann fold, Bob fold, Cat raise 200, Dan call",
        "Cat bet 104, Dan call",
        "Cat check, Dan check",
        "Cat bet 311, Dan fold",
    )

    assert sizes(lake) == [
        # 25 over 10: it adds 15 to a pot of 25 with the call.
        ("Cat", "preflop", "open", 2.5, 0.6, 2.5),
        # 55 more than a call of 25, which would make the pot 65.
        ("Dan", "preflop", "three_bet", 8.0, 0.846, 3.2),
        # 120 more than a call of 55 over 120 in the pot.
        ("Cat", "preflop", "four_bet", 20.0, 0.686, 2.5),
        # A quarter of 415.
        ("Cat", "flop", "cbet", 10.4, 0.251, None),
        # Half of 623; the turn was not bet, so that it is no c-bet.
        ("Cat", "river", "bet", 31.1, 0.499, None),
    ]


def test_what_is_bet_has_its_name(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{BLINDS}, Cat call, Dan call, Eve raise 60, Ann fold, Bob call, Cat fold, Dan call",
        "Bob bet 100, Dan raise 300, Eve raise 700, Bob fold, Dan fold",
    )
    lake.hand(
        FIVE,
        f"{BLINDS}, Cat raise 30, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat bet 40, Dan call",
        "Cat bet 80, Dan call",
        "Cat bet 160, Dan fold",
    )
    lake.hand(
        "Bob Ann",
        "Ann sb 5, Bob bb 10, Ann raise 30, Bob call",
        "Bob check, Ann bet 40, Bob raise 120, Ann call",
        "Bob check, Ann check",
        "Bob bet 100, Ann fold",
    )

    assert [row[:3] for row in sizes(lake)] == [
        ("Eve", "preflop", "iso_raise"),
        ("Bob", "flop", "donk"),
        ("Dan", "flop", "raise"),
        ("Eve", "flop", "raise"),
        ("Cat", "preflop", "open"),
        ("Cat", "flop", "cbet"),
        ("Cat", "turn", "cbet"),
        ("Cat", "river", "cbet"),
        ("Ann", "preflop", "open"),
        ("Ann", "flop", "cbet"),
        ("Bob", "flop", "check_raise"),
        ("Bob", "river", "bet"),
    ]


def test_a_bet_on_seventh_street_is_named_as_what_the_next_player_faces(lake: Lake) -> None:
    stud = {"game": "stud", "game_family": "stud"}
    lake.hand(
        "Ann Bob",
        "Ann bring_in 5, Bob raise 10, Ann call",
        "Bob bet 10, Ann call",
        "Bob bet 20, Ann call",
        "Bob bet 20, Ann call",
        "Bob bet 20, Ann fold",
        **stud,
    )
    lake.hand(
        "Ann Bob",
        "Ann bring_in 5, Bob raise 10, Ann call",
        "Ann check, Bob bet 10, Ann call",
        "Ann check, Bob bet 20, Ann call",
        "Ann check, Bob bet 20, Ann call",
        "Ann bet 20, Bob fold",
        **stud,
    )

    acts = "select player, act from fct_sizes where street = 'seventh' order by hand_id"
    faced = "select faces from actions where street = 'seventh' and kind = 'fold' order by hand_id"
    assert lake.rows(acts) == [("Bob", "cbet"), ("Ann", "donk")]
    assert lake.rows(faced) == [("cbet",), ("donk",)]


def test_sizes_are_summed_up_by_player_position_and_kind_of_bet(lake: Lake) -> None:
    for total in (20, 25, 30, 45, 1000):
        lake.hand(
            FIVE,
            f"{BLINDS}, Cat fold, Dan fold, Eve raise {total}, Ann fold, Bob fold",
        )
    lake.hand(FIVE, f"{BLINDS}, Cat fold, Dan raise 22, Eve fold, Ann fold, Bob fold")

    assert lake.rows(
        "select player, position, street, act, acts, all_in_acts, size_bb_mean, size_bb_p10, size_bb_median,"
        " size_bb_p90, pot_share_median, price_multiple_median from bet_sizes order by player"
    ) == [
        ("Dan", "CO", "preflop", "open", 1, 0, 2.2, 2.2, 2.2, 2.2, 0.48, 2.2),
        # 2, 2.5, 3, 4.5 and all 100: a tenth of the way from the first to the last is 0.4 of a step from the first.
        ("Eve", "BTN", "preflop", "open", 5, 1, 22.4, 2.2, 3.0, pytest.approx(61.8), 0.8, 3.0),
    ]


def test_hands_that_do_not_count_have_no_sizes(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{BLINDS}, Cat raise 30, Dan fold, Eve fold, Ann fold, Bob fold",
        verdict="corrupt_actions",
    )

    assert sizes(lake) == []


def test_a_four_bet_range_is_the_share_raised_times_the_share_raised_again(lake: Lake) -> None:
    opened = f"{BLINDS}, Cat raise 30, Dan raise 90, Eve fold, Ann fold, Bob fold"
    lake.hand(FIVE, f"{opened}, Cat raise 220, Dan fold")
    lake.hand(FIVE, f"{opened}, Cat fold")
    lake.hand(FIVE, f"{BLINDS}, Cat raise 30, Dan fold, Eve fold, Ann fold, Bob fold")
    lake.hand(FIVE, f"{BLINDS}, Cat fold, Dan fold, Eve raise 30, Ann fold, Bob fold")

    row = lake.row(
        "select pfr_hands, pfr_opportunities, four_bet_after_raise_hands,"
        " four_bet_after_raise_opportunities, four_bet_range from raising_ranges where player = 'Cat'"
    )
    assert row == (3, 4, 1, 2, 0.375)
    assert lake.value("select four_bet_range from raising_ranges where player = 'Eve'") is None
