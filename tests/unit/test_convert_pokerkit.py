"""PHH that `handlab convert` writes, played by pokerkit: every player ends with the same chips."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pokerkit import HandHistory

from handlab import conversion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ILLEGAL = {
    "70000001",
    "70000002",
    "OM48000001",
    "873000001",
    "240000269246",
    "240000501003",
    "7002000017",
}
"""
Hands with bets that pokerkit's rules forbid: below the blind, above the pot, over a short blind, a
raise of less than a bet, and a double bet on fourth street, in stud.
"""

STUD = {"F7S", "F7S/8", "FR"}

CORPUS = Path(__file__).parents[1] / "corpus"


def in_units(amount: Any, parts: int) -> tuple[Any, Any]:
    """Share an amount in whole units: those of its last decimal, since a table has no smaller ones."""
    if isinstance(amount, int):
        return divmod(amount, parts)
    unit = Decimal(1).scaleb(amount.as_tuple().exponent)
    share = amount / unit // parts * unit
    return share, amount - share * parts


def rake(taken: Any, amount: Any, _state: object) -> tuple[Any, Any]:
    """Take what the hand says from its only pot."""
    return min(taken, amount), amount - min(taken, amount)


def hands(dialect: str) -> Iterator[HandHistory]:
    converter = conversion.Converter("phh")
    texts = converter.texts(
        conversion.find([CORPUS / dialect], None, is_folder=False), is_one_file=True
    )
    text = b"".join(text.data for text in texts).decode()
    for hand in HandHistory.loads_all(text, parse_value=parse):
        fields = hand.user_defined_fields
        taken = parse(str(fields["_handlab_rake"])) + parse(str(fields["_handlab_fees"]))
        hand.rake = partial(rake, taken)
        hand.divmod = in_units
        yield hand


def parse(text: str) -> int | Decimal:
    return Decimal(text) if "." in text else int(text)


def shows_everything(hand: HandHistory) -> bool:
    """Whether the cards of all who did not fold are known, so that a program can say who won."""
    still_in = {f"p{place}" for place in range(1, len(hand.starting_stacks) + 1)}
    still_in -= {act.split()[0] for act in hand.actions if act.endswith(" f")}
    dealt = [act.split()[2:] for act in hand.actions if act.startswith("d dh ")]
    hidden = {player for player, cards in dealt if "?" in cards}
    # In stud and draw games cards are dealt hidden and shown at the end.
    # Without cards a player mucks.
    ends = [act.split() for act in hand.actions if " sm" in act]
    known = {player for player, _, *cards in ends if "?" not in "".join(cards)}
    return len(still_in) == 1 or not still_in & (hidden - known)


def shows_who_acts(hand: HandHistory) -> bool:
    """Whether the first open cards are known, which decide in stud who brings in."""
    first = [act for act in hand.actions if act.startswith("d dh ")][: len(hand.starting_stacks)]
    return hand.variant not in STUD or not any(act.endswith("??") for act in first)


def same_but_for_odd_chips(stacks: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """
    Whether stacks are the same; who of several winners gets odd chips is each site's own rule.

    Four winners leave at most three of them, which one winner may get (Ignition, pokerkit).
    """
    differences = [abs(stack - end) for stack, end in zip(stacks, wanted, strict=True)]
    least = Decimal("0.01") if any("." in str(end) for end in wanted) else 1
    return sum(stacks) == sum(wanted) and all(each <= 3 * least for each in differences)


@pytest.mark.parametrize("dialect", sorted(path.name for path in CORPUS.iterdir() if path.is_dir()))
def test_pokerkit_pays_the_same(dialect: str) -> None:
    wrong = []
    for hand in hands(dialect):
        if not (shows_everything(hand) and shows_who_acts(hand)):
            continue
        name = hand.user_defined_fields["_handlab_hand_id"]
        try:
            *_, state = hand
        except ValueError:
            assert name in ILLEGAL, hand.actions
            continue
        if not same_but_for_odd_chips(state.stacks, hand.finishing_stacks or ()):
            wrong.append((name, state.stacks, hand.finishing_stacks))
    assert wrong == []


def test_most_dialects_have_a_hand_that_pokerkit_plays() -> None:
    played = [
        path.name
        for path in CORPUS.iterdir()
        if path.is_dir() and any(shows_everything(hand) for hand in hands(path.name))
    ]
    assert len(played) >= 20, played
