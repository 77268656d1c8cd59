"""
Parse the texts of stored hands again, with what other copies hold.

Hands of one file are parsed together, because a call takes as long for one hand as for a hundred.
"""

from __future__ import annotations

from itertools import accumulate, groupby
from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest import outlines, stored
from handlab.ingest.rows import with_copies

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from handlab.archive import Preamble
    from handlab.ingest.batch import Options
    from handlab.ingest.native import Native, Parsed

BETWEEN = "\n\n\n"
"""What separates the hands: no text ends with empty lines."""

PLACE = ["source_offset", "source_line", "source_length"]


class Rereader:
    """Reads stored hands again, from the lake or from the files that they were read from."""

    def __init__(self, native: Native, options: Options) -> None:
        self._native = native
        self._options = options
        self._preambles = stored.Preambles(native)

    def parse(
        self, hands: pl.DataFrame, overlays: pl.DataFrame
    ) -> Iterator[tuple[Parsed, pl.DataFrame]]:
        """
        Parse hands again; those whose text is no longer there, or another, are left out.

        Parameters
        ----------
        hands
            Rows of `hands` with `copy`, `base` and `line`.
        overlays
            What other copies hold, as `OVERLAY`.

        Yields
        ------
        tuple
            Some hands as parsed, and their rows of `hands` in the same order.
        """
        alike = [*stored.FILE, "account", pl.col("text").is_null().alias("is_in_file")]
        # In the order of the file, by which a repeated hour is resolved.
        of_files = hands.sort("source_offset").group_by(alike, maintain_order=True)
        for _, rows in of_files:
            found = [stored.text_of(row) for row in rows.select(stored.TEXT).iter_rows(named=True)]
            texts = [(row, *text) for row, text in enumerate(found) if text is not None]
            for name, some in groupby(texts, key=lambda text: text[2]):
                numbers, data, _ = zip(*some, strict=True)
                yield from self._together(rows[list(numbers)], data, name, overlays)

    def _together(
        self, rows: pl.DataFrame, texts: Sequence[bytes], name: str, overlays: pl.DataFrame
    ) -> Iterator[tuple[Parsed, pl.DataFrame]]:
        """Parse the texts of some rows, in one encoding; smaller parts if not all are the hands."""
        between = BETWEEN.encode(name)
        starts = list(accumulate((len(text) + len(between) for text in texts[:-1]), initial=0))
        places = rows.select("copy", offset=pl.Series(starts, dtype=pl.Int64))
        known = overlays.join(places, on="copy").drop("copy")
        data = between.join(texts)
        parsed = self._parse(rows, data, name, known)
        if _are_hands(parsed, rows, starts):
            yield _in_place(parsed, rows), rows
        elif (half := len(texts) // 2) > 0:
            yield from self._together(rows[:half], texts[:half], name, overlays)
            yield from self._together(rows[half:], texts[half:], name, overlays)
        # A hand that needs a preamble cannot be read without it: only then is it looked for.
        elif preamble := self._preambles.before(rows.row(0, named=True), name):
            parsed = self._parse(rows, data, name, known, preamble)
            if _are_hands(parsed, rows, starts):
                yield _in_place(parsed, rows), rows

    def _parse(
        self,
        rows: pl.DataFrame,
        data: bytes,
        name: str,
        overlays: pl.DataFrame,
        preamble: Preamble | None = None,
    ) -> Parsed:
        first = rows.row(0, named=True)
        return self._native.parse_batch(
            data,
            byte_offset=0,
            line_offset=0,
            encoding=name,
            is_last=False,
            source_file=first["source_file"],
            source_member=first["source_member"],
            source_digest=None,
            account=first["account"],
            timezone=self._options.timezone,
            keep_text=first["text"] is not None,
            overlays=overlays,
            preamble=preamble,
        )


def _are_hands(parsed: Parsed, rows: pl.DataFrame, starts: Sequence[int]) -> bool:
    """Whether the texts at the places of stored hands are still these hands."""
    hands = parsed["tables"]["hands"]
    if hands["source_offset"].to_list() != starts or hands["hand_id"].to_list() != list(
        rows["base"]
    ):
        return False
    has_digest = rows["deal_digest"].is_not_null()
    if not (hands["content_digest"].eq_missing(rows["content_digest"]) | ~has_digest).all():
        return False
    if has_digest.all():
        return True
    copies = pl.Series(range(rows.height), dtype=pl.Int64)
    numbered = (with_copies([parsed], name, copies) for name in ("hands", "seats", "actions"))
    return bool((outlines.lines(*numbered)["line"].eq_missing(rows["line"]) | has_digest).all())


def _in_place(parsed: Parsed, rows: pl.DataFrame) -> Parsed:
    """Hands with their places in the file instead of those among the joined texts."""
    parsed["tables"]["hands"] = parsed["tables"]["hands"].with_columns(rows.select(PLACE))
    return parsed
