"""The streets and cards of a hand: what a replay shows when."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handlab.report.model import Row

STREETS: dict[str, tuple[str, ...]] = {
    "flop": ("preflop", "flop", "turn", "river"),
    "stud": ("third", "fourth", "fifth", "sixth", "seventh"),
    "five_card_stud": ("second", "third", "fourth", "fifth"),
    "draw": ("predraw", "draw1", "draw2", "draw3"),
}
STUD_CARDS = {"stud": (3, 4, 5, 6, 7), "five_card_stud": (2, 3, 4, 5)}
"""The cards that a seat has on each street of stud."""


def kind_of(hand: Row) -> str:
    """What the streets of a hand are: a family of games, or five-card stud."""
    if hand["game"] == "five_card_stud":
        return "five_card_stud"
    return hand["game_family"] if hand["game_family"] in STREETS else "flop"


def street_no(family: str | None, street: str) -> int:
    """The place of a street in the order of its game; the last one if the game does not have it."""
    streets = STREETS.get(family or "flop", STREETS["flop"])
    return streets.index(street) if street in streets else len(streets) - 1


def cards_dealt(hand: Row) -> int:
    """The cards that a seat is dealt at first."""
    counts = {"holdem": 2, "split_holdem": 2, "short_deck": 2, "omaha": 4, "badugi": 4}
    counts |= {"omaha6": 6, "stud": 3, "razz": 3, "razz_27": 3, "irish": 2, "five_card_stud": 2}
    return counts.get(hand["game"], 5)


def pairs(cards: str | None) -> list[str]:
    """
    The cards of a text, one by one.

    Examples
    --------
    >>> pairs("AhTc 9d"), pairs(None)
    (['Ah', 'Tc', '9d'], [])
    """
    text = (cards or "").replace(" ", "")
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def shown_from(seat: Row, hand: Row) -> list[int]:
    """
    The street, by its number, from which each known card of a seat is on the table.

    In stud, the few cards of a seat that folded are those that lay open.
    """
    cards = pairs(seat["hole_cards"])
    if hand["game_family"] != "stud":
        return [0] * len(cards)
    kind, folded = kind_of(hand), seat["folded_street"]
    dealt = STUD_CARDS[kind]
    last = street_no(kind, folded) if folded else len(dealt) - 1
    if len(cards) < dealt[last]:
        return list(range(len(cards)))
    return [max(0, index - dealt[0] + 1) for index in range(len(cards))]
