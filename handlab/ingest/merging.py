"""
Merge the copies of a hand: parse the best text again with what the other copies hold.

The text is parsed again, rather than its rows changed, so that replay, pots, scores and audit
follow from all that is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from handlab.ingest import outlines, stored
from handlab.ingest.copies import (
    OVERLAY,
    best_hands,
    best_seats,
    cards_known,
    hands_with_owners,
    is_placeholder,
    missing_hands,
    missing_seats,
    seats_with_owners,
    start_rank,
)
from handlab.ingest.rows import row_counts
from handlab.lake.parquet import conform
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from handlab.archive import Preamble
    from handlab.ingest.batch import Options, Part
    from handlab.ingest.native import Native, Parsed

CLUSTER = ["cluster"]


class Copies:
    """
    The rows of all copies, identified by the column `copy`.

    Parameters
    ----------
    tables
        The rows of each table, with the column `copy`.
    parts
        Pieces that hold the copies' texts, by the column `part` of `hands`, which is null for
        stored copies.
    """

    def __init__(
        self, tables: dict[str, pl.DataFrame], parts: list[Part], native: Native, options: Options
    ) -> None:
        self.tables = tables
        self._parts = parts
        self._native = native
        self._options = options
        self._preambles = stored.Preambles(native)

    def rows(self, table: str, copies: pl.Series) -> pl.DataFrame:
        """Rows of a table for some copies."""
        return self.tables[table].filter(pl.col("copy").is_in(copies.implode()))

    def parse_again(self, wanted: pl.DataFrame, overlays: pl.DataFrame) -> dict[int, int]:
        """
        Parse the texts of some copies again.

        Parameters
        ----------
        wanted
            `copy`, `line`.
        overlays
            What other copies hold, as `OVERLAY`.

        Returns
        -------
        dict
            The number of the new copy by that of the old; copies without a readable text are left
            out.
        """
        hands = self.tables["hands"].join(wanted, on="copy", maintain_order="left")
        known = overlays.join(hands.select("copy", offset="source_offset"), on="copy")
        made: dict[int, int] = {}
        incoming = hands.filter(pl.col("part").is_not_null())
        for (number,), group in incoming.group_by("part", maintain_order=True):
            overlay = known.join(group, on="copy", how="semi").drop("copy")
            part = self._parts[int(str(number))]
            only = group["source_offset"].to_list()
            parsed = part.parse(self._native, self._options, overlays=overlay, only=only)
            made |= self._take(parsed, group)
        for row in hands.filter(pl.col("part").is_null()).iter_rows(named=True):
            overlay = known.filter(pl.col("copy") == row["copy"]).drop("copy")
            again = self._parse_stored(row, overlay)
            if again is not None:
                made |= self._take(again, hands.filter(pl.col("copy") == row["copy"]))
        return made

    def inherit(self, seats: pl.DataFrame, hands: pl.DataFrame) -> None:
        """Set what is not in a hand's text from other copies: its heroes, and their accounts."""
        self.tables["seats"] = seats_with_owners(self.tables["seats"], seats, ["copy"])
        self.tables["hands"] = hands_with_owners(self.tables["hands"], hands, ["copy"])

    def _take(self, parsed: Parsed, hands: pl.DataFrame) -> dict[int, int]:
        """Add the rows of hands that were parsed again as new copies."""
        first = int(str(self.tables["hands"]["copy"].max())) + 1
        fresh = parsed["tables"]["hands"].select("source_offset").with_row_index("number")
        was = fresh.join(
            hands.select("source_offset", "part", "base", "source_digest", was="copy"),
            on="source_offset",
            maintain_order="left",
        )
        copies = was["number"].cast(pl.Int64) + first
        for name in HAND_TABLES:
            rows = conform(parsed["tables"][name], TABLES[name])
            if name == "hands":
                source = was.select("part", "base", "source_digest").with_columns(copy=copies)
                rows = pl.concat([rows.drop("source_digest"), source], how="horizontal")
            else:
                numbers = np.repeat(copies.to_numpy(), row_counts(parsed, name))
                rows = rows.with_columns(pl.Series("copy", numbers, dtype=pl.Int64))
            self.tables[name] = pl.concat([self.tables[name], rows], how="diagonal")
        return dict(zip(was["was"], copies, strict=True))

    def _parse_stored(self, row: dict[str, Any], overlay: pl.DataFrame) -> Parsed | None:
        text = stored.text_of(row)
        if text is None:
            return None
        parsed = self._parse_text(row, text, overlay)
        # A hand that needs a preamble cannot be read without it: only then is it looked for.
        if not _is_hand(parsed, row) and (preamble := self._preambles.before(row, text[1])):
            parsed = self._parse_text(row, text, overlay, preamble)
        if not _is_hand(parsed, row):
            return None
        length = pl.lit(row["source_length"], dtype=pl.Int64)
        parsed["tables"]["hands"] = parsed["tables"]["hands"].with_columns(source_length=length)
        return parsed

    def _parse_text(
        self,
        row: dict[str, Any],
        text: tuple[bytes, str],
        overlay: pl.DataFrame,
        preamble: Preamble | None = None,
    ) -> Parsed:
        data, name = text
        return self._native.parse_batch(
            data,
            byte_offset=row["source_offset"],
            line_offset=(row["source_line"] or 1) - 1,
            encoding=name,
            is_last=False,
            source_file=row["source_file"],
            source_member=row["source_member"],
            source_digest=None,
            account=row["account"],
            timezone=self._options.timezone,
            keep_text=row["text"] is not None,
            overlays=overlay,
            preamble=preamble,
        )


