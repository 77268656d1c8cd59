"""Count the copies among the hands that were compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest.exact import PLACE
from handlab.ingest.summary import Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.ingest.batch import Batch


def read_again(clustered: pl.DataFrame, batch: Batch) -> pl.DataFrame:
    """
    The copies that are the stored hands themselves, read again from the same place.

    After a repair a source is read again completely. A hand of it that the lake still holds is not
    a duplicate.
    """
    parts = enumerate(batch.task.parts)
    forgotten = [number for number, part in parts if part.source.is_forgotten]
    stored = clustered.filter(pl.col("part").is_null()).select(
        "cluster", *PLACE, stored_as="hand_id"
    )
    same_file = pl.col("source_file").eq(pl.col("source_file_right")) & pl.col(
        "source_member"
    ).eq_missing(pl.col("source_member_right"))
    return (
        clustered.filter(pl.col("part").is_in(forgotten))
        .join(stored, on=["cluster", "source_offset"])
        .filter(same_file | (pl.col("source_digest") == pl.col("source_digest_right")))
        .select("copy", is_conflict=pl.col("stored_as").str.contains("~", literal=True))
        .unique("copy")
    )


def count_copies(
    clustered: pl.DataFrame,
    now: pl.DataFrame,
    informative: pl.Series,
    again: pl.DataFrame,
    replacing: Sequence[int],
    counts: list[Counts],
) -> None:
    """
    Count copies as duplicates, and new hands with the number of another hand as conflicts.

    A copy that replaces a hand is not a new one: that hand was counted.
    """
    first = clustered.filter(~pl.col("is_vague")).unique(
        "cluster", keep="first", maintain_order=True
    )
    hands = (
        now.join(first.select("cluster", first="copy"), on="cluster")
        .filter(pl.col("is_new") | pl.col("replaces_stored"))
        .select(
            pl.when("replaces_stored").then("base_copy").otherwise("first").alias("copy"),
            "is_conflict",
        )
    )
    hands = pl.concat([hands, again]).unique("copy").with_columns(is_hand=pl.lit(value=True))
    is_hand = pl.col("is_hand").fill_null(False) & ~pl.col("copy").is_in(replacing)
    is_cancelled = pl.col("verdict") == "cancelled"
    counted = (
        clustered.filter(pl.col("part").is_not_null())
        .join(hands, on="copy", how="left", maintain_order="left")
        .group_by("part")
        .agg(
            (~is_hand).sum().alias("duplicates"),
            (~is_hand & pl.col("copy").is_in(informative.implode())).sum().alias("merged"),
            (~is_hand & is_cancelled).sum().alias("cancelled"),
            (is_hand & ~is_cancelled & pl.col("is_conflict")).sum().alias("id_conflicts"),
        )
    )
    for part, duplicates, merged, cancelled, id_conflicts in counted.iter_rows():
        counts[part] += as_duplicates(duplicates, cancelled)
        counts[part] += Counts(merged=merged, id_conflicts=id_conflicts)


def as_duplicates(number: int, cancelled: int) -> Counts:
    """What changes in the counts where so many hands turn out to be copies."""
    return Counts(hands=cancelled - number, duplicates=number, cancelled=-cancelled)
