"""
Every hand once: what of a batch is new, what is a copy, and what a copy taught.

Hands whose key is certainly unknown pass untouched, whatever their number. The rest are compared
with their like: copies of one hand are merged by seat, other hands under the same number are kept
as `number~digest`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab.ingest.clusters import clusters, name_clusters
from handlab.ingest.merging import Copies, merge
from handlab.ingest.summary import Counts
from handlab.lake.parquet import conform
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from handlab.ingest.batch import Batch, Options
    from handlab.ingest.known import KnownHands
    from handlab.ingest.native import Native
    from handlab.lake import Writer

KEY = ["site", "hand_id"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What of a batch is to be stored, how its parts count, and the verdicts of what is new."""

    tables: dict[str, pl.DataFrame]
    counts: list[Counts]
    verdicts: Counter[str]


class Resolver:
    """Compares batches with what the lake holds, in order."""

    def __init__(self, writer: Writer, known: KnownHands, native: Native, options: Options) -> None:
        self._writer = writer
        self._known = known
        self._native = native
        self._options = options

    def resolve(self, batch: Batch) -> Resolved:
        """Tell new hands from copies; what a copy teaches a stored hand is changed in the lake."""
        hands = batch.tables["hands"]
        hashes = self._known.hashes(hands)
        _, places, numbers = np.unique(hashes, return_inverse=True, return_counts=True)
        is_suspect = self._known.contains(hashes) | (numbers[places] > 1)
        counts = [
            Counts(
                headers=parsed["headers"],
                hands=parsed["tables"]["hands"].height - parsed["cancelled"],
                partial=parsed["partial"],
                cancelled=parsed["cancelled"],
                rejected=parsed["rejected"],
            )
            for parsed in batch.parsed
        ]
        if not is_suspect.any():
            self._known.add(hands)
            return Resolved(batch.tables, counts, _verdicts(hands))
        suspects = hands.filter(pl.Series(is_suspect))
        keys = suspects.select("part", *KEY).unique()
        clean = {
            name: frame.join(keys, on=["part", *KEY], how="anti", maintain_order="left")
            if name in HAND_TABLES
            else frame
            for name, frame in batch.tables.items()
        }
        verdicts = _verdicts(clean["hands"])
        self._known.add(clean["hands"])
        stored = self._sort_out(batch, suspects, counts, verdicts)
        tables = {
            name: pl.concat([frame, stored[name]], how="diagonal") if name in stored else frame
            for name, frame in clean.items()
        }
        return Resolved(tables, counts, verdicts)

    def _sort_out(
        self,
        batch: Batch,
        suspects: pl.DataFrame,
        counts: list[Counts],
        verdicts: Counter[str],
    ) -> dict[str, pl.DataFrame]:
        """The rows that suspects lead to; counts and verdicts are corrected."""
        copies, meta = self._copies(batch, suspects)
        clustered = clusters(meta, copies.rows)
        names = name_clusters(clustered)
        clustered = clustered.join(
            names.drop("site", "hand_id"), on="cluster", maintain_order="left"
        )
        is_later_stored = pl.col("part").is_null() & ~pl.col("cluster").is_first_distinct()
        holders, taught = merge(copies, clustered.filter(~pl.col("is_void") & ~is_later_stored))
        _count(clustered, taught, counts)
        now = holders.join(names, on="cluster").join(
            meta.select("copy", is_untouched=pl.col("hand_id").is_not_null()), on="copy", how="left"
        )
        changed = now.filter(~pl.col("is_untouched").fill_null(False))
        replaced = changed.filter(~pl.col("is_new")).select(*KEY)
        self._forget(replaced, meta, verdicts)
        added = {
            name: copies.tables[name]
            .drop("site", "hand_id")
            .join(changed.select("copy", *KEY), on="copy", maintain_order="left")
            .sort("copy", maintain_order=True)
            .select(pl.col(TABLES[name].names))
            for name in HAND_TABLES
        }
        self._known.add(added["hands"].join(replaced, on=KEY, how="anti"))
        verdicts.update(
            _verdicts(
                changed.filter("is_new").select("copy").join(copies.tables["hands"], on="copy")
            )
        )
        return added

    def _copies(self, batch: Batch, suspects: pl.DataFrame) -> tuple[Copies, pl.DataFrame]:
        """
        Put suspects together with the stored hands that they may be copies of.

        The second frame has one row for each, stored ones first.
        """
        incoming = suspects.with_row_index("copy").with_columns(
            pl.col("copy").cast(pl.Int64), base=pl.col("hand_id")
        )
        repeats = pl.len().over("part", *KEY) > 1
        tables = _single_rows(batch, incoming.filter(~repeats))
        again = incoming.filter(repeats).with_columns(
            turn=pl.int_range(pl.len()).over("part", *KEY)
        )
        # Rows of a table cannot be told apart where one piece has a number twice: such hands are
        # parsed one by one.
        for (number, _), group in again.group_by("part", "turn", maintain_order=True):
            part = batch.task.parts[int(str(number))]
            only = group["source_offset"].to_list()
            parsed = part.parse(self._native, self._options, only=only)
            for name in HAND_TABLES:
                rows = conform(parsed["tables"][name], TABLES[name]).join(
                    group.select("copy", *KEY), on=KEY, maintain_order="left"
                )
                tables[name].append(rows)
        joined = {name: pl.concat(frames, how="diagonal") for name, frames in tables.items()}
        joined["hands"] = incoming.drop("turn", strict=False)
        stored = self._stored(incoming)
        together = {
            name: pl.concat([joined[name], stored[name]], how="diagonal")
            if name in stored
            else joined[name]
            for name in HAND_TABLES
        }
        columns = [*KEY, "copy", "base", "content_digest", "verdict", "part"]
        meta = pl.concat(
            [
                stored["hands"].select(columns),
                incoming.select(columns).with_columns(hand_id=pl.lit(None, dtype=pl.String)),
            ]
        )
        return Copies(together, batch.task.parts, self._native, self._options), meta

    def _stored(self, incoming: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """The stored hands with the same numbers; acts only where a digest differs."""
        keys = incoming.select(*KEY).unique()
        wanted = pl.concat([keys, self._known.variants(keys)])
        hands = self._writer.find("hands", wanted)
        base = pl.col("hand_id").str.split("~").list.first()
        numbered = (
            hands.with_columns(base=base, part=pl.lit(None, dtype=pl.UInt32))
            # The plain number first: a longer name sorts behind it.
            .sort("hand_id")
            .with_row_index("copy", offset=incoming.height)
            .with_columns(pl.col("copy").cast(pl.Int64))
        )
        key = numbered.select("copy", *KEY)
        times = numbered.select(*KEY, "started_at")
        seats = self._writer.find("seats", times).join(key, on=KEY)
        varied = (
            pl.concat(
                [
                    incoming.select("site", "base", "content_digest"),
                    numbered.select("site", "base", "content_digest"),
                ]
            )
            .group_by("site", "base")
            .agg(pl.col("content_digest").n_unique().alias("digests"))
            .filter(pl.col("digests") > 1)
        )
        compared = numbered.join(varied, on=["site", "base"], how="semi").select(*KEY)
        actions = self._writer.find("actions", compared).join(key, on=KEY)
        return {"hands": numbered, "seats": seats, "actions": actions}

    def _forget(self, replaced: pl.DataFrame, meta: pl.DataFrame, verdicts: Counter[str]) -> None:
        """Delete stored hands that are being replaced."""
        if replaced.height == 0:
            return
        for name in HAND_TABLES:
            self._writer.delete(name, replaced)
        gone = meta.join(replaced, on=KEY, how="semi")
        of_this_run = self._known.is_of_this_run(self._known.hashes(gone))
        verdicts.subtract(_verdicts(gone.filter(pl.Series(of_this_run))))


def _single_rows(batch: Batch, hands: pl.DataFrame) -> dict[str, list[pl.DataFrame]]:
    keys = hands.select("copy", "part", *KEY)
    return {
        name: [batch.tables[name].join(keys, on=["part", *KEY], maintain_order="left").drop("part")]
        for name in HAND_TABLES
    }


def _count(clustered: pl.DataFrame, taught: pl.Series, counts: list[Counts]) -> None:
    """Count copies as duplicates, and new hands under a number that another has as conflicts."""
    first = clustered.unique("cluster", keep="first", maintain_order=True)["copy"]
    is_hand = pl.col("is_new") & ~pl.col("is_void") & pl.col("copy").is_in(first.implode())
    is_cancelled = pl.col("verdict") == "cancelled"
    told = (
        clustered.filter(pl.col("part").is_not_null())
        .group_by("part")
        .agg(
            (~is_hand).sum().alias("duplicates"),
            (~is_hand & pl.col("copy").is_in(taught.implode())).sum().alias("merged"),
            (~is_hand & is_cancelled).sum().alias("cancelled"),
            (is_hand & ~is_cancelled & pl.col("is_conflict")).sum().alias("id_conflicts"),
        )
    )
    for part, duplicates, merged, cancelled, id_conflicts in told.iter_rows():
        counts[part] += Counts(
            hands=cancelled - duplicates,
            duplicates=duplicates,
            merged=merged,
            cancelled=-cancelled,
            id_conflicts=id_conflicts,
        )


def _verdicts(hands: pl.DataFrame) -> Counter[str]:
    return Counter(dict(hands["verdict"].drop_nulls().value_counts().iter_rows()))
