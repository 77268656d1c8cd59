"""
Assign copies to hands where several hands have the same number.

A copy matches a hand if the actions of one start with the actions of the other, and the cards that
both show do not contradict each other. That is not transitive: a copy that shows little may match
two hands that exclude each other. Copies are therefore assigned in a fixed order (stored copies
first, then the longest and the best informed), whatever the order of the files:

* A copy that matches one hand belongs to it; what it shows is added to that hand.
* A copy that matches no hand is another hand.
* A copy that matches several hands is a copy of the first of them and adds nothing, since it could
  be a copy of any of them.

The work per number is bounded: if a search takes too long, the copy becomes a hand of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STEPS_PER_COPY = 200


@dataclass(frozen=True, slots=True)
class Content:
    """
    The parts of a copy that identify its hand.

    Attributes
    ----------
    line
        Its actions, each followed by a semicolon.
    cards
        The cards that it shows, as bits, by where they were dealt.
    """

    line: str
    cards: tuple[tuple[str, int], ...]
    is_stored: bool = False


@dataclass(slots=True)
class _Hand:
    number: int
    line: str
    cards: dict[str, int]

    def agrees(self, cards: tuple[tuple[str, int], ...]) -> bool:
        for place, other in cards:
            mine = self.cards.get(place)
            if mine is not None and mine & other not in (mine, other):
                return False
        return True

    def absorb(self, content: Content) -> None:
        self.line = max(self.line, content.line, key=len)
        for place, cards in content.cards:
            self.cards[place] = self.cards.get(place, 0) | cards


@dataclass(slots=True)
class _Bucket:
    """The hands with the same line, by the cards at the place that distinguishes them best."""

    by_cards: dict[int | None, dict[int, _Hand]] = field(default_factory=dict)

    def candidates(self, cards: int | None) -> Iterator[_Hand]:
        if cards is None:
            for hands in self.by_cards.values():
                yield from hands.values()
            return
        for key in (cards, None):
            yield from self.by_cards.get(key, {}).values()


def split(contents: Sequence[Content]) -> list[tuple[int, bool]]:
    """
    Return for each copy the number of its hand, and whether it matches several hands.

    Hands are numbered from 0 in no particular order.
    """
    first: dict[tuple[str, tuple[tuple[str, int], ...]], Content] = {}
    for content in contents:
        first.setdefault((content.line, content.cards), content)
    stored = [content for content in first.values() if content.is_stored]
    others = [content for content in first.values() if not content.is_stored]
    others.sort(key=_rank)
    splitter = _Splitter([*stored, *others], len(contents))
    found = {
        (content.line, content.cards): splitter.assign(content) for content in (*stored, *others)
    }
    return [found[content.line, content.cards] for content in contents]


def _rank(content: Content) -> tuple[int, int, str, tuple[tuple[str, int], ...]]:
    known = sum(cards.bit_count() for _, cards in content.cards)
    return -len(content.line), -known, content.line, content.cards


class _Splitter:
    def __init__(self, contents: Sequence[Content], copies: int) -> None:
        self._lines = sorted({content.line for content in contents})
        self._places = {line: place for place, line in enumerate(self._lines)}
        self._parents = _parents(self._lines)
        self._pivot = _pivot(contents)
        self._buckets: dict[str, _Bucket] = {}
        self._hands = 0
        self._steps = STEPS_PER_COPY * max(copies, 100)

    def assign(self, content: Content) -> tuple[int, bool]:
        """Return the hand of a copy, which may be a new one."""
        matches: list[_Hand] = []
        for hand in self._candidates(content):
            self._steps -= 1
            if self._steps < 0:
                matches.clear()
                break
            if hand.agrees(content.cards):
                matches.append(hand)
                if len(matches) > 1:
                    return matches[0].number, True
        if not matches:
            matches.append(_Hand(self._hands, content.line, {}))
            self._hands += 1
        else:
            self._remove(matches[0])
        matches[0].absorb(content)
        self._insert(matches[0])
        return matches[0].number, False

    def _candidates(self, content: Content) -> Iterator[_Hand]:
        cards = dict(content.cards).get(self._pivot)
        for line in self._related(content.line):
            bucket = self._buckets.get(line)
            if bucket is not None:
                yield from bucket.candidates(cards)

    def _related(self, line: str) -> Iterator[str]:
        """Lines that start with `line`, which are adjacent; then those that it starts with."""
        start = self._places[line]
        for place in range(start, len(self._lines)):
            if not self._lines[place].startswith(line):
                break
            self._steps -= 1
            yield self._lines[place]
        parent = self._parents[start]
        while parent is not None:
            yield self._lines[parent]
            parent = self._parents[parent]

    def _insert(self, hand: _Hand) -> None:
        bucket = self._buckets.setdefault(hand.line, _Bucket())
        bucket.by_cards.setdefault(hand.cards.get(self._pivot), {})[hand.number] = hand

    def _remove(self, hand: _Hand) -> None:
        del self._buckets[hand.line].by_cards[hand.cards.get(self._pivot)][hand.number]


def _parents(lines: Sequence[str]) -> list[int | None]:
    """For each line, in sorted order, the place of the longest other line that it starts with."""
    parents: list[int | None] = []
    open_lines: list[int] = []
    for place, line in enumerate(lines):
        while open_lines and not line.startswith(lines[open_lines[-1]]):
            open_lines.pop()
        parents.append(open_lines[-1] if open_lines else None)
        open_lines.append(place)
    return parents


def _pivot(contents: Sequence[Content]) -> str:
    """The place whose cards distinguish copies best: fully known or unknown, and most varied."""
    known = {(place, cards) for content in contents for place, cards in content.cards}
    various = Counter(place for place, _ in known)
    sizes: dict[str, set[int]] = {}
    for place, cards in known:
        sizes.setdefault(place, set()).add(cards.bit_count())
    whole = [place for place in sorted(various) if len(sizes[place]) == 1]
    return max(whole, key=various.__getitem__, default="")
