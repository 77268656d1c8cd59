"""Which of several texts is believed about a tournament, on rows whose answer a person can count."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlab.schema import TOURNAMENT_REPORTS, TOURNAMENTS
from handlab.tournaments import from_stored, merge_reports


def summary_row(player: str, place: int | None = None, **fields: Any) -> dict[str, Any]:
    """A line of a summary in dollars; without `place` the player is still playing."""
    return {
        "site": "toy",
        "tournament_id": "9",
        "player": player,
        "source": "summary",
        "report": "a",
        "currency": "USD",
        "scale": 2,
        "is_finished": True,
        "is_out": place is not None,
        "finish_place": place,
        "re_entries": 0,
        **fields,
    }


def hand_row(player: str, report: str, place: int | None = None, **fields: Any) -> dict[str, Any]:
    """What one hand reports: a finish if `place` is given, else a purchase or a bounty."""
    return {
        "site": "toy",
        "tournament_id": "9",
        "player": player,
        "source": "hands",
        "report": report,
        "currency": "USD",
        "scale": 2,
        "is_out": place is not None,
        "finish_place": place,
        **fields,
    }


def frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=TOURNAMENT_REPORTS.polars_schema)


def made(*rows: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is made of the rows, by player; in the other order it is the same."""
    result = merge_reports(frame(list(rows)))
    assert merge_reports(frame(list(rows[::-1]))).equals(result)
    assert result.schema == TOURNAMENTS.polars_schema
    return {row["player"]: row for row in result.to_dicts()}


def test_a_finished_summary_rules_as_a_whole() -> None:
    early = {"report": "x", "is_finished": False, "buy_in": 250, "fee": 20, "bounty": 50}
    rows = made(
        summary_row("Ann", 2, buy_in=200, fee=50, entries=2, prize=100),
        summary_row("Bob", 1, buy_in=200, fee=50, entries=2, prize=300),
        summary_row("Ann", 7, **early, entries=9, prize_pool=999, name="Big", prize=0),
        summary_row("Bob", None, **early, entries=9, prize_pool=999, name="Big"),
    )
    ann = rows["Ann"]
    assert (ann["buy_in"], ann["fee"], ann["bounty"], ann["entries"]) == (200, 50, None, 2)
    assert (ann["prize_pool"], ann["name"], ann["is_finished"]) == (None, None, True)
    assert (ann["finish_place"], ann["prize"]) == (2, 100)
    assert rows["Bob"]["finish_place"] == 1


def test_hands_fill_the_price_that_no_summary_has_all_of_it() -> None:
    price = {"buy_in": 200, "fee": 20, "bounty": 50}
    rows = made(summary_row("Ann", 1, currency=None), hand_row("Ann", "7", 1, **price))
    assert [rows["Ann"][name] for name in ("currency", "buy_in", "fee", "bounty")] == [
        *("USD", 200, 20, 50)
    ]
    known = made(summary_row("Ann", 1, buy_in=300, fee=30), hand_row("Ann", "7", 1, **price))["Ann"]
    assert (known["buy_in"], known["fee"], known["bounty"]) == (300, 30, None)


def test_hands_part_the_price_of_a_progressive_knockout() -> None:
    rows = made(
        summary_row("Ann", 1, buy_in=2455, fee=245),
        hand_row("Ann", "7", 1, buy_in=1230, bounty=1225, fee=245),
    )
    ann = rows["Ann"]
    assert (ann["buy_in"], ann["bounty"], ann["fee"]) == (1230, 1225, 245)


def test_amounts_of_hands_come_to_the_scale_of_the_summary() -> None:
    points = {"currency": "SC", "buy_in": 25000, "fee": 0}
    hand = {"currency": "SC", "scale": 0, "buy_in": 250, "fee": 0, "rebuys": 1, "add_ons": 0}
    rows = made(
        summary_row("Ann", 1, **points), hand_row("Ann", "7", None, **hand, rebuys_paid=250)
    )
    assert (rows["Ann"]["scale"], rows["Ann"]["rebuys_paid"]) == (2, 25000)


