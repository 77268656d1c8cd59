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

    def take_derived(self, hands: pl.DataFrame) -> None:
        """Collect hands that a converter has written, in which anonymous players may have names."""
        if hands.height:
            self._derived.append(hands.filter(pl.col("tournament_id").is_not_null()).unique())

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
        if not self._rows and not self._forgotten and not self._deleted:
            return
        none = TOURNAMENT_REPORTS.polars_schema.to_frame()
        rows = pl.concat([none, *self._rows])
        deleted = pl.concat([DELETED.to_frame(), *self._deleted]).unique()
        forgotten = pl.concat([none, *self._forgotten, *self._of_other_readings(deleted)])
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