def _is_hand(parsed: Parsed, row: dict[str, Any]) -> bool:
    """Whether the text at the place of a stored hand is still that hand."""
    hands = parsed["tables"]["hands"]
    if hands["hand_id"].to_list() != [row["base"]]:
        return False
    if row["deal_digest"] is not None:
        return bool(hands["content_digest"].item() == row["content_digest"])
    numbered = (
        conform(parsed["tables"][name], TABLES[name]).with_columns(copy=pl.lit(0))
        for name in ("hands", "seats", "actions")
    )
    return bool(outlines.lines(*numbered)["line"].item() == row["line"])


@dataclass(frozen=True, slots=True)
class Merged:
    """
    The result of merging.

    Attributes
    ----------
    hands
        `cluster`; `copy`, the copy whose rows are stored; `base_copy`, the copy whose text it is.
    informative
        The copies that added something to the earlier ones.
    """

    hands: pl.DataFrame
    informative: pl.Series


def merge(copies: Copies, clustered: pl.DataFrame) -> Merged:
    """
    Merge the copies of each hand.

    Parameters
    ----------
    copies
        All rows; hands that are parsed again are added.
    clustered
        `cluster`, `copy`, `line`, and `is_outdated` where the stored hand is to be rewritten in any
        case; the first copy of each cluster is the existing one.
    """
    firsts = clustered.unique("cluster", keep="first", maintain_order=True).select(
        "cluster", "copy", base_copy="copy"
    )
    several = clustered.filter(pl.len().over("cluster") > 1)
    order = several.with_columns(turn=pl.int_range(pl.len()).over("cluster"))
    hands, seats = _facts(copies, order)
    informative = _informative(hands, seats)
    is_changing = pl.col("copy").is_in(informative.implode()) | pl.col("is_outdated")
    changing = order.filter(is_changing).select("cluster").unique()
    hands, seats = (
        frame.join(changing, on="cluster", how="semi", maintain_order="left")
        for frame in (hands, seats)
    )
    changed = _merged(copies, hands, seats)
    kept = firsts.join(changed, on="cluster", how="anti", maintain_order="left")
    added = order.join(changed, on="cluster", how="semi")["copy"]
    return Merged(
        pl.concat([kept, changed.cast(firsts.schema)]),
        informative.filter(informative.is_in(added.implode())),
    )