def test_several_finishes_are_re_entries_and_their_prizes_are_added_up() -> None:
    (ann,) = made(
        hand_row("Ann", "7", 90, buy_in=500, fee=50),
        hand_row("Ann", "8", 40, buy_in=500, fee=50, prize=300),
        hand_row("Ann", "9", 3, buy_in=500, fee=50, prize=1000),
    ).values()
    assert (ann["re_entries"], ann["finish_place"], ann["prize"], ann["source"]) == (
        *(2, 3, 1300, "hands"),
    )


def test_summaries_of_one_entry_each_are_re_entries() -> None:
    first = {"re_entries": None, "is_finished": False, "prize": 0, "bounties_won": 250, "rebuys": 1}
    last = {"re_entries": None, "prize": 9000, "bounties_won": 1000, "rebuys": 2}
    rows = made(
        summary_row("Ann", 2665, report="a", **first, entries=5000),
        summary_row("Ann", 1, report="b", **last, entries=6000),
        # Printed again, when more had registered.
        summary_row("Ann", 2665, report="c", **first, entries=5100),
    )
    ann = rows["Ann"]
    assert (ann["re_entries"], ann["finish_place"], ann["entries"]) == (1, 1, 6000)
    assert (ann["prize"], ann["bounties_won"], ann["rebuys"]) == (9000, 1250, 3)


@pytest.mark.parametrize("player", ["Ann", "Hero"])
@pytest.mark.parametrize("reports", ["ab", "ba"])
def test_of_summaries_during_late_registration_the_one_with_more_entries_rules(
    player: str, reports: str
) -> None:
    entry = {"re_entries": None, "is_finished": False, "prize": 0}
    (first, second) = reports
    rows = made(
        summary_row(player, 1151, report=first, **entry, entries=1527, prize_pool=372800),
        summary_row(player, 978, report=second, **entry, entries=1795, prize_pool=459400),
    )
    row = rows[player]
    assert (row["entries"], row["prize_pool"], row["finish_place"]) == (1795, 459400, 978)


def test_a_summary_of_one_entry_leaves_the_others_to_the_hands() -> None:
    alone = summary_row("Ann", 3, re_entries=None, prize=500)
    assert made(alone)["Ann"]["re_entries"] == 0
    ann = made(alone, hand_row("Ann", "7", 9), hand_row("Ann", "9", 3))["Ann"]
    assert (ann["re_entries"], ann["finish_place"], ann["prize"]) == (1, 3, 500)


def test_a_hand_that_is_read_twice_is_one_finish() -> None:
    rows = made(hand_row("Ann", "7", 3, prize=100), hand_row("Hero", "7", 3, prize=100))
    assert list(rows) == ["Ann"]
    assert (rows["Ann"]["re_entries"], rows["Ann"]["prize"]) == (0, 100)


def test_the_only_placeholder_of_a_whole_list_is_the_only_player_it_lacks() -> None:
    account = summary_row("Unibet_0123456789abcdef", 1, entries=2, prize=400)
    listed = [account, summary_row("Bob", 2, entries=2)]
    seated = [hand_row("Ann", "7", None), hand_row("Bob", "7", 2)]
    rows = made(*listed, *seated)
    assert (set(rows), rows["Ann"]["finish_place"], rows["Ann"]["prize"]) == (
        {"Ann", "Bob"},
        1,
        400,
    )

    # Two players of the hands are not listed, or somebody else is missing.
    assert account["player"] in made(*listed, *seated, hand_row("Cat", "8", None))
    assert account["player"] in made(*(row | {"entries": 3} for row in listed), *seated)


def test_the_speed_is_that_of_the_summary() -> None:
    rows = made(summary_row("Ann", 1, speed="hyper"), hand_row("Ann", "7", 1))
    assert rows["Ann"]["speed"] == "hyper"


