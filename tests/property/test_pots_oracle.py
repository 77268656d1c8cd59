"""Pots and awards against a slow obvious way to count them, the shared vectors, and pokerkit."""

from __future__ import annotations

import itertools
import json
import random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from builders import DECK
from hypothesis import example, given
from hypothesis import strategies as st
from pokerkit import Automation, NoLimitTexasHoldem

import handlab as hl

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = {
    "contributed": pl.List(pl.Int64),
    "folded": pl.List(pl.Boolean),
    "strength": pl.List(pl.UInt32),
    "low": pl.List(pl.UInt32),
    "rake": pl.Int64,
}


def pots_chip_by_chip(contributed: list[int], folded: list[bool]) -> list[dict[str, Any]]:
    """Every chip goes to the pot of those who matched it and are still in, the orphans to the last pot."""
    found: list[dict[str, Any]] = []
    orphans = 0
    for level in range(1, max(contributed, default=0) + 1):
        payers = [seat for seat, paid in enumerate(contributed) if paid >= level]
        eligible = [seat for seat in payers if not folded[seat]]
        if not eligible:
            orphans += len(payers)
        elif found and found[-1]["eligible"] == eligible:
            found[-1]["gross"] += len(payers)
        else:
            found.append({"gross": len(payers), "eligible": eligible})
    if orphans and found:
        found[-1]["gross"] += orphans
    elif orphans:
        # Who is still in need not have put anything in.
        found = [
            {"gross": orphans, "eligible": [s for s, is_out in enumerate(folded) if not is_out]}
        ]
    return found


def shares(amount: int, winners: list[int]) -> dict[int, int]:
    """An amount in equal shares, the odd units one each to the first."""
    share, odd = divmod(amount, len(winners))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}


def best(strengths: list[int | None], eligible: list[int]) -> list[int]:
    """The seats that tie for the best."""
    known = {seat: strengths[seat] or 0 for seat in eligible if strengths[seat] is not None}
    return [seat for seat, strength in known.items() if strength == max(known.values())]


def awards_pot_by_pot(
    pots: list[dict[str, Any]],
    strengths: list[int | None],
    lows: list[int | None] | None,
) -> list[int] | None:
    """Each pot to its best hand, half of it to its best low."""
    paid = [0] * len(strengths)
    for pot in pots:
        highs = best(strengths, pot["eligible"])
        if len(pot["eligible"]) == 1:
            highs = pot["eligible"]
        if not highs:
            return None
        low_winners = [] if lows is None else best(lows, pot["eligible"])
        if len(pot["eligible"]) == 1 or not low_winners:
            parts = [(pot["gross"], highs)]
        else:
            half = pot["gross"] // 2
            parts = [(pot["gross"] - half, highs), (half, low_winners)]
        for amount, winners in parts:
            for seat, share in shares(amount, winners).items():
                paid[seat] += share
    return paid


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    seats = draw(st.integers(0, 9))
    each = {"min_size": seats, "max_size": seats}
    known = st.none() | st.integers(1, 4)
    return {
        "contributed": draw(st.lists(st.integers(0, 40), **each)),
        "folded": draw(st.lists(st.booleans(), **each)),
        "strength": draw(st.lists(known, **each)),
        "low": draw(st.none() | st.lists(known, **each)),
        "rake": 0,
    }


