"""Score hands: strength, class, category, the cards in play, and faults in cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from handlab.errors import HandlabError
from handlab.functions.plugin import call
from handlab.functions.wild import wild_best_five, wild_category, wild_strength

if TYPE_CHECKING:
    import polars as pl

    from handlab.functions.plugin import IntoExprColumn

Joker: TypeAlias = Literal["wild", "bug"]

GAMES = (
    "holdem",
    "short_deck",
    "omaha",
    "omaha5",
    "omaha6",
    "courchevel",
    "irish",
    "drawmaha",
    "drawmaha_27",
    "drawmaha_a5",
    "drawmaha_49",
    "drawmaha_0",
    "drawmaha_badugi",
    "stud",
    "razz",
    "razz_27",
    "five_card_stud",
    "five_card_draw",
    "single_draw_27",
    "triple_draw_27",
    "single_draw_a5",
    "triple_draw_a5",
    "badugi",
    "badacey",
    "badeucy",
)
"""The names of games, as in the `game` columns."""

RULES = ("usual", "trips_over_straight", "ace_high")
"""Rankings of hands: `trips_over_straight` applies to short deck, `ace_high` to badugi (2-7)."""


def strength(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    rules: str = "usual",
    wild: str | None = None,
    joker: Joker | None = None,
    strict: bool = False,
) -> pl.Expr:
    """
    Canonical strength of the best hand; the higher number wins, in lowball games too.

    `category << 20 | r1 << 16 | r2 << 12 | r3 << 8 | r4 << 4 | r5` as `UInt32`: equal numbers
    split.

    Parameters
    ----------
    hole_cards, board
        Text or masks. Hold'em and short deck take two hole cards and a board of three to five, or
        without `board` five to seven cards in one column; Omaha and Drawmaha use exactly two hole
        cards and three of the board; stud and razz take five to seven cards; five-card stud and
        draw games have no board. Where every pot is split it is the first half that is scored:
        with the board in Drawmaha, the badugi in Badacey and Badeucy; the other half is `low`.
    game
        One of `GAMES`.
    rules
        `usual`; in short deck a flush beats a full house and a straight beats trips, but trips beat
        a straight with `trips_over_straight`; in badugi the ace is low, or high with `ace_high`.
    wild, joker
        Wild cards (hold'em, stud, five-card draw), if either is given: `wild="2"` makes ranks wild;
        `Jk` in the text is a joker that stands for any card the hand does not have, or with
        `joker="bug"` for an ace or a card that completes a straight or a flush. Five of a kind is
        category 9.
    strict
        Raise at the first row that is neither null nor a complete hand, instead of returning null.
        The row number counts from 0 within the batch that Polars passes.

    Raises
    ------
    polars.exceptions.ComputeError
        Unknown game or rules; a wrong dtype; (`strict`) a row that is not a complete hand.
    handlab.errors.HandlabError
        Wild cards with rules other than `usual`.

    Examples
    --------
    >>> showdown = pl.DataFrame({"hole_cards": ["AhKh", "2c2d"], "board": ["QhJhTh2s3c"] * 2})
    >>> showdown.sort(hl.strength("hole_cards", "board"))["hole_cards"].to_list()
    ['2c2d', 'AhKh']
    >>> deuces = pl.DataFrame({"cards": ["2c2dKhQs7c", "AcAdAhJk9s"]})
    >>> deuces.select(
    ...     hl.strength("cards", game="five_card_draw", wild="2").map_elements(hex, pl.String)
    ... ).to_series().to_list()
    ['0x3dddc7', '0x7eeee9']
    """
    if wild is not None or joker is not None:
        _no_rules_beside_wild_cards(rules)
        return wild_strength(
            hole_cards, board, game=game, wild=wild, joker=joker or "wild", strict=strict
        )
    return _call("strength", hole_cards, board, game, rules, strict)


def rank_class(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    strict: bool = False,
) -> pl.Expr:
    """
    Dense class of the best high hand, 1 (7-5-4-3-2) to 7462 (a royal flush), as `UInt16`.

    The same order as `strength` in half the bytes, usable as an index into a table. **1 is the
    worst**: phevaluator and treys count in the opposite direction. Columns and `strict` as for
    `strength`.

    Raises
    ------
    polars.exceptions.ComputeError
        The game does not use the 7462 high hands of a standard deck.

    Examples
    --------
    >>> cards = pl.DataFrame({"cards": ["AhKhQhJhTh2s3c", "7c5d4h3s2c", "7c5d4h3s"]})
    >>> cards.select(hl.rank_class("cards")).to_series().to_list()
    [7462, 1, None]
    """
    return _call("rank_class", hole_cards, board, game, "usual", strict)


def category(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    rules: str = "usual",
    wild: str | None = None,
    joker: Joker | None = None,
    strict: bool = False,
) -> pl.Expr:
    """
    Category of the best hand as `Int8`; columns and options as for `strength`.

    0 high card, 1 pair, 2 two pair, 3 trips, 4 straight, 5 flush, 6 full house, 7 quads, 8 straight
    flush, with wild cards 9 five of a kind; in badugi the number of cards in play.

    Examples
    --------
    >>> pl.select(hl.category(pl.lit("AhKh"), pl.lit("QhJhTh2s3c")).alias("category")).item()
    8
    """
    if wild is not None or joker is not None:
        _no_rules_beside_wild_cards(rules)
        return wild_category(
            hole_cards, board, game=game, wild=wild, joker=joker or "wild", strict=strict
        )
    return _call("category", hole_cards, board, game, rules, strict)


def best_five(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "holdem",
    rules: str = "usual",
    wild: str | None = None,
    joker: Joker | None = None,
    strict: bool = False,
) -> pl.Expr:
    """
    The five cards that make the hand (badugi: up to four), the most important first.

    Columns and options as for `strength`; a wild card is shown as the card it stands for.

    Examples
    --------
    >>> pl.select(hl.best_five(pl.lit("AhKd"), pl.lit("AcKs7h2s3c")).alias("cards")).item()
    'AhAcKdKs7h'
    """
    if wild is not None or joker is not None:
        _no_rules_beside_wild_cards(rules)
        return wild_best_five(
            hole_cards, board, game=game, wild=wild, joker=joker or "wild", strict=strict
        )
    return _call("best_five", hole_cards, board, game, rules, strict)


def low(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "omaha",
    strict: bool = False,
) -> pl.Expr:
    """
    Strength for the other half of a split pot, higher wins; null if it does not qualify.

    In Omaha, Courchevel and stud it is the eight-or-better low of a table that deals them hi-lo. In
    games whose pot is always split it is the five cards in hand (Drawmaha), or the five-card low
    (Badacey, Badeucy). Null in other games. With `strict`, only cards that are not a complete hand
    raise.

    Examples
    --------
    >>> lows = pl.DataFrame({"hole_cards": ["Ac2d9hTs", "Ad3cKhKs", "KdQsJhTd"]})
    >>> lows.select(hl.low("hole_cards", pl.lit("4c5d8hJsQc"))).to_series().rank("dense").to_list()
    [2, 1, None]
    >>> hands = pl.DataFrame({"cards": ["2c3d4h5s7c", "Ac2d3h4s5c"]})
    >>> hands.sort(hl.low("cards", game="badeucy"))["cards"].to_list()
    ['Ac2d3h4s5c', '2c3d4h5s7c']
    """
    return _call("low", hole_cards, board, game, "usual", strict)


def best_low(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str = "omaha",
    strict: bool = False,
) -> pl.Expr:
    """
    The five cards of the `low`, the highest first, since it is compared first.

    Examples
    --------
    >>> pl.select(hl.best_low(pl.lit("Ac2d9hTs"), pl.lit("4c5d8hJsQc")).alias("cards")).item()
    '8h5d4c2dAc'
    """
    return _call("best_low", hole_cards, board, game, "usual", strict)


def card_fault(
    hole_cards: IntoExprColumn, board: IntoExprColumn | None = None, *, game: str = "holdem"
) -> pl.Expr:
    """
    Why cards are not a complete hand of the game; null for a complete hand, and for null.

    `unknown_card` (text that is not a card, or an unused bit), `duplicate_card` (within or across
    the columns), `card_not_in_deck` (such as a five in short deck), `hole_cards` and `board_cards`
    (too few or too many).

    Examples
    --------
    >>> hands = pl.DataFrame({"hole_cards": ["AhKh", "AhAh", "Ah", "AxKx", None, "2cKh"]})
    >>> hands.select(hl.card_fault("hole_cards", pl.lit("QhJhTh2s2c"))).to_series().to_list()
    [None, 'duplicate_card', 'hole_cards', 'unknown_card', None, 'duplicate_card']
    """
    return _call("card_fault", hole_cards, board, game, "usual", strict=False)


def cards(cards: IntoExprColumn) -> pl.Expr:
    """
    Cards as a `UInt64` mask: 16 bits per suit (clubs lowest), bit 0 the deuce, bit 12 the ace.

    Null for text that is not a set of cards and for a mask with other bits. Masks are the fastest
    input of every function here.

    Examples
    --------
    >>> pl.select(hl.cards(pl.lit("2c 2d 10h A♠")).alias("mask")).item() == (
    ...     1 << 0 | 1 << 16 | 1 << 32 + 8 | 1 << 48 + 12
    ... )
    True
    """
    return call("cards", cards)


def _call(
    name: str,
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None,
    game: str,
    rules: str,
    strict: bool,
) -> pl.Expr:
    columns = [hole_cards] if board is None else [hole_cards, board]
    return call(name, *columns, game=game, rules=rules, strict=strict)


def _no_rules_beside_wild_cards(rules: str) -> None:
    if rules != "usual":
        msg = f"expected the usual rules with wild cards, got `{rules}`"
        raise HandlabError(msg)
