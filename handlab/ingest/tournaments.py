"""
Store what each text reports of a tournament, and derive `tournaments` from it at each commit.

Which text is right can only be decided once all are read, in whatever order. So the report of every
hand and summary is stored in `tournament_reports`, once however often it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.lake.parquet import conform
from handlab.placeholder import is_placeholder
from handlab.schema import TOURNAMENT_REPORTS, TOURNAMENTS
from handlab.tournaments import SEATED, from_stored, merge_reports
from handlab.tournaments.names import EVENT, KEY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.lake.writer import Writer

REPORT_KEY = list(TOURNAMENT_REPORTS.key)


class Tournaments:
    """Collects reports of tournaments until a commit."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._rows: list[pl.DataFrame] = []
        self._forgotten: list[pl.DataFrame] = []
        self._renamed: list[pl.DataFrame] = []
        self._read_again: list[pl.DataFrame] = []
        self._deleted: list[pl.DataFrame] = []

    def take(self, reports: pl.DataFrame, *, is_first_reading: bool = True) -> None:
        """Collect rows of `tournament_reports`."""
        if reports.height:
            self._rows.append(conform(reports, TOURNAMENT_REPORTS))
            if not is_first_reading:
                of_summaries = reports.filter(pl.col("source") == "summary")
                self._read_again.append(of_summaries.select("report").unique())

    def take_copies(self, hands: pl.DataFrame) -> None:
        """Collect hands that may also be in another text: it may name who is a placeholder here."""
        events = hands.select(EVENT).filter(pl.col("tournament_id").is_not_null()).unique()
        self._renamed.append(events)

    def take_deleted(self, hands: pl.DataFrame) -> None:
        """Collect stored hands that another reading replaces, which may name another tournament."""
        events = hands.select(EVENT).filter(pl.col("tournament_id").is_not_null()).unique()
        if events.height:
            self._deleted.append(events)

    def forget(self, reports: pl.DataFrame) -> None:
        """Delete reports with the next commit, unless they are collected until then."""
        if reports.height:
            self._forgotten.append(reports)

    def store(self) -> None:
        """Merge the collected reports with the stored ones."""
        if not self._rows and not self._forgotten and not self._deleted:
            return
        none = TOURNAMENT_REPORTS.polars_schema.to_frame()
        rows = pl.concat([none, *self._rows]).unique(REPORT_KEY, keep="last", maintain_order=True)
        forgotten = pl.concat([none, *self._forgotten, *self._of_other_events()])
        forgotten = forgotten.unique(REPORT_KEY).join(rows, on=REPORT_KEY, how="anti")
        self._rows.clear()
        self._forgotten.clear()
        events = pl.concat([rows, forgotten]).select(EVENT).unique()
        stored = self._writer.find("tournament_reports", events)
        added = rows.join(stored, on=list(TOURNAMENT_REPORTS.names), how="anti", nulls_equal=True)
        replaced = stored.join(added, on=REPORT_KEY, how="semi")
        known = stored.join(added, on=REPORT_KEY, how="anti")
        reports = pl.concat([known, added])
        obsolete = self._without_seat(reports)
        forgotten = known.join(forgotten, on=REPORT_KEY, how="semi")
        obsolete = pl.concat([obsolete, forgotten]).unique(REPORT_KEY)
        self._writer.delete(
            "tournament_reports", pl.concat([replaced, obsolete]).select(REPORT_KEY)
        )
        self._writer.add({"tournament_reports": added.join(obsolete, on=REPORT_KEY, how="anti")})
        # Those without a new report as well: an older version may have merged them by other rules.
        self._replace(events, merge_reports(reports.join(obsolete, on=REPORT_KEY, how="anti")))

    def _of_other_events(self) -> Iterator[pl.DataFrame]:
        """
        Stored reports under another site or number than the texts have in their new reading.

        Else each such tournament would be listed twice.
        """
        if self._read_again:
            yield self._writer.find("tournament_reports", pl.concat(self._read_again).unique())
            self._read_again.clear()
        if self._deleted:
            deleted = pl.concat(self._deleted).unique()
            self._deleted.clear()
            left = self._writer.find("hands", deleted, EVENT).unique()
            without_hands = deleted.join(left, on=EVENT, how="anti")
            found = self._writer.find("tournament_reports", without_hands)
            yield found.filter(pl.col("source") == "hands")

    def _without_seat(self, reports: pl.DataFrame) -> pl.DataFrame:
        """Reports of a placeholder in a seat that another copy of the hand has named since."""
        if not self._renamed:
            return reports.clear()
        events = pl.concat(self._renamed).unique()
        self._renamed.clear()
        seated = reports.filter(
            pl.col("report").str.starts_with(SEATED) & is_placeholder(pl.col("player"))
        ).join(events, on=EVENT, how="semi")
        hands = self._writer.find("hands", seated.select(EVENT).unique(), ["hand_id", *EVENT]).join(
            seated.select(KEY).unique(), on=EVENT
        )
        key = ["site", "hand_id", "player"]
        seats = self._writer.find("seats", hands.select(key), key)
        return seated.join(hands.join(seats, on=key, how="semi"), on=KEY, how="anti")

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
