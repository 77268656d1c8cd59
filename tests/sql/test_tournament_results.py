"""One row per player and tournament: what it brought, how it ended, and what is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rows import Lake


def finish(lake: Lake, tournament_id: str, player: str = "Ann", **columns: Any) -> None:
    """A tournament for 10 + 1 with a hundred entries."""
    row = {
        "site": "pokerstars",
        "tournament_id": tournament_id,
        "player": player,
        "name": "$10 Turbo",
        "currency": "USD",
        "scale": 2,
        "buy_in": 1000,
        "fee": 100,
        "entries": 101,
        "source": "summary",
    }
    lake.insert("tournaments", row | columns)


def test_a_tournament_whose_prize_is_unknown_is_neither_won_nor_lost(lake: Lake) -> None:
    finish(lake, "1", finish_place=1, prize=30000)
    finish(lake, "2", finish_place=101, prize=0)
    finish(lake, "3", finish_place=51)
    finish(lake, "4")
    finish(lake, "5", finish_place=26, prize=0, rebuys=2)
    finish(lake, "6", finish_place=26, prize=0, source="hands", entries=None)
    # As in a list of one player's tournaments.
    finish(lake, "7", prize=5000)
    finish(lake, "8", prize=0, buy_in=None)

    columns = "tournament_id, net, missing, is_in_the_money, finish_percentile"
    assert lake.rows(f"select {columns} from tournament_results order by 1") == [
        ("1", 28900, None, True, 1.0),
        ("2", -1100, None, False, 0.0),
        ("3", None, "prize", None, 0.5),
        ("4", None, "place", None, None),
        ("5", None, "price", False, 0.75),
        ("6", -1100, None, False, None),
        ("7", 3900, None, True, None),
        ("8", None, "price", False, None),
    ]


def test_hands_and_summary_are_one_row(lake: Lake) -> None:
    finish(lake, "7", finish_place=3, prize=0)
    hand = {"kind": "tournament", "currency": "CHIPS", "scale": 0, "tournament_id": "7"}
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", **hand)
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", **hand)

    columns = "player, hands, bb_per_100, started_at = (select min(started_at) from hands)"
    assert lake.rows(f"select {columns} from tournament_results") == [("Ann", 2, 50.0, True)]


def test_a_bounty_alone_is_not_in_the_money(lake: Lake) -> None:
    bounty = {"bounty": 1000, "bounties_won": 1000}
    finish(lake, "1", finish_place=59, prize=0, **bounty)
    # The line of a finish without a prize.
    finish(lake, "2", finish_place=59, source="hands", **bounty)
    finish(lake, "3", finish_place=3, prize=5000, **bounty)
    finish(lake, "4", finish_place=3, prize=0, prize_text="a ticket", **bounty)
    finish(lake, "5", **bounty)

    columns = "tournament_id, won, is_in_the_money"
    assert lake.rows(f"select {columns} from tournament_results order by 1") == [
        ("1", 1000, False),
        ("2", 1000, False),
        ("3", 6000, True),
        ("4", 1000, True),
        ("5", None, None),
    ]


def test_small_bets_of_stud_are_not_big_blinds(lake: Lake) -> None:
    stud = {"game": "stud", "game_family": "stud", "bb_unit": "small_bet", "small_bet": 20}
    for number, games in (("1", [{}, stud, {}]), ("2", [stud])):
        finish(lake, number)
        hand = {"kind": "tournament", "currency": "CHIPS", "scale": 0, "tournament_id": number}
        for game in games:
            lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", **hand, **game)

    columns = "tournament_id, hands, bb_per_100"
    assert lake.rows(f"select {columns} from tournament_results order by 1") == [
        ("1", 3, 50.0),
        ("2", 1, None),
    ]


@pytest.mark.parametrize(
    ("name", "speed"),
    [
        ("$5 Sit & Go (Super Turbo)", "hyper"),
        ("Hyper-Turbo Satellite", "hyper"),
        ("Tier One $11+$1 (Turbo)", "turbo"),
        ("Deepstack Sunday", "slow"),
        ("The Sunday Brawl", "regular"),
        (None, None),
    ],
)
def test_the_speed_is_read_from_the_name(lake: Lake, name: str | None, speed: str | None) -> None:
    finish(lake, "1", name=name)
    assert lake.value("select speed from tournament_results") == speed


def test_fields_are_grouped_by_their_entries(lake: Lake) -> None:
    for number, entries in enumerate([2, 9, 45, 180, 1000, 1001, None]):
        finish(lake, str(number), entries=entries)
    query = "select list(field order by tournament_id) from tournament_results"
    assert lake.value(query) == ["2", "3-10", "11-50", "51-200", "201-1000", "1001+", None]
