"""Pots and awards against a slow obvious way to count them, and pokerkit."""

from __future__ import annotations

import itertools
import random
from typing import Any

import polars as pl
import pytest
from builders import DECK
from hypothesis import example, given
from hypothesis import strategies as st
from pokerkit import (
    Automation,
    Mode,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
)

import handlab as hl

SCHEMA = {
    "contributed": pl.List(pl.Int64),
    "folded": pl.List(pl.Boolean),
    "strength": pl.List(pl.UInt32),
    "low": pl.List(pl.UInt32),
    "rake": pl.Int64,
    "dead": pl.List(pl.Int64),
    "added": pl.Int64,
    "runouts": pl.Int64,
    "button": pl.Int64,
}
# What a hand has of these if it does not say.
PLAIN = {"rake": 0, "dead": None, "added": 0, "runouts": 1, "button": None}


def pots_chip_by_chip(
    contributed: list[int], folded: list[bool], free: int = 0
) -> list[dict[str, Any]]:
    """Every chip goes to the pot of those who matched it and are still in, the orphans to the last pot."""
    found: list[dict[str, Any]] = []
    orphans = 0
    if free:
        # Nobody had to match it.
        everybody = [seat for seat, is_out in enumerate(folded) if not is_out]
        found.append({"gross": free, "eligible": everybody})
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


def shares(amount: int, winners: list[int], button: int = -1) -> dict[int, int]:
    """An amount in equal shares, the odd units one each to the first behind the button."""
    share, odd = divmod(amount, len(winners))
    winners = sorted(winners, key=lambda seat: (seat <= button, seat))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}


def best(strengths: list[int | None], eligible: list[int]) -> list[int]:
    """The seats that tie for the best."""
    known = {seat: strengths[seat] or 0 for seat in eligible if strengths[seat] is not None}
    return [seat for seat, strength in known.items() if strength == max(known.values())]


def awards_pot_by_pot(
    pots: list[dict[str, Any]],
    strengths: list[int | None],
    lows: list[int | None] | None,
    runouts: int,
    button: int,
) -> list[int] | None:
    """Each pot to its best hand of each runout, half of it to its best low."""
    seats = len(strengths) // runouts
    paid = [0] * seats
    for pot in pots:
        parts: list[tuple[int, list[int]]] = []
        if len(pot["eligible"]) == 1:
            parts.append((pot["gross"], pot["eligible"]))
            runouts_of_pot = 0
        else:
            runouts_of_pot = runouts
        for runout in range(runouts_of_pot):
            amount = shares(pot["gross"], list(range(runouts)))[runout]
            of_runout = slice(runout * seats, (runout + 1) * seats)
            highs = best(strengths[of_runout], pot["eligible"])
            low_winners = [] if lows is None else best(lows[of_runout], pot["eligible"])
            # A low half of nothing is a low half too: it leaves the high half as it is.
            half = amount // 2 if low_winners else 0
            parts += [(amount - half, highs), (half, low_winners or highs)]
        for amount, winners in parts:
            if amount and not winners:
                return None
            for seat, share in shares(amount, winners, button).items() if winners else ():
                paid[seat] += share
    return paid


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    seats = draw(st.integers(0, 9))
    each = {"min_size": seats, "max_size": seats}
    known = st.none() | st.integers(1, 4)
    runouts = draw(st.integers(1, 3))
    of_runouts = {"min_size": seats * runouts, "max_size": seats * runouts}
    return {
        "contributed": draw(st.lists(st.integers(0, 40), **each)),
        "folded": draw(st.lists(st.booleans(), **each)),
        "strength": draw(st.lists(known, **of_runouts)),
        "low": draw(st.none() | st.lists(known, **of_runouts)),
        "rake": 0,
        "dead": draw(st.just([0] * seats) | st.lists(st.integers(0, 3), **each)),
        "added": draw(st.sampled_from([0, 0, 5])),
        "runouts": runouts,
        # Seats in order from the left of the button, if nobody at all can have it.
        "button": draw(st.integers(0, seats - 1)) if seats else 0,
    }


def settled(rows: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """Pots and awards of each hand."""
    frame = pl.DataFrame([PLAIN | row for row in rows], schema=SCHEMA)
    frame = frame.with_columns(
        pl.col("dead").fill_null(pl.col("contributed").list.eval(pl.element() * 0)),
        pl.col("button").fill_null(pl.col("contributed").list.len().cast(pl.Int64) - 1),
    )
    kinds: dict[str, Any] = {"dead": "dead", "added": "added"}
    payment: dict[str, Any] = {"rake": "rake", "runouts": "runouts", "button": "button"}
    found = frame.select(
        pots=hl.pots("contributed", "folded", **kinds),
        awards=hl.awards("contributed", "folded", "strength", "low", **kinds, **payment),
    )
    return found.rows()


@given(st.lists(hands(), min_size=1, max_size=20))
@example(
    [
        {
            "contributed": [5, 9],
            "folded": [False, True],
            "strength": [1, 2],
            "low": None,
            "dead": [0, 0],
            "added": 0,
            "runouts": 1,
            "button": 1,
        }
    ]
)
def test_pots_and_awards_are_what_counting_chip_by_chip_gives(rows: list[dict[str, Any]]) -> None:
    expected: list[tuple[Any, Any]] = []
    for row in rows:
        free = sum(row["dead"]) + row["added"]
        pots = pots_chip_by_chip(row["contributed"], row["folded"], free)
        runouts, button = row["runouts"], row["button"]
        awards = awards_pot_by_pot(pots, row["strength"], row["low"], runouts, button)
        # Without seats there is nobody who could have the button.
        expected.append((pots, awards if row["folded"] else None))

    assert settled(rows) == expected


@given(hands(), st.integers(0, 400))
def test_no_unit_is_made_or_lost(hand: dict[str, Any], rake: int) -> None:
    ((pots, awards),) = settled([{**hand, "rake": rake}])

    put_in = sum(hand["contributed"]) + sum(hand["dead"]) + hand["added"]
    assert sum(pot["gross"] for pot in pots) == put_in
    for earlier, later in itertools.pairwise(pots):
        assert set(later["eligible"]) < set(earlier["eligible"])
    if rake > put_in:
        assert awards is None
    if awards is not None:
        assert sum(awards) == put_in - rake
        assert min(awards, default=0) >= 0
        may_win = {seat for pot in pots for seat in pot["eligible"]}
        assert {seat for seat, award in enumerate(awards) if award} <= may_win


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
# So many chips can be shared by up to three runouts, two halves and six winners: pokerkit places odd chips otherwise.
CHIP = 720


class NoLimitOmahaHiLo(NoLimitTexasHoldem):
    """Omaha hi-lo in which everybody may go all-in."""

    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)
    hole_dealing_count = 4


