"""
Decide which copies are the same hand, and which number each hand gets.

Copies with the same number are a family. If all copies of a family agree, in their actions as far
as each goes and in the cards that are known, they are one hand, a cluster; this is decided for all
families at once. Only families that do not agree are examined copy by copy, see
[`splitting`](handlab.ingest.splitting).

The first hand of a family keeps the number; the others become `number~digest`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest import outlines
from handlab.ingest.splitting import Content, split

if TYPE_CHECKING:
    from collections.abc import Callable

FAMILY = ["site", "base"]


def clusters(copies: pl.DataFrame, rows: Callable[[str, pl.Series], pl.DataFrame]) -> pl.DataFrame:
    """
    Number the hands among copies.

    Parameters
    ----------
    copies
        `copy`, `site`, `base` (the number as printed), `hand_id` (the key of a stored copy, else
        null), `content_digest`, `deal_digest` (null where an older parser wrote the digests);
        stored copies first, then in order.
    rows
        Returns the rows of a table for some copies, with the columns of `outlines`.

    Returns
    -------
    DataFrame
        `copies` with `cluster`; `line`, the actions, empty where the digests suffice; and
        `is_vague`, whether the copy matches several hands.
    """
    outlined = _with_lines(copies, rows)
    cards = _cards(outlined, rows)
    divided = _divided(outlined, cards)
    parts = _split(outlined.join(divided, on=FAMILY, how="semi", maintain_order="left"), cards)
    joined = outlined.join(parts, on="copy", how="left", maintain_order="left").with_columns(
        pl.col("part_no").fill_null(0), pl.col("is_vague").fill_null(False)
    )
    return _numbered(joined, [*FAMILY, "part_no"], "cluster").drop("part_no")


def _with_lines(
    copies: pl.DataFrame, rows: Callable[[str, pl.Series], pl.DataFrame]
) -> pl.DataFrame:
    """Copies with their actions, where the digests of a family differ or follow an older rule."""
    digest = pl.when(pl.col("deal_digest").is_not_null()).then("content_digest")
    is_varied = (digest.n_unique().over(FAMILY) > 1) | digest.is_null().any().over(FAMILY)
    varied = copies.filter(is_varied & (pl.len().over(FAMILY) > 1))["copy"]
    lines = outlines.lines(*(rows(name, varied) for name in ("hands", "seats", "actions")))
    return copies.join(lines, on="copy", how="left", maintain_order="left").with_columns(
        pl.col("line").fill_null("")
    )


def _cards(copies: pl.DataFrame, rows: Callable[[str, pl.Series], pl.DataFrame]) -> pl.DataFrame:
    """The known cards of families whose copies do not all show the same."""
    deal = pl.col("deal_digest")
    is_varied = (deal.n_unique().over(FAMILY) > 1) | deal.is_null().any().over(FAMILY)
    varied = copies.filter(is_varied & (pl.len().over(FAMILY) > 1))["copy"]
    known = outlines.known_cards(*(rows(name, varied) for name in ("hands", "seats", "boards")))
    return known.join(copies.select("copy", *FAMILY), on="copy", maintain_order="left")


def _divided(copies: pl.DataFrame, cards: pl.DataFrame) -> pl.DataFrame:
    """The families whose copies do not all agree."""
    before = pl.col("line").shift(1).over(FAMILY)
    by_line = (
        copies.select(*FAMILY, "line")
        .unique()
        .sort(pl.col("line").str.len_bytes(), maintain_order=True)
        .filter(~pl.col("line").str.starts_with(before).fill_null(True))
    )
    by_cards = (
        cards.group_by(*FAMILY, "place")
        .agg(pl.col("cards").n_unique().alias("sets"))
        .filter(pl.col("sets") > 1)
    )
    return pl.concat([by_line.select(FAMILY), by_cards.select(FAMILY)]).unique()


def _split(copies: pl.DataFrame, cards: pl.DataFrame) -> pl.DataFrame:
    """The hands within each family, for families that are not one hand."""
    schema = {"copy": pl.Int64, "part_no": pl.Int64, "is_vague": pl.Boolean}
    known = (
        cards.sort("copy", "place")
        .group_by("copy", maintain_order=True)
        .agg(pl.struct("place", "cards").alias("known"))
    )
    rows: list[tuple[int, int, bool]] = []
    with_cards = copies.join(known, on="copy", how="left", maintain_order="left")
    for family in with_cards.partition_by(FAMILY, maintain_order=True):
        contents = [
            Content(
                line, tuple((row["place"], row["cards"]) for row in known or ()), key is not None
            )
            for line, known, key in family.select("line", "known", "hand_id").iter_rows()
        ]
        found = zip(family["copy"], split(contents), strict=True)
        rows += ((copy, part_no, is_vague) for copy, (part_no, is_vague) in found)
    return pl.DataFrame(rows, schema=schema, orient="row")


def _numbered(frame: pl.DataFrame, columns: list[str], name: str) -> pl.DataFrame:
    """Number the distinct values of some columns in the order of their first appearance."""
    numbers = frame.select(columns).unique(maintain_order=True).with_row_index(name)
    return frame.join(numbers, on=columns, how="left", maintain_order="left")


def name_clusters(copies: pl.DataFrame) -> pl.DataFrame:
    """
    Assign each hand its key.

    Parameters
    ----------
    copies
        The result of [`clusters`].

    Returns
    -------
    DataFrame
        `cluster`, `site`, `hand_id`, `is_conflict`, `is_new`; `stored_id`, its key in the lake; and
        `free_id`, the family's plain number if no hand has it, for a stored hand that is rewritten.
    """
    clear = copies.filter(~pl.col("is_vague"))
    found = clear.group_by("cluster", maintain_order=True).agg(
        pl.col(*FAMILY).first(),
        pl.col("hand_id").drop_nulls().first().alias("stored_id"),
        pl.col("deal_digest").first(),
    )
    is_new = pl.col("stored_id").is_null()
    stored = copies.filter(pl.col("hand_id").is_not_null())
    taken = stored.filter(pl.col("hand_id") == pl.col("base")).select(*FAMILY).unique()
    free = found.join(taken, on=FAMILY, how="anti", maintain_order="left")
    first = (
        free.sort(~is_new, maintain_order=True)
        .unique(FAMILY, keep="first", maintain_order=True)
        .select("cluster", is_first=pl.lit(True))
    )
    named = found.join(first, on="cluster", how="left", maintain_order="left").with_columns(
        is_new=is_new,
        is_conflict=is_new & pl.col("is_first").is_null(),
        free_id=pl.when(pl.col("is_first") & ~is_new).then("base"),
        hand_id=pl.coalesce("stored_id", pl.when("is_first").then("base")),
    )
    names = _variants(named.filter("is_conflict"), stored)
    return (
        named.join(names, on="cluster", how="left", maintain_order="left")
        .with_columns(hand_id=pl.coalesce("hand_id", "variant"))
        .select("cluster", "site", "hand_id", "is_conflict", "is_new", "stored_id", "free_id")
    )


def _variants(conflicts: pl.DataFrame, stored: pl.DataFrame) -> pl.DataFrame:
    """An unused key for each hand whose number another hand has."""
    taken = set(stored.select("site", "hand_id").iter_rows())
    names: list[tuple[int, str]] = []
    columns = ("cluster", "site", "base", "deal_digest")
    for cluster, site, base, digest in conflicts.select(columns).iter_rows():
        name = f"{base}~{digest_suffix(digest or 0)}"
        # Among 12,000 hands under one number, two share eight digits one time in sixty.
        step = 0
        while (site, name) in taken:
            name = f"{base}~{(digest or 0) + step & 0xFFFF_FFFF_FFFF_FFFF:016x}"
            step += 1
        taken.add((site, name))
        names.append((cluster, name))
    schema = pl.Schema({"cluster": conflicts.schema["cluster"], "variant": pl.String()})
    return pl.DataFrame(names, schema=schema, orient="row")


def digest_suffix(digest: int) -> str:
    """
    The first eight hex digits of a digest.

    Examples
    --------
    >>> digest_suffix(-1), digest_suffix(1 << 40)
    ('ffffffff', '00000100')
    """
    return f"{digest & 0xFFFF_FFFF_FFFF_FFFF:016x}"[:8]
