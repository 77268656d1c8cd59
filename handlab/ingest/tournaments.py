"""
Store what each text reports of a tournament, and derive `tournaments` from it at each commit.

Which text is right can only be decided once all are read, in whatever order. So the report of every
hand and summary is stored in `tournament_reports`, once however often it is read.

Two hands of one printed number are two reports: each has the number under which its hand is stored,
and that is only known once the hand has been compared with others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.lake.parquet import conform
from handlab.placeholder import is_placeholder
from handlab.schema import TOURNAMENT_REPORTS, TOURNAMENTS
from handlab.tournaments import OWNER, SEATED, from_stored, merge_reports
from handlab.tournaments.copies import REPORT_KEY, merge_copies
from handlab.tournaments.names import EVENT, KEY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.lake.writer import Writer

DELETED = pl.Schema(dict.fromkeys([*EVENT, "hand_id"], pl.String))


class Tournaments:
    """Collects reports of tournaments until a commit."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._rows: list[pl.DataFrame] = []
        self._forgotten: list[pl.DataFrame] = []
        self._renamed: list[pl.DataFrame] = []
        self._derived: list[pl.DataFrame] = []
        self._read_again: list[pl.DataFrame] = []
        self._deleted: list[pl.DataFrame] = []
        self._named: list[pl.DataFrame] = []
        self._moved: list[pl.DataFrame] = []

    def take(
        self,
        reports: pl.DataFrame,
        *,
        numbers: pl.Series | None = None,
        is_first_reading: bool = True,
    ) -> None:
        """
        Collect rows of `tournament_reports`.

        Parameters
        ----------
        numbers
            For each row the number of its hand in the run; -1 for what is not of one hand.
        """
        if reports.height:
            number = pl.lit(-1, dtype=pl.Int64) if numbers is None else numbers
            self._rows.append(conform(reports, TOURNAMENT_REPORTS).with_columns(number=number))
            if not is_first_reading:
                of_summaries = reports.filter(pl.col("source") == "summary")
                self._read_again.append(of_summaries.select("report").unique())

    def take_copies(self, hands: pl.DataFrame) -> None:
        """Collect hands that may also be in another text: it may name who is a placeholder here."""
        events = hands.select(EVENT).filter(pl.col("tournament_id").is_not_null()).unique()
        self._renamed.append(events)

    def take_derived(self, hands: pl.DataFrame) -> None:
        """Collect hands that a converter has written, in which anonymous players may have names."""
        if hands.height:
            self._derived.append(hands.filter(pl.col("tournament_id").is_not_null()).unique())

    def take_named(self, named: pl.DataFrame) -> None:
        """Collect read hands that are stored under another number; see `identity.Resolved`."""
        if named.height:
            self._named.append(named)

    def take_moved(self, moved: pl.DataFrame) -> None:
        """Collect stored hands whose number has changed; see `identity.Resolved`."""
        if moved.height:
            self._named = [_moved(named, moved, "hand_id") for named in self._named]
            self._moved.append(moved)

    def take_deleted(self, hands: pl.DataFrame) -> None:
        """Collect stored hands that are read again: names and events may be others."""
        hands = hands.select(*EVENT, "hand_id").filter(pl.col("tournament_id").is_not_null())
        if hands.height:
            self._deleted.append(hands)

    def forget(self, reports: pl.DataFrame) -> None:
        """Delete reports with the next commit, unless they are collected until then."""
        if reports.height:
            self._forgotten.append(reports)

    def store(self) -> None:
        """Merge the collected reports with the stored ones."""
        moved = self._of_moved()
        if not (self._rows or self._forgotten or self._deleted or moved):
            return
        none = TOURNAMENT_REPORTS.polars_schema.to_frame()
        rows = pl.concat([none, *self._of_named(), *(now for _, now in moved)])
        deleted = pl.concat([DELETED.to_frame(), *self._deleted]).unique()
        forgotten = pl.concat(
            [
                none,
                *self._forgotten,
                *self._of_other_readings(deleted),
                *(before for before, _ in moved),
            ]
        )
        forgotten = forgotten.unique(REPORT_KEY).join(rows, on=REPORT_KEY, how="anti")
        for collected in (self._rows, self._forgotten, self._deleted):
            collected.clear()
        events = pl.concat([rows, forgotten]).select(EVENT).unique()
        stored = self._writer.find("tournament_reports", events)
        rows = _merged(rows, stored, deleted)
        added = rows.join(stored, on=list(TOURNAMENT_REPORTS.names), how="anti", nulls_equal=True)
        replaced = stored.join(added, on=REPORT_KEY, how="semi")
        known = stored.join(added, on=REPORT_KEY, how="anti")
        reports = pl.concat([known, added])
        checked = pl.concat([deleted.select(EVENT), *self._derived]).unique()
        self._derived.clear()
        obsolete = self._without_seat(reports, checked)
        forgotten = known.join(forgotten, on=REPORT_KEY, how="semi")
        obsolete = pl.concat([obsolete, forgotten]).unique(REPORT_KEY)
        self._writer.delete(
            "tournament_reports", pl.concat([replaced, obsolete]).select(REPORT_KEY)
        )
        self._writer.add({"tournament_reports": added.join(obsolete, on=REPORT_KEY, how="anti")})
        # Those without a new report as well: an older version may have merged them by other rules.
        self._replace(events, merge_reports(reports.join(obsolete, on=REPORT_KEY, how="anti")))

    def _of_named(self) -> list[pl.DataFrame]:
        """The collected rows, those of hands under the numbers of the stored hands."""
        if not self._named:
            return [rows.drop("number") for rows in self._rows]
        named = pl.concat(self._named).unique("number", keep="last")
        self._named.clear()
        named = named.select("number", key="hand_id", is_named=pl.lit(value=True))
        is_named = pl.col("is_named").fill_null(value=False)
        return [
            rows.join(named, on="number", how="left", maintain_order="left")
            # What is said of one of several hands, and it is unknown of which, would count twice.
            .filter(~is_named | pl.col("key").is_not_null())
            .with_columns(report=pl.coalesce("key", "report"))
            .select(TOURNAMENT_REPORTS.names)
            for rows in self._rows
        ]

    def _of_moved(self) -> list[tuple[pl.DataFrame, pl.DataFrame]]:
        """The stored reports of hands whose number has changed, and what replaces them."""
        found = []
        for moved in self._moved:
            before = self._writer.find(
                "tournament_reports", moved.select("site", report="stored_id")
            ).filter(pl.col("source") == "hands")
            if before.height:
                found.append((before, _moved(before, moved, "report")))
        self._moved.clear()
        return found

    def _of_other_readings(self, deleted: pl.DataFrame) -> Iterator[pl.DataFrame]:
        """
        Stored reports that the texts do not make in their new reading, unless they are collected.

        Under another site or number each such tournament would be listed twice, and under another
        name each such player.
        """
        if self._read_again:
            yield self._writer.find("tournament_reports", pl.concat(self._read_again).unique())
            self._read_again.clear()
        if deleted.height:
            events = deleted.select(EVENT).unique()
            found = self._writer.find("tournament_reports", events)
            found = found.filter(pl.col("source") == "hands")
            left = self._writer.find("hands", events, EVENT).unique()
            yield found.join(left, on=EVENT, how="anti")
            yield found.join(
                deleted, left_on=[*EVENT, "report"], right_on=list(DELETED), how="semi"
            )

    def _without_seat(self, reports: pl.DataFrame, checked: pl.DataFrame) -> pl.DataFrame:
        """
        Reports of a seat that no hand names so.

        Another copy of the hand has named a placeholder since or calls the name anonymous, or the
        hand was read again.
        """
        renamed = pl.concat([checked.clear(), *self._renamed]).unique()
        self._renamed.clear()
        if not renamed.height + checked.height:
            return reports.clear()
        seated = reports.filter(pl.col("report").str.starts_with(SEATED))
        seated = pl.concat(
            [
                seated.filter(is_placeholder(pl.col("player"))).join(renamed, on=EVENT, how="semi"),
                seated.join(checked, on=EVENT, how="semi"),
            ]
        ).unique(REPORT_KEY)
        hands = self._writer.find("hands", seated.select(EVENT).unique(), ["hand_id", *EVENT]).join(
            seated.select(KEY).unique(), on=EVENT
        )
        key = ["site", "hand_id"]
        seats = self._writer.find(
            "seats", hands.select(key).unique(), [*key, "player", "is_hero", "is_anonymous"]
        )
        # A stranger of the same name is not reported.
        is_anonymous = pl.col("is_anonymous").fill_null(value=False)
        seats = seats.filter(~is_anonymous | pl.col("is_hero")).with_columns(
            player=pl.when(is_anonymous).then(pl.lit(OWNER)).otherwise("player")
        )
        held = hands.join(seats, on=[*key, "player"], how="semi")
        return seated.join(held, on=KEY, how="anti")

    def upgrade_stored(self) -> bool:
        """
        Turn rows that an older handlab stored into reports, and derive their tournaments again.

        That version wrote the site of a summary as `PokerStars` and of a hand as `pokerstars`, so
        that a player was listed twice. The change takes effect with the next commit, or not at all.

        Returns
        -------
        bool
            Whether there was anything to do.
        """
        events = self._events("tournaments").join(
            self._events("tournament_reports"), on=EVENT, how="anti"
        )
        if events.height == 0:
            return False
        old = self._writer.find("tournaments", events)
        self._writer.delete("tournaments", events)
        self.take(from_stored(old))
        self.store()
        return True

    def _events(self, table: str) -> pl.DataFrame:
        return self._writer.stored.distinct(table, EVENT)

    def _replace(self, events: pl.DataFrame, made: pl.DataFrame) -> None:
        """Replace the stored rows of some tournaments."""
        stored = self._writer.find("tournaments", events)
        changed = made.join(stored, on=list(TOURNAMENTS.names), how="anti", nulls_equal=True)
        obsolete = stored.join(made, on=KEY, how="anti")
        self._writer.delete("tournaments", pl.concat([changed, obsolete]).select(KEY).unique())
        self._writer.add({"tournaments": changed})


def _merged(rows: pl.DataFrame, stored: pl.DataFrame, deleted: pl.DataFrame) -> pl.DataFrame:
    """
    Merge collected reports with each other and with what other copies of their hands reported.

    Those of stored hands that were read again are replaced, and so are those of summaries.
    """
    is_hand = pl.col("source") == "hands"
    summaries = rows.filter(~is_hand).unique(REPORT_KEY, keep="last", maintain_order=True)
    of_hands = rows.filter(is_hand)
    others = stored.join(of_hands, on=REPORT_KEY, how="semi").join(
        deleted, left_on=[*EVENT, "report"], right_on=list(DELETED), how="anti"
    )
    return pl.concat([summaries, merge_copies(pl.concat([of_hands, others]))])


def _moved(rows: pl.DataFrame, moved: pl.DataFrame, column: str) -> pl.DataFrame:
    """Rows with the new numbers of hands in a column that has their old ones."""
    numbers = moved.select("site", pl.col("stored_id").alias(column), moved_to="hand_id")
    return (
        rows.join(numbers, on=["site", column], how="left", maintain_order="left")
        .with_columns(pl.coalesce("moved_to", column).alias(column))
        .drop("moved_to")
    )
