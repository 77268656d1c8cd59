"""
Expressions for hands, cards and pots; each is also a method of `pl.Expr.poker`.

All are elementwise and stream. Null in, null out. Cards are text (`AhKd`, `Ah Kd`, `A♥K♦`, `10h`)
or `UInt64` masks (a 16-bit lane a suit, clubs lowest; bit 0 of a lane the deuce, bit 12 the ace).
Text that is no set of cards, a card that stands twice, or a number of cards that the game does
not deal gives null. A wrong dtype, or the name of no game, raises Polars' `ComputeError` with what
was wanted and what came. A column of a single row, such as a literal, stands for every row.
"""

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


def pots(contributed: IntoExprColumn, folded: IntoExprColumn) -> pl.Expr:
    """
    Main pot and side pots of each hand: `List(Struct(gross, eligible))`, main pot first.

    Parameters
    ----------
    contributed
        `List(Int64)`: what each seat put in after its uncalled bet came back, in minor units.
    folded
        `List(Boolean)` of the same lengths. Folded money stays in the pots that it reached.

    Returns
    -------
    pl.Expr
        `eligible` are places in the lists, from 0. Null where a list or one of its values is
        null, lengths differ, there are more than 16 seats, or an amount is below 0.

    Examples
    --------
    >>> folded = [[False, True, False, False]]
    >>> hand = pl.DataFrame({"contributed": [[50, 20, 100, 100]], "folded": folded})
    >>> hand.select(hl.pots("contributed", "folded")).item().to_list()
    [{'gross': 170, 'eligible': [0, 2, 3]}, {'gross': 100, 'eligible': [2, 3]}]
    """
    return call("pots", contributed, folded)


def awards(
    contributed: IntoExprColumn,
    folded: IntoExprColumn,
    strength: IntoExprColumn,
    low: IntoExprColumn | None = None,
    *,
    rake: IntoExprColumn | int = 0,
) -> pl.Expr:
    """
    What each seat wins: `List(Int64)` in minor units, in the order of the lists.

    Parameters
    ----------
    contributed, folded
        As for `pots`, the seats in order from the left of the button: odd units go to the first
        of tied winners.
    strength
        `List(UInt32)`; null for a seat whose cards are unknown, which then wins only what nobody
        else can.
    low
        `List(UInt32)` of a hi-lo game; null in the list does not qualify. Where the list itself is
        null the hand is not split.
    rake
        `Int64`, in minor units: 5 % of each pot, from the main pot on until it is used up; the same
        share of every pot where it is more than 5 % of all.

    Returns
    -------
    pl.Expr
        Null as for `pots`, where nobody with known cards may win a pot, and where the rake is below
        0 or more than the pots hold.

    Examples
    --------
    >>> hand = pl.DataFrame({
    ...     "contributed": [[25, 50, 100, 100]],
    ...     "folded": [[False] * 4],
    ...     "strength": [[4, 1, 3, 3]],
    ... }, schema_overrides={"strength": pl.List(pl.UInt32)})
    >>> hand.select(hl.awards("contributed", "folded", "strength")).item().to_list()
    [100, 0, 88, 87]
    """
    lows = pl.lit(None, dtype=pl.List(pl.UInt32)) if low is None else low
    rakes = pl.lit(rake, dtype=pl.Int64) if isinstance(rake, int) else rake
    return call("awards", contributed, folded, strength, lows, rakes)


def parse_hand(text: IntoExprColumn) -> pl.Expr:
    """
    One hand's text to one struct.

    Its fields are the columns of `hands`, then `seats`, `actions`, `boards`, `pots`, `awards` and
    `side_payments` as lists of structs. The text is `String` or `Binary` (UTF-8, or
    cp1252 line by line as in files). Of several hands the first is read. Where it cannot be read
    all fields are null but `error_code` and `error`. Money is in minor units; `started_at` is in
    UTC and has no zone.

    Examples
    --------
    >>> pl.select(hl.parse_hand(pl.lit("no hand")).struct.field("error_code")).item()
    'unknown_dialect'
    """
    return call("parse_hand", text)


def _board(board: IntoExprColumn | None) -> IntoExprColumn:
    return pl.lit("") if board is None else board