def _facts(copies: Copies, order: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hands and seats of copies in order; the best text of a hand has the highest `rank`."""
    place = order.select(
        "cluster", "turn", "copy", "line", "is_outdated", length=pl.col("line").str.len_bytes()
    )
    is_money = ~pl.col("currency").is_in(("PLAY", "CLUB")).fill_null(False)
    rank = (
        pl.col("length").cast(pl.Int64) * 10_000
        + pl.col("board").str.len_bytes().fill_null(0).clip(upper_bound=99) * 100
        + pl.col("n_runouts").fill_null(1).clip(0, 9) * 10
        + is_money
    )
    hands = place.join(copies.tables["hands"], on="copy", maintain_order="left").with_columns(
        rank=rank
    )
    return hands, place.join(copies.tables["seats"], on="copy", maintain_order="left")


def _informative(hands: pl.DataFrame, seats: pl.DataFrame) -> pl.Series:
    """
    The copies that hold something that no earlier copy holds.

    A seat that only a later copy lists took no part in the hand.
    """

    def first(flag: pl.Expr, *of: str) -> pl.Expr:
        known = flag.fill_null(False)
        return known & (known.cast(pl.Int32).cum_sum().over(of) == 1)

    def more(value: pl.Expr, *of: str) -> pl.Expr:
        return value > value.cum_max().shift(1).over(of)

    is_later = pl.col("turn") > 0
    by_hand = hands.filter(
        is_later
        & (
            more(pl.col("rank"), "cluster")
            | more(start_rank(), "cluster")
            | first(pl.col("table_name").is_not_null(), "cluster")
        )
    )
    listed = seats.filter((pl.col("turn").min() == 0).over("cluster", "seat"))
    by_seat = listed.filter(
        is_later
        & (
            first(~is_placeholder(), "cluster", "seat")
            | more(cards_known(), "cluster", "seat")
            | first(pl.col("is_hero"), "cluster", "seat")
        )
    )
    return pl.concat([by_hand["copy"], by_seat["copy"]]).unique(maintain_order=True)


def _merged(copies: Copies, hands: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """`cluster`, `copy` and `base_copy` of the hands that hold more than before."""
    in_seats, in_hands = best_seats(seats, CLUSTER), best_hands(hands, CLUSTER)
    lacking = missing_seats(seats, in_seats, CLUSTER)
    lacks = pl.concat([lacking["copy"], missing_hands(hands, in_hands, CLUSTER)["copy"]])
    bases = (
        hands.with_columns(
            is_lacking=pl.col("copy").is_in(lacks.implode()), is_stored=pl.col("part").is_null()
        )
        .sort(
            "cluster",
            "rank",
            "is_outdated",
            "is_lacking",
            "is_stored",
            "turn",
            descending=[False, True, False, False, False, False],
        )
        .unique("cluster", keep="first", maintain_order=True)
    )
    again = bases.filter(pl.col("is_lacking") | pl.col("is_stored"))
    about_hands = again.select("cluster", "copy").join(in_hands, on="cluster")
    empty = pl.DataFrame(schema=OVERLAY)
    overlays = pl.concat([empty, lacking, about_hands], how="diagonal").select(list(OVERLAY))
    overlays = overlays.join(again, on="copy", how="semi")
    made = copies.parse_again(again.select("copy", "line"), overlays)
    now = pl.DataFrame(
        {"base_copy": list(made), "now": list(made.values())},
        schema={"base_copy": pl.Int64, "now": pl.Int64},
    )
    changed = (
        bases.select("cluster", pl.col("copy").alias("base_copy"), "is_lacking", "is_stored")
        .join(now, on="base_copy", how="left", maintain_order="left")
        .filter(pl.col("now").is_not_null() | ~(pl.col("is_lacking") | pl.col("is_stored")))
        .select("cluster", pl.coalesce("now", "base_copy").alias("copy"), "base_copy")
    )
    key = changed.select("cluster", "copy")
    copies.inherit(in_seats.join(key, on="cluster"), in_hands.join(key, on="cluster"))
    return changed
