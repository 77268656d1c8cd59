"""
Store every hand once: find the new hands of a batch, the copies, and what the copies add.

Hands whose key is certainly unknown pass unchanged. The others are compared with the hands of the
same number: copies of one hand are merged seat by seat, different hands become `number~digest`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab.ingest.clusters import clusters, name_clusters
from handlab.ingest.counting import as_duplicates, count_copies, read_again
from handlab.ingest.exact import PLACE, exact_copies
from handlab.ingest.merging import Copies, merge
from handlab.ingest.rows import KEY
from handlab.ingest.rows import verdicts as count_verdicts
from handlab.ingest.summary import Counts
from handlab.ingest.waiting import FEW, Waiting
from handlab.lake import freed
from handlab.lake.stored_statistics import STORED
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from handlab.ingest.batch import Batch, Options
    from handlab.ingest.file_log import Source
    from handlab.ingest.known import KnownHands
    from handlab.ingest.native import Native
    from handlab.ingest.rows import Numbers
    from handlab.lake.writer import Writer


SORTED_OUT = 1800
"""The most hands that are sorted out at once: each takes 30 kB, each call 0.1 s."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """
    What became of the hands of a batch.

    Attributes
    ----------
    counts
        The counts of its parts; all hands that may be copies are counted as hands.
    verdicts
        How many more hands have each verdict now.
    compared
        What comparisons change in the counts of sources, also in those of earlier batches.
    copies
        The compared hands: another text has them, or may have them.
    derived
        Of these, the texts that were converted from others.
    named
        Read hands, by their `number` in the run, whose `hand_id` in the lake is not the printed
        one; null if the text may be of several hands.
    moved
        Stored hands whose key, `stored_id`, has become `hand_id`.
    """

    counts: list[Counts] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    compared: list[tuple[Source, Counts]] = field(default_factory=list)
    copies: list[pl.DataFrame] = field(default_factory=list)
    derived: list[pl.DataFrame] = field(default_factory=list)
    named: list[pl.DataFrame] = field(default_factory=list)
    moved: list[pl.DataFrame] = field(default_factory=list)


class Resolver:
    """
    Compares batches, in order, with the hands of the lake.

    `interchange` has the dialects of files in interchange formats, by digest.
    """

    def __init__(
        self,
        writer: Writer,
        known: KnownHands,
        native: Native,
        options: Options,
        interchange: Mapping[str, str],
    ) -> None:
        self._interchange = interchange
        self._writer = writer
        self._known = known
        self._native = native
        self._options = options
        self._waiting = Waiting()

    def resolve(self, batch: Batch) -> Resolved:
        """
        Leave only new hands in a batch, and update stored hands with what copies add.

        Few suspects wait for those of other batches, until [`Resolver.settle`] at the latest.
        """
        rows = batch.rows
        hashes = rows.key_hashes(self._native)
        is_suspect = self._known.suspects(hashes) | self._waiting.may_hold(hashes)
        counts = [
            Counts(
                headers=counted["headers"],
                hands=counted["hands"] - counted["cancelled"],
                partial=counted["partial"],
                cancelled=counted["cancelled"],
                rejected=counted["rejected"],
            )
            for counted in batch.counted
        ]
        is_suspect[batch.unchanged] = False
        suspects = np.flatnonzero(is_suspect)
        is_new = ~is_suspect
        is_new[batch.unchanged] = False
        rows.drop(np.flatnonzero(~is_new))
        found = rows.verdicts()
        self._known.add_hashes(hashes[is_new])
        self._known.add(rows.keys_with_tilde())
        self._count_replacing(batch, is_new, counts, found)
        resolved = Resolved(counts, found)
        if len(suspects) == 0:
            return resolved
        if len(suspects) <= FEW and batch.is_first_reading:
            self._waiting.add(batch, suspects, hashes[suspects])
            if self._waiting.is_full:
                self._settle(resolved)
        else:
            self._settle(resolved)
            self._compare(batch, suspects, resolved)
        return resolved

    def settle(self) -> Resolved:
        """Compare the hands that wait: before a commit, and before stored hands are replaced."""
        resolved = Resolved()
        self._settle(resolved)
        return resolved

    def _settle(self, resolved: Resolved) -> None:
        if len(self._waiting):
            self._compare(*self._waiting.together(), resolved)
            self._waiting = Waiting()

    def _compare(self, batch: Batch, suspects: Numbers, resolved: Resolved) -> None:
        """Compare some hands of a batch with those of the same numbers, and store what is new."""
        counts = [Counts() for _ in batch.task.parts]
        # Most are exact copies, whose actions and boards nobody looks at.
        looked_at = batch.rows.select(suspects, ["hands", "seats"])
        others = suspects[~self._are_exact(batch, looked_at, counts)]
        del looked_at["seats"]
        for first in range(0, len(others), SORTED_OUT):
            few = others[first : first + SORTED_OUT]
            self._writer.add(self._sort_out(batch, few, counts, resolved))
        sources = (part.source for part in batch.task.parts)
        resolved.compared.extend(zip(sources, counts, strict=True))
        resolved.copies.append(looked_at["hands"])
        # The stored rows took tens of megabytes, which would stay in this process.
        freed.give_back()

    def _count_replacing(
        self,
        batch: Batch,
        is_new: NDArray[np.bool_],
        counts: list[Counts],
        verdicts: Counter[str],
    ) -> None:
        """Count new hands that replace stored ones, which were counted, as copies of those."""
        replacing = batch.replacing[is_new[batch.replacing]]
        if len(replacing) == 0:
            return
        hands = batch.rows.select(replacing, ["hands"])["hands"]
        verdicts.subtract(count_verdicts(hands))
        is_cancelled = (pl.col("verdict") == "cancelled").fill_null(False)
        of_parts = hands.group_by("part").agg(pl.len(), is_cancelled.sum())
        for part, duplicates, cancelled in of_parts.iter_rows():
            counts[part] += as_duplicates(duplicates, cancelled)

    def _sort_out(
        self, batch: Batch, numbers: Numbers, counts: list[Counts], resolved: Resolved
    ) -> dict[str, pl.DataFrame]:
        """The rows to store for some hands of a batch; updates the counts and what is resolved."""
        verdicts = resolved.verdicts
        suspects = batch.rows.select(numbers, HAND_TABLES)
        copies, meta = self._copies(batch, suspects)
        del suspects
        hands = copies.tables["hands"]
        resolved.derived.append(hands.filter("is_derived").select("site", "tournament_id"))
        clustered = self._with_outdated(clusters(meta, copies.rows), batch)
        names = name_clusters(clustered)
        # An older rule of identity may have stored a hand under two keys: the first one is updated.
        is_later_stored = pl.col("part").is_null() & ~pl.col("cluster").is_first_distinct()
        merged = merge(copies, clustered.filter(~pl.col("is_vague") & ~is_later_stored))
        now = _renamed(merged.hands.join(names, on="cluster"), clustered)
        replacing = np.flatnonzero(np.isin(numbers, batch.replacing)).tolist()
        again = read_again(clustered, batch)
        count_copies(clustered, now, merged.informative, again, replacing, counts)
        resolved.named.append(_named(clustered, now, batch.numbers[numbers]))
        resolved.moved.append(
            now.filter(pl.col("stored_id") != pl.col("hand_id")).select(*KEY, "stored_id")
        )
        changed = now.filter("is_changed")
        counted = self._delete_replaced(changed.filter(~pl.col("is_new")), meta, verdicts)
        added = {
            name: copies.tables.pop(name)
            .drop("site", "hand_id")
            .join(changed.select("copy", *KEY), on="copy", maintain_order="left")
            .sort("copy", maintain_order=True)
            .select(pl.col(TABLES[name].names))
            for name in HAND_TABLES
        }
        self._known.add(changed.filter(pl.col("hand_id").ne_missing(pl.col("stored_id"))))
        is_new = pl.col("is_new") & ~pl.col("base_copy").is_in(replacing)
        is_counted = is_new | pl.col("stored_id").is_in(counted.implode())
        verdicts.update(count_verdicts(added["hands"].join(changed.filter(is_counted), on=KEY)))
        return added

    def _are_exact(
        self, batch: Batch, suspects: dict[str, pl.DataFrame], counts: list[Counts]
    ) -> NDArray[np.bool_]:
        """Whether each suspect is a copy that adds nothing; those are counted."""
        parts = enumerate(batch.task.parts)
        new = [number for number, part in parts if not part.source.replaced]
        exact = exact_copies(suspects, new, self._writer, self._known, self._is_derived)
        is_exact = suspects["hands"]["copy"].is_in(exact.implode())
        is_cancelled = (pl.col("verdict") == "cancelled").fill_null(False)
        found = suspects["hands"].filter(is_exact).group_by("part")
        for part, duplicates, cancelled in found.agg(pl.len(), is_cancelled.sum()).iter_rows():
            counts[part] += as_duplicates(duplicates, cancelled)
        return is_exact.to_numpy()

    def _with_outdated(self, clustered: pl.DataFrame, batch: Batch) -> pl.DataFrame:
        """
        Mark stored hands that are read again, of an older parser or because they have grown.

        The new reading replaces the stored hand, whichever file that was from. A hand has grown if
        its file ended within or directly after it, and it is longer now.
        """
        replacing = [number for number, part in enumerate(batch.task.parts) if part.source.replaced]
        is_stored = pl.col("part").is_null()
        is_older = is_stored & (pl.col("parser_version") < self._native.PARSER_VERSION)
        is_reread = pl.col("part").is_in(replacing).fill_null(False)
        place = ["cluster", "source_file", "source_member", "source_offset"]
        is_shorter = pl.col("source_length") < pl.col("source_length").max().over(place)
        has_grown = is_stored & pl.col("source_file").is_not_null() & is_shorter
        return clustered.with_columns(
            is_reread=is_reread,
            is_outdated=is_older.fill_null(False) & is_reread.any().over("cluster")
            | has_grown.fill_null(False),
        )

    def _copies(
        self, batch: Batch, suspects: dict[str, pl.DataFrame]
    ) -> tuple[Copies, pl.DataFrame]:
        """
        Combine suspects with the stored hands that they may be copies of.

        The second frame has one row per copy, stored ones first.
        """
        incoming = suspects["hands"].with_columns(base=pl.col("hand_id"))
        stored = self._stored(incoming)
        together = {
            name: pl.concat([rows, stored[name]], how="diagonal") if name in stored else rows
            for name, rows in {**suspects, "hands": incoming}.items()
        }
        digests = ["content_digest", "deal_digest", "parser_version"]
        columns = [*KEY, "copy", "base", *digests, "verdict", "part", *PLACE, "source_length"]
        meta = pl.concat(
            [
                stored["hands"].select(columns),
                incoming.select(columns).with_columns(hand_id=pl.lit(None, dtype=pl.String)),
            ]
        )
        together["hands"] = together["hands"].with_columns(
            is_derived=self._is_derived("source_digest")
        )
        return Copies(together, batch.task.parts, self._native, self._options), meta

    def _is_derived(self, digest: str) -> pl.Expr:
        """
        Whether a hand is in an interchange format, and not of a site that is named after it.

        `digest` is the column with the digest of its file.
        """
        dialect = pl.col(digest).replace_strict(
            self._interchange, default=None, return_dtype=pl.String
        )
        return (dialect != pl.col("site")).fill_null(False)

    def _stored(self, incoming: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """The stored hands with the same numbers; actions and boards only where digests differ."""
        keys = incoming.select(*KEY).unique()
        wanted = pl.concat([keys, self._known.variants(keys)])
        hands = self._writer.find("hands", wanted)
        base = pl.col("hand_id").str.split("~").list.first()
        first = incoming.height
        numbered = (
            hands.with_columns(base=base, part=pl.lit(None, dtype=pl.UInt32))
            # The plain number comes first: a longer key sorts after it.
            .sort("hand_id")
            .with_row_index("copy", offset=first)
            .with_columns(pl.col("copy").cast(pl.Int64))
        )
        key = numbered.select("copy", *KEY)
        found = {"hands": numbered}
        times = numbered.select(*KEY, "started_at")
        # The statistics are filled anew where a seat is written again.
        found["seats"] = self._writer.find("seats", times, STORED).join(key, on=KEY)
        for table, digest in (("actions", "content_digest"), ("boards", "deal_digest")):
            compared = _with_other_digests(incoming, numbered, digest).select(*KEY)
            found[table] = self._writer.find(table, compared).join(key, on=KEY)
        return found

    def _delete_replaced(
        self, replaced: pl.DataFrame, meta: pl.DataFrame, verdicts: Counter[str]
    ) -> pl.Series:
        """Delete stored hands that are replaced; returns the keys that this run had counted."""
        keys = replaced.select("site", hand_id="stored_id")
        self._writer.delete_hands(keys)
        deleted = meta.join(keys, on=KEY, how="semi")
        of_this_run = self._known.is_of_this_run(self._known.hashes(deleted))
        counted = deleted.filter(pl.Series(of_this_run, dtype=pl.Boolean))
        verdicts.subtract(count_verdicts(counted))
        return counted["hand_id"]


def _with_other_digests(incoming: pl.DataFrame, stored: pl.DataFrame, digest: str) -> pl.DataFrame:
    """The stored hands of families whose digests differ or follow an older rule."""
    columns = ["site", "base", pl.when(pl.col("deal_digest").is_not_null()).then(digest)]
    varied = (
        pl.concat([incoming.select(columns), stored.select(columns)])
        .group_by("site", "base")
        .agg((pl.col(digest).n_unique() > 1) | pl.col(digest).is_null().any())
        .filter(digest)
    )
    return stored.join(varied, on=["site", "base"], how="semi")


def _named(clustered: pl.DataFrame, now: pl.DataFrame, numbers: Numbers) -> pl.DataFrame:
    """The copies that are stored under another number than the printed one; see [`Resolved`]."""
    key = pl.when(~pl.col("is_vague")).then("key")
    read = clustered.filter(pl.col("part").is_not_null())
    found = (
        read.join(now.select("cluster", key="hand_id"), on="cluster", how="left")
        .filter(key.ne_missing(pl.col("base")))
        .select("copy", "site", hand_id=key)
    )
    return found.select(
        pl.Series("number", numbers[found["copy"].to_numpy()], dtype=pl.Int64), "site", "hand_id"
    )


def _renamed(now: pl.DataFrame, clustered: pl.DataFrame) -> pl.DataFrame:
    """Add to each hand whether it is rewritten, and under which key."""
    origin = clustered.select(
        pl.col("copy").alias("base_copy"), "is_reread", is_stored=pl.col("part").is_null()
    )
    outdated = clustered.group_by("cluster").agg(pl.col("is_outdated").any())
    is_changed = ~pl.col("is_stored") | (pl.col("copy") != pl.col("base_copy"))
    key = pl.when(is_changed).then(pl.coalesce("free_id", "hand_id")).otherwise("hand_id")
    return (
        now.join(origin, on="base_copy", how="left", maintain_order="left")
        .join(outdated, on="cluster", how="left", maintain_order="left")
        .with_columns(
            is_changed=is_changed,
            replaces_stored=pl.col("is_outdated") & pl.col("is_reread"),
            hand_id=key,
        )
    )
