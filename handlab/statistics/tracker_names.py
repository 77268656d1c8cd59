"""What trackers call the statistics of the catalogue, for hints about names that it lacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from handlab import sql_text

if TYPE_CHECKING:
    from collections.abc import Iterable

LIST = "`handlab stats --list`"

NAMES = {
    "3bet": "three_bet",
    "4bet": "four_bet",
    "5bet": "five_bet",
    "afq": "aggression_frequency",
    "afreq": "aggression_frequency",
    "agg": "aggression_frequency",
    "ats": "steal",
    "bb100": "results",
    "callopen": "cold_call",
    "cc": "cold_call",
    "cr": "check_raise_flop",
    "f3bet": "fold_to_three_bet",
    "f4bet": "fold_to_four_bet",
    "fbbtosteal": "fold_to_steal",
    "foldto3bet": "fold_to_three_bet",
    "foldto4bet": "fold_to_four_bet",
    "sqz": "squeeze",
    "winrate": "results",
    "won": "results",
    "wonatshowdown": "wsd",
    "w$sd": "wsd",
    "w$wsf": "wwsf",
    "xr": "check_raise_flop",
}
"""The catalogue's name of each of theirs, in lower case and without spaces and signs."""

LINES = ("redline", "blueline", "greenline")
"""The lines of a tracker's graph: winnings without a showdown, at one, and all."""


def in_catalogue(name: str) -> str | None:
    """
    The catalogue's name of a statistic that a tracker calls `name`; `None` if none is known.

    Examples
    --------
    >>> in_catalogue("3-Bet"), in_catalogue("W$SD"), in_catalogue("abc")
    ('three_bet', 'wsd', None)
    """
    return NAMES.get(_plain(name))


def hint(name: str, known: Iterable[str]) -> str:
    """What to ask for in place of a name that the catalogue does not have."""
    if _plain(name) in LINES:
        return "`--stat results --by went_to_showdown` has what was won with and without a showdown"
    called = in_catalogue(name)
    if called is not None:
        return f"it is called `{called}` here; all are: {LIST}"
    return sql_text.hint(name, known, LIST)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9$]", "", name.lower())
