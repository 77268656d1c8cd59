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

from handlab.ingest.batch import Task, parse
from handlab.ingest.replacing import HANDS as STORED
from handlab.ingest.replacing import PLACE
from handlab.schema import HANDS, REJECTS, SEATS, TOURNAMENT_REPORTS
from handlab.tournaments import SEATED
from handlab.tournaments.names import EVENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from handlab.ingest.batch import Batch, Options, Part
    from handlab.ingest.native import Counted, Native
    from handlab.ingest.replacing import Replacer
    from handlab.ingest.tournaments import Tournaments
    from handlab.lake.writer import Writer

SAME = [name for name in HANDS.names if name not in ("source_digest", "account", "parser_version")]
"""What is equal in a hand that is read again without a change."""

_FAR = 1 << 62


@dataclass(frozen=True, slots=True)
class _Earlier:
    """
    What files held before they grew, as far as they are read again.

    Attributes
    ----------
    hands, seats, reports
        The rows; those of `hands` with their `part`.
    rejects
        The keys of the rows of `rejects`.
    summaries
        The number of tournament summaries in some parts.
    """

    hands: pl.DataFrame
    seats: pl.DataFrame
    reports: pl.DataFrame
    rejects: pl.DataFrame
    summaries: Mapping[int, int]


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
        numbers = batch.hands_of(parts)
        read = batch.rows.select(numbers, ["hands"])["hands"].with_columns(number=numbers)
        gone = {number: part for number, part in parts.items() if part.source.known_to is None}
        earlier = self._repeated({number: parts[number] for number in parts.keys() - gone.keys()})
        recorded = self._recorded(gone)
        known = pl.concat([earlier.hands, recorded.hands])
        same = read.join(known, on=["part", *SAME], how="semi", nulls_equal=True)
        changed = known.join(same, on=["part", "source_offset"], how="anti")
        stored = self._stored(changed, parts)
        replacing = read.join(stored, on=["part", "source_offset"], how="semi")
        self._writer.delete("rejects", pl.concat([earlier.rejects, recorded.rejects]))
        self._forget(_under_printed_numbers(earlier.reports, changed, stored), batch)
        counted = _without(batch.counted, same, earlier.summaries)
        if stored.height:
            batch = self._replacer.replace(batch, stored, earlier.hands, earlier.seats)
        return replace(
            batch,
            counted=counted,
            unchanged=same["number"].to_numpy(),
            replacing=replacing["number"].to_numpy(),
        )

    def _repeated(self, parts: Mapping[int, Part]) -> _Earlier:
        """What the earlier readings gave within some parts of a batch, by reading them again."""
        task = Task([_as_before(part) for part in parts.values()])
        batch = parse(task, self._native, self._options)
        heights = [counted["hands"] for counted in batch.counted]
        rows = batch.rows.select(np.arange(sum(heights)), ["hands", "seats"])
        others = batch.rows.others()
        part = pl.Series("part", np.repeat(list(parts), heights), dtype=pl.UInt32)
        digests = pl.DataFrame(
            {
                "digest": [part.source.document.digest for part in parts.values()],
                "file_digest": [part.source.grown[0] for part in parts.values()],
            },
            schema={"digest": pl.String, "file_digest": pl.String},
        ).unique()
        rejects = others["rejects"].rename({"file_digest": "digest"}).join(digests, on="digest")
        summaries = (counted["summaries"] for counted in batch.counted)
        return _Earlier(
            rows["hands"].select(HANDS.names).with_columns(part),
            rows["seats"].select(SEATS.names),
            others["tournament_reports"],
            rejects.select(REJECTS.key),
            dict(zip(parts, summaries, strict=True)),
        )

    def _recorded(self, parts: Mapping[int, Part]) -> _Earlier:
        """
        The same as recorded in the lake, where these readings cannot be repeated.

        Their bytes are gone, or an older parser read them.
        """
        ends = pl.DataFrame(
            [
                (number, digest, part.source.starts_at, _end(part))
                for number, part in parts.items()
                for digest in part.source.grown
            ],
            schema={"part": pl.UInt32, "digest": pl.String, "start": pl.Int64, "end": pl.Int64},
            orient="row",
        )

        def here(rows: pl.DataFrame, digest: str, offset: str) -> pl.DataFrame:
            in_part = pl.col(offset).is_between("start", "end", closed="left")
            found = rows.join(ends, left_on=digest, right_on="digest").filter(in_part)
            return found.drop("start", "end")

        digests = ends.select("digest").unique()
        hands = self._writer.find_stored("hands", digests.rename({"digest": "source_digest"}))
        rejects = self._writer.find("rejects", digests.rename({"digest": "file_digest"}))
        return _Earlier(
            here(hands, "source_digest", "source_offset"),
            SEATS.polars_schema.to_frame(),
            TOURNAMENT_REPORTS.polars_schema.to_frame(),
            here(rejects, "file_digest", "byte_offset").select(REJECTS.key),
            {},
        )

    def _stored(self, hands: pl.DataFrame, parts: Mapping[int, Part]) -> pl.DataFrame:
        """The hands stored at the places of some, under the digest of any earlier reading."""
        lineage = pl.DataFrame(
            [(number, digest) for number, part in parts.items() for digest in part.source.grown],
            schema={"part": pl.UInt32, "source_digest": pl.String},
            orient="row",
        )
        places = hands.select("part", "source_offset").unique().join(lineage, on="part")
        found = self._writer.find_stored("hands", places.select(PLACE).unique(), STORED)
        return found.join(places, on=PLACE)

    def _forget(self, reports: pl.DataFrame, batch: Batch) -> None:
        """Delete reports that the batch no longer holds; many hands share those of seats."""
        of_texts = reports.filter(~pl.col("report").str.starts_with(SEATED))
        if of_texts.height:
            now = batch.rows.others()["tournament_reports"]
            key = list(TOURNAMENT_REPORTS.key)
            self._tournaments.forget(of_texts.join(now, on=key, how="anti"))