def all_in(shuffle: random.Random, game: str, runouts: int) -> dict[str, Any]:
    """Everybody puts his stack in before the flop, or folds; what pokerkit makes of it."""
    seats = shuffle.randint(2, 6)
    n_hole = 2 if game == "holdem" else 4
    stacks = [CHIP * shuffle.randint(2, 9) for _ in range(seats)]
    deck = shuffle.sample(DECK, n_hole * seats + 5 * runouts)
    rules = NoLimitTexasHoldem if game == "holdem" else NoLimitOmahaHiLo
    state = rules.create_state(
        AUTOMATED,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(CHIP, 2 * CHIP),
        min_bet=2 * CHIP,
        raw_starting_stacks=tuple(stacks),
        player_count=seats,
        mode=Mode.CASH_GAME,
    )
    hole_cards = ["".join(deck[n_hole * seat :][:n_hole]) for seat in range(seats)]
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
    while state.can_select_runout_count():
        state.select_runout_count(runouts)
    boards = [deck[n_hole * seats + 5 * runout :][:5] for runout in range(runouts)]
    for board in boards:
        for street in (board[:3], board[3:4], board[4:]):
            state.deal_board("".join(street))
    assert not state.status
    # pokerkit gives no contributions: what a seat lost, or put in at most, follows from who stayed.
    return {
        "hole": hole_cards,
        "boards": ["".join(board) for board in boards],
        "folded": folded,
        "stacks": stacks,
        "payoffs": list(state.payoffs),
    }


def as_row(hand: dict[str, Any], game: str) -> dict[str, Any]:
    """The hand as a row of `SCHEMA`."""
    stayed = [stack for stack, out in zip(hand["stacks"], hand["folded"], strict=True) if not out]
    # The bet that nobody matched comes back before pots are formed; who folded lost what he had put in.
    most = sorted(stayed)[-2]
    contributed = [
        -payoff if out else min(stack, most)
        for stack, out, payoff in zip(hand["stacks"], hand["folded"], hand["payoffs"], strict=True)
    ]
    assert max(contributed) <= max(hand["stacks"])
    dealt = pl.DataFrame({"board": hand["boards"]}).join(
        pl.DataFrame({"hole": hand["hole"]}), how="cross", maintain_order="left_right"
    )
    scores = dealt.select(
        strength=hl.strength("hole", "board", game=game), low=hl.low("hole", "board")
    )
    return {
        "contributed": contributed,
        "folded": hand["folded"],
        "strength": scores["strength"].to_list(),
        "low": None if game == "holdem" else scores["low"].to_list(),
        "runouts": len(hand["boards"]),
    }


def is_split_alike(row: dict[str, Any]) -> bool:
    """Whether on each runout all pots that several may win have a low, or none has."""
    if row["low"] is None:
        return True
    pots = pots_chip_by_chip([paid // CHIP for paid in row["contributed"]], row["folded"])
    seats = len(row["folded"])
    for runout in range(row["runouts"]):
        lows = row["low"][runout * seats :][:seats]
        contested = [pot["eligible"] for pot in pots if len(pot["eligible"]) > 1]
        if len({bool(best(lows, eligible)) for eligible in contested}) > 1:
            return False
    return True


@pytest.mark.filterwarnings("ignore:A card being dealt", "ignore:There is no reason")
@pytest.mark.parametrize("runouts", [1, 2, 3])
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_all_ins_pay_what_pokerkit_pays(game: str, runouts: int) -> None:
    shuffle = random.Random(17)
    dealt = [all_in(shuffle, game, runouts) for _ in range(80)]
    rows = [as_row(hand, game) for hand in dealt]
    # pokerkit gives the low half of a pot without a low to all its players if another pot has one.
    kept = [(hand, row) for hand, row in zip(dealt, rows, strict=True) if is_split_alike(row)]
    assert len(kept) > 60

    found = [awards for _, awards in settled([row for _, row in kept])]

    nets = [
        [won - paid for won, paid in zip(awards, row["contributed"], strict=True)]
        for awards, (_, row) in zip(found, kept, strict=True)
    ]
    assert nets == [hand["payoffs"] for hand, _ in kept]


@pytest.mark.parametrize("seats", [2, 9, 23])
def test_a_table_of_equal_stacks_shares_one_pot(seats: int) -> None:
    row = {
        "contributed": [7] * seats,
        "folded": [False] * seats,
        "strength": [3] * seats,
        "low": None,
        "rake": 0,
    }

    assert settled([row]) == [([{"gross": 7 * seats, "eligible": list(range(seats))}], [7] * seats)]
