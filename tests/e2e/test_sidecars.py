"""
The results of another parser that lie beside some real logs, held against ours.

`LOG.hp` is what each player of a hand had and won, `LOG.hands` its number, board and start, `LOG.gt` its game and stakes,
all as Python writes them, in hundredths. Each of our results that differs is named here with the reason why ours holds.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import handlab as hl
from tests.material import shared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Games that handlab does not support, and logs that are not there.
UNREAD = {
    "5-StudL-USD-0.05-0.10-201111.Sample.with.showdown.xml": "5-card stud",
    "A5-3-Draw-Limit-USD-0.50-1-201105.Sample.txt": "ace-to-five triple draw",
}

# Their net results, with our reason.
MONEY = {
    "NLHE-GBP-0.05-0.10-Date-unknown.Sample.txt": "calls are read as what they add, but print totals",
    "PLO-EUR-0.05-0.10-Date-unknown.Sample.txt": "a call is read as what it adds, but prints a total",
    "NLHE-2max-USD-0.02-0.04-200903.All-in.on.turn.txt": "calls print totals; one pot is not read",
}
STACKS = {
    "NLHE-EUR-0.01-0.02-201104.Sample.emailed.txt": "cents are read as whole euros",
    "PLO8-USD-SNG-2-2012.Sample.xml": "the stacks of the blinds are printed after their posts",
}

# What their `.hands` say otherwise.
STARTS = {
    "NLHE-GBP-0.05-0.10-Date-unknown.Sample.txt": "seconds since 1970 are read in a zone eight hours off",
    "NLHE-EUR-0.01-0.02-201104.Sample.emailed.txt": "the session's start is taken, not the hand's",
    "3-Draw-Limit-USD-1-2-201104.Sample.with.showdown.txt": "the table's clock is read as UTC",
    "7-Stud-USD-0.50-1.00-201102.Sample.txt": "the table's clock is read as UTC",
    "PLO8-USD-SNG-2-2012.Sample.xml": "the table's clock is read as UTC",
}
BOARDS = {"NLHE-EUR-0.01-0.02-201104.Sample.emailed.txt": "one card of the flop is read"}

LIMITS = {"nl": "no_limit", "pl": "pot_limit", "fl": "fixed_limit"}
GAMES = {
    "holdem": ("holdem", False),
    "omahahi": ("omaha", False),
    "omahahilo": ("omaha", True),
    "studhi": ("stud", False),
    "razz": ("razz", False),
    "fivedraw": ("five_card_draw", False),
    "27_3draw": ("triple_draw_27", False),
    "27_1draw": ("single_draw_27", False),
    "badugi": ("badugi", False),
}


def load(path: Path) -> Any:
    """What a sidecar holds: literals of Python 2, with dates as tuples."""
    text = re.sub(r"\bu(?=['\"])", "", path.read_text("utf-8", errors="replace"))
    text = re.sub(r"datetime\.datetime\(([^()]*?)(, tzinfo=[^)]*)?\)", r"(\1)", text)
    return ast.literal_eval(re.sub(r"Decimal\('([^']*)'\)", r"\1", text))


def pairs(suffix: str) -> Iterator[tuple[str, Any, dict[str, pl.DataFrame]]]:
    """The name of each log, what its sidecar holds, and our tables."""
    for path in sorted(shared("corpus").rglob(f"*{suffix}")):
        log = path.with_suffix("")
        if log.exists() and log.name not in UNREAD:
            yield log.name, load(path), hl.read_hands(log)


def hundredths(amount: int, scale: int) -> int:
    return amount * 100 // int(10**scale)


def differences(expected: dict[str, Any], seats: pl.DataFrame, fields: dict[str, str]) -> int:
    """The number of amounts that differ, or of players who are missing."""
    ours = {row["player"]: row for row in seats.iter_rows(named=True)}
    if missing := expected.keys() - ours.keys():
        return len(missing) * len(fields)
    return sum(
        row[theirs] != hundredths(ours[name][column], ours[name]["scale"])
        for name, row in expected.items()
        for theirs, column in fields.items()
    )


def closest(expected: dict[str, Any], seats: pl.DataFrame, fields: dict[str, str]) -> int:
    """The differences from the hand that fits best: a sidecar names the players, but not the hand."""
    hands = seats.group_by("hand_id", maintain_order=True)
    return min(differences(expected, hand, fields) for _, hand in hands)


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({"winnings": "won", "totalProfit": "net"}, MONEY),
        ({"startCash": "starting_stack"}, STACKS),
    ],
    ids=["money", "stacks"],
)
def test_money_and_stacks_are_those_of_another_parser(
    fields: dict[str, str], known: dict[str, str]
) -> None:
    compared, different = 0, set()
    for name, expected, tables in pairs(".hp"):
        compared += 1
        if closest(expected, tables["seats"], fields):
            different.add(name)
    assert compared >= 44
    assert different == known.keys()


def test_money_that_differs_adds_up_here_and_not_there() -> None:
    for name, expected, tables in pairs(".hp"):
        if name not in MONEY:
            continue
        hand = tables["hands"].row(0, named=True)
        taken = hand["rake"] + hand["fees"]
        ours = tables["seats"].filter(hand_id=hand["hand_id"])["net"].sum()
        assert (hand["added"] or 0) - ours == taken, name
        assert sum(row["totalProfit"] for row in expected.values()) != -taken, name


def test_numbers_boards_and_starts_are_those_of_another_parser() -> None:
    compared, boards, starts = 0, set(), set()
    for name, expected, tables in pairs(".hands"):
        # They number hands without letters and dashes, and Winamax's without the tournament.
        number = str(expected["siteHandNo"])
        digits = pl.col("hand_id").str.replace_all(r"\D", "")
        hands = tables["hands"].filter(digits.str.ends_with(number[-8:]))
        assert hands.height == 1, name
        compared += 1
        hand = hands.row(0, named=True)
        codes = [expected[f"boardcard{place}"] for place in range(1, 6)]
        board = "".join(card(code) for code in codes if code)
        ours = tables["boards"].filter(hand_id=hand["hand_id"])["cards"].to_list()
        if board != "".join(ours):
            boards.add(name)
        start = expected["startTime"]
        if hand["started_at"] and hand["started_at"].timetuple()[: len(start)] != start:
            starts.add(name)
    assert compared >= 20
    assert (boards, starts) == (set(BOARDS), set(STARTS))


def card(code: int) -> str:
    """A card by its number: hearts, diamonds, clubs, spades, each from deuce to ace."""
    suit, rank = divmod(code - 1, 13)
    return "23456789TJQKA"[rank] + "hdcs"[suit]


def test_games_and_stakes_are_those_of_another_parser() -> None:
    compared = 0
    for name, expected, tables in pairs(".gt"):
        _, currency, kind, _, game, limit, _, _, small, big, small_bet, big_bet, *_ = expected
        hand = tables["hands"].row(0, named=True)
        compared += 1
        assert (hand["game"], hand["is_hi_lo"]) == GAMES[game], name
        assert hand["betting"] == LIMITS[limit], name
        is_tournament = kind == "tour"
        assert (hand["kind"] == "tournament") == is_tournament, name
        if not is_tournament:
            assert hand["currency"].lower() == currency.lower(), name
        # In tournaments some of theirs are chips and some are hundredths of chips.
        scale = hand["scale"] if not is_tournament else (0 if small == -1 else 2)
        bets = (small_bet, big_bet) if limit == "fl" else (small, big)
        columns = ("small_bet", "big_bet") if limit == "fl" else ("small_blind", "big_blind")
        factor = 1 if scale == hand["scale"] else 100
        assert tuple(hand[column] * factor for column in columns) == bets, name
    assert compared >= 20
