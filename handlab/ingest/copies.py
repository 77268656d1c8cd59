"""
Copies of hands, and what one knows that another does not.

Several copies may bear the same number, so rows are told apart by the column `copy`, a number of
our own.

A copy also teaches who was dealt his cards face up: two players' logs of one hand have two heroes.

A name means nothing, and gives way to a real one, if the dialect calls it anonymous, or if it is
empty, `Hero`, `Player 3`, `Seat 3` or `Unknown ...`: converters write these. Two real names that
differ teach nothing: the copy that was first is kept.
"""

from __future__ import annotations

import polars as pl

PLACEHOLDER = r"^(?i:hero|player ?\d*|seat ?\d+|unknown.*|)$"
# Showing cards is no act of the hand: one copy may have it and another not.
NO_ACTS = ("show", "muck")
KNOWLEDGE = ("copy", "seat", "player", "is_anonymous", "hole_cards", "cards_source")


def is_placeholder() -> pl.Expr:
    """Whether a seat's name says nothing of who sits there."""
    name = pl.col("player")
    return pl.col("is_anonymous").fill_null(False) | name.is_null() | name.str.contains(PLACEHOLDER)


def outlines(hands: pl.DataFrame, seats: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
    """
    What makes two copies the same hand, as texts.

    Returns
    -------
    DataFrame
        `copy`; `deal`: table, start, seats and stacks; `line`: the acts in order, so that of two
        copies of which one was cut off, one's line starts with the other's.
    """
    stacks = (
        seats.sort("copy", "seat")
        .group_by("copy", maintain_order=True)
        .agg(
            pl.format("{}:{}", "seat", pl.col("starting_stack").fill_null(-1))
            .str.join(" ")
            .alias("stacks")
        )
    )
    act = pl.format(
        "{}.{}.{}.{};",
        pl.col("street_no").fill_null(-1),
        "seat",
        "kind",
        pl.col("amount").fill_null(0),
    )
    lines = (
        actions.filter(~pl.col("kind").is_in(NO_ACTS))
        .sort("copy", "action_no")
        .group_by("copy", maintain_order=True)
        .agg(act.str.join("").alias("line"))
    )
    table = pl.concat_str(
        pl.col("table_name").fill_null(""),
        pl.col("started_at").dt.epoch("us").cast(pl.String).fill_null(""),
        pl.col("stacks").fill_null(""),
        separator="\n",
    )
    return (
        hands.select("copy", "table_name", "started_at")
        .join(stacks, on="copy", how="left")
        .join(lines, on="copy", how="left")
        .select("copy", table.alias("deal"), pl.col("line").fill_null(""))
        .sort("copy")
    )


def signatures(hands: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """All that a copy may teach, as a text: copies with the same one teach each other nothing."""
    seat = pl.concat_str(
        pl.col("seat").cast(pl.String),
        pl.when(is_placeholder()).then(pl.lit("")).otherwise("player"),
        pl.col("hole_cards").fill_null(""),
        pl.when("is_hero").then(pl.lit("hero")).otherwise(pl.lit("")),
        separator="\t",
    )
    known = (
        seats.sort("copy", "seat")
        .group_by("copy", maintain_order=True)
        .agg(seat.str.join("\n").alias("known"))
    )
    return (
        hands.select("copy", "board")
        .join(known, on="copy", how="left")
        .select(
            "copy",
            pl.concat_str(pl.col("board", "known").fill_null(""), separator="\n").alias("known"),
        )
    )


def lessons(old: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """
    What seats of one copy know beyond those of another.

    Parameters
    ----------
    old
        Seats with a column `pair`.
    new
        Seats of the other copy of each pair.

    Returns
    -------
    DataFrame
        A row for each seat of `new` that teaches `old` something, as overlay: `pair`, `seat`,
        `player`, `is_anonymous`, `hole_cards`, `cards_source`; what teaches nothing is null.
    """
    columns = ["pair", "seat", "player", "is_anonymous", "hole_cards", "cards_source"]
    cards = pl.col("hole_cards").str.len_chars().fill_null(0)
    facts = [
        is_placeholder().alias("is_placeholder"),
        cards.alias("cards_known"),
        pl.col("is_hero").fill_null(False),
    ]
    both = new.select(*columns, *facts).join(
        old.select("pair", "seat", *facts), on=["pair", "seat"], suffix="_old"
    )
    teaches_name = ~pl.col("is_placeholder") & pl.col("is_placeholder_old")
    teaches_cards = pl.col("cards_known") > pl.col("cards_known_old")
    teaches_hero = pl.col("is_hero") & ~pl.col("is_hero_old")
    return both.filter(teaches_name | teaches_cards | teaches_hero).select(
        "pair",
        "seat",
        pl.when(teaches_name).then("player"),
        pl.when(teaches_name).then("is_anonymous"),
        pl.when(teaches_cards).then("hole_cards"),
        pl.when(teaches_cards).then("cards_source"),
    )


def seats_with_owners(seats: pl.DataFrame, known: pl.DataFrame, on: list[str]) -> pl.DataFrame:
    """
    Give seats the heroes and accounts of another copy: they are not in a hand's text.

    Parameters
    ----------
    seats
        The seats of some hands.
    known
        `seat`, `is_hero` and `account` of the other copies.
    on
        What tells the hands, in both.
    """
    told = known.select(*on, "seat", hero="is_hero", owner="account")
    return (
        seats.join(told, on=[*on, "seat"], how="left", maintain_order="left")
        .with_columns(
            is_hero=pl.when("hero").then(pl.lit(True)).otherwise("is_hero"),
            account=pl.coalesce("account", "owner"),
        )
        .drop("hero", "owner")
    )


def hands_with_owners(hands: pl.DataFrame, known: pl.DataFrame, on: list[str]) -> pl.DataFrame:
    """Give hands that have none the hero and the account of another copy."""
    told = known.select(*on, hero="hero_seat", owner="account")
    return (
        hands.join(told, on=on, how="left", maintain_order="left")
        .with_columns(
            hero_seat=pl.coalesce("hero_seat", "hero"), account=pl.coalesce("account", "owner")
        )
        .drop("hero", "owner")
    )
