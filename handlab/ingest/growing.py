"""
Replace what was read of the end of a file before it grew.

A file that has grown is read again from the start of its last hand, because lines may have been
added to it. That hand may have another number than before, if its site prints none and a digest of
its text stands for it. So what was stored is found by its place, not by its number.

What the earlier reading gave is found by reading the same bytes again, as if the file still ended
there. Mostly it is the same as now, and then nothing is looked for in the lake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab.ingest.replacing import HANDS as STORED
from handlab.ingest.replacing import PLACE
from handlab.lake.parquet import conform
from handlab.schema import HANDS, REJECTS, SEATS, TOURNAMENT_REPORTS
from handlab.tournaments import SEATED

if TYPE_CHECKING:
    from handlab.ingest.batch import Batch, Options, Part
    from handlab.ingest.native import Counted, Native
    from handlab.ingest.replacing import Replacer
    from handlab.ingest.tournaments import Tournaments
    from handlab.lake.writer import Writer

SAME = [name for name in HANDS.names if name not in ("source_digest", "account", "parser_version")]
"""What is equal in a hand that is read again without a change."""


@dataclass(frozen=True, slots=True)
class _Earlier:
    """What a file held before it grew, as far as it is read again: rows, and summaries counted."""

    hands: pl.DataFrame
    seats: pl.DataFrame
    rejects: pl.DataFrame
    reports: pl.DataFrame
    summaries: int


class Grown:
    """Deletes what is stored of the ends of files that have grown, where it has changed."""

    def __init__(
        self,
        writer: Writer,
        replacer: Replacer,
        tournaments: Tournaments,
        native: Native,
        options: Options,
    ) -> None:
        self._writer = writer
        self._replacer = replacer
        self._tournaments = tournaments
        self._native = native
        self._options = options

    def delete_changed(self, batch: Batch) -> Batch:
        """
        Delete the stored hands that a batch holds in another form, or no longer holds.

        Returns
        -------
        Batch
            The batch with what only the deleted hands held. Unchanged hands are not counted again.
        """
        parts = {number: part for number, part in enumerate(batch.task.parts) if _is_again(part)}
        if not parts:
            return batch
        heights = [counted["hands"] for counted in batch.counted]
        of_hands = np.repeat(np.arange(len(heights)), heights)
        numbers = np.flatnonzero(np.isin(of_hands, list(parts)))
        read = batch.rows.select(numbers, ["hands"])["hands"].with_columns(number=numbers)
        counted = list(batch.counted)
        own_hands, own_seats, reports, rejects, places, unchanged = [], [], [], [], [], []
        for number, part in parts.items():
            hands = read.filter(pl.col("part") == number)
            earlier = self._earlier(part)
            same = hands.join(earlier.hands, on=SAME, how="semi", nulls_equal=True)
            counted[number] = _without(counted[number], same, earlier.summaries)
            changed = earlier.hands.join(same, on="source_offset", how="anti")
            places.append(_places(part, changed).with_columns(part=pl.lit(number, dtype=pl.UInt32)))
            own_hands.append(earlier.hands)
            own_seats.append(earlier.seats)
            unchanged.append(same["number"])
            rejects.append(earlier.rejects.with_columns(file_digest=pl.lit(part.source.grown[0])))
            reports.append(earlier.reports)
        self._writer.delete("rejects", pl.concat(rejects).select(REJECTS.key))
        self._forget(pl.concat(reports), batch)
        stored = self._stored(pl.concat(places))
        replacing = read.join(stored, on=["part", "source_offset"], how="semi")
        if stored.height:
            batch = self._replacer.replace(
                batch, stored, pl.concat(own_hands), pl.concat(own_seats)
            )
        return replace(
            batch,
            counted=counted,
            unchanged=pl.concat(unchanged).to_numpy(),
            replacing=replacing["number"].to_numpy(),
        )

    def _earlier(self, part: Part) -> _Earlier:
        """What the earlier reading of the file gave within a piece."""
        known_to, piece = part.source.known_to, part.piece
        end = piece.byte_offset + len(piece.data)
        if known_to is None:
            return self._recorded(part, end)
        if known_to > end:
            parsed = part.parse(self._native, self._options)
        else:
            parsed = part.parse_until(known_to, self._native, self._options)
        tables = parsed["tables"]
        return _Earlier(
            conform(tables["hands"], HANDS),
            conform(tables["seats"], SEATS),
            conform(tables["rejects"], REJECTS),
            conform(tables["tournament_reports"], TOURNAMENT_REPORTS),
            parsed["summaries"],
        )

    def _recorded(self, part: Part, end: int) -> _Earlier:
        """
        The same as recorded in the lake, where that reading cannot be repeated.

        Its bytes are gone, or an older parser read them.
        """
        source = part.source

        def is_here(offset: str) -> pl.Expr:
            is_in_piece = pl.lit(part.piece.is_last) | (pl.col(offset) < end)
            return (pl.col(offset) >= source.starts_at) & is_in_piece

        digests = pl.DataFrame({"source_digest": source.grown})
        hands = self._writer.find_stored("hands", digests).filter(is_here("source_offset"))
        digests = pl.DataFrame({"file_digest": source.grown[:1]})
        rejects = self._writer.find("rejects", digests).filter(is_here("byte_offset"))
        reports = TOURNAMENT_REPORTS.polars_schema.to_frame()
        return _Earlier(hands, SEATS.polars_schema.to_frame(), rejects, reports, 0)

    def _stored(self, places: pl.DataFrame) -> pl.DataFrame:
        """The stored hands at some places, with their `part`."""
        found = self._writer.find_stored("hands", places.select(PLACE).unique(), STORED)
        return found.join(places, on=PLACE)

    def _forget(self, reports: pl.DataFrame, batch: Batch) -> None:
        """Delete reports that the batch no longer holds; many hands share those of seats."""
        of_texts = reports.filter(~pl.col("report").str.starts_with(SEATED))
        if of_texts.height:
            now = batch.rows.others()["tournament_reports"]
            key = list(TOURNAMENT_REPORTS.key)
            self._tournaments.forget(of_texts.join(now, on=key, how="anti"))


def _is_again(part: Part) -> bool:
    """Whether a piece holds text that was read before the file grew."""
    source, start = part.source, part.piece.byte_offset
    if not source.grown:
        return False
    return start == source.starts_at if source.known_to is None else start < source.known_to


def _places(part: Part, hands: pl.DataFrame) -> pl.DataFrame:
    """The places at which some hands may be stored: under the digest of each earlier reading."""
    digests = pl.DataFrame({"source_digest": part.source.grown})
    return digests.join(hands.select("source_offset").unique(), how="cross")


def _without(counted: Counted, hands: pl.DataFrame, summaries: int) -> Counted:
    """The counts of a piece without hands and summaries that were counted before."""
    cancelled = hands.filter(pl.col("verdict") == "cancelled").height
    return {
        **counted,
        "headers": counted["headers"] - hands.height,
        "hands": counted["hands"] - hands.height,
        "cancelled": counted["cancelled"] - cancelled,
        "summaries": max(counted["summaries"] - summaries, 0),
    }
