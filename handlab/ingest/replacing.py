"""
What an older parser wrote makes way for a new reading of the same file, in the same transaction.

A hand that was merged knows more than this one file: what it knows is laid over the new reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest.batch import assemble
from handlab.ingest.copies import lessons
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from handlab.ingest.batch import Batch, Options, Part
    from handlab.ingest.known import KnownHands
    from handlab.ingest.ledger import Source
    from handlab.ingest.native import Native, Parsed
    from handlab.lake import Writer

KEY = ["site", "hand_id"]


class Replacer:
    """Takes the stored hands of documents that are read anew out of the lake."""

    def __init__(self, writer: Writer, known: KnownHands, native: Native, options: Options) -> None:
        self._writer = writer
        self._known = known
        self._native = native
        self._options = options

    def make_way(self, batch: Batch) -> Batch:
        """Delete what the batch's hands were before; the batch with what only that knew."""
        if not any(part.source.replaced for part in batch.task.parts):
            return batch
        parsed = [
            self._replace(part, result) if part.source.replaced else result
            for part, result in zip(batch.task.parts, batch.parsed, strict=True)
        ]
        return assemble(batch.task, parsed)

    def finish(self, source: Source) -> None:
        """Delete what is left of a document's older hands: to this parser they are none."""
        if source.replaced:
            digests = pl.DataFrame({"source_digest": source.replaced})
            self._delete(self._older(self._writer.find("hands", digests), source))

    def _replace(self, part: Part, parsed: Parsed) -> Parsed:
        hands = parsed["tables"]["hands"]
        places = pl.DataFrame({"source_digest": part.source.replaced}).join(
            hands.select("source_offset"), how="cross"
        )
        here = self._older(self._writer.find("hands", places), part.source)
        overlays = self._lessons(hands, parsed["tables"]["seats"], here)
        keys = hands.select(*KEY).unique()
        same = pl.concat([keys, self._known.variants(keys)])
        self._delete(here)
        self._delete(self._older(self._writer.find("hands", same), part.source))
        if overlays.height == 0:
            return parsed
        return part.parse(self._native, self._options, overlays=overlays)

    def _lessons(
        self, hands: pl.DataFrame, seats: pl.DataFrame, here: pl.DataFrame
    ) -> pl.DataFrame:
        """What the stored hands know beyond the new reading, as overlays."""
        once = hands.filter(pl.len().over(KEY) == 1).select(*KEY, pair="source_offset")
        stored = here.select(*KEY, "started_at", pair="source_offset")
        old = self._writer.find("seats", stored.drop("pair")).join(stored, on=KEY)
        new = seats.join(once, on=KEY)
        names = once.select("pair", "hand_id")
        return lessons(new, old).join(names, on="pair").drop("pair")

    def _older(self, hands: pl.DataFrame, source: Source) -> pl.DataFrame:
        return hands.filter(
            pl.col("source_digest").is_in(source.replaced)
            & (pl.col("parser_version") < self._native.PARSER_VERSION)
        )

    def _delete(self, hands: pl.DataFrame) -> None:
        keys = hands.select(*KEY).unique()
        for name in HAND_TABLES:
            self._writer.delete(name, keys)
