"""Tests of the deal: fair cards pass, unfair ones are found, and unfair samples are not judged."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from all_ins import all_in

from handlab.answers.fairness_tests import (
    all_ins,
    dealt_streaks,
    flop_suits,
    frame,
    starting_hands,
    starting_hands_p,
    suits_statistic,
)
from handlab.answers.significance import chi_square_p, detectable_errors, holm

if TYPE_CHECKING:
    from rows import Lake

RANKS = "AKQJT98765432"


def expected_deals(times: int) -> dict[str, int]:
    """Every starting hand as often as its combinations, `times` times."""
    deals = {}
    for place, high in enumerate(RANKS):
        deals[high * 2] = 6 * times
        for low in RANKS[place + 1 :]:
            deals[f"{high}{low}s"] = 4 * times
            deals[f"{high}{low}o"] = 12 * times
    return deals


def test_every_combination_once_is_as_expected() -> None:
    assert starting_hands_p(expected_deals(1)) == (pytest.approx(0), 1)
    assert starting_hands_p(expected_deals(3)) == (pytest.approx(0), 1)


@pytest.mark.parametrize("times", [1, 4])
def test_too_many_aces_are_found(times: int) -> None:
    deals = expected_deals(times)
    deals["AA"] += 100 * times
    _, p_value = starting_hands_p(deals)
    assert p_value < 0.001


def test_simulated_and_exact_p_values_agree() -> None:
    # 1,658 hands or more have five expected of every class: on both sides of the limit.
    share = np.array(list(expected_deals(1).values())) / 1326
    names = list(expected_deals(1))
    generator = np.random.default_rng(11)
    for total in (1_600, 1_700):
        deal = dict(zip(names, generator.multinomial(total, share).tolist(), strict=True))
        statistic, p_value = starting_hands_p(deal)
        assert p_value == pytest.approx(chi_square_p(statistic, 168), abs=0.03)


def test_fair_deals_are_called_unfair_as_often_as_the_level_says() -> None:
    share = np.array(list(expected_deals(1).values())) / 1326
    names = list(expected_deals(1))
    deals = np.random.default_rng(5).multinomial(20_000, share, size=400)
    p_values = [starting_hands_p(dict(zip(names, deal.tolist(), strict=True)))[1] for deal in deals]
    assert sum(p < 0.05 for p in p_values) / 400 == pytest.approx(0.05, abs=0.03)
    assert np.mean(p_values) == pytest.approx(0.5, abs=0.06)


def test_flops_of_one_deck_pass_and_of_another_do_not() -> None:
    generator = np.random.default_rng(3)
    # Cards 0 to 12 are clubs, and so on; three of 52 without replacement.
    draws = np.argsort(generator.random((4_000, 52)), axis=1)[:, :3] // 13
    counts = np.stack([(draws == suit).sum(axis=1) for suit in range(3)], axis=1).astype(float)
    once = np.ones(4_000)
    assert chi_square_p(suits_statistic(counts, once), 3) > 0.01

    draws[:400, 0] = 0
    counts = np.stack([(draws == suit).sum(axis=1) for suit in range(3)], axis=1).astype(float)
    assert chi_square_p(suits_statistic(counts, once), 3) < 0.001


def test_a_hand_counts_once_for_its_deck(lake: Lake) -> None:
    dealt = {"hole_cards": "AhKd", "cards_source": "dealt", "is_hero": True}
    for _ in range(3):
        seats = {"Ann": dealt, "Bob": dealt | {"hole_cards": "2c2d"}}
        lake.hand(
            "Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", seats=seats, deck_size=52, board="2c7d9s"
        )
    tests = list(starting_hands(lake.connection, "true", 3))
    # The only seat and the only account have the same hands as the site, which are tested once.
    assert [(test.part, test.hands) for test in tests] == [("all", 3)]
    assert list(starting_hands(lake.connection, "true", 4)) == []
    assert [test.hands for test in flop_suits(lake.connection, "true", 3)] == [3]
    # Ace and king are 11 above the mean of two ranks, twice in a row: products of 121.
    (streak,) = dealt_streaks(lake.connection, "true", 2)
    assert (streak.hands, streak.statistic) == (2, pytest.approx(sqrt(2)))


def test_each_account_of_several_is_tested(lake: Lake) -> None:
    dealt = {"hole_cards": "AhKd", "cards_source": "dealt", "is_hero": True}
    for name in ("Ann", "Cid", "Cid"):
        lake.hand(f"{name} Bob", f"Bob sb 5, {name} bb 10, Bob fold", seats={name: dealt})
    tests = list(starting_hands(lake.connection, "true", 1))
    assert [(test.part, test.hands) for test in tests] == [("all", 3), ("Ann", 1), ("Cid", 2)]


def test_an_anonymous_hero_has_no_account(lake: Lake) -> None:
    dealt = {"hole_cards": "AhKd", "cards_source": "dealt", "is_hero": True}
    for name in ("Dealer", "UTG+1", "Ann", "Ann"):
        hero = dealt | {"is_anonymous": name != "Ann"}
        lake.hand(f"{name} Bob", f"Bob sb 5, {name} bb 10, Bob fold", seats={name: hero})
    tests = list(starting_hands(lake.connection, "true", 1))
    by_account = [test for test in tests if test.test == "starting hands by account"]
    assert tests[0].hands == 4
    assert [(test.part, test.hands) for test in by_account] == [("Ann", 2)]


def test_all_ins_that_are_always_lost_are_found(lake: Lake) -> None:
    for number in range(120):
        all_in(lake, "Bob" if number % 10 else "Ann", expected=110)
    tests = list(all_ins(lake.connection, "true"))
    whole, tenth, _ = tests
    # Ann, in the first seat, has an equity of 0.55 and wins 12 of 120.
    total = 12 * 0.45 - 108 * 0.55
    spread = sqrt(12 * 0.45**2 + 108 * 0.55**2)
    assert (whole.hands, whole.statistic) == (120, pytest.approx(total / spread))
    assert (tenth.part, tenth.statistic) == ("equity 50 to 60 %", pytest.approx(total / spread))
    assert (frame(tests)["corrected"][:2] < 0.001).all()


def test_all_ins_of_players_without_a_name_are_tested(lake: Lake) -> None:
    for _ in range(100):
        all_in(lake, "Bob", expected=110)
    lake.connection.execute("update seats set is_anonymous = true")

    tests = list(all_ins(lake.connection, "true"))

    assert {test.test for test in tests} == {"all-ins", "all-ins by equity", "streaks of luck"}
    assert {test.hands for test in tests if test.test == "all-ins"} == {100}


def test_all_ins_of_which_some_are_unknown_are_not_judged(lake: Lake) -> None:
    for _ in range(100):
        all_in(lake, "Bob", expected=110)
    for _ in range(10):
        all_in(lake, "Ann", expected=None)
    found = frame(list(all_ins(lake.connection, "true")))
    assert found["p_value"].is_null().all()
    assert found["note"][0] == "cards of only 91% of all-ins are known: not a fair sample"


def test_corrected_values_are_never_smaller_than_the_values() -> None:
    assert holm([]) == []
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([0.001, 0.04]) == [0.002, 0.04]


def test_what_is_detectable_is_found_four_times_in_five() -> None:
    size = detectable_errors(20, 3)
    generator = np.random.default_rng(2)
    draws = generator.normal(size=(4_000, 3))
    draws[:, 0] += size
    p_values = [chi_square_p(float(row), 3) for row in (draws**2).sum(axis=1)]
    assert np.mean(np.array(p_values) < 0.05 / 20) == pytest.approx(0.8, abs=0.025)