def test_a_finished_summary_counts_the_re_entries() -> None:
    rows = made(summary_row("Ann", 3, re_entries=1), hand_row("Ann", "7", 90))
    assert (rows["Ann"]["re_entries"], rows["Ann"]["finish_place"]) == (1, 3)


def test_rebuys_are_those_of_the_owners_summary_else_of_the_hands() -> None:
    bought = {"rebuys": 2, "add_ons": 1, "rebuys_paid": 1650}
    rows = made(
        summary_row("Ann", 2),
        summary_row("Bob", 1),
        summary_row("Ann", 2, report="of Ann", is_finished=False, **bought),
        hand_row("Bob", "7", None, rebuys=1, add_ons=0, rebuys_paid=550),
        hand_row("Bob", "8", None, rebuys=1, add_ons=0, rebuys_paid=550),
        hand_row("Ann", "9", None, rebuys=1, add_ons=0, rebuys_paid=550),
    )
    purchases = {name: tuple(row[column] for column in bought) for name, row in rows.items()}
    assert purchases == {"Ann": (2, 1, 1650), "Bob": (2, 0, 1100)}


def test_a_purchase_without_a_price_leaves_the_sum_unknown() -> None:
    rows = made(
        hand_row("Bob", "7", None, rebuys=1, add_ons=0, rebuys_paid=550),
        hand_row("Bob", "8", None, rebuys=0, add_ons=1),
    )
    assert (rows["Bob"]["rebuys"], rows["Bob"]["add_ons"]) == (1, 1)
    assert rows["Bob"]["rebuys_paid"] is None


def test_bounties_are_added_up_and_stay_apart_from_the_prize() -> None:
    rows = made(
        summary_row("Ann", 1, prize=1000),
        hand_row("Ann", "7", None, bounties_won=200),
        hand_row("Ann", "8", None, bounties_won=150),
    )
    assert (rows["Ann"]["prize"], rows["Ann"]["bounties_won"]) == (1000, 350)


def page_row(player: str, **fields: Any) -> dict[str, Any]:
    """A row of a page that lists one player's tournaments; it does not show whether others still play."""
    return summary_row(player, report="page", **{"is_finished": None, "is_out": True, **fields})


def test_a_list_of_a_players_tournaments_gives_way_to_a_summary_of_all_players() -> None:
    rows = made(
        page_row("Ann", place=2, buy_in=999, prize=100),
        summary_row("Ann", 2, buy_in=200, prize=100),
        summary_row("Bob", 1, buy_in=200, prize=300),
    )
    assert [rows["Ann"][name] for name in ("buy_in", "prize", "is_finished")] == [200, 100, True]


def test_a_list_knows_how_a_player_ended_whom_a_summary_saw_playing() -> None:
    rows = made(
        page_row("Ann", place=2, prize=100),
        summary_row("Ann", None, is_finished=False, buy_in=200),
        summary_row("Bob", 9, is_finished=False, buy_in=200),
    )
    ann = rows["Ann"]
    assert [ann[name] for name in ("finish_place", "prize", "buy_in")] == [2, 100, 200]


def test_hands_give_the_place_that_a_list_lacks() -> None:
    rows = made(
        page_row("Ann", prize=100, rebuys_paid=250),
        hand_row("Ann", "7", 3),
        hand_row("Bob", "7", 4),
    )
    assert (rows["Ann"]["finish_place"], rows["Ann"]["prize"]) == (3, 100)
    # What rebuys and add-ons cost together is known without their numbers.
    assert (rows["Ann"]["rebuys"], rows["Ann"]["rebuys_paid"]) == (None, 250)
    assert rows["Bob"]["finish_place"] == 4


def test_a_placeholder_is_who_finished_in_that_place() -> None:
    rows = made(
        summary_row("Ann", 1, prize=900),
        summary_row("Bob", 2, prize=0),
        hand_row("Hero", "7", 2),
        hand_row("Hero", "6", None, rebuys=1, add_ons=0, rebuys_paid=100),
    )
    assert {name: row["rebuys"] for name, row in rows.items()} == {"Ann": None, "Bob": 1}


