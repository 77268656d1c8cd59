"""
Mask the names in lines of a log, so that they can be sent to someone else.

Whatever could be a name is masked: every word that is not in `vocabulary`, a number, a date or a
card, and every name that stands where logs have names, whatever word it is. The same word gets the
same mask, so that a reader sees who acts; spaces and punctuation stay, since they are often what a
dialect stumbles over.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from handlab.doctor.vocabulary import POKER_WORDS
from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_LINE = 400
"""Characters of a line that are looked at; a line may have no end."""

MOST_NAMES = 300

# Everything but spaces, ASCII punctuation, and the signs of currencies, suits and quotes.
_PUNCTUATION = (
    r"\s!-/:-@\[-^`{-~€£¥₹₽¢§°«»“”„…•♠♥♦♣♤♡♢♧"
    r"\u2013\u2014\u2018\u2019\xa0\ufeff\ufffd"
)
_WORD = re.compile(rf"[^{_PUNCTUATION}]+")
_NUMBER = re.compile(r"\d+", re.ASCII)
_COUNT = re.compile(r"\d{1,6}(?:st|nd|rd|th|k|m|x|bb|max|h|min|s)", re.ASCII | re.IGNORECASE)
_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs]){1,7}|[cdhs](?:10|[2-9tjqkax])", re.IGNORECASE)
_TIME = re.compile(r"(?:\d{8}|\d{2})T(?:\d{2}|\d{6}(?:UTC|Z)?)|\d{2}Z", re.ASCII)
_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\S{1,64}@\S{1,64}|\b(?:https?://|www\.)\S+")
_LONGEST_NUMBER = 8
"""Longer numbers identify hands, tournaments and accounts: their digits become zeros."""

_NOBODY = frozenset(
    (
        *("seat", "dealer", "table", "game", "hand", "board", "total", "pot", "main", "side"),
        *("winner", "winners", "rake", "button", "player", "players", "hero", "user", "blinds"),
        *("the", "uncalled", "bet", "-", ":", "**", "***"),
    )
)

# Where logs have names. Each is bounded, because a line may be full of the beginnings.
_NAMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bseat\s{0,3}#?\d{1,2}\s?[:\-]\s{0,3}(.{1,60}?)\s{0,3}(?:[(\[]| - |$)",
        r"^\s{0,20}(.{1,60}?)\s{0,20}\([^()]{1,40} in seat \d{1,2}\)",
        r"\b(?:name|nickname|player|player_name|screenname|user|username|alias|owner|winner|hero"
        r"|display|playername)\s?=\s?[\"']([^\"'<>]{1,60})[\"']",
        r"\"(?:name|nickname|player|player_name|screenname|user|username|alias|owner|winner|hero"
        r"|display|playername)\"\s?:\s?\"([^\"]{1,60})\"",
        r"\bname\s?:\s?\"([^\"]{1,60})\"",
        r"\b(?:dealt to|returned to|user:|hero:)\s{1,3}(.{1,60}?)\s{0,3}(?:[(\[:]|$)",
        r"^\s{0,20}(?:\*\*|-|>)?\s?(.{1,60}?):?\s(?:- )?(?:has |is |was )?(?:folds?|checks?|calls?"
        r"|bets?|raises?|posts?|posted|shows?|mucks?|wins?|collect(?:s|ed)?|return(?:s|ed)?|said|says"
        r"|joins|leaves|left|stands|sits|finished|folded|called|checked|raised|bought|timed)\b",
        r"\"(.{1,60}?) ?@ ?[\w-]{5,20}\"",
    )
)
_CHAT = re.compile(r"\b(?:said|says|chat|observer|message)\b(?=.*[\"':\]])", re.IGNORECASE)


class Masker:
    """
    Masks lines that belong together: a word has the same mask in all of them.

    Examples
    --------
    >>> masker = Masker()
    >>> masker.learn(["Seat 1: Big Bluff (€5 in chips)"])
    >>> masker.line("Big Bluff: raises €0.10 to €0.30 with dave's [Ah Kd]")
    "name1: raises €0.10 to €0.30 with word1's [Ah Kd]"
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._any_name: re.Pattern[str] | None = None

    def learn(self, lines: Iterable[str]) -> None:
        """Find names where logs have them, to mask them everywhere."""
        for line in lines:
            for pattern in _NAMES:
                for match in pattern.finditer(line[:LONGEST_LINE]):
                    self._learn(match[1].strip())
        # The longest comes first: one name may be the beginning of another.
        names = sorted(self._names, key=len, reverse=True)
        if names:
            parts = "|".join(map(re.escape, names))
            self._any_name = re.compile(rf"(?<!\w)(?:{parts})(?!\w)")

    def line(self, text: str) -> str:
        """The line with its names masked, cut to `LONGEST_LINE` characters."""
        cut = text[:LONGEST_LINE]
        chat = _CHAT.search(cut)
        if chat is not None:
            said = _WORD.sub("word", cut[chat.end() :])
            shown = self._masked(cut[: chat.end()]) + said
        else:
            shown = self._masked(cut)
        more = len(text) - len(cut)
        return printable(shown) + (f"... ({more:,} more characters)" if more else "")

    def _learn(self, name: str) -> None:
        if name and name not in self._names and len(self._names) < MOST_NAMES:
            # Where a name may stand these are words of the log, without which nobody could read it.
            if name.casefold() in _NOBODY:
                return
            self._names[name] = f"name{len(self._names) + 1}"

    def _masked(self, text: str) -> str:
        shown = []
        done = 0
        for match in self._any_name.finditer(text) if self._any_name else ():
            shown += [self._without_words(text[done : match.start()]), self._names[match[0]]]
            done = match.end()
        return "".join([*shown, self._without_words(text[done:])])

    def _without_words(self, text: str) -> str:
        return _WORD.sub(self._mask, _ADDRESS.sub("address", text))

    def _mask(self, match: re.Match[str]) -> str:
        word = match[0]
        if _NUMBER.fullmatch(word):
            return word if len(word) <= _LONGEST_NUMBER else "0" * len(word)
        if any(allowed.fullmatch(word) for allowed in (_COUNT, _CARDS, _TIME)):
            return word
        if all(part in POKER_WORDS for part in word.casefold().split("_")):
            return word
        return self._words.setdefault(word, f"word{len(self._words) + 1}")
