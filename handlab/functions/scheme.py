"""Encode hands in published schemes, which never decide a pot, and format cards for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from handlab.functions.plugin import call

if TYPE_CHECKING:
    import polars as pl

    from handlab.functions.plugin import IntoExprColumn

Scheme: TypeAlias = Literal["frequency", "pattern", "apl", "base14", "band100"]
Variant: TypeAlias = Literal["literal", "repaired", "talk", "wheel_low"]
Suits: TypeAlias = Literal["symbols", "letters"]


def encode(
    cards: IntoExprColumn, *, scheme: Scheme, variant: Variant = "literal", strict: bool = False
) -> pl.Expr:
    """
    Encode a hand in one of five published schemes, with the scheme's errors or without.

    **An encoding never decides a pot**: `handlab.strength` does. `docs/schemes.md` shows where each
    scheme is wrong.

    Parameters
    ----------
    cards
        Five cards; seven for `band100`. If a scheme keeps cards of one rank in their given order,
        so does this; the cards of a mask are ordered by suit, then by rank, clubs and deuces first.
    scheme
        The result is a struct:

        - `frequency`: `rank_freqs` (how many cards of each rank 0..14), `sorted` (the hand by
          frequency, then rank), `ranks`, `category`, `key`
        - `pattern`: `pattern` (0..14; 8 if the lowest two cards have the same rank, 1 if the
          highest two have), `category` (HC, 1P, 2P, 3K, ST, FL, FH, 4K, SF, RF), `ordered` (the
          hand, compared from its last card), `ranks`, `key`
        - `apl`: `flags` (straight flush, two ranks, flush, straight), `rows` (each a count and a
          rank 1..13; `repaired`: the counts, then the ranks), `text` (all on one line), `key`
        - `base14`: `value`, which is `inter` (a million for each category) and `intra`
        - `band100`: `rank` (bands of 100), `rank_name`

        `key` is an addition: a number that orders hands as the scheme compares them.
    variant
        `literal` follows the source with all its errors; `repaired` orders all hands correctly
        (`frequency` always does). In addition, `apl` has the function of a `talk`, and `base14` has
        `wheel_low`, a reading that only counts the ace of A-2-3-4-5 as one.
    strict
        Raise at the first row that is not a hand, instead of returning null. The row number counts
        from 0 within the batch that Polars passes.

    Raises
    ------
    polars.exceptions.ComputeError
        The scheme or variant is unknown, or (`strict`) a row does not have that number of cards.

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
    Which of two hands a published scheme ranks higher: 1 the first, -1 the second, 0 for a tie.

    `cmphand` in the article on `apl` has the opposite sign. The arguments are those of
    `handlab.encode`. It never decides a pot: use `handlab.strength` for that.

    Examples
    --------
    >>> hands = pl.DataFrame({"a": ["6♡6♣6♢K♡K♠", "Ac2d3h4s5c"], "b": ["A♠2♠3♣4♠5♢", "9cTdJhQsKc"]})
    >>> hands.select(hl.compare_hands("a", "b", scheme="base14")).to_series().to_list()
    [1, 1]
    >>> repaired = hl.compare_hands("a", "b", scheme="base14", variant="repaired")
    >>> hands.select(repaired).to_series().to_list()
    [1, -1]
    """
    return call("compare_hands", a, b, scheme=scheme, variant=variant, strict=strict)


def show_cards(cards: IntoExprColumn, *, suits: Suits = "symbols", strict: bool = False) -> pl.Expr:
    """
    Format cards as `6♡6♣` (`symbols`) or `6h6c` (`letters`) in their order; both can be read back.

    Any number of cards. The cards of a mask are ordered by suit, then by rank, clubs and deuces
    first. `strict` raises at the first row that is not cards, instead of returning null.

    Examples
    --------
    >>> pl.select(hl.show_cards(pl.lit("6h 6c 10d"))).item()
    '6♡6♣T♢'
    >>> pl.select(hl.show_cards(pl.lit("6♡6♣"), suits="letters")).item()
    '6h6c'
    """
    return call("show_cards", cards, suits=suits, strict=strict)
