"""How other programs read a statistic, on hands that a person can count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from handlab.answers.reading_differences import counts_sql, hands_sql
from handlab.errors import StatisticsError
from handlab.statistics.catalogue import catalogue
from handlab.statistics.question import Question
from handlab.statistics.readings import READINGS, readings, readings_of
from handlab.statistics.stats_sql import stats_sql

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
    # What a reader has: the program, not a note of ours.
    assert all(READINGS[entry.reading] in entry.source for entry in readings().values())


def test_the_hero_is_counted_under_all_names_and_where_the_site_hides_them(lake: Lake) -> None:
    for name in ("Ann", "Hero"):
        hero = {name: {"is_hero": True, "is_anonymous": name == "Hero"}}
        lake.hand(
            f"Cat Bob {name}",
            f"Cat sb 5, Bob bb 10, {name} raise 30, Cat fold, Bob fold",
            seats=hero,
        )
    assert counted(lake, "vpip", "hero")["handlab"] == (2, 2)


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


def test_folds_without_a_position_are_chances_of_fpdb(lake: Lake) -> None:
    # Nobody has a position in stud, so that no fold is one of a blind.
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann fold, Bob fold")
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat fold, Ann raise 30, Bob fold")
    lake.connection.execute("update seats set position = null")

    assert counted(lake, "vpip", "Ann")["fpdb"] == (1, 2)
    assert counted(lake, "vpip", "Bob")["fpdb"] == (0, 2)


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
    assert counted(lake, "cbet_flop", "Cat") == {
        "handlab": (1, 1),
        "drivehud": (1, 1),
        "fpdb": (2, 3),
    }


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
        assert lake.row(f"select {names} from ({stats_sql(question)})") == expected
    with pytest.raises(StatisticsError, match="got `pt5`"):
        stats_sql(Question.of("Bob", reading="pt5"))


def test_what_nobody_reads_otherwise_cannot_be_compared() -> None:
    with pytest.raises(StatisticsError, match="got `wtsd`") as caught:
        readings_of("wtsd")
    assert "wsd" in str(caught.value.hint)


OPEN = f"{BLINDS}, Cat raise 30"
FIVE = "Ann Bob Cat Dan Eve"


def read(lake: Lake, statistic: str, reading: str) -> dict[str, str]:
    """Who had the chance, and `made` or `not` for each, as one program reads it."""
    return {player: state for player, state in states(lake, statistic, reading).items() if state}


def states(lake: Lake, statistic: str, reading: str) -> dict[str, str]:
    found = {}
    for (player,) in lake.rows("select distinct player from stg_seats order by player"):
        made, chances = counted(lake, statistic, player)[reading]
        assert (made, chances) in {(0, 0), (0, 1), (1, 1)}
        found[player] = ("made" if made else "not") if chances else ""
    return found


# Statistic, program, players, streets, other columns of the hand, what handlab counts, and what the program does.
READ = [
    (
        "over_limp",
        "fpdb",
        FIVE,
        [f"{BLINDS}, Cat call, Dan call, Eve fold, Ann fold, Bob check"],
        {"won": {"Dan": 35}},
        {"Ann": "not", "Dan": "made", "Eve": "not"},
        dict.fromkeys(["Ann", "Dan", "Eve"], "not"),
    ),
    (
        "fold_to_four_bet",
        "fpdb",
        FIVE,
        [f"{OPEN}, Dan raise 90, Eve raise 200, Ann fold, Bob fold, Cat fold, Dan fold"],
        {},
        {"Dan": "made"},
        {"Ann": "made", "Bob": "made", "Dan": "made"},
    ),
    (
        "steal_success",
        "fpdb",
        FIVE,
        [
            f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann call, Bob fold",
            "Ann check, Eve bet 30, Ann fold",
        ],
        {},
        {"Eve": "not"},
        {"Eve": "made"},
    ),
    (
        "fold_to_steal",
        "drivehud",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann call, Bob fold"],
        {"won": {"Eve": 60}},
        {"Ann": "not"},
        {"Ann": "not", "Bob": "made"},
    ),
    (
        "fold_to_steal",
        "drivehud",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan raise 25, Eve call, Ann call, Bob fold"],
        {"won": {"Eve": 85}},
        {},
        {},
    ),
    (
        "resteal",
        "pt4",
        FIVE,
        [f"{BLINDS}, Cat fold, Dan fold, Eve raise 25, Ann fold, Bob call"],
        {"won": {"Eve": 45}, "stacks": {"Bob": 20}},
        {"Ann": "not", "Bob": "not"},
        {"Ann": "not"},
    ),
    (
        "cbet_flop",
        "drivehud",
        FIVE,
        [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call", "Bob check, Cat bet 40, Bob fold"],
        {"won": {"Cat": 135}, "stacks": {"Dan": 30}},
        {"Cat": "made"},
        {},
    ),
    (
        "cbet_turn",
        "drivehud",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan raise 100, Cat call",
            "Cat bet 100, Dan fold",
        ],
        {},
        {"Cat": "made"},
        {},
    ),
    (
        "cbet_turn",
        "drivehud",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat bet 40, Dan call, Eve call",
            "Cat bet 100, Eve fold",
        ],
        {"won": {"Cat": 220}, "stacks": {"Dan": 70}},
        {"Cat": "made"},
        {},
    ),
    (
        "cbet_turn",
        "fpdb",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat bet 40, Dan fold",
        ],
        {},
        {},
        {"Cat": "made"},
    ),
    (
        "cbet_river",
        "drivehud",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat bet 40, Dan call",
            "Cat bet 100, Dan raise 250, Cat call",
            "Cat check, Dan bet 300, Cat fold",
        ],
        {},
        {"Cat": "not"},
        {},
    ),
    (
        "fold_to_cbet_flop",
        "fpdb",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat bet 40, Dan raise 120, Eve fold, Cat fold",
        ],
        {},
        {"Dan": "not"},
        {"Dan": "not", "Eve": "made"},
    ),
    (
        "donk_flop",
        "pt4",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve raise 90, Ann fold, Bob fold, Cat raise 200, Eve call",
            "Cat check, Eve check",
        ],
        {"won": {"Eve": 415}},
        {},
        {},
    ),
    (
        "donk_flop",
        "pt4",
        FIVE,
        [
            f"{OPEN}, Dan fold, Eve fold, Ann raise 90, Bob fold, Cat raise 200, Ann call",
            "Ann bet 100, Cat fold",
        ],
        {},
        {"Ann": "made"},
        {},
    ),
    (
        "won_after_river_call",
        "pt4",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve call, Ann fold, Bob fold",
            "Cat check, Dan check, Eve check",
            "Cat check, Dan check, Eve check",
            "Cat bet 40, Dan call, Eve raise 200, Cat fold, Dan fold",
        ],
        {},
        {},
        {"Dan": "not"},
    ),
    (
        "won_after_river_call",
        "fpdb",
        FIVE,
        [
            f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
            "Cat check, Dan check",
            "Cat check, Dan check",
            "Cat bet 40, Dan call",
        ],
        {"won": {"Dan": 155}, "showdown": ["Cat", "Dan"]},
        {"Dan": "made"},
        {"Cat": "not", "Dan": "made"},
    ),
]


@pytest.mark.parametrize(
    ("statistic", "reading", "players", "streets", "columns", "own", "as_read"), READ
)
def test_a_program_counts_a_hand_in_its_own_way(
    lake: Lake,
    statistic: str,
    reading: str,
    players: str,
    streets: list[str],
    columns: dict[str, Any],
    own: dict[str, str],
    as_read: dict[str, str],
) -> None:
    lake.hand(players, *streets, **columns)
    assert read(lake, statistic, "handlab") == own
    assert read(lake, statistic, reading) == as_read


def test_every_reading_is_counted_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    listed = {(statistic, reading) for statistic, reading, *_ in READ}
    for reading, statistic in readings():
        is_counted = f'counted(lake, "{statistic}"' in source and f'"{reading}":' in source
        assert is_counted or (statistic, reading) in listed, (statistic, reading)