def settled(rows: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """Pots and awards of each hand."""
    frame = pl.DataFrame(rows, schema=SCHEMA)
    found = frame.select(
        pots=hl.pots("contributed", "folded"),
        awards=hl.awards("contributed", "folded", "strength", "low", rake="rake"),
    )
    return found.rows()


@given(st.lists(hands(), min_size=1, max_size=20))
@example(
    [{"contributed": [5, 9], "folded": [False, True], "strength": [1, 2], "low": None, "rake": 0}]
)
def test_pots_and_awards_are_what_counting_chip_by_chip_gives(rows: list[dict[str, Any]]) -> None:
    expected: list[tuple[Any, Any]] = []
    for row in rows:
        pots = pots_chip_by_chip(row["contributed"], row["folded"])
        expected.append((pots, awards_pot_by_pot(pots, row["strength"], row["low"])))

    assert settled(rows) == expected


@given(hands(), st.integers(0, 400))
def test_no_unit_is_made_or_lost(hand: dict[str, Any], rake: int) -> None:
    ((pots, awards),) = settled([{**hand, "rake": rake}])

    assert sum(pot["gross"] for pot in pots) == sum(hand["contributed"])
    for earlier, later in itertools.pairwise(pots):
        assert set(later["eligible"]) < set(earlier["eligible"])
    if rake > sum(hand["contributed"]):
        assert awards is None
    if awards is not None:
        assert sum(awards) == sum(hand["contributed"]) - rake
        assert min(awards, default=0) >= 0
        may_win = {seat for pot in pots for seat in pot["eligible"]}
        assert {seat for seat, award in enumerate(awards) if award} <= may_win


def from_left_of_button(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The players in the order in which odd units go."""
    return sorted(
        case["players"], key=lambda player: (player["seat"] <= case["button"], player["seat"])
    )


# What lists of contributions cannot say.
INEXPRESSIBLE = {"runouts", "added", "unit", "odd", "odd_order", "uncalled_override"}


def expressible(case: dict[str, Any]) -> bool:
    players = case.get("players", [])
    return (
        bool(players)
        and not INEXPRESSIBLE & set(case)
        and not any(player.get("dead") for player in players)
        and case["expected"]["fee"] == 0
    )


def test_the_shared_vectors_are_paid_as_they_say(vectors: Path) -> None:
    cases = json.loads((vectors / "pots.json").read_text())["cases"]
    cases = [case for case in cases if expressible(case)]
    rows, expected = [], []
    for case in cases:
        players, outcome = from_left_of_button(case), case["expected"]
        seats = [player["seat"] for player in players]
        uncalled = {int(seat): amount for seat, amount in outcome["uncalled"].items()}
        rows.append(
            {
                "contributed": [
                    player["live"] + player.get("ante", 0) - uncalled.get(player["seat"], 0)
                    for player in players
                ],
                "folded": [player.get("folded", False) for player in players],
                "strength": [player.get("hi") for player in players],
                "low": [player.get("lo") for player in players] if case.get("hilo") else None,
                "rake": outcome["rake"],
            }
        )
        pots = [
            {"gross": pot["gross"], "eligible": sorted(map(seats.index, pot["eligible"]))}
            for pot in outcome["pots"]
        ]
        payouts = [outcome["payouts"][str(seat)] for seat in seats]
        expected.append((case["id"], pots, payouts))

    found = [(case["id"], *outcome) for case, outcome in zip(cases, settled(rows), strict=True)]

    assert found == expected
    assert len(cases) >= 20


AUTOMATED = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
# So many chips can be shared by any number of winners up to six.
CHIP = 60


def all_in(shuffle: random.Random) -> dict[str, Any]:
    """Everybody puts his stack in before the flop, or folds; what pokerkit makes of it."""
    seats = shuffle.randint(2, 6)
    stacks = [CHIP * shuffle.randint(2, 9) for _ in range(seats)]
    deck = shuffle.sample(DECK, 2 * seats + 8)
    state = NoLimitTexasHoldem.create_state(
        AUTOMATED,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(CHIP, 2 * CHIP),
        min_bet=2 * CHIP,
        raw_starting_stacks=tuple(stacks),
        player_count=seats,
    )
    hole_cards = ["".join(deck[2 * seat : 2 * seat + 2]) for seat in range(seats)]
    for cards in hole_cards:
        state.deal_hole(cards)
    folded = [False] * seats
    while state.actor_index is not None:
        seat = state.actor_index
        if shuffle.random() < 0.3 and state.can_fold() and folded.count(False) > 2:
            state.fold()
            folded[seat] = True
        elif state.can_complete_bet_or_raise_to(stacks[seat]):
            state.complete_bet_or_raise_to(stacks[seat])
        else:
            state.check_or_call()
    board = deck[2 * seats : 2 * seats + 5]
    for street in (board[:3], board[3:4], board[4:]):
        state.deal_board("".join(street))
    # pokerkit gives no contributions: what a seat lost, or put in at most, follows from who stayed.
    return {
        "hole": hole_cards,
        "board": "".join(board),
        "folded": folded,
        "stacks": stacks,
        "payoffs": list(state.payoffs),
    }


@pytest.mark.filterwarnings("ignore:A card being dealt")
def test_all_ins_pay_what_pokerkit_pays() -> None:
    shuffle = random.Random(17)
    dealt = [all_in(shuffle) for _ in range(150)]
    rows = []
    for hand in dealt:
        stayed = [
            stack for stack, out in zip(hand["stacks"], hand["folded"], strict=True) if not out
        ]
        # The bet that nobody matched comes back before pots are formed; who folded lost what he had put in.
        most = sorted(stayed)[-2]
        contributed = [
            -payoff if out else min(stack, most)
            for stack, out, payoff in zip(
                hand["stacks"], hand["folded"], hand["payoffs"], strict=True
            )
        ]
        most_of_all = max(contributed)
        assert most_of_all <= max(hand["stacks"])
        column = pl.DataFrame({"hole": hand["hole"]})
        strengths = column.select(hl.strength("hole", pl.lit(hand["board"]))).to_series().to_list()
        rows.append(
            {
                "contributed": contributed,
                "folded": hand["folded"],
                "strength": strengths,
                "low": None,
                "rake": 0,
            }
        )

    found = [awards for _, awards in settled(rows)]

    nets = [
        [won - paid for won, paid in zip(awards, row["contributed"], strict=True)]
        for awards, row in zip(found, rows, strict=True)
    ]
    assert nets == [hand["payoffs"] for hand in dealt]


@pytest.mark.parametrize("seats", [2, 9, 16])
def test_a_table_of_equal_stacks_shares_one_pot(seats: int) -> None:
    row = {
        "contributed": [7] * seats,
        "folded": [False] * seats,
        "strength": [3] * seats,
        "low": None,
        "rake": 0,
    }

    assert settled([row]) == [([{"gross": 7 * seats, "eligible": list(range(seats))}], [7] * seats)]
