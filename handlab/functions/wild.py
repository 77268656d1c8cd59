"""
Score hands with jokers and wild cards; `strength`, `category` and `best_five` call these functions.

In text a joker is `Jk`; in a mask it is bit 13 of a lane, one above the ace. A hand has at most
four. The games are those in which any five cards make a high hand: hold'em, stud, five-card draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.functions.plugin import call

if TYPE_CHECKING:
    from handlab.functions.plugin import IntoExprColumn


def wild_strength(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str,
    wild: str | None = None,
    joker: str = "wild",
    strict: bool = False,
) -> pl.Expr:
    """
    Canonical strength (`UInt32`) of the best five cards, with each wild card as the best card.

    A wild card stands for any card that the hand does not have, so that no flush has two aces. Five
    of a kind is category 9, above straight flushes, with the rank five times. Without a wild card
    the result equals `strength`.

    Parameters
    ----------
    hole_cards, board
        Text or masks, with up to four jokers in all. A card that occurs twice, or a number of cards
        that the game does not deal, gives null.
    game
        `holdem`, `stud` or `five_card_draw`; other games have no wild cards, and raise.
    wild
        The ranks that are wild, such as `"2"`, `"2,J"` or `"2J"`.
    joker
        `"wild"`: any card. `"bug"`: an ace, or what completes a straight, a flush or a straight
        flush (Robert's Rules of Poker). Cards of wild ranks stay fully wild.
    strict
        Raise at the first row that is neither null nor a complete hand, instead of returning null.

    Examples
    --------
    >>> from handlab.functions.wild import wild_strength
    >>> hands = pl.DataFrame({"cards": ["AcQc9c4cJk", "AcAdAhAsJk"]})
    >>> hands.select(wild_strength("cards", game="five_card_draw")).to_series().to_list() == [
    ...     0x5EDC94,
    ...     0x9EEEEE,
    ... ]
    True
    """
    return _call("wild_strength", hole_cards, board, game, wild, joker, strict)


def wild_category(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str,
    wild: str | None = None,
    joker: str = "wild",
    strict: bool = False,
) -> pl.Expr:
    """
    Category (`Int8`) of the best five cards: as in `category`, with 9 for five of a kind.

    Examples
    --------
    >>> from handlab.functions.wild import wild_category
    >>> deuces = pl.select(wild_category(pl.lit("2c2dKhQs7c"), game="five_card_draw", wild="2"))
    >>> deuces.item()
    3
    """
    return _call("wild_category", hole_cards, board, game, wild, joker, strict)


def wild_best_five(
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None = None,
    *,
    game: str,
    wild: str | None = None,
    joker: str = "wild",
    strict: bool = False,
) -> pl.Expr:
    """
    The five cards of the best hand, with each wild card as the card it stands for.

    The fifth card of five of a kind is not in the deck and stays `Jk`.

    Examples
    --------
    >>> from handlab.functions.wild import wild_best_five
    >>> cards = ["AcQc9c4cJk", "AcAdAhAsJk"]
    >>> hands = pl.DataFrame({"cards": cards})
    >>> hands.select(wild_best_five("cards", game="five_card_draw")).to_series().to_list()
    ['AcKcQc9c4c', 'AsAhAdAcJk']
    """
    return _call("wild_best_five", hole_cards, board, game, wild, joker, strict)


def _call(
    name: str,
    hole_cards: IntoExprColumn,
    board: IntoExprColumn | None,
    game: str,
    wild: str | None,
    joker: str,
    strict: bool,
) -> pl.Expr:
    board = pl.lit("") if board is None else board
    return call(name, hole_cards, board, game=game, wild=wild, joker=joker, strict=strict)
