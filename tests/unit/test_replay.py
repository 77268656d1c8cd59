"""Hands that can be replayed: the chips of every step, and what is not known."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from all_ins import all_in
from report_hands import ann_loses_at_showdown, ann_wins_the_blinds
from rows import Lake, lake_in_memory

from handlab import views
from handlab.errors import ReportError
from handlab.report import render
from handlab.report.build import build_from
from handlab.report.html import replay_page
from handlab.report.replay import find, replays
from handlab.views import aliases

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u202e"
PAID = {"post_small_blind", "post_big_blind", "post_ante", "straddle", "call", "bet", "raise"}


def replayed(lake: Lake, hand_id: str, player: str | None = None) -> dict[str, Any]:
    (hand,) = replays(lake.connection, [("pokerstars", hand_id)], player).values()
    return dict(hand)


def done(hand: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [step for step in hand["steps"] if step["do"] == name]


def test_the_chips_of_the_steps_are_those_of_the_hand(lake: Lake) -> None:
    hand = replayed(lake, ann_loses_at_showdown(lake))

    paid = sum(step["amount"] for step in hand["steps"] if step["do"] in PAID)
    won = sum(step["amount"] for step in done(hand, "win"))
    back = sum(step["amount"] for step in done(hand, "return"))
    assert (paid, won, back) == (265, 265, 0)
    assert [step["words"] for step in done(hand, "street")] == [
        "Deal",
        "Flop",
        "Turn",
        "River",
    ]


def last_stack(hand: dict[str, Any], name: str) -> int:
    """A stack after the last step, as the page moves the chips."""
    (seat,) = (seat for seat in hand["seats"] if seat["name"] == name)
    moved = {"win": 1, "return": 1, "side": 1} | dict.fromkeys(PAID, -1)
    own = [step for step in hand["steps"] if step.get("seat") == seat["seat"]]
    changes = (moved.get(step["do"], 0) * (step.get("amount") or 0) for step in own)
    return int(seat["stack"] + sum(changes))


def test_a_bounty_is_money_and_no_chips(lake: Lake) -> None:
    hand_id = ann_wins_the_blinds(
        lake, kind="tournament", currency="CHIPS", scale=0, tournament_id="7"
    )
    key = {"site": "pokerstars", "hand_id": hand_id}
    before = last_stack(replayed(lake, hand_id), "Ann")
    seat = lake.value("select seat from seats where player = 'Ann'")
    lake.insert("side_payments", key | {"seat": seat, "kind": "bounty", "amount": 230})
    unknown = replayed(lake, hand_id)
    lake.insert(
        "tournaments",
        {
            "site": "pokerstars",
            "tournament_id": "7",
            "player": "Ann",
            "currency": "USD",
            "scale": 2,
        },
    )
    known = replayed(lake, hand_id)

    assert [step["words"] for step in done(unknown, "side")] == ["receives a bounty"]
    assert [step["words"] for step in done(known, "side")] == ["receives a bounty of $2.30"]
    assert last_stack(known, "Ann") == before


def test_a_cash_out_leaves_the_pot_to_the_house(lake: Lake) -> None:
    hand_id = ann_wins_the_blinds(lake)
    won = last_stack(replayed(lake, hand_id), "Ann")
    key = {"site": "pokerstars", "hand_id": hand_id}
    seat = lake.value("select seat from seats where player = 'Ann'")
    lake.insert("side_payments", key | {"seat": seat, "kind": "cash_out", "amount": 20})
    lake.connection.execute(f"update seats set side = -15 where seat = {seat}")

    hand = replayed(lake, hand_id)

    assert [(step["words"], step["amount"]) for step in done(hand, "side")] == [
        ("receives a cash out of", 20),
        ("leaves to the house", -35),
    ]
    assert last_stack(hand, "Ann") == won - 15


def test_a_bet_that_nobody_called_goes_back(lake: Lake) -> None:
    hand = replayed(lake, ann_wins_the_blinds(lake))

    (back,) = done(hand, "return")
    seats = {seat["name"]: seat["seat"] for seat in hand["seats"]}
    assert (back["seat"], back["amount"]) == (seats["Ann"], 20)
    assert hand["steps"][-1]["do"] == "end"


def test_the_player_of_the_report_sits_at_the_bottom_else_the_hero(lake: Lake) -> None:
    hand_id = ann_wins_the_blinds(lake)
    seats = {seat["name"]: seat["seat"] for seat in replayed(lake, hand_id)["seats"]}

    assert replayed(lake, hand_id)["bottom"] == seats["Ann"]
    assert replayed(lake, hand_id, "Bob")["bottom"] == seats["Bob"]


def test_equity_is_that_of_known_hands_at_each_street(lake: Lake) -> None:
    hand_id = all_in(lake, "Ann")
    for street, cards in (("flop", "2c7d9s"), ("turn", "Jh"), ("river", "Qd")):
        row = {"site": "pokerstars", "hand_id": hand_id, "run_no": 0}
        lake.insert("boards", row | {"street": street, "cards": cards})

    streets = done(replayed(lake, hand_id), "street")

    assert [len(street["boards"][0]) for street in streets] == [0, 3, 4, 5]
    shares = [list(street["equity"]["of"].values()) for street in streets]
    # Aces against kings, without a shared suit to speak of: four to one before the flop.
    assert shares[0][0] == pytest.approx([0.82], abs=0.02)
    assert all(sum(pair[0] for pair in street) == pytest.approx(1, abs=1e-3) for street in shares)
    assert [pair[0] for pair in shares[-1]] == [1.0, 0.0]
    assert not any(street["equity"]["sampled"] for street in streets)


def test_each_run_has_its_board_and_its_equity(lake: Lake) -> None:
    hand_id = all_in(lake, "Ann", n_runouts=2)
    row = {"site": "pokerstars", "hand_id": hand_id}
    lake.insert("boards", row | {"run_no": 0, "street": "flop", "cards": "2c7d9s"})
    for run, turn, river in ((1, "Jh", "Qd"), (2, "Kc", "3d")):
        lake.insert("boards", row | {"run_no": run, "street": "turn", "cards": turn})
        lake.insert("boards", row | {"run_no": run, "street": "river", "cards": river})

    *_, flop, turn, river = done(replayed(lake, hand_id), "street")

    assert len(flop["boards"]) == 1
    assert [board[-1] for board in turn["boards"]] == ["Jh", "Kc"]
    assert [len(board) for board in river["boards"]] == [5, 5]
    assert list(river["equity"]["of"].values()) == [[1.0, 0.0], [0.0, 1.0]]


def test_hands_that_are_not_known_are_counted_not_guessed(lake: Lake) -> None:
    hand_id = ann_loses_at_showdown(lake)
    assert done(replayed(lake, hand_id), "street")[0]["equity"] is None

    lake.connection.execute("update seats set hole_cards = '7c7d' where player = 'Cat'")

    equity = done(replayed(lake, hand_id), "street")[0]["equity"]
    assert (len(equity["of"]), equity["unknown"]) == (2, 1)


def test_the_cards_of_stud_come_street_by_street(lake: Lake) -> None:
    hand_id = lake.hand(
        "Bob Ann",
        "Bob bring_in 2, Ann raise 4, Bob call",
        "Ann bet 4, Bob fold",
        seats={
            "Ann": {"hole_cards": "AhKh9c2d", "is_hero": True},
            "Bob": {"hole_cards": "5c8d"},
        },
        game="stud",
        game_family="stud",
        betting="fixed_limit",
        big_blind=None,
        small_bet=4,
        big_bet=8,
        bb_unit="small_bet",
    )

    seats = {seat["name"]: seat for seat in replayed(lake, hand_id)["seats"]}

    # All of Ann's; of Bob only what lay open on third and fourth street.
    assert seats["Bob"]["from"] == [0, 1]
    assert len(seats["Ann"]["from"]) == 4


def test_a_hand_without_stacks_cards_and_awards_is_replayed(lake: Lake) -> None:
    hand_id = ann_loses_at_showdown(lake)
    lake.connection.execute("update seats set starting_stack = null, hole_cards = null")
    lake.connection.execute("delete from awards")
    lake.connection.execute(
        "update hands set rake = null, rake_source = 'unknown', currency = null"
    )

    hand = replayed(lake, hand_id)

    assert {seat["stack"] for seat in hand["seats"]} == {None}
    assert [step["amount"] for step in done(hand, "win")] == [265]
    assert hand["steps"][-1] == {"do": "end", "amount": None, "known": False}


def test_the_page_of_a_hand_escapes_everything(lake: Lake) -> None:
    hand_id = ann_loses_at_showdown(lake, table_name=HOSTILE)
    for table in ("seats", "actions"):
        lake.connection.execute(f"update {table} set player = ? where player = 'Cat'", [HOSTILE])
    lake.connection.execute("update seats set hole_cards = ? where player = 'Bob'", ["<img>"])

    page = replay_page([replayed(lake, hand_id)], "1.0")

    assert "<script>alert" not in page
    assert "<img" not in page
    assert len(re.findall(r"<script\b", page)) == 2
    data = re.search(r'id="replays">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert HOSTILE in {seat["name"] for seat in json.loads(data[1])[0]["seats"]}
    assert "default-src 'none'" in page
    assert not set(re.findall(r"https?://[^\"'\s<]+", page)) - {"http://www.w3.org/2000/svg"}


def test_a_number_finds_the_hands_that_share_it(lake: Lake) -> None:
    hand_id = ann_wins_the_blinds(lake)
    ann_wins_the_blinds(lake, hand_id=f"{hand_id}~0a1b2c3d")

    assert find(lake.connection, hand_id) == [
        ("pokerstars", hand_id),
        ("pokerstars", f"{hand_id}~0a1b2c3d"),
    ]
    with pytest.raises(ReportError, match="expected the number of a hand in the lake, got `9%`"):
        find(lake.connection, "9%")


def test_a_player_who_is_not_in_the_hand_is_an_error(lake: Lake) -> None:
    hand_id = ann_wins_the_blinds(lake)

    assert find(lake.connection, hand_id, "Bob") == [("pokerstars", hand_id)]
    with pytest.raises(ReportError, match=f"expected a player of hand {hand_id}, got `Bobb`") as no:
        find(lake.connection, hand_id, "Bobb")
    assert "its players are " in str(no.value.hint)
    assert "`Bob`" in str(no.value.hint)


def test_a_person_of_the_aliases_sits_at_the_bottom(tmp_path: Path) -> None:
    (tmp_path / aliases.FILE).write_text('[Robert]\npokerstars = "Bob"\n', encoding="utf-8")
    with lake_in_memory() as other:
        hand_id = ann_loses_at_showdown(other)
        names = aliases.read(tmp_path)
        views.create_views(other.connection, are_statistics_stored=False, names=names)

        assert find(other.connection, hand_id, "Robert") == [("pokerstars", hand_id)]
        hand = replayed(other, hand_id, "Robert")
    assert hand["bottom"] == next(s["seat"] for s in hand["seats"] if s["name"] == "Bob")


def test_the_report_carries_as_many_hands_as_asked(lake: Lake) -> None:
    for _ in range(3):
        ann_loses_at_showdown(lake)

    report = build_from(lake.connection, replays=2)

    assert len(report.replays) == len(report["biggest_pots"]) == 2
    assert render(report).count("data-replay=") == 2
    assert build_from(lake.connection, replays=0).replays == {}
    assert "data-replay=" not in render(build_from(lake.connection, replays=0))
