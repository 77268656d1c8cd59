"""
What an older parser wrote makes way for a new reading of the same file, in the same transaction.

A hand that was merged knows more than this one file: what it knows is laid over the new reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest.batch import assemble
from handlab.ingest.copies import hands_with_owners, lessons, seats_with_owners
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
        if here.height:
            parsed = self._taught(part, parsed, here)
        keys = hands.select(*KEY).unique()
        same = pl.concat([keys, self._known.variants(keys)])
        self._delete(here)
        self._delete(self._older(self._writer.find("hands", same), part.source))
        return parsed

    def _taught(self, part: Part, parsed: Parsed, here: pl.DataFrame) -> Parsed:
        """Lay what the stored hands know over the new reading; `here` has the same places."""
        tables = parsed["tables"]
        once = tables["hands"].filter(pl.len().over(KEY) == 1).select(*KEY, pair="source_offset")
        places = here.select(*KEY, "started_at", pair="source_offset")
        seats = self._writer.find("seats", places.drop("pair")).join(places, on=KEY)
        overlays = lessons(tables["seats"].join(once, on=KEY), seats)
        if overlays.height:
            named = overlays.join(once.select("pair", "hand_id"), on="pair").drop("pair")
            parsed = part.parse(self._native, self._options, overlays=named)
            tables = parsed["tables"]
        old_seats = seats.drop(KEY).join(once, on="pair")
        old_hands = here.drop(KEY).rename({"source_offset": "pair"}).join(once, on="pair")
        tables["seats"] = seats_with_owners(tables["seats"], old_seats, KEY)
        tables["hands"] = hands_with_owners(tables["hands"], old_hands, KEY)
        return parsed

    def _older(self, hands: pl.DataFrame, source: Source) -> pl.DataFrame:
        return hands.filter(
            pl.col("source_digest").is_in(source.replaced)
            & (pl.col("parser_version") < self._native.PARSER_VERSION)
        )

    def _delete(self, hands: pl.DataFrame) -> None:
        keys = hands.select(*KEY).unique()
        for name in HAND_TABLES:
            self._writer.delete(name, keys)
