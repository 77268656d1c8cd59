"""
Replace stored hands when their file is read again, in one transaction.

Hands are replaced that an older parser stored, or that lack their start and have a zone now.

A merged hand holds more than its own file does; what it holds is added to the new reading. All
parts of a batch are compared at once: it may be of hundreds of files. Most batches hold what was
stored, and stay native.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from handlab.ingest import zones
from handlab.ingest.batch import assemble, parse_as_frames
from handlab.ingest.copies import (
    OVERLAY,
    START,
    best_hands,
    best_seats,
    hands_with_owners,
    missing_hands,
    missing_seats,
    seats_with_owners,
)
from handlab.ingest.exact import SEATS
from handlab.ingest.rows import KEY, FrameRows, joined, row_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from handlab.ingest.batch import Batch, Options
    from handlab.ingest.file_log import Source
    from handlab.ingest.known import KnownHands
    from handlab.ingest.native import Native, Parsed
    from handlab.ingest.tournaments import Tournaments
    from handlab.lake.writer import Writer

PLACE = ["source_digest", "source_offset"]
PAIR = ["pair"]
FACTS = [*START, "table_name", "hero_seat", "account"]
HANDS = [*KEY, "tournament_id", *PLACE, "parser_version", *FACTS]
"""What of a stored hand is compared with its new reading; of a seat it is `SEATS`."""


@dataclass(frozen=True, slots=True)
class _Better:
    """
    What all readings of some hands hold together.

    Attributes
    ----------
    hands, seats
        The best of each, by `pair`.
    places
        `part` and `source_offset` of each `pair`.
    overlays
        What the new readings lack by `part`, with the `offset` of their hands.
    """

    hands: pl.DataFrame
    seats: pl.DataFrame
    places: pl.DataFrame
    overlays: Mapping[int, pl.DataFrame]


class Replacer:
    """Deletes the stored hands of documents that are read again."""

    def __init__(
        self,
        writer: Writer,
        known: KnownHands,
        native: Native,
        options: Options,
        tournaments: Tournaments,
    ) -> None:
        self._writer = writer
        self._known = known
        self._native = native
        self._options = options
        self._tournaments = tournaments

    def delete_older(self, batch: Batch) -> Batch:
        """Delete the older versions of a batch's hands; returns it with what only those held."""
        parts = batch.task.parts
        replacing = [number for number, part in enumerate(parts) if part.source.replaced]
        if not replacing:
            return batch
        hands, seats = _read(batch, replacing)
        digests = pl.concat([_digests(parts[number].source, number) for number in replacing])
        here = self._here(hands.select("part", "source_offset").join(digests, on="part"))
        better = self._better(hands, seats, here) if here.height else None
        self._delete(here)
        self._delete(self._same_numbers(hands, digests, here))
        return batch if better is None else self._improved(batch, replacing, better)

    def replace(
        self, batch: Batch, stored: pl.DataFrame, own_hands: pl.DataFrame, own_seats: pl.DataFrame
    ) -> Batch:
        """
        Delete stored hands; returns the batch with what only those held.

        Parameters
        ----------
        stored
            Their columns `HANDS`, and the `part` that holds another hand at their place.
        own_hands, own_seats
            What their own files gave, which the new readings correct. A hand that is stored in
            another form holds something else besides, from copies.
        """
        keys = stored.select(*KEY, "started_at").unique()
        seats = self._writer.find_stored("seats", keys, [*KEY, *SEATS])
        others = pl.concat(
            [
                stored.join(own_hands, on=[*KEY, *FACTS], how="anti", nulls_equal=True).select(KEY),
                seats.join(own_seats, on=[*KEY, *SEATS], how="anti", nulls_equal=True).select(KEY),
            ]
        )
        merged = stored.join(others, on=KEY, how="semi")
        parts = sorted(set(merged["part"]))
        better = self._better(*_read(batch, parts), merged) if parts else None
        self._delete(stored)
        return batch if better is None else self._improved(batch, parts, better)

    def finish(self, sources: Iterable[Source]) -> None:
        """Delete the remaining older hands of documents: this parser does not find them."""
        digests = {digest for source in sources for digest in source.replaced}
        if digests:
            keys = pl.DataFrame({"source_digest": sorted(digests)})
            self._delete(self._older(keys))

    def _here(self, places: pl.DataFrame) -> pl.DataFrame:
        """
        The stored hands that are replaced by the hands read at their places.

        Parameters
        ----------
        places
            `part`, `source_offset`, `source_digest`, `has_zone`.
        """
        found = self._writer.find_stored("hands", places.select(PLACE).unique(), HANDS)
        is_replaced = self._is_older() | (pl.col("has_zone") & zones.lack_start())
        return found.join(places, on=PLACE).filter(is_replaced).drop("has_zone")

    def _same_numbers(
        self, hands: pl.DataFrame, digests: pl.DataFrame, here: pl.DataFrame
    ) -> pl.DataFrame:
        """The older hands with the numbers of hands of their documents, at other places there."""
        variants = self._known.variants(hands.select(KEY).unique()).select(
            "site", hand_id=pl.col("hand_id").str.split("~").list.first(), variant="hand_id"
        )
        other = hands.join(variants, on=KEY).select("part", "site", hand_id="variant")
        numbers = pl.concat([hands.select("part", *KEY), other]).join(here, on=KEY, how="anti")
        keys = numbers.join(digests, on="part").select(*KEY, "source_digest").unique()
        return self._older(keys)

    def _better(
        self, hands: pl.DataFrame, seats: pl.DataFrame, here: pl.DataFrame
    ) -> _Better | None:
        """What new readings and the hands stored in their places hold; `None` if the former do."""
        places = hands.select("part", "source_offset", "pair")
        old_hands = here.join(places, on=["part", "source_offset"]).unique(
            "pair", keep="first", maintain_order=True
        )
        keys = old_hands.select(*KEY, "started_at", "pair")
        old_seats = self._writer.find_stored(
            "seats", keys.drop("pair").unique(), [*KEY, *SEATS]
        ).join(keys.drop("started_at"), on=KEY)
        # An older parser may have numbered the seats otherwise: its cards are then other seats'.
        chairs = pl.col("seat").sort().cast(pl.String).str.join(" ")
        same = (
            seats.group_by("pair")
            .agg(chairs)
            .join(old_seats.group_by("pair").agg(chairs), on=["pair", "seat"], how="semi")
        )
        old_hands = old_hands.join(same, on="pair", how="semi")
        old_seats = old_seats.join(same, on="pair", how="semi")
        both = pl.concat([hands, old_hands], how="diagonal_relaxed")
        in_hands = best_hands(both.with_columns(is_derived=pl.lit(value=False)), PAIR)
        in_seats = best_seats(pl.concat([seats, old_seats], how="diagonal_relaxed"), PAIR)
        overlays = pl.concat(
            [
                pl.DataFrame(schema=OVERLAY),
                missing_seats(seats, in_seats, PAIR),
                missing_hands(hands, in_hands, PAIR),
            ],
            how="diagonal_relaxed",
        ).select(list(OVERLAY))
        if (
            overlays.height == 0
            and hands_with_owners(hands, in_hands, PAIR).equals(hands)
            and seats_with_owners(seats, in_seats, PAIR).equals(seats)
        ):
            return None
        at = places.select("part", copy="pair", offset="source_offset")
        by_part = _by_part(overlays.join(at, on="copy").drop("copy"))
        return _Better(in_hands, in_seats, places, by_part)

    def _improved(self, batch: Batch, parts: Sequence[int], better: _Better) -> Batch:
        """A batch whose new readings hold what the stored hands held."""
        parsed = parse_as_frames(batch.task, self._native, self._options, better.overlays)
        hands = _rows(parsed, parts, "hands").join(
            better.places, on=["part", "source_offset"], how="left", maintain_order="left"
        )
        counts = np.concatenate([row_counts(parsed[part], "seats") for part in parts])
        pairs = pl.Series("pair", np.repeat(hands["pair"].to_numpy(), counts), dtype=pl.Int64)
        seats = _rows(parsed, parts, "seats").with_columns(pairs)
        owned = {
            "hands": hands_with_owners(hands, better.hands, PAIR),
            "seats": seats_with_owners(seats, better.seats, PAIR),
        }
        for name, rows in owned.items():
            for part, of_part in _by_part(rows.drop("pair")).items():
                parsed[part]["tables"][name] = of_part
        return assemble(batch.task, parsed, FrameRows.of_parts(parsed))

    def _older(self, keys: pl.DataFrame) -> pl.DataFrame:
        """The stored hands of an older parser that match a row of `keys`."""
        found = self._writer.find_stored("hands", keys, [*KEY, "tournament_id", "parser_version"])
        return found.filter(self._is_older())

    def _is_older(self) -> pl.Expr:
        return pl.col("parser_version") < self._native.PARSER_VERSION

    def _delete(self, hands: pl.DataFrame) -> None:
        keys = hands.select(*KEY).unique()
        self._tournaments.take_deleted(hands)
        self._writer.delete_hands(keys)
        self._known.forget(keys)