def test_heroes_of_two_files_are_two_players() -> None:
    rows = made(
        *(summary_row(name, place) for place, name in enumerate(("Ann", "Bob", "Cat"), 1)),
        hand_row("Hero", "7", 3, bounties_won=5),
        hand_row("Hero", "8", 2, bounties_won=7),
    )
    won = {name: row["bounties_won"] for name, row in rows.items()}
    assert won == {"Ann": None, "Bob": 7, "Cat": 5}


def test_a_placeholder_still_playing_is_the_one_whom_only_the_other_summary_names() -> None:
    early = {"report": "x", "is_finished": False}
    rows = made(
        summary_row("Ann", 1),
        summary_row("Bob", 2),
        summary_row("Hero", None, **early, rebuys=3, add_ons=0, rebuys_paid=30),
        summary_row("Bob", 2, **early),
    )
    assert {name: row["rebuys"] for name, row in rows.items()} == {"Ann": 3, "Bob": None}


def test_a_placeholder_in_a_list_with_the_name_is_another_player() -> None:
    rows = made(summary_row("Hero", 2), summary_row("Ann", 1), hand_row("Ann", "7", 2))
    assert sorted(rows) == ["Ann", "Hero"]


def test_hero_without_a_name_is_kept_and_has_no_re_entries() -> None:
    rows = made(hand_row("Hero", "7", 30), hand_row("Hero", "8", 4))
    assert (rows["Hero"]["finish_place"], rows["Hero"]["re_entries"]) == (4, 0)


def test_amounts_in_another_currency_are_not_mixed() -> None:
    rows = made(
        summary_row("Ann", 1, currency="EUR", buy_in=500, prize=900),
        hand_row("Ann", "7", 1, currency="USD", buy_in=600, prize=1000, bounties_won=50),
    )
    ann = rows["Ann"]
    assert (ann["currency"], ann["buy_in"], ann["prize"], ann["bounties_won"]) == (
        *("EUR", 500, 900, None),
    )


def test_a_finish_after_the_summary_was_made_is_reported_by_the_hand() -> None:
    rows = made(
        summary_row("Ann", None, is_finished=False),
        summary_row("Bob", 3, is_finished=False),
        hand_row("Ann", "7", 2, prize=100),
    )
    assert (rows["Ann"]["finish_place"], rows["Ann"]["prize"]) == (2, 100)
    again = made(summary_row("Ann", None, is_finished=False, re_entries=1), hand_row("Ann", "7", 9))
    assert again["Ann"]["finish_place"] is None


def test_a_mix_of_games_has_no_game() -> None:
    rows = made(hand_row("Ann", "7", 2, game="razz"), hand_row("Ann", "8", 1, game="stud"))
    assert rows["Ann"]["game"] is None


def test_what_an_older_handlab_stored_gives_way_to_the_texts() -> None:
    old = pl.DataFrame(
        [
            {**old_row("PokerStars", "Ann"), "source": "summary", "finish_place": 1, "prize": 300},
            {**old_row("PokerStars", "Bob"), "source": "summary", "finish_place": 2, "prize": 0},
            {**old_row("pokerstars", "Bob"), "source": "hands", "finish_place": 2},
        ],
        schema=TOURNAMENTS.polars_schema,
    )
    reports = from_stored(old)
    rows = merge_reports(reports).to_dicts()
    assert [(row["site"], row["player"], row["source"]) for row in rows] == [
        ("pokerstars", "Ann", "summary"),
        ("pokerstars", "Bob", "summary"),
    ]
    again = frame(
        [
            {**summary_row("Ann", 1, prize=300, buy_in=150), "site": "pokerstars"},
            {**summary_row("Bob", 2, prize=0, buy_in=150), "site": "pokerstars"},
            {**hand_row("Bob", "7", 2), "site": "pokerstars"},
        ]
    )
    both = merge_reports(pl.concat([reports, again]))
    assert both.equals(merge_reports(again))


