"""What a text looks like in which no hand was found, and which dialect comes closest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from handlab._handlab import dialects
from handlab.doctor.vocabulary import POKER_TERMS, POKER_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

SEARCHED = 1 << 20
"""Characters of a piece that are searched for clues."""

LEAST_NEEDLE = 4
"""Characters of what starts a header, at least, to be a clue."""

LONGEST_INDENT = 200
"""Spaces before what starts a header, at most."""

_WORD = re.compile(rb"[\w\x80-\xff]")
_LETTERS = re.compile(r"[^\W\d_]{2,40}")
_XML_ELEMENT = re.compile(r"<([A-Za-z_][\w.-]{0,40})[\s/>]")
_JSON_KEY = re.compile(r'"([^"\\]{1,40})"\s{0,5}:')
_TOML_KEY = re.compile(r"(?m)^([A-Za-z_]{1,40})\s{0,5}=\s")
_IRC_ACTIONS = r"(?: +[-BfkbcrAQK]{1,20}){4}"
_TELLTALES: tuple[tuple[re.Pattern[str], str | None, str], ...] = (
    (
        re.compile(r"(?m)^.{0,60}\bMATCHSTATE:\d+:\d+:"),
        "acpc",
        "it has the messages of an ACPC match (`MATCHSTATE:`), each of which shows one player a"
        " part of a hand; the log of the dealer has whole hands (`STATE:`)",
    ),
    (
        re.compile(r'"SoftwareVersion"\s{0,5}:\s{0,5}"PokerGFX\b'),
        "pokergfx",
        "it is the JSON in which PokerGFX saves the hands of a live stream, but none of them"
        " starts as in version 3.2 (`AnteAmt`, then `BetStructure`)",
    ),
    (
        re.compile(r'\bcmd_bean\\?"\s{0,5}:\s{0,5}\{\s{0,5}\\?"(?:BeanData|Cmd|RoomName)\b'),
        "coinpoker",
        "it is the log of CoinPoker's client, with the messages of all open tables in one"
        " stream; the hand histories that CoinPoker exports are read instead",
    ),
    (
        re.compile(
            # `hdb`: hand, dealer, number, players, four pots.
            r"\A\s{0,20}(?:\d{9,10}(?: +\d{1,6}){3}(?: +\d{1,2}/\d{1,9}){4}\b"
            # `hroster`, two lines of it: hand, number of players, names.
            r"|(?:\d{9,10} +[1-9]\d?(?: +[^\s\d]\S{0,15}){1,23} *\r?\n){2}"
            # `pdb.NAME`: player, hand, players, position, actions on four streets, money.
            rf"|\S{{1,20}} +\d{{9,10}}(?: +\d{{1,2}}){{2}}{_IRC_ACTIONS}(?: +\d{{1,9}}){{3}}\b)"
        ),
        None,
        "it is a part of the IRC poker database (`hdb`, `hroster`, `pdb.*`), which spreads each"
        " hand over one file for the table and one for each player, and has no amounts for"
        " calls, bets and raises; handlab reads a hand only where it is in one piece",
    ),
    (
        re.compile(r'"bets"\s{0,5}:\s{0,5}\[\s{0,5}\{\s{0,5}"(?:actions|stage)"\s{0,5}:'),
        None,
        "it is JSON made of the IRC poker database, which has no amounts for calls, bets and"
        " raises",
    ),
    (
        re.compile(r"[\"'](?:client_pos|bot_hole_cards)[\"']\s{0,5}:"),
        "slumbot",
        "it has answers of Slumbot's server, but none that ends a hand as it came, with `action`,"
        " `client_pos`, `hole_cards`, `board` and `winnings` in one object",
    ),
    (
        re.compile(r"[\"']action_histories[\"']\s{0,5}:\s{0,5}\{"),
        "phh",
        "it has the messages of PyPokerEngine, each of which shows one player a part of a hand;"
        " hands of programs that are saved as PHH are read",
    ),
)
"""A pattern of each format that handlab does not read, the closest dialect, and the explanation."""
_LOG_LINES = (
    re.compile(r"(?im)^.{0,20}\bseat\b.{0,3}\d"),
    re.compile(r"(?im)\bposts?\b.{0,12}\b(?:blind|ante)\b"),
    re.compile(r"(?im)\b(?:folds?|checks?|calls?|raises?)\b"),
    re.compile(r"(?im)\bdealt\b|\bdealing\b|\bhole cards\b"),
)


@dataclass(frozen=True, slots=True)
class Clue:
    """
    Why a dialect is guessed, or none.

    Attributes
    ----------
    dialect
        The dialect that comes closest, if any does.
    reason
        Why, in words that hold nothing of the text but words of `vocabulary`.
    line
        Line of the text at which to look, from 1.
    """

    dialect: str | None
    reason: str
    line: int


def clue(text: str) -> Clue:
    """Say what a text looks like in which no hand and no summary was found."""
    searched = text[:SEARCHED]
    first = _first_line(searched)
    for telltale, dialect, reason in _TELLTALES:
        if found := telltale.search(searched):
            return Clue(dialect, reason, searched.count("\n", 0, found.start()) + 1)
    started = _first_needle(searched)
    if started is not None:
        line, needle, dialect = started
        return Clue(
            dialect,
            f"line {line} has `{needle.strip()}`, with which {dialect} starts a hand or a summary,"
            f" but the rest is not as {dialect} writes it; {_kind(searched)}",
            line,
        )
    return Clue(None, f"no line starts a hand of any dialect; {_kind(searched)}", first)


def _kind(text: str) -> str:
    """What kind of text it is."""
    start = text.lstrip("\ufeff \t\r\n")[:200].lower()
    if start.startswith(("<?xml", "<!doctype", "<")) and (tags := _common(_XML_ELEMENT, text)):
        kind = "HTML" if "<html" in start else "XML"
        return f"it is {kind}, with the elements {_listed(tags)}"
    if start.startswith(("{", "[")) and (keys := _common(_JSON_KEY, text)):
        return f"it is like JSON, with the keys {_listed(keys)}"
    if start.startswith("{\\rtf"):
        return (
            "it is RTF without a hand in its text:"
            " save it as plain text, and run `handlab doctor` on that"
        )
    kinds = sum(bool(pattern.search(text)) for pattern in _LOG_LINES)
    if kinds >= 2:
        return "it has lines of a hand history (seats, posts, actions): a site that is not read yet"
    keys = _common(_TOML_KEY, text)
    if len(keys) >= 3:
        return f"it is like TOML, with the keys {_listed(keys)}"
    share = f"{share_of_terms(text):.0%}"
    return f"it has no lines of a hand history; {share} of its words are poker terms"


def share_of_terms(text: str) -> float:
    """
    The share of a text's words that are poker terms, which a log has and other texts hardly do.

    Examples
    --------
    >>> share_of_terms("Call to ask for bread, milk and two lemons")
    0.0
    >>> share_of_terms("Ann posts small blind, Bob folds preflop")
    0.5714285714285714
    """
    words = [word.casefold() for word in _LETTERS.findall(text[:100_000])]
    terms = sum(word in POKER_TERMS or "poker" in word for word in words)
    return terms / len(words) if words else 0.0


def _common(pattern: re.Pattern[str], text: str) -> Sequence[str]:
    """The first few different matches that are known words: others may be names."""
    found = dict.fromkeys(match[1] for match in pattern.finditer(text[:100_000]))
    return [name for name in found if name.casefold() in POKER_WORDS][:8]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _first_line(text: str) -> int:
    """The first line that is not empty."""
    blank = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    return text.count("\n", 0, blank) + 1


def _first_needle(text: str) -> tuple[int, str, str] | None:
    """
    The first line with what starts a header, the longest there, and its dialect.

    One pattern of all of them takes a hundred times as long.
    """
    data = text.encode("utf-8", "surrogatepass").lower()
    first: tuple[int, str, str] | None = None
    end = len(data)
    for needle, dialect, is_part in _needles():
        searched = needle.encode().lower()
        at = data.find(searched, 0, end + len(searched) - 1)
        while at >= 0 and not _may_start(data, at, needle, is_part=is_part):
            at = data.find(searched, at + 1, end + len(searched) - 1)
        if at >= 0:
            first, end = (at, needle, dialect), at
    return first and (data.count(b"\n", 0, first[0]) + 1, *first[1:])


def _may_start(data: bytes, at: int, needle: str, *, is_part: bool) -> bool:
    # `Hand #` starts a hand, but not in `PokerNorth Hand #`, whichever site that is.
    if is_part:
        start = data.rfind(b"\n", max(0, at - LONGEST_INDENT - 1), at) + 1
        return at - start <= LONGEST_INDENT and not data[start:at].strip()
    # `variant` starts a hand, but not in `GameVariant`.
    return not (needle.isalpha() and at and _WORD.match(data, at - 1))


@cache
def _needles() -> tuple[tuple[str, str, bool], ...]:
    """
    What a header starts with, its dialect, and whether others contain it.

    The longest come first: they say most.
    """
    found = [
        (needle, dialect["name"])
        for dialect in dialects()
        for needle in (*dialect["needles"], *dialect["summary_needles"])
        # A single `#` says nothing about who wrote it.
        if len(needle) >= LEAST_NEEDLE
    ]
    names = {needle for needle, _ in found}
    return tuple(
        (needle, dialect, any(needle in other for other in names - {needle}))
        for needle, dialect in sorted(found, key=lambda item: -len(item[0]))
    )
