"""
What a statistic's sentence says of the streets in games that have no flop.

The catalogue and the labels are written for games with a flop. In stud and draw games betting
rounds are counted, as the third of stud is not third street.
"""

from __future__ import annotations

import re

FLOP_FAMILIES = frozenset({"flop", None})

WORDS = {
    r"Before the flop": "First betting round",
    r"After the flop": "Later betting rounds",
    r"before the flop": "on the first betting round",
    r"after the flop": "after the first betting round",
    r"having seen the flop": "having seen the second betting round",
    r"first street": "first betting round",
    r"preflop raiser": "raiser of the first betting round",
    r"\b([Bb]ets?) the flop": r"\1 on the second betting round",
    r"\b([Bb]ets?) the turn": r"\1 on the third betting round",
    r"\b([Bb]ets?) the river": r"\1 on the fourth betting round",
    r"unbet turn": "unbet third betting round",
    r"unbet river": "unbet fourth betting round",
    r"\bflop\b": "second betting round",
    r"\bturn\b": "third betting round",
    r"\briver\b": "fourth betting round",
}


def in_family(text: str, game_family: str | None) -> str:
    """
    A sentence in the words of a family of games.

    Examples
    --------
    >>> in_family("raised before the flop", "flop")
    'raised before the flop'
    >>> in_family("Bets the turn after calling on the flop.", "stud")
    'Bets on the third betting round after calling on the second betting round.'
    """
    if game_family in FLOP_FAMILIES:
        return text
    for pattern, words in WORDS.items():
        text = re.sub(pattern, words, text)
    return text
