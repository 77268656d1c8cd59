"""
Find what one copy of a hand holds that another does not.

Several copies may have the same `hand_id`, so rows are identified by the column `copy`, a number
assigned here.

* A real name replaces one that a copy marks as anonymous, or that is empty, `Hero`,
  `Player 3`, `Seat 3` or `Unknown ...` as written by converters. Of two different real names the
  one of the first copy is kept, and of two that are not real.
* Of two sets of a seat's cards the larger one is better.
* A time with a zone is better than one without, then the site's own, then one with seconds.
* The longer text is better, then the one with more board cards, then the one in money, then the
  site's own: a converter may have computed what it prints. Then the one that adds up is better,
  then the one that prints its rake.
"""

from __future__ import annotations

import polars as pl

from handlab import placeholder

OVERLAY = pl.Schema(
    {
        "copy": pl.Int64(),
        "seat": pl.Int8(),
        "player": pl.String(),
        "hole_cards": pl.String(),
        "cards_source": pl.String(),
        "started_at": pl.Datetime("us", "UTC"),
        "started_raw": pl.String(),
        "zone": pl.String(),
        "table_name": pl.String(),
    }
)
"""What other copies hold on a hand or, where `seat` is not null, of one of its seats."""

START = ("started_at", "started_raw", "zone")


def is_placeholder() -> pl.Expr:
    """Whether a seat's name does not identify the player."""
    name = pl.col("player")
    is_anonymous = pl.col("is_anonymous").fill_null(False)
    return is_anonymous | name.is_null() | placeholder.is_placeholder(name)


def cards_known() -> pl.Expr:
    """How many characters of a seat's cards are known."""
    return pl.col("hole_cards").str.len_bytes().fill_null(0)


def start_rank() -> pl.Expr:
    """How precisely the start of a hand is known; higher is better."""
    has_seconds = pl.col("started_raw").str.contains(r":\d+:\d").fill_null(False)
    is_known = pl.col("started_at").is_not_null()
    has_text = pl.col("started_raw").is_not_null() | is_known
    is_own = ~pl.col("is_derived")
    return is_known * 8 + has_text * 4 + is_own * 2 + has_seconds.cast(pl.Int32)


def best_seats(seats: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """
    What all copies together hold on each seat.

    Parameters
    ----------
    seats
        Seats of copies, in the order of the copies.
    by
        The columns that identify the hand.

    Returns
    -------
    DataFrame
        One row per `by` and `seat`: `player` (the first real name, else the first of all),
        `hole_cards`, `cards_source`, `is_hero`, `account`.
    """
    most = cards_known().arg_max()
    return (
        seats.with_columns(real=pl.when(~is_placeholder()).then("player"))
        .group_by(*by, "seat", maintain_order=True)
        .agg(
            pl.coalesce(
                pl.col("real").drop_nulls().first(), pl.col("player").drop_nulls().first()
            ).alias("player"),
            pl.col("hole_cards", "cards_source").get(most),
            pl.col("is_hero").any(),
            pl.col("account").drop_nulls().first(),
        )
    )


def best_hands(hands: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """What all copies together hold on each hand besides its seats; see [`best_seats`]."""
    return hands.group_by(by, maintain_order=True).agg(
        pl.col(*START).get(start_rank().arg_max()),
        pl.col("table_name", "hero_seat", "account").drop_nulls().first(),
    )


def missing_seats(seats: pl.DataFrame, best: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """Rows of `OVERLAY` for the seats of `seats` that do not hold the best that is known."""
    both = seats.join(best, on=[*by, "seat"], suffix="_best", maintain_order="left")
    lacks_name = pl.col("player_best").ne_missing(pl.col("player"))
    lacks_cards = pl.col("hole_cards_best").str.len_bytes().fill_null(0) > cards_known()
    return both.filter(lacks_name | lacks_cards).select(
        "copy",
        "seat",
        pl.when(lacks_name).then("player_best").alias("player"),
        pl.when(lacks_cards).then("hole_cards_best").alias("hole_cards"),
        pl.when(lacks_cards).then("cards_source_best").alias("cards_source"),
    )


def missing_hands(hands: pl.DataFrame, best: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """
    Rows of `OVERLAY` for the hands of `hands` that do not hold the best that is known.

    The start is included even if only the table's name is missing: a hand parsed by itself has no
    neighbours that show which pass of a repeated hour it is from.
    """
    both = hands.join(best, on=by, suffix="_best", maintain_order="left")
    names = (*START, "table_name")
    differs = pl.any_horizontal(
        pl.col(f"{name}_best").is_not_null() & pl.col(name).ne_missing(pl.col(f"{name}_best"))
        for name in names
    )
    return both.filter(differs).select(
        "copy", *(pl.col(f"{name}_best").alias(name) for name in names)
    )


def seats_with_owners(seats: pl.DataFrame, best: pl.DataFrame, on: list[str]) -> pl.DataFrame:
    """
    Set the heroes and accounts of seats from other copies: a hand's text does not hold them.

    Parameters
    ----------
    seats
        The seats of some hands.
    best
        `seat`, `is_hero` and `account` of all copies.
    on
        What identifies the hands, in both.
    """
    known = best.select(*on, "seat", hero="is_hero", owner="account")
    return (
        seats.join(known, on=[*on, "seat"], how="left", maintain_order="left")
        .with_columns(
            is_hero=pl.when("hero").then(pl.lit(True)).otherwise("is_hero"),
            account=pl.coalesce("owner", "account"),
        )
        .drop("hero", "owner")
    )


def hands_with_owners(hands: pl.DataFrame, best: pl.DataFrame, on: list[str]) -> pl.DataFrame:
    """Set the hero and account of hands from the first copy that has one."""
    known = best.select(*on, hero="hero_seat", owner="account")
    return (
        hands.join(known, on=on, how="left", maintain_order="left")
        .with_columns(
            hero_seat=pl.coalesce("hero", "hero_seat"), account=pl.coalesce("owner", "account")
        )
        .drop("hero", "owner")
    )
