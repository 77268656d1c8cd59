"""Hands as published schemes write them, which decides no pot, and cards as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from handlab.plugin import call

if TYPE_CHECKING:
    import polars as pl

    from handlab.plugin import IntoExprColumn

Scheme: TypeAlias = Literal["frequency", "pattern", "apl", "base14", "band100"]
Variant: TypeAlias = Literal["literal", "repaired", "talk", "wheel_low"]
Suits: TypeAlias = Literal["symbols", "letters"]


def encode(
    cards: IntoExprColumn, *, scheme: Scheme, variant: Variant = "literal", strict: bool = False
) -> pl.Expr:
    """
    A hand as one of five published schemes writes it, with its errors or without.

    **An encoding never decides a pot**: `handlab.strength` does. `docs/schemes.md` shows where each
    scheme goes wrong.

    Parameters
    ----------
    cards
        Five cards; for `band100` seven. Where a scheme keeps cards of one rank in the order in
        which they came, so does this; the cards of a mask come by suit, then by rank, clubs and
        deuces first.
    scheme
        What comes out is a struct:

        - `frequency`: `rank_freqs` (how many cards of each rank 0..14), `sorted` (the hand by
          frequency, then rank), `ranks`, `category`, `key`
        - `pattern`: `pattern` (0..14; 8 says that the lowest two cards have one rank, 1 that the
          highest two have), `category` (HC, 1P, 2P, 3K, ST, FL, FH, 4K, SF, RF), `ordered` (the
          hand, compared from its last card), `ranks`, `key`
        - `apl`: `flags` (straight flush, two ranks, flush, straight), `rows` (count and rank 1..13
          each, or `repaired` the counts and the ranks), `text` (all of it on a line), `key`
        - `base14`: `value`, which is `inter` (a million for each category) and `intra`
        - `band100`: `rank` (bands of 100), `rank_name`

        `key` is ours: a number in the order in which the scheme compares hands.
    variant
        `literal` follows the source with all its errors, `repaired` orders all hands rightly
        (`frequency` always does). Besides, `apl` has the function of a `talk`, and `base14` a
        reading that only counts the ace of A-2-3-4-5 as one, `wheel_low`.
    strict
        Raise at the first row that is not a hand, instead of giving null. The row is counted from 0
        within the rows that Polars hands over at a time.

    Raises
    ------
    polars.exceptions.ComputeError
        The scheme or the variant is unknown, or (`strict`) a row is not a hand of that many cards.

    Examples
    --------
    >>> hand = pl.DataFrame({"cards": ["AhJdJc7cQh"]})
    >>> by_frequency = hl.encode("cards", scheme="frequency").struct
    >>> hand.select(by_frequency.field("sorted", "category")).row(0)
    ('JdJcAhQh7c', 'PAIR')
    >>> hand.select(hl.encode("cards", scheme="base14")).item()
    {'value': 1033103, 'inter': 1000000, 'intra': 33103}
    """
    return call("encode", cards, scheme=scheme, variant=variant, strict=strict)


def compare_hands(
    a: IntoExprColumn,
    b: IntoExprColumn,
    *,
    scheme: Scheme,
    variant: Variant = "literal",
    strict: bool = False,
) -> pl.Expr:
    """
    Which of two hands a published scheme holds for the better one: 1 the first, -1 the second.

    0 is a tie. The `cmphand` of the article that `apl` is from has the opposite sign. The
    arguments are those of `handlab.encode`. It never decides a pot: compare `handlab.strength`.

    Examples
    --------
    >>> hands = pl.DataFrame({"a": ["6♡6♣6♢K♡K♠", "Ac2d3h4s5c"], "b": ["A♠2♠3♣4♠5♢", "9cTdJhQsKc"]})
    >>> hands.select(hl.compare_hands("a", "b", scheme="base14")).to_series().to_list()
    [1, 1]
    >>> mended = hl.compare_hands("a", "b", scheme="base14", variant="repaired")
    >>> hands.select(mended).to_series().to_list()
    [1, -1]
    """
    return call("compare_hands", a, b, scheme=scheme, variant=variant, strict=strict)


def show_cards(cards: IntoExprColumn, *, suits: Suits = "symbols", strict: bool = False) -> pl.Expr:
    """
    Cards as `6♡6♣` (`symbols`) or as `6h6c` (`letters`), in their order; both are read back.

    Any number of cards. The cards of a mask come by suit, then by rank, clubs and deuces first.
    `strict` raises at the first row that is not cards, instead of giving null.

    Examples
    --------
    >>> pl.select(hl.show_cards(pl.lit("6h 6c 10d"))).item()
    '6♡6♣T♢'
    >>> pl.select(hl.show_cards(pl.lit("6♡6♣"), suits="letters")).item()
    '6h6c'
    """
    return call("show_cards", cards, suits=suits, strict=strict)
