"""
Find the copies that add nothing: hands stored with the same actions, cards, names and times.

Most copies are such, as when a site sends the same hands again in other files. They need neither
be merged nor compared action by action, which takes five times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest.rows import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from handlab.ingest.known import KnownHands
    from handlab.lake.writer import Writer

HANDS = [
    *("content_digest", "deal_digest", "board", "n_runouts", "currency"),
    *("started_at", "started_raw", "zone", "table_name", "hero_seat", "account", "verdict"),
    "rake_source",
]
"""What decides which copy of a hand is the better one, and what another can add; see `copies`."""

SEATS = ["seat", "player", "is_anonymous", "hole_cards", "cards_source", "is_hero", "account"]
"""The same of a seat."""

PLACE = ["source_file", "source_member", "source_digest", "source_offset"]


def exact_copies(
    suspects: dict[str, pl.DataFrame],
    parts: Collection[int],
    writer: Writer,
    known: KnownHands,
    is_derived: Callable[[str], pl.Expr],
) -> pl.Series:
    """
    Return the `copy` of the hands that are stored exactly as they are.

    A number that several hands have, stored or not, is left to the comparison of all its copies.

    Parameters
    ----------
    suspects
        Hands that may be copies, and their seats, from
        [`Rows.select`](handlab.ingest.rows.Rows.select).
    parts
        The parts whose hands may be such: not those that are read again in place of stored hands.
    is_derived
        Whether a converter wrote the hand whose file has the digest in the column of that name. The
        site's own text replaces it.
    """
    hands = suspects["hands"].filter(
        pl.len().over(KEY) == 1,
        pl.col("part").is_in(list(parts)),
        pl.col("deal_digest").is_not_null(),
    )
    variants = known.variants(hands.select(KEY)).select(
        "site", pl.col("hand_id").str.split("~").list.first()
    )
    hands = hands.join(variants, on=KEY, how="anti")
    stored = writer.find("hands", hands.select(KEY), [*KEY, *HANDS, *PLACE])
    same = hands.join(stored, on=[*KEY, *HANDS], nulls_equal=True).filter(
        ~_is_itself(),
        is_derived("source_digest") | ~is_derived("source_digest_right"),
    )
    seats = suspects["seats"].join(same.select("copy"), on="copy", how="semi")
    wanted = seats.select(*KEY, "started_at").unique()
    stored_seats = writer.find("seats", wanted, [*KEY, *SEATS]).join(same, on=KEY, how="semi")
    equal = seats.join(stored_seats, on=[*KEY, *SEATS], how="semi", nulls_equal=True)
    heights = [frame.group_by(KEY).len("seats") for frame in (seats, stored_seats, equal)]
    whole = heights[0].join(heights[1], on=[*KEY, "seats"]).join(heights[2], on=[*KEY, "seats"])
    return same.join(whole, on=KEY, how="semi")["copy"]


def _is_itself() -> pl.Expr:
    """
    Whether a hand is the stored one, read again from its place.

    That happens after a repair, and is counted otherwise.
    """

    def is_same(name: str) -> pl.Expr:
        return pl.col(name).eq_missing(pl.col(f"{name}_right"))

    of_file = is_same("source_file") & is_same("source_member")
    return is_same("source_offset") & (of_file | is_same("source_digest"))
