"""
The actions and cards of a copy, from stored rows, in a form that can be compared with another copy.

The actions follow the rule of `content_digest` (`crates/handlab-core/src/table/digest.rs`): two
hands have equal digests if they have equal lines. Cards are compared as far as both copies show
them. In draw games cards change within the hand, so they are not compared.
"""

from __future__ import annotations

from functools import cache

import polars as pl

DECIMALS = 8
POSTS = (
    "post_ante",
    "post_small_blind",
    "post_big_blind",
    "post_button_blind",
    "straddle",
    "post_dead",
    "bring_in",
)
NO_ACTS = ("show", "muck")
COLUMNS = {
    "hands": ["copy", "scale", "game_family"],
    "seats": ["copy", "seat", "starting_stack", "hole_cards"],
    "actions": ["copy", "action_no", "street_no", "seat", "kind", "amount"],
    "boards": ["copy", "run_no", "street", "cards"],
}
"""What is looked at of each table."""

RANKS, SUITS = "23456789TJQKA", "cdhs"


def lines(hands: pl.DataFrame, seats: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
    """
    Write the actions of each copy as one line of text.

    If one of two copies was cut off, the line of the other starts with its line.

    Parameters
    ----------
    hands, seats, actions
        Rows of the copies, with `COLUMNS`.

    Returns
    -------
    DataFrame
        `copy`, `line`; one row per hand.
    """
    unit = pl.lit(10, dtype=pl.Int128).pow(
        DECIMALS - pl.col("scale").fill_null(0).clip(0, DECIMALS)
    )
    units = hands.select("copy", unit=unit)
    stacks = seats.join(units, on="copy").select(
        "copy", "seat", stack=pl.col("starting_stack").fill_null(-1) * pl.col("unit")
    )
    acts = pl.concat(_opening_and_rest(_moves(actions, units))).sort("copy", "place", "seat")
    token = pl.concat_str(
        pl.format("{}{}.{}.{}", "word", "street_no", "seat", "amount"),
        pl.when("is_first")
        .then(pl.format("/{}", pl.col("stack").fill_null(-1)))
        .otherwise(pl.lit("")),
        pl.lit(";"),
    )
    texts_by_copy = (
        acts.with_columns(is_first=pl.struct("copy", "seat").is_first_distinct())
        .join(stacks, on=["copy", "seat"], how="left", maintain_order="left")
        .group_by("copy", maintain_order=True)
        .agg(token.str.join("").alias("line"))
    )
    return (
        hands.select("copy")
        .join(texts_by_copy, on="copy", how="left")
        .with_columns(pl.col("line").fill_null(""))
    )


def _moves(actions: pl.DataFrame, units: pl.DataFrame) -> pl.DataFrame:
    """Each action as a letter for its effect, and the amount that it moved."""
    kind, amount = pl.col("kind"), pl.col("amount").fill_null(0)
    is_post = kind.is_in(POSTS)
    word = (
        pl.when(kind == "fold")
        .then(pl.lit("f"))
        .when((kind == "discard") & (amount > 0))
        .then(pl.lit("d"))
        .when(kind.is_in(("discard", "stand_pat")))
        .then(pl.lit("s"))
        .when(amount == 0)
        .then(pl.lit("c"))
        .otherwise(pl.lit("m"))
    )
    moved = (
        pl.when(word == "m")
        .then(amount.cast(pl.Int128) * pl.col("unit"))
        .when(word == "d")
        .then(amount.cast(pl.Int128))
        .otherwise(pl.lit(0, dtype=pl.Int128))
    )
    return (
        actions.filter(~kind.is_in(NO_ACTS) & ~(is_post & (amount == 0)))
        .join(units, on="copy")
        .select(
            "copy",
            "seat",
            pl.col("action_no").cast(pl.Int64),
            pl.col("street_no").fill_null(-1).cast(pl.Int64),
            word=word,
            amount=moved,
            is_post=is_post,
        )
        .sort("copy", "action_no")
    )


def _opening_and_rest(moves: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Posts before the first decision, summed per seat, and the actions after them."""
    is_opening = (~pl.col("is_post")).cum_sum().over("copy") == 0
    columns = ("copy", "place", "seat", "word", "street_no", "amount")
    opening = (
        moves.filter(is_opening)
        .group_by("copy", "seat")
        .agg(pl.col("amount").sum())
        .with_columns(
            word=pl.lit("p"),
            place=pl.lit(-1, dtype=pl.Int64),
            street_no=pl.lit(0, dtype=pl.Int64),
        )
    )
    rest = moves.filter(~is_opening).rename({"action_no": "place"})
    return opening.select(columns), rest.select(columns)


def known_cards(hands: pl.DataFrame, seats: pl.DataFrame, boards: pl.DataFrame) -> pl.DataFrame:
    """
    List the cards that each copy shows, by where they were dealt.

    Returns
    -------
    DataFrame
        `copy`, `place` (a seat, or a street of a runout), and `cards`, a set of cards as bits.
    """
    is_draw = pl.col("game_family").fill_null("") == "draw"
    compared = hands.filter(~is_draw).select("copy")
    hole = (
        seats.filter(pl.col("hole_cards").is_not_null())
        .join(compared, on="copy", how="semi")
        .select("copy", place=pl.format("seat {}", "seat"), text="hole_cards")
    )
    # The shared part counts as the first runout: a copy may leave out the second one.
    run_no = pl.col("run_no").fill_null(0).clip(lower_bound=1)
    board = boards.filter(pl.col("cards").is_not_null()).select(
        "copy", place=pl.format("board {} {}", run_no, "street"), text="cards"
    )
    known = pl.concat([hole, board])
    texts = known["text"].unique().to_list()
    sets = pl.DataFrame(
        {"text": texts, "cards": [card_set(text) for text in texts]},
        schema={"text": pl.String, "cards": pl.UInt64},
    )
    return known.join(sets, on="text", maintain_order="left").select("copy", "place", "cards")


@cache
def _bits() -> dict[str, int]:
    cards = (rank + suit for suit in SUITS for rank in RANKS)
    return {card: 1 << number for number, card in enumerate(cards)}


def card_set(text: str) -> int:
    """
    Convert the cards of a stored text to bits.

    Examples
    --------
    >>> card_set("AhKd") == card_set("KdAh"), card_set("2c")
    (True, 1)
    """
    bits = _bits()
    found = 0
    for start in range(0, len(text), 2):
        found |= bits.get(text[start : start + 2], 0)
    return found
