"""
Merge the copies of a hand: parse the best text again with what the other copies hold.

The text is parsed again, rather than its rows changed, so that replay, pots, scores and audit
follow from all that is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from handlab.ingest import outlines
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
from handlab.ingest.exact import HANDS, SEATS
from handlab.ingest.rereading import Rereader
from handlab.ingest.rows import with_copies
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from handlab.ingest.batch import Options, Part
    from handlab.ingest.native import Native, Parsed

CLUSTER = ["cluster"]
DOUBTFUL = ("summary_reconciled", "winner_mismatch", "mismatch", "corrupt_actions", "incomplete")
"""The verdicts of texts that contradict themselves or the rules, or do not say enough."""
KEPT = ["part", "base", "source_digest", "is_derived"]
"""What a hand that is parsed again has from its copy."""


class Copies:
    """
    The rows of all copies, identified by the column `copy`.

    Parameters
    ----------
    tables
        The rows of each table, with the column `copy`, and `is_derived` in `hands`.
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
        self._rereader = Rereader(native, options)

    def rows(self, table: str, copies: pl.Series) -> pl.DataFrame:
        """Rows of a table for some copies, with the columns that `outlines` looks at."""
        is_asked = pl.col("copy").is_in(copies.implode())
        return self.tables[table].lazy().filter(is_asked).select(outlines.COLUMNS[table]).collect()

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
        hands = self._hands(wanted)
        stored = hands.filter(pl.col("part").is_null())
        return self._take(
            [*self._parse_incoming(hands, overlays), *self._rereader.parse(stored, overlays)]
        )

    def verdicts_of_texts(self, stored: pl.DataFrame) -> pl.DataFrame:
        """
        Parse the texts of stored copies (`copy`, `line`) as they are, without other copies' cards.

        Returns
        -------
        DataFrame
            `copy`, `verdict`; copies without a readable text are left out.
        """
        nothing = pl.DataFrame(schema=OVERLAY)
        found = [
            rows.select("copy").with_columns(parsed["tables"]["hands"]["verdict"])
            for parsed, rows in self._rereader.parse(self._hands(stored), nothing)
        ]
        return pl.concat([stored.select("copy", verdict=pl.lit(None, pl.String)).clear(), *found])

    def _hands(self, wanted: pl.DataFrame) -> pl.DataFrame:
        """The rows of `hands` of some copies (`copy`, `line`), with their lines."""
        return self.tables["hands"].join(wanted, on="copy", maintain_order="left")

    def inherit(self, seats: pl.DataFrame, hands: pl.DataFrame) -> None:
        """Set what is not in a hand's text from other copies: its heroes, and their accounts."""
        self.tables["seats"] = seats_with_owners(self.tables["seats"], seats, ["copy"])
        self.tables["hands"] = hands_with_owners(self.tables["hands"], hands, ["copy"])

    def _parse_incoming(
        self, hands: pl.DataFrame, overlays: pl.DataFrame
    ) -> Iterator[tuple[Parsed, pl.DataFrame]]:
        """Parse hands of the pieces again: some as parsed, and their rows in the same order."""
        known = overlays.join(hands.select("copy", offset="source_offset"), on="copy")
        incoming = hands.filter(pl.col("part").is_not_null())
        for (number,), group in incoming.group_by("part", maintain_order=True):
            overlay = known.join(group, on="copy", how="semi").drop("copy")
            part = self._parts[int(str(number))]
            only = group["source_offset"].to_list()
            parsed = part.parse(self._native, self._options, overlays=overlay, only=only)
            offsets = parsed["tables"]["hands"].select("source_offset")
            yield parsed, offsets.join(group, on="source_offset", maintain_order="left")

    def _take(self, again: Sequence[tuple[Parsed, pl.DataFrame]]) -> dict[int, int]:
        """Add the rows of hands that were parsed again as new copies."""
        if not again:
            return {}
        parsed = [result for result, _ in again]
        was = pl.concat(rows.select("copy", *KEPT) for _, rows in again)
        first = int(str(self.tables["hands"]["copy"].max())) + 1
        copies = pl.Series("copy", range(first, first + was.height), dtype=pl.Int64)
        for name in HAND_TABLES:
            rows = with_copies(parsed, name, copies)
            if name == "hands":
                rows = rows.with_columns(was.select(KEPT))
            self.tables[name] = pl.concat([self.tables[name], rows], how="diagonal")
        return dict(zip(was["copy"], copies, strict=True))


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
    changed = _merged(copies, hands, seats, informative)
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
        pl.col("length").cast(pl.Int64) * 100_000
        + pl.col("board").str.len_bytes().fill_null(0).clip(upper_bound=99) * 1_000
        + pl.col("n_runouts").fill_null(1).clip(0, 9) * 100
        + is_money * 10
        + ~pl.col("is_derived") * 4
    )
    # Only these of hundreds of columns.
    known = copies.tables["hands"].select("copy", "part", "is_derived", *HANDS)
    hands = place.join(known, on="copy", maintain_order="left").with_columns(rank=rank)
    prints_rake = pl.col("rake_source").eq_missing("logged")
    hands = hands.with_columns(_adds_up(copies, hands))
    hands = hands.with_columns(pl.col("rank") + pl.col("adds_up") * 2 + prints_rake)
    seated = copies.tables["seats"].select("copy", *SEATS)
    seats = place.join(seated, on="copy", maintain_order="left")
    # A converter may not say that a name is anonymous.
    is_anonymous = pl.col("is_anonymous").fill_null(False).any().over("cluster", "seat", "player")
    return hands, seats.with_columns(is_anonymous)


def _adds_up(copies: Copies, hands: pl.DataFrame) -> pl.Series:
    """
    Whether each text adds up by itself.

    The verdict of a stored hand may come from the cards of another copy that contradicts it.
    """
    is_doubtful = pl.col("verdict").is_in(DOUBTFUL).fill_null(False)
    is_rivalled = pl.len().over("cluster", "rank") > 1
    doubted = hands.filter(is_doubtful & pl.col("part").is_null() & is_rivalled)
    of_texts = copies.verdicts_of_texts(doubted.select("copy", "line"))
    known = hands.select("copy", "verdict").update(of_texts, on="copy")
    return known.select(adds_up=~is_doubtful)["adds_up"]


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


def _merged(
    copies: Copies, hands: pl.DataFrame, seats: pl.DataFrame, informative: pl.Series
) -> pl.DataFrame:
    """
    `cluster`, `copy` and `base_copy` of the hands that hold more than before.

    Among the best texts of a hand the last one that added something is parsed. So it would be if
    the copies came one at a time: a stored text is looked for in its file only if it is the best.
    """
    in_seats, in_hands = best_seats(seats, CLUSTER), best_hands(hands, CLUSTER)
    # A stored hand may have names and cards from other copies, which its text does not have.
    is_read = ~pl.col("copy").is_in(hands.filter(pl.col("part").is_null())["copy"].implode())
    in_texts = seats.with_columns(pl.when(is_read).then(pl.col("player", "hole_cards")))
    lacking = missing_seats(in_texts, in_seats, CLUSTER)
    lacks = pl.concat([lacking["copy"], missing_hands(hands, in_hands, CLUSTER)["copy"]])
    bases = (
        hands.with_columns(
            is_lacking=pl.col("copy").is_in(lacks.implode()),
            is_stored=pl.col("part").is_null(),
            informed_at=pl.when(pl.col("copy").is_in(informative.implode())).then("turn"),
        )
        .sort(
            "cluster",
            "rank",
            "is_outdated",
            "informed_at",
            "turn",
            descending=[False, True, False, True, False],
            nulls_last=True,
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
