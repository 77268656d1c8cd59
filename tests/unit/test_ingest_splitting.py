"""Which copies of a number are one hand where they are not all one."""

from __future__ import annotations

import time
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from handlab.ingest.splitting import Content, split

if TYPE_CHECKING:
    from random import Random


def cards(**known: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(known.items()))


def hands(*contents: Content) -> list[tuple[int, bool]]:
    """The hands by first appearance, and whether a copy fits several."""
    found = split(contents)
    numbers = {
        number: place for place, number in enumerate(dict.fromkeys(hand for hand, _ in found))
    }
    return [(numbers[hand], is_vague) for hand, is_vague in found]


def test_a_copy_that_was_cut_off_is_the_hand_that_it_starts() -> None:
    found = hands(Content("a;b;", ()), Content("a;", ()), Content("", ()), Content("c;", ()))

    assert found == [(0, False), (0, False), (0, True), (1, False)]


def test_copies_that_contradict_each_other_are_two_hands() -> None:
    one, other = Content("a;", cards(ann=0b11)), Content("a;", cards(ann=0b110))
    silent, part = Content("a;", cards(bob=0b11000)), Content("a;", cards(ann=0b1))

    assert hands(one, silent) == [(0, False), (0, False)]
    assert hands(one, other) == [(0, False), (1, False)]
    assert hands(one, part, other) == [(0, False), (0, False), (1, False)]
    assert hands(one, silent, other) == [(0, False), (0, True), (1, False)]


def test_what_a_copy_adds_counts_against_the_next_one() -> None:
    ann, bob = Content("a;", cards(ann=1, cid=2)), Content("a;", cards(bob=4))
    other = Content("a;b;", cards(bob=8))

    assert hands(ann, bob, other) == [(0, False), (1, False), (0, False)]


def test_a_stored_copy_is_the_hand_that_others_join() -> None:
    stored = Content("a;", (), is_stored=True)
    one, other = Content("a;b;", ()), Content("a;c;", ())

    assert hands(stored, one, other) == [(0, False), (0, False), (1, False)]
    assert hands(one, other, stored) == [(0, False), (1, False), (0, False)]


CONTENTS = st.builds(
    Content,
    st.lists(st.sampled_from("ab"), max_size=3).map(
        lambda acts: "".join(f"{act};" for act in acts)
    ),
    st.dictionaries(st.sampled_from(["ann", "bob"]), st.sampled_from([1, 2, 3]), max_size=2).map(
        lambda known: tuple(sorted(known.items()))
    ),
)


def merged(contents: list[Content]) -> Content:
    """All that some copies say; they must not contradict one another."""
    longest = max((content.line for content in contents), key=len)
    assert all(longest.startswith(content.line) for content in contents)
    known: dict[str, int] = {}
    for content in contents:
        for place, cards in content.cards:
            known[place] = known.get(place, 0) | cards
    best = {
        place: max(dict(content.cards).get(place, 0) for content in contents) for place in known
    }
    assert best == known
    return Content(longest, tuple(sorted(known.items())))


def agree(one: Content, other: Content) -> bool:
    is_start = one.line.startswith(other.line) or other.line.startswith(one.line)
    both = dict(one.cards).keys() & dict(other.cards).keys()
    pairs = ((dict(one.cards)[place], dict(other.cards)[place]) for place in both)
    return is_start and all(mine & theirs in (mine, theirs) for mine, theirs in pairs)


def order(content: Content) -> tuple[object, ...]:
    """Where a copy comes: the longest first, then the best informed."""
    known = sum(cards.bit_count() for _, cards in content.cards)
    return -len(content.line), -known, content.line, content.cards


@given(st.lists(CONTENTS, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_hands_hold_only_what_agrees_in_any_order(contents: list[Content], random: Random) -> None:
    found = dict(zip(contents, split(contents), strict=True))
    shuffled = list(contents)
    random.shuffle(shuffled)
    again = dict(zip(shuffled, split(shuffled), strict=True))

    members: dict[int, list[Content]] = {}
    for content, (hand, is_vague) in found.items():
        if not is_vague:
            members.setdefault(hand, []).append(content)
    hands = {hand: merged(copies) for hand, copies in members.items()}

    assert found == again
    for content, (hand, is_vague) in found.items():
        if is_vague:
            # What was placed later may have made it clear, but a run before it could not know.
            before = [
                [copy for copy in copies if order(copy) < order(content)]
                for copies in members.values()
            ]
            assert sum(agree(merged(copies), content) for copies in before if copies) > 1
        else:
            assert agree(hands[hand], content)


def test_the_work_for_one_number_is_bounded() -> None:
    deck = [1 << number for number in range(52)]
    pairs = [one | other for one, other in combinations(deck, 2)]
    many = [Content("a;", (("ann", pair),)) for pair in pairs]
    many += [Content("a;", (("bob", pair),)) for pair in pairs]
    many += [Content(f"a;{number};", (("ann", pair),)) for number, pair in enumerate(pairs)]
    many += [Content("a;" * number, ()) for number in range(2000)]
    start = time.process_time()

    found = split(many)

    assert len(found) == len(many)
    assert time.process_time() - start < 10
