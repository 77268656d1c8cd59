"""
Poker hand histories in, audited Parquet out, answers in SQL.

Examples
--------
>>> import handlab as hl
>>> hl.read_hands("data/samples")["hands"].height > 1000
True
"""

from handlab import namespace as _namespace  # noqa: F401  registers pl.Expr.poker
from handlab._handlab import __version__
from handlab.frames import read_hands, scan_hands
from handlab.functions import (
    GAMES,
    awards,
    best_five,
    category,
    compare_hands,
    encode,
    low,
    parse_hand,
    pots,
    show_cards,
    strength,
)
from handlab.views import connect

__all__ = [
    "GAMES",
    "__version__",
    "awards",
    "best_five",
    "category",
    "compare_hands",
    "connect",
    "encode",
    "low",
    "parse_hand",
    "pots",
    "read_hands",
    "scan_hands",
    "show_cards",
    "strength",
]
