"""The names of hands in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import polars as pl

from handlab.functions.plugin import call

if TYPE_CHECKING:
    from handlab.functions.plugin import IntoExprColumn

Half: TypeAlias = Literal["high", "low"]


def hand_name(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    half: Half = "high",
) -> pl.Expr:
    """
    The best hand in words: `full house, kings full of sevens`, `two pair, aces and eights`.

    Lows without a pair are listed card by card (`7-5-4-3-2`), in badugi with the number of cards in
    play (`four-card badugi, 8-6-3-A`). With `half="low"` it is the eight-or-better low of a hi-lo
    game, null if none qualifies, and in games whose pot is always split the other half: in Drawmaha
    49 and Drawmaha 0 `43 points`. Hold'em and short deck also take all five to seven cards in one
    column. Null if cards are missing, occur twice, or are not in the deck of the game.

    Examples
    --------
    >>> hands = pl.DataFrame({"hole_cards": ["KhKd", "2h3h", "AcQd"]})
    >>> hands.select(hl.hand_name("hole_cards", pl.lit("Kc7s7h5h4h"))).to_series().to_list()
    ['full house, kings full of sevens', 'flush, seven high', 'pair of sevens']
    >>> pl.select(hl.hand_name(pl.lit("7h5d4c3s2h"), game="single_draw_27")).item()
    '7-5-4-3-2'
    """
    common = pl.lit("") if board is None else board
    return call("hand_name", hole_cards, common, game=game, half=half)
