"""
The data of the page's filters: sums by day, site, money, game, stake and position.

Texts that repeat are stored once, and rows name them by their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handlab.report import formatting, labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.report.model import Row

SUMS = ("hands", "net", "net_bb", "net_bb_squares", "net_bb_hands")
STATISTICS: tuple[tuple[str, str], ...] = (
    ("VPIP", "vpip"),
    ("PFR", "pfr"),
    ("3-bet", "three_bet"),
    ("C-bet flop", "cbet_flop"),
    ("WTSD", "wtsd"),
    ("W$SD", "wsd"),
)
"""The statistics that are counted again, by their titles."""
MANY_MONTHS = 12
"""More days than this that are all the first of a month are sums of months."""


def cube(rows: Sequence[Row]) -> dict[str, Any]:
    """The rows with their texts apart, for the page's script."""
    texts: dict[str, int] = {}

    def place(text: str) -> int:
        return texts.setdefault(text, len(texts))

    found = []
    days = {row["played_from"] for row in rows if row["played_from"]}
    for row in rows:
        keys = (
            *keys_of(row),
            row["position"] or formatting.NONE,
            formatting.SYMBOLS.get(row["currency"], ""),
        )
        counts = [row[f"{name}_{part}"] for _, name in STATISTICS for part in ("made", "chances")]
        sums = [_short(row[name]) for name in SUMS]
        found.append([row["played_from"] or "", *map(place, keys), *sums, *counts])
    return {
        "texts": list(texts),
        "statistics": [title for title, _ in STATISTICS],
        "positions": _positions(rows),
        "isMonthly": len(days) > MANY_MONTHS and all(day.endswith("-01") for day in days),
        "rows": found,
    }


def keys_of(row: Row) -> tuple[str, str, str, str]:
    """The texts that a row is chosen by: site, money, game, stake."""
    return labels.site(row["site"]), labels.purse(row), labels.game(row), labels.stake(row)


def _positions(rows: Sequence[Row]) -> list[str]:
    """The positions in the order of the deal, as in `position_order`, and the unknown one last."""
    deal = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "MP+1", "MP+2", "HJ", "CO")
    places = {name: place for place, name in enumerate((*deal, "BTN", "BTN/SB"))}
    names = {row["position"] or formatting.NONE for row in rows}
    return sorted(names, key=lambda name: places.get(name, len(places)))


def _short(value: object) -> object:
    """A number with as many digits as the page shows."""
    return None if value is None else round(float(str(value)), 4)
