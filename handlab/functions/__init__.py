"""
Expressions for hands, cards and pots; each is also a method of `pl.Expr.poker`.

All are elementwise and stream. Null in, null out. Cards are text (`AhKd`, `Ah Kd`, `A♥K♦`, `10h`)
or `UInt64` masks (one 16-bit lane per suit, clubs lowest; bit 0 of a lane the deuce, bit 12 the
ace). Text that is not a set of cards, a card that occurs twice, or a number of cards that the game
does not deal gives null. A wrong dtype or an unknown game raises Polars' `ComputeError`, with what
was expected and what was found. A column of a single row, such as a literal, applies to every row.
"""

from handlab.functions.equity import equity, equity_heads_up
from handlab.functions.hand import parse_hand
from handlab.functions.name import hand_name
from handlab.functions.pot import awards, pots, side_pots, uncalled
from handlab.functions.scheme import compare_hands, encode, show_cards
from handlab.functions.score import (
    GAMES,
    RULES,
    best_five,
    best_low,
    card_fault,
    cards,
    category,
    low,
    rank_class,
    strength,
)

__all__ = [
    "GAMES",
    "RULES",
    "awards",
    "best_five",
    "best_low",
    "card_fault",
    "cards",
    "category",
    "compare_hands",
    "encode",
    "equity",
    "equity_heads_up",
    "hand_name",
    "low",
    "parse_hand",
    "pots",
    "rank_class",
    "show_cards",
    "side_pots",
    "strength",
    "uncalled",
]
