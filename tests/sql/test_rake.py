"""Rake borne by players in four ways, on hands that a person can divide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rows import Lake

WAYS = ("rake_dealt", "rake_contributed", "rake_weighted", "rake_won")
OPEN = "Ann sb 5, Bob bb 10, Cat raise 30"


def shares(lake: Lake, way: str) -> dict[str, int | None]:
    sums = lake.rows(f"select sum({way}), any_value(rake) from fct_rake group by hand_id")
    assert all(shared == rake for shared, rake in sums)
    return dict(lake.rows(f"select player, {way} from fct_rake order by seat"))


def test_a_pot_of_two_among_four_players(lake: Lake) -> None:
    # Ann puts in 5, Bob 70, Cat 70, Dan nothing: 145 in the pot, 7 of it rake.
    lake.hand(
        "Ann Bob Cat Dan",
        f"{OPEN}, Dan fold, Ann fold, Bob call",
        "Bob check, Cat bet 40, Bob call",
        won={"Bob": 138},
        showdown=["Bob", "Cat"],
        rake=7,
    )

    # 1 each and 3 left, for the lowest seats; of three 2 each and 1 left; of 5, 70 and 70 parts of 145.
    assert shares(lake, "rake_dealt") == {"Ann": 2, "Bob": 2, "Cat": 2, "Dan": 1}
    assert shares(lake, "rake_contributed") == {"Ann": 3, "Bob": 2, "Cat": 2, "Dan": 0}
    # 0.24, 3.38 and 3.38: one is left, and Bob's and Cat's remainders are equal.
    assert shares(lake, "rake_weighted") == {"Ann": 0, "Bob": 4, "Cat": 3, "Dan": 0}
    assert shares(lake, "rake_won") == {"Ann": 0, "Bob": 7, "Cat": 0, "Dan": 0}


def test_who_wins_a_pot_bears_its_rake(lake: Lake) -> None:
    # Ann wins the main pot, which pays 3 of the 5, and Bob and Cat share the side pot.
    hand = lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat raise 100, Ann call, Bob call",
        "Bob check, Cat bet 50, Bob call",
        won={"Ann": 297, "Bob": 49, "Cat": 49},
        showdown=["Ann", "Bob", "Cat"],
        stacks={"Ann": 100},
        rake=5,
    )
    lake.connection.execute("update pots set gross = 300, rake = 3, net = 297")
    pot = {"site": "pokerstars", "hand_id": hand, "pot_no": 1}
    lake.insert("pots", pot | {"gross": 100, "rake": 2, "fee": 0, "net": 98})
    lake.connection.execute("update awards set pot_no = 1 where amount = 49")

    assert shares(lake, "rake_won") == {"Ann": 3, "Bob": 1, "Cat": 1}


def test_without_a_known_rake_there_is_no_row_and_without_rake_it_is_nothing(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", rake=None)

    columns = ", ".join(WAYS)
    assert lake.rows(f"select player, {columns} from fct_rake order by seat") == [
        ("Ann", 0, 0, 0, 0),
        ("Bob", 0, 0, 0, 0),
    ]


def test_a_player_has_the_sums_of_their_hands(lake: Lake) -> None:
    for _ in range(3):
        lake.hand(
            "Ann Bob",
            "Bob sb 5, Ann bb 10, Bob call, Ann check",
            "Ann check, Bob bet 10, Ann fold",
            won={"Bob": 19},
            rake=1,
        )
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")

    columns = (
        "player, scale, hands, hands_raked, rake_dealt, rake_contributed, rake_weighted, rake_won"
    )
    assert lake.rows(f"select {columns} from rake_shares order by player") == [
        ("Ann", 2, 4, 3, 3, 3, 3, 0),
        ("Bob", 2, 4, 3, 0, 0, 0, 3),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_shares_of_absurd_amounts_add_up(lake: Lake, way: str) -> None:
    lake.hand("Ann Bob Cat", f"{OPEN}, Ann call, Bob fold", won={"Ann": 1}, rake=10)
    most = 2**62
    lake.connection.execute(f"update hands set rake = {most + 1}")
    lake.connection.execute(f"update seats set contributed = {most}")
    lake.connection.execute(f"update pots set rake = {most + 1}")

    assert lake.value(f"select sum({way}) from fct_rake") == most + 1