def old_row(site: str, player: str) -> dict[str, Any]:
    price = {"currency": "USD", "scale": 2, "buy_in": 150, "fee": 15}
    return {"site": site, "tournament_id": "9", "player": player, **price}


def test_hands_name_a_tournament_that_no_summary_names() -> None:
    hands = [hand_row("Ann", "7", 2, name="Big $5"), hand_row("Bob", "8", 3, name="Big $5")]
    hands += [hand_row("Cat", "9", 4, name="Big $5 (late)"), hand_row("Dan", "10", 5)]
    assert {row["name"] for row in made(*hands).values()} == {"Big $5"}
    assert {row["name"] for row in made(*hands, summary_row("Eve", 1)).values()} == {"Big $5"}
    named = made(*hands, summary_row("Eve", 1, name="Big"))
    assert {row["name"] for row in named.values()} == {"Big"}


def test_the_speed_is_that_of_the_summary_else_of_most_hands() -> None:
    hands = [hand_row("Ann", "7", 2, speed="turbo"), hand_row("Bob", "8", 3, speed="turbo")]
    hands += [hand_row("Cat", "9", 4, speed="hyper"), hand_row("Dan", "10", 5)]
    assert {row["speed"] for row in made(*hands).values()} == {"turbo"}
    assert {row["speed"] for row in made(*hands, summary_row("Eve", 1)).values()} == {"turbo"}
    printed = made(*hands, summary_row("Eve", 1, speed="slow"))
    assert {row["speed"] for row in printed.values()} == {"slow"}


def test_a_hand_that_pays_names_the_currency_that_the_others_lack() -> None:
    silent = {"currency": None, "scale": 0}
    rows = made(
        *(hand_row("Ann", f"seats {number}", **silent) for number in range(3)),
        hand_row("Bob", "seats 1", **silent),
        hand_row("Bob", "7", 2, prize=2250),
    )
    found = {name: (row["currency"], row["prize"]) for name, row in rows.items()}
    assert found == {"Ann": ("USD", None), "Bob": ("USD", 2250)}


NAMES = st.sampled_from(["Ann", "Bob", "Hero", "Player 3", ""])
PLACES = st.one_of(st.none(), st.integers(1, 4))
LINES = st.builds(
    lambda player, place, report: summary_row(
        player, place, report=report, is_finished=report == "a"
    ),
    *(NAMES, PLACES, st.sampled_from(["a", "b"])),
)
TOLD = st.builds(hand_row, NAMES, st.sampled_from(["7", "8"]), PLACES)


@pytest.mark.slow
@settings(max_examples=40)
@given(rows=st.lists(LINES | TOLD, max_size=12, unique_by=lambda r: (r["player"], r["report"])))
def test_whatever_is_reported_each_player_is_one_row_whatever_the_order(
    rows: list[dict[str, Any]],
) -> None:
    result = merge_reports(frame(rows))
    assert not result.select("site", "tournament_id", "player").is_duplicated().any()
    assert merge_reports(frame(rows[::-1])).equals(result)
    assert set(result["player"]) <= {row["player"] for row in rows}
    assert bool(rows) == bool(result.height)


def test_a_ticket_that_a_hand_prints_is_a_prize_unless_a_summary_names_one() -> None:
    ticket = {"prize_text": "entry to tournament #78"}
    rows = made(
        hand_row("Ann", "7", 1, prize=300, **ticket),
        summary_row("Bob", 1, prize=0),
        hand_row("Bob", "7", 1, **ticket),
        summary_row("Cat", 1, prize_text="Big Sunday ticket"),
        hand_row("Cat", "7", 1, **ticket),
    )
    assert (rows["Ann"]["prize"], rows["Ann"]["prize_text"]) == (300, "entry to tournament #78")
    assert (rows["Bob"]["prize"], rows["Bob"]["prize_text"]) == (0, "entry to tournament #78")
    assert rows["Cat"]["prize_text"] == "Big Sunday ticket"
