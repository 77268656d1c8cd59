"""
Write random showdowns with the winner that pokerkit names: the rows of `score_pokerkit.tsv`.

    python score_pokerkit.py PAIRS_PER_GAME SEED > score_pokerkit.tsv        (pip install pokerkit==0.7.7)

Half of the deals come from a random third of the deck: pairs, flushes and lows are rare in random cards.
"""

from __future__ import annotations

import random
import sys
from importlib.metadata import version

from pokerkit import (
    BadugiHand,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
)

# game: hole cards, board cards, high (or only) hand, low hand
GAMES = {
    "holdem": (2, 5, StandardHighHand, None),
    "short_deck": (2, 5, ShortDeckHoldemHand, None),
    "omaha": (4, 5, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha5": (5, 5, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha6": (6, 5, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "courchevel": (5, 5, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "stud": (7, 0, StandardHighHand, EightOrBetterLowHand),
    "razz": (7, 0, RegularLowHand, None),
    "five_card_draw": (5, 0, StandardHighHand, None),
    "single_draw_27": (5, 0, StandardLowHand, None),
    "triple_draw_27": (5, 0, StandardLowHand, None),
    "badugi": (4, 0, BadugiHand, None),
}
CATEGORIES = {
    "High card": "high_card",
    "One pair": "pair",
    "Two pair": "two_pair",
    "Three of a kind": "trips",
    "Straight": "straight",
    "Flush": "flush",
    "Full house": "full_house",
    "Four of a kind": "quads",
    "Straight flush": "straight_flush",
}


def deal(game: str, rng: random.Random) -> tuple[str, str, str]:
    own, common, _, _ = GAMES[game]
    ranks = "6789TJQKA" if game == "short_deck" else "23456789TJQKA"
    deck = [rank + suit for rank in ranks for suit in "cdhs"]
    rng.shuffle(deck)
    if rng.random() < 0.5:
        deck = deck[: max(len(deck) // 3, 2 * own + common)]
        rng.shuffle(deck)
    return (
        "".join(deck[:own]),
        "".join(deck[own : 2 * own]),
        "".join(deck[2 * own : 2 * own + common]),
    )


def winner(kind: type | None, hole_a: str, hole_b: str, board: str) -> tuple[str, object, object]:
    if kind is None:
        return "-", None, None
    a = kind.from_game_or_none(hole_a, board)
    b = kind.from_game_or_none(hole_b, board)
    if a is None or b is None:
        return "none" if a is b else "b" if a is None else "a", a, b
    return "a" if a > b else "b" if a < b else "tie", a, b


def category(game: str, hand: object) -> str:
    if game == "badugi":
        return f"badugi_{len(hand.cards)}"
    return CATEGORIES[hand.entry.label.value]


def main(pairs: int, seed: int) -> None:
    rng = random.Random(seed)
    print(f"# Made by score_pokerkit.py {pairs} {seed} with pokerkit {version('pokerkit')}.")
    print("# winner of the low: none = neither qualifies, - = no hi-lo game")
    print("# game\thole_a\thole_b\tboard\twinner\tcategory_a\tcategory_b\tlow_winner")
    for game, (_, _, high, low) in GAMES.items():
        for _ in range(pairs):
            hole_a, hole_b, board = deal(game, rng)
            high_winner, a, b = winner(high, hole_a, hole_b, board)
            low_winner, _, _ = winner(low, hole_a, hole_b, board)
            row = game, hole_a, hole_b, board, high_winner, category(game, a), category(game, b)
            print(*row, low_winner, sep="\t")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