def _read(batch: Batch, parts: Sequence[int]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The hands and seats of some parts of a batch, identified by `pair`."""
    read = batch.rows.select(batch.hands_of(parts), ["hands", "seats"])
    hands, seats = (rows.with_columns(pair="copy") for rows in read.values())
    return hands, seats


def _by_part(rows: pl.DataFrame) -> dict[int, pl.DataFrame]:
    found: dict[tuple[Any, ...], pl.DataFrame] = rows.partition_by(
        "part", as_dict=True, include_key=False, maintain_order=True
    )
    return {part: of_part for (part,), of_part in found.items()}


def _digests(source: Source, part: int) -> pl.DataFrame:
    """The digests under which a part's stored hands are to be replaced."""
    return pl.DataFrame({"source_digest": source.replaced}).with_columns(
        part=pl.lit(part, dtype=pl.UInt32), has_zone=pl.lit(source.has_zone)
    )


def _rows(parsed: Sequence[Parsed], parts: Sequence[int], table: str) -> pl.DataFrame:
    """The rows of some parts, conformed, with `part`."""
    frames = [parsed[part]["tables"][table] for part in parts]
    number = np.repeat(parts, [frame.height for frame in frames])
    return joined(frames, table).with_columns(pl.Series("part", number, dtype=pl.UInt32))
