"""
Replace stored hands when their file is read again, in one transaction.

Hands are replaced that an older parser stored, or that lack their start and have a zone now.

A merged hand holds more than its own file does; what it holds is added to the new reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from handlab.ingest import zones
from handlab.ingest.batch import assemble
from handlab.ingest.copies import (
    OVERLAY,
    best_hands,
    best_seats,
    hands_with_owners,
    missing_hands,
    missing_seats,
    seats_with_owners,
)
from handlab.ingest.rows import FrameRows, row_counts
from handlab.lake.parquet import conform
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.ingest.batch import Batch, Options, Part
    from handlab.ingest.file_log import Source
    from handlab.ingest.known import KnownHands
    from handlab.ingest.native import Native, Parsed
    from handlab.lake.writer import Writer

KEY = ["site", "hand_id"]


class Replacer:
    """Deletes the stored hands of documents that are read again."""

    def __init__(self, writer: Writer, known: KnownHands, native: Native, options: Options) -> None:
        self._writer = writer
        self._known = known
        self._native = native
        self._options = options

    def delete_older(self, batch: Batch) -> Batch:
        """Delete the older versions of a batch's hands; returns it with what only those held."""
        if not any(part.source.replaced for part in batch.task.parts):
            return batch
        parsed = [
            self._replace(part, result) if part.source.replaced else result
            for part, result in zip(
                batch.task.parts, cast("Sequence[Parsed]", batch.counted), strict=True
            )
        ]
        return assemble(batch.task, parsed, FrameRows.of_parts(parsed))

    def finish(self, source: Source) -> None:
        """Delete the remaining older hands of a document: this parser does not find them."""
        if source.replaced:
            digests = pl.DataFrame({"source_digest": source.replaced})
            self._delete(self._older(self._writer.find("hands", digests), source))

    def _replace(self, part: Part, parsed: Parsed) -> Parsed:
        hands = parsed["tables"]["hands"]
        places = pl.DataFrame({"source_digest": part.source.replaced}).join(
            hands.select("source_offset"), how="cross"
        )
        here = self._replaced(self._writer.find("hands", places), part.source)
        if here.height:
            parsed = self._with_known(part, parsed, here)
        keys = hands.select(*KEY).unique()
        same = pl.concat([keys, self._known.variants(keys)])
        self._delete(here)
        self._delete(self._older(self._writer.find("hands", same), part.source))
        return parsed

    def _with_known(self, part: Part, parsed: Parsed, here: pl.DataFrame) -> Parsed:
        """Add what the stored hands hold to the new reading; `here` has the same offsets."""
        here = here.unique("source_offset", keep="first", maintain_order=True)
        places = here.select(*KEY, "started_at", pair="source_offset")
        old_seats = self._writer.find("seats", places.drop("pair")).join(
            places.select(*KEY, "pair"), on=KEY
        )
        old_hands = here.with_columns(pair="source_offset")
        hands, seats = _numbered(parsed)
        pair = ["pair"]
        known_seats = best_seats(pl.concat([seats, old_seats], how="diagonal_relaxed"), pair)
        known_hands = best_hands(pl.concat([hands, old_hands], how="diagonal_relaxed"), pair)
        overlays = pl.concat(
            [
                pl.DataFrame(schema=OVERLAY),
                missing_seats(seats, known_seats, pair),
                missing_hands(hands, known_hands, pair),
            ],
            how="diagonal_relaxed",
        ).select(list(OVERLAY))
        if overlays.height:
            offsets = overlays.rename({"copy": "offset"})
            parsed = part.parse(self._native, self._options, overlays=offsets)
            hands, seats = _numbered(parsed)
        tables = parsed["tables"]
        tables["seats"] = seats_with_owners(seats, known_seats, pair).drop("pair", "copy")
        tables["hands"] = hands_with_owners(hands, known_hands, pair).drop("pair", "copy")
        return parsed

    def _replaced(self, hands: pl.DataFrame, source: Source) -> pl.DataFrame:
        """Of the hands at the places of this reading, those that it replaces."""
        if not source.has_zone:
            return self._older(hands, source)
        is_older = pl.col("parser_version") < self._native.PARSER_VERSION
        return hands.filter(
            pl.col("source_digest").is_in(source.replaced) & (is_older | zones.lack_start())
        )

    def _older(self, hands: pl.DataFrame, source: Source) -> pl.DataFrame:
        return hands.filter(
            pl.col("source_digest").is_in(source.replaced)
            & (pl.col("parser_version") < self._native.PARSER_VERSION)
        )

    def _delete(self, hands: pl.DataFrame) -> None:
        self._writer.delete_hands(hands.select(*KEY).unique())


def _numbered(parsed: Parsed) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hands and seats of a piece with their byte offset, which identifies a hand."""
    hands = conform(parsed["tables"]["hands"], TABLES["hands"])
    places = hands["source_offset"].to_numpy()
    seats = conform(parsed["tables"]["seats"], TABLES["seats"])
    of_seats = np.repeat(places, row_counts(parsed, "seats"))
    numbers = (pl.Series("pair", values, dtype=pl.Int64) for values in (places, of_seats))
    return tuple(  # type: ignore[return-value]
        frame.with_columns(pair, copy=pair)
        for frame, pair in zip((hands, seats), numbers, strict=True)
    )
