"""
Which copies are the same hand, and which number each hand gets.

Copies with one number are a family. Of a family, those with the same deal (table, start, seats,
stacks) whose acts are the same as far as both go are one hand, a cluster. The family's first hand
keeps the number; every other is named `number~digest`. Copies with equal content digests are one
hand without a look at their rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest.copies import outlines

if TYPE_CHECKING:
    from collections.abc import Callable

FAMILY = ["site", "base"]


def clusters(copies: pl.DataFrame, rows: Callable[[str, pl.Series], pl.DataFrame]) -> pl.DataFrame:
    """
    Number the hands among copies.

    Parameters
    ----------
    copies
        `copy`, `site`, `base` (the number as printed), `content_digest`; stored copies first, then
        in order.
    rows
        Gives the rows of a table for some copies.

    Returns
    -------
    DataFrame
        `copies` with `cluster`, and `line`, which is empty where the digests tell enough.
    """
    varied = copies.filter(pl.col("content_digest").n_unique().over(FAMILY) > 1)["copy"]
    told = outlines(*(rows(name, varied) for name in ("hands", "seats", "actions")))
    outlined = copies.join(told, on="copy", how="left", maintain_order="left").with_columns(
        pl.col("deal", "line").fill_null("")
    )
    chained = (
        outlined.with_row_index("order")
        .sort(pl.col("line").str.len_bytes(), "order")
        .with_columns(
            pl.col("line")
            .str.starts_with(pl.col("line").shift(1).over([*FAMILY, "deal"]))
            .fill_null(True)
            .all()
            .over([*FAMILY, "deal"])
            .alias("is_chain")
        )
        .sort("order")
    )
    chained = _numbered(chained, [*FAMILY, "deal"], "group")
    branches = _branches(chained.filter(~pl.col("is_chain")))
    branched = chained.join(branches, on="copy", how="left", maintain_order="left")
    numbered = _numbered(
        branched.with_columns(pl.col("branch").fill_null(0)), ["group", "branch"], "cluster"
    )
    return numbered.drop("deal", "is_chain", "group", "branch", "order")


def _numbered(frame: pl.DataFrame, columns: list[str], name: str) -> pl.DataFrame:
    """The frame with a number for each distinct value of some columns, by first appearance."""
    numbers = frame.select(columns).unique(maintain_order=True).with_row_index(name)
    return frame.join(numbers, on=columns, how="left", maintain_order="left")


def _branches(copies: pl.DataFrame) -> pl.DataFrame:
    """Copies of one deal that went on in different ways: each joins the first that fits."""
    lines: dict[int, list[str]] = {}
    branches: list[int] = []
    for group, line in copies.select("group", "line").iter_rows():
        known = lines.setdefault(group, [])
        for branch, longest in enumerate(known):
            if line.startswith(longest) or longest.startswith(line):
                known[branch] = max(line, longest, key=len)
                break
        else:
            branch = len(known)
            known.append(line)
        branches.append(branch)
    return copies.select("copy").with_columns(pl.Series("branch", branches, dtype=pl.Int64))


def name_clusters(copies: pl.DataFrame) -> pl.DataFrame:
    """
    Give each hand its key.

    Parameters
    ----------
    copies
        What [`clusters`] gave, with `hand_id`, the key under which a stored copy is known, else
        null.

    Returns
    -------
    DataFrame
        `cluster`, `hand_id`, `is_conflict`, and `is_void` where that key belongs to another hand of
        the family already: then the digests agree, and it counts as the same.
    """
    found = copies.group_by("cluster", maintain_order=True).agg(
        pl.col(*FAMILY).first(),
        pl.col("hand_id").drop_nulls().first(),
        pl.col("content_digest").first(),
    )
    is_new = pl.col("hand_id").is_null()
    stored = copies.filter(pl.col("hand_id").is_not_null())
    taken = stored.filter(pl.col("hand_id") == pl.col("base")).select(*FAMILY).unique()
    free = found.filter(is_new).join(taken, on=FAMILY, how="anti", maintain_order="left")
    first = free.unique(FAMILY, keep="first", maintain_order=True)["cluster"]
    keeps_number = is_new & pl.col("cluster").is_in(first.implode())
    suffix = pl.col("content_digest").map_elements(digest_suffix, return_dtype=pl.String)
    named = found.with_columns(
        (is_new & ~keeps_number).alias("is_conflict"),
        is_new.alias("is_new"),
        pl.when(~is_new)
        .then("hand_id")
        .when(keeps_number)
        .then("base")
        .otherwise(pl.concat_str("base", pl.lit("~"), suffix)),
    )
    names = stored.select("site", "hand_id").unique().with_columns(is_stored=True)
    return (
        named.join(names, on=["site", "hand_id"], how="left", maintain_order="left")
        .with_columns(
            is_void=pl.col("is_new")
            & (
                pl.col("is_stored").fill_null(False)
                | ~pl.col("hand_id").is_first_distinct().over("site")
            )
        )
        .select("cluster", "site", "hand_id", "is_conflict", "is_new", "is_void")
    )


def digest_suffix(digest: int) -> str:
    """
    The first eight hex digits of a digest.

    Examples
    --------
    >>> digest_suffix(-1), digest_suffix(1 << 40)
    ('ffffffff', '00000100')
    """
    return f"{digest & 0xFFFF_FFFF_FFFF_FFFF:016x}"[:8]
