"""What hands are worth: strength, category, the cards that play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.plugin import call

if TYPE_CHECKING:
    from handlab.plugin import IntoExprColumn


GAMES = (
    "holdem",
    "short_deck",
    "omaha",
    "omaha5",
    "omaha6",
    "courchevel",
    "stud",
    "razz",
    "five_card_draw",
    "single_draw_27",
    "triple_draw_27",
    "badugi",
)
"""The names of games, as in the `game` columns."""


def strength(
    hole_cards: IntoExprColumn, board: IntoExprColumn | None = None, *, game: str = "holdem"
) -> pl.Expr:
    """
    Canonical strength of the best hand; the higher number wins, in lowball games too.

    `category << 20 | r1 << 16 | r2 << 12 | r3 << 8 | r4 << 4 | r5` as `UInt32`: equal numbers
    split. Draw games have no board. Null unless all the cards are there that the game asks for
    (hold'em: two, and three to five on the board).

    Examples
    --------
    >>> showdown = pl.DataFrame({"hole_cards": ["AhKh", "2c2d"], "board": ["QhJhTh2s3c"] * 2})
    >>> showdown.sort(hl.strength("hole_cards", "board"))["hole_cards"].to_list()
    ['2c2d', 'AhKh']
    """
    return call("strength", hole_cards, _board(board), game=game)


def category(
    hole_cards: IntoExprColumn, board: IntoExprColumn | None = None, *, game: str = "holdem"
) -> pl.Expr:
    """
    Category of the best hand as `Int8`.

    0 high card, 1 pair, 2 two pair, 3 trips, 4 straight, 5 flush, 6 full house, 7 quads, 8 straight
    flush; in badugi the number of cards that play.

    Examples
    --------
    >>> pl.select(hl.category(pl.lit("AhKh"), pl.lit("QhJhTh2s3c")).alias("category")).item()
    8
    """
    return call("category", hole_cards, _board(board), game=game)


def best_five(
    hole_cards: IntoExprColumn, board: IntoExprColumn | None = None, *, game: str = "holdem"
) -> pl.Expr:
    """
    The five cards that make the hand (badugi: up to four), the most telling first.

    Examples
    --------
    >>> pl.select(hl.best_five(pl.lit("AhKd"), pl.lit("AcKs7h2s3c")).alias("cards")).item()
    'AhAcKdKs7h'
    """
    return call("best_five", hole_cards, _board(board), game=game)


def low(
    hole_cards: IntoExprColumn, board: IntoExprColumn | None = None, *, game: str = "omaha"
) -> pl.Expr:
    """
    Strength of the eight-or-better low of a hi-lo game; null does not qualify, the higher wins.

    Examples
    --------
    >>> lows = pl.DataFrame({"hole_cards": ["Ac2d9hTs", "Ad3cKhKs", "KdQsJhTd"]})
    >>> lows.select(hl.low("hole_cards", pl.lit("4c5d8hJsQc"))).to_series().rank("dense").to_list()
    [2, 1, None]
    """
    return call("low", hole_cards, _board(board), game=game)


def _board(board: IntoExprColumn | None) -> IntoExprColumn:
    return pl.lit("") if board is None else board