def _under_printed_numbers(
    reports: pl.DataFrame, hands: pl.DataFrame, stored: pl.DataFrame
) -> pl.DataFrame:
    """Reports without those of hands that are stored under another number: it is another hand's."""
    at = ["part", "source_offset"]
    numbered = hands.join(stored.select(*at, stored_id="hand_id"), on=at)
    others = numbered.filter(pl.col("hand_id") != pl.col("stored_id"))
    return reports.join(
        others, left_on=[*EVENT, "report"], right_on=[*EVENT, "hand_id"], how="anti"
    )


def _is_again(part: Part) -> bool:
    """Whether a piece holds text that was read before the file grew."""
    source, start = part.source, part.piece.byte_offset
    if not source.grown:
        return False
    return start == source.starts_at if source.known_to is None else start < source.known_to


def _as_before(part: Part) -> Part:
    """A piece as far as it was there before the file grew."""
    known_to, end = part.source.known_to, part.piece.byte_offset + len(part.piece.data)
    return part if known_to is None or known_to > end else part.until(known_to)


def _end(part: Part) -> int:
    """The byte at which a piece ends; what was read after the last one is gone."""
    return _FAR if part.piece.is_last else part.piece.byte_offset + len(part.piece.data)


def _without(
    counted: Sequence[Counted], hands: pl.DataFrame, summaries: Mapping[int, int]
) -> list[Counted]:
    """The counts of all parts without hands and summaries that were counted before."""
    is_cancelled = (pl.col("verdict") == "cancelled").fill_null(False)
    found = hands.group_by("part").agg(pl.len(), is_cancelled.sum())
    counts = {part: (number, cancelled) for part, number, cancelled in found.iter_rows()}
    left = list(counted)
    for part in counts.keys() | summaries.keys():
        was, (number, cancelled) = left[part], counts.get(part, (0, 0))
        left[part] = {
            **was,
            "headers": was["headers"] - number,
            "hands": was["hands"] - number,
            "cancelled": was["cancelled"] - cancelled,
            "summaries": max(was["summaries"] - summaries.get(part, 0), 0),
        }
    return left
