"""How other programs read a statistic, on hands that a person can count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from handlab.catalogue import catalogue
from handlab.errors import StatisticsError
from handlab.reading_differences import counts_sql, hands_sql
from handlab.readings import READINGS, readings, readings_of
from handlab.stats_sql import Question

if TYPE_CHECKING:
    from rows import Lake

BLINDS = "Ann sb 5, Bob bb 10"


def counted(lake: Lake, statistic: str, player: str) -> dict[str, tuple[int, int]]:
    """How often each program says that it was made, and of how many chances."""
    query = counts_sql(Question.of(player), readings_of(statistic))
    rows = lake.rows(f"select reading, made, chances from ({query})")
    return {reading: (made, chances) for reading, made, chances in rows}


def test_every_reading_is_of_a_statistic_and_a_program() -> None:
    names = {entry.name for entry in catalogue().statistics if entry.of != "decisions"}
    assert {reading for reading, _ in readings()} == set(READINGS)
    assert {statistic for _, statistic in readings()} <= names
    assert all(entry.meaning.endswith(".") for entry in readings().values())


def test_vpip_counts_walks_and_folded_blinds_otherwise(lake: Lake) -> None:
    # Bob: a walk, a folded big blind, a call in it, and an all-in blind.
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat fold, Ann fold")
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann fold, Bob fold")
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 30, Ann fold, Bob call",
        "Bob check, Cat bet 30, Bob fold",
    )
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat call, Ann fold",
        "",
        "",
        "",
        won={"Cat": 25},
        showdown=["Bob", "Cat"],
        stacks={"Bob": 10},
    )
    assert counted(lake, "vpip", "Bob") == {
        "handlab": (1, 2),
        "drivehud": (1, 3),
        "pt4": (1, 3),
        "fpdb": (1, 2),
    }


def test_pfr_of_pokertracker_needs_chips_to_raise(lake: Lake) -> None:
    # Bob can only call all-in once; twice he could raise, and once he did.
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob raise 30, Ann fold")
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 200, Ann fold, Bob fold", stacks={"Bob": 100})
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann fold, Bob fold")
    assert counted(lake, "pfr", "Bob") == {"handlab": (1, 3), "drivehud": (1, 3), "pt4": (1, 2)}


def test_a_three_bet_of_fpdb_needs_no_chips(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 200, Ann fold, Bob fold", stacks={"Bob": 100})
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann fold, Bob raise 90, Cat fold")
    assert counted(lake, "three_bet", "Bob") == {"handlab": (1, 1), "fpdb": (1, 2)}


def test_a_fold_to_a_three_bet_of_pokertracker_needs_no_raise(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat Dan", f"{BLINDS}, Cat raise 30, Dan raise 90, Ann fold, Bob fold, Cat fold"
    )
    assert counted(lake, "fold_to_three_bet", "Ann") == {"handlab": (0, 0), "pt4": (1, 1)}
    assert counted(lake, "fold_to_three_bet", "Cat") == {"handlab": (1, 1), "pt4": (1, 1)}
    assert counted(lake, "four_bet", "Ann") == {"handlab": (0, 1), "fpdb": (0, 0)}


def test_limps_cold_calls_and_first_raises(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat Dan", f"{BLINDS}, Cat raise 30, Dan call, Ann fold, Bob call", won={"Cat": 95}
    )
    lake.hand("Ann Bob Cat Dan", f"{BLINDS}, Cat call, Dan raise 50, Ann fold, Bob fold, Cat fold")
    assert counted(lake, "limp", "Dan") == {"handlab": (0, 1), "fpdb": (1, 2)}
    assert counted(lake, "cold_call", "Bob") == {"handlab": (0, 0), "drivehud": (1, 2)}
    assert counted(lake, "rfi", "Dan") == {"handlab": (0, 0), "fpdb": (1, 1)}


def test_a_donk_is_a_chance_of_a_cbet_of_fpdb(lake: Lake) -> None:
    opened = f"{BLINDS}, Cat raise 30, Ann fold, Bob call"
    lake.hand("Ann Bob Cat", opened, "Bob bet 30, Cat raise 90, Bob fold")
    lake.hand("Ann Bob Cat", opened, "Bob bet 30, Cat fold")
    lake.hand("Ann Bob Cat", opened, "Bob check, Cat bet 30, Bob fold")
    assert counted(lake, "cbet_flop", "Cat") == {"handlab": (1, 1), "fpdb": (2, 3)}


def test_a_pot_shared_at_a_loss_is_not_won_for_drivehud(lake: Lake) -> None:
    # Ann and Bob share 60 less 4 of rake: each gets back 28 of 30. Cat collects nothing.
    line = f"{BLINDS}, Cat fold, Ann raise 30, Bob call"
    lake.hand(
        "Ann Bob Cat", line, "", "", "", won={"Ann": 28, "Bob": 28}, showdown=["Ann", "Bob"], rake=4
    )
    expected = {"handlab": (1, 1), "drivehud": (0, 1), "fpdb": (1, 1)}
    assert counted(lake, "wsd", "Ann") == expected
    assert counted(lake, "wwsf", "Ann") == expected


def test_the_hands_that_differ_are_listed(lake: Lake) -> None:
    hand = lake.hand("Ann Bob Cat", f"{BLINDS}, Cat fold, Ann fold")
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann fold, Bob fold")
    query = hands_sql(Question.of("Bob"), readings_of("vpip"))
    rows = lake.rows(f"select hand_id, reading, handlab, as_read from ({query})")
    assert rows[0] == (hand, "fpdb", "no chance", "not made")
    assert [row[1:] for row in rows[1:]] == [("fpdb", "not made", "no chance")]


def test_statistics_are_given_as_a_program_reads_them(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann fold, Bob fold")
    names = "vpip_made, vpip_chances, pfr_chances, wtsd_chances"
    for reading, expected in ((None, (0, 1, 1, 0)), ("fpdb", (0, 0, 1, 0))):
        question = Question.of("Bob", stat="vpip,pfr,wtsd", reading=reading)
        assert lake.row(f"select {names} from ({question.sql()})") == expected
    with pytest.raises(StatisticsError, match="got `pt5`"):
        Question.of("Bob", reading="pt5").sql()


def test_what_nobody_reads_otherwise_cannot_be_compared() -> None:
    with pytest.raises(StatisticsError, match="got `wtsd`") as caught:
        readings_of("wtsd")
    assert "wsd" in str(caught.value.hint)
