"""Strengths order hands as pokerkit orders them, in every game."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from builders import BOARD_GAMES, DECK, DRAWMAHA, HOLE_CARDS
from pokerkit import (
    BadugiHand,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)

import handlab as hl

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEED = 20_260_822
HIGH = {
    "holdem": StandardHighHand,
    "short_deck": ShortDeckHoldemHand,
    "omaha": OmahaHoldemHand,
    "omaha5": OmahaHoldemHand,
    "omaha6": OmahaHoldemHand,
    "courchevel": OmahaHoldemHand,
    "irish": StandardHighHand,
    **dict.fromkeys(DRAWMAHA, OmahaHoldemHand),
    "stud": StandardHighHand,
    "razz": RegularLowHand,
    "razz_27": StandardLowHand,
    "five_card_stud": StandardHighHand,
    "five_card_draw": StandardHighHand,
    "single_draw_27": StandardLowHand,
    "triple_draw_27": StandardLowHand,
    "single_draw_a5": RegularLowHand,
    "triple_draw_a5": RegularLowHand,
    "badugi": BadugiHand,
    "badacey": BadugiHand,
    "badeucy": StandardBadugiHand,
}
LOW = {
    "omaha": OmahaEightOrBetterLowHand,
    "omaha5": OmahaEightOrBetterLowHand,
    "omaha6": OmahaEightOrBetterLowHand,
    "courchevel": OmahaEightOrBetterLowHand,
    "stud": EightOrBetterLowHand,
}


class InHand:
    """What five cards are by themselves, whatever lies on the board."""

    def __init__(self, of: Callable[[str], Any]) -> None:
        self.of = of

    def from_game_or_none(self, hole: str, _board: str) -> Any:
        """The hand of the own cards."""
        return self.of(hole)


def points(hole: str) -> int:
    """Tens count ten, aces one, face cards nothing."""
    worth = {"T": 10, "A": 1, "K": 0, "Q": 0, "J": 0}
    return sum(worth[rank] if rank in worth else int(rank) for rank in hole[::2])


SECOND_HALF = {
    "drawmaha": InHand(StandardHighHand),
    "drawmaha_27": InHand(StandardLowHand),
    "drawmaha_a5": InHand(RegularLowHand),
    "drawmaha_49": InHand(points),
    "drawmaha_0": InHand(lambda hole: -points(hole)),
    "drawmaha_badugi": InHand(BadugiHand.from_game),
    "badacey": InHand(RegularLowHand),
    "badeucy": InHand(StandardLowHand),
}
# pokerkit looks at every choice of five cards.
HANDS = {"omaha": 400, "omaha5": 250, "omaha6": 150, "courchevel": 250}
HANDS |= dict.fromkeys(DRAWMAHA, 100)


def test_every_game_has_an_oracle() -> None:
    assert set(HIGH) == set(hl.GAMES)


def dealt(game: str, hands: int) -> pl.DataFrame:
    """Random hands; half of them of few ranks and suits, so that rare classes and near ties come up."""
    shuffle = random.Random(f"{SEED} {game}")
    whole = [card for card in DECK if game != "short_deck" or card[0] not in "2345"]
    rows = []
    for hand in range(hands):
        deck = whole
        n_board = shuffle.choice([3, 4, 5]) if game in BOARD_GAMES else 0
        if hand % 2:
            ranks = shuffle.sample(sorted({card[0] for card in whole}), 6)
            narrow = [card for card in whole if card[0] in ranks and card[1] in "hs"]
            deck = narrow if len(narrow) >= HOLE_CARDS[game] + n_board else whole
        cards = shuffle.sample(deck, HOLE_CARDS[game] + n_board)
        rows.append(("".join(cards[: HOLE_CARDS[game]]), "".join(cards[HOLE_CARDS[game] :])))
    return pl.DataFrame(rows, schema=["hole", "board"], orient="row")


def assert_same_order(strengths: pl.Series, hands: list[Any]) -> None:
    """Both sort alike, and tie alike; what one does not value the other does not either."""
    assert strengths.is_null().to_list() == [hand is None for hand in hands]
    order = strengths.drop_nulls().arg_sort()
    known = [hand for hand in hands if hand is not None]
    values = strengths.drop_nulls()
    for weak, strong in pairwise(order):
        assert (values[weak] == values[strong]) == (known[weak] == known[strong])
        assert (values[weak] < values[strong]) == (known[weak] < known[strong])


@pytest.mark.parametrize("game", hl.GAMES)
def test_strengths_order_random_hands_as_pokerkit_does(game: str) -> None:
    rows = dealt(game, HANDS.get(game, 1000))
    strengths = rows.select(hl.strength("hole", "board", game=game)).to_series()

    hands = [HIGH[game].from_game(hole, board) for hole, board in rows.iter_rows()]

    assert strengths.null_count() == 0
    assert_same_order(strengths, hands)


@pytest.mark.parametrize("game", LOW)
def test_lows_order_random_hands_as_pokerkit_does(game: str) -> None:
    rows = dealt(game, HANDS.get(game, 1000))
    lows = rows.select(hl.low("hole", "board", game=game)).to_series()

    hands = [LOW[game].from_game_or_none(hole, board) for hole, board in rows.iter_rows()]

    assert 0 < lows.null_count() < rows.height
    assert_same_order(lows, hands)


@pytest.mark.parametrize("game", SECOND_HALF)
def test_second_halves_order_random_hands_as_pokerkit_does(game: str) -> None:
    rows = dealt(game, 500)
    lows = rows.select(hl.low("hole", "board", game=game)).to_series()

    hands = [SECOND_HALF[game].from_game_or_none(hole, board) for hole, board in rows.iter_rows()]

    assert lows.null_count() == 0
    assert_same_order(lows, hands)


@pytest.mark.parametrize("game", sorted(set(hl.GAMES) - set(LOW) - set(SECOND_HALF)))
def test_games_that_are_not_dealt_hi_lo_have_no_lows(game: str) -> None:
    rows = dealt(game, 20)

    assert rows.select(hl.low("hole", "board", game=game)).to_series().null_count() == 20


@pytest.mark.parametrize("game", hl.GAMES)
def test_the_best_cards_are_of_the_hand_and_as_strong_as_it(game: str) -> None:
    rows = dealt(game, 200).with_columns(
        strength=hl.strength("hole", "board", game=game),
        best=hl.best_five("hole", "board", game=game),
    )
    # Five cards by themselves are a draw hand, or a hand and its board.
    parts = {"short_deck": ("short_deck", 4), "razz": ("razz", 10), "badugi": ("badugi", 8)}
    parts |= dict.fromkeys(DRAWMAHA, ("five_card_draw", 10)) | {"badacey": ("badugi", 8)}
    parts |= dict.fromkeys(("single_draw_a5", "triple_draw_a5"), ("single_draw_a5", 10))
    alone, own = parts.get(game, ("single_draw_27" if "27" in game else "five_card_draw", 10))
    rules = "usual"
    if game == "badeucy":
        alone, own, rules = "badugi", 8, "ace_high"
    rows = rows.with_columns(
        again=hl.strength(
            pl.col("best").str.slice(0, own),
            pl.col("best").str.slice(own),
            game=alone,
            rules=rules,
        )
    )

    complete = rows.filter(pl.col("best").str.len_chars() == (8 if alone == "badugi" else 10))
    assert complete.height > 5
    assert complete["again"].to_list() == complete["strength"].to_list()
    for hole, board, best in complete.select("hole", "board", "best").iter_rows():
        cards = {best[at : at + 2] for at in range(0, len(best), 2)}
        dealt_cards = {(hole + board)[at : at + 2] for at in range(0, len(hole + board), 2)}
        assert cards <= dealt_cards
        if game in BOARD_GAMES and ("omaha" in game or game in DRAWMAHA):
            assert len(cards & {hole[at : at + 2] for at in range(0, len(hole), 2)}) == 2


def winner(a: int | None, b: int | None) -> str:
    """Who wins, as the vectors say it; a hand that does not qualify loses."""
    if a is None and b is None:
        return "none"
    mine, other = a or 0, b or 0
    return "tie" if mine == other else "a" if mine > other else "b"


GAME_OF_VARIANT: dict[str, tuple[Callable[..., pl.Expr], str]] = {
    "holdem": (hl.strength, "holdem"),
    "shortdeck": (hl.strength, "short_deck"),
    "omaha": (hl.strength, "omaha"),
    "omaha5": (hl.strength, "omaha5"),
    "omaha6": (hl.strength, "omaha6"),
    "omaha8_low": (hl.low, "omaha"),
    "stud": (hl.strength, "stud"),
    "stud8_low": (hl.low, "stud"),
    "draw5": (hl.strength, "five_card_draw"),
    "razz": (hl.strength, "razz"),
    "27_lowball": (hl.strength, "single_draw_27"),
    "a5_lowball": (hl.strength, "single_draw_a5"),
    "badugi": (hl.strength, "badugi"),
}
"""What the vectors call each game; `badugi_27` and `kuhn` are not dealt by any site."""


def test_the_shared_variants_end_as_they_should(vectors: Path) -> None:
    cases = json.loads((vectors / "variants.json").read_text())["cases"]
    wrong, tried = [], 0
    for case in cases:
        if case["variant"] not in GAME_OF_VARIANT:
            continue
        function, game = GAME_OF_VARIANT[case["variant"]]
        frame = pl.DataFrame({"hole": [case["a"], case["b"]]})
        a, b = frame.select(function("hole", pl.lit(case["board"] or ""), game=game)).to_series()
        tried += 1
        if winner(a, b) != case["winner"]:
            wrong.append((case, a, b))

    assert wrong == []
    assert tried >= 35
