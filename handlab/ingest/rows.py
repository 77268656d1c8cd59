"""
The rows of a batch on their way to the lake.

Most hands are new, and nobody looks at them: [`NativeRows`] stay in the native module until they
are written. [`FrameRows`] are hands to which something is added that replaced ones held.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

import numpy as np
import polars as pl

from handlab.lake.parquet import conform
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handlab.ingest.native import Batch, Native, Parsed
    from handlab.lake.writer import Writer

    Hashes = NDArray[np.uint64]
    Numbers = NDArray[np.int64]

KEY = ["site", "hand_id"]
OTHERS = ("tournament_reports", "rejects")
"""The tables that are not of hands."""


class Rows(Protocol):
    """The rows of a batch. Hands are numbered from 0, in the order of the parts."""

    def key_hashes(self, native: Native) -> Hashes:
        """The hash of each hand's key."""
        ...

    def select(self, hands: Numbers, tables: Sequence[str]) -> dict[str, pl.DataFrame]:
        """
        Return the rows that some hands, in ascending order, have in some tables of hands.

        The rows have a column `copy`, which numbers these hands from 0, and those of `hands` a
        column `part`.
        """
        ...

    def drop(self, hands: Numbers) -> None:
        """Leave some hands out of all but `select`; the others keep their numbers."""
        ...

    def keys_with_tilde(self) -> pl.DataFrame:
        """The keys of hands whose number looks like that of a hand that shares its number."""
        ...

    def verdicts(self) -> Counter[str]:
        """How many hands have each verdict."""
        ...

    def others(self) -> dict[str, pl.DataFrame]:
        """The rows of the tables that are not of hands."""
        ...

    def report_hands(self) -> Numbers:
        """The hand of each row of `tournament_reports`; -1 for those of summaries."""
        ...

    def store(self, writer: Writer) -> None:
        """Give the rows of hands to the writer."""
        ...


class NativeRows:
    """The rows of a native batch."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def key_hashes(self, native: Native) -> Hashes:
        """See [`Rows`]."""
        return np.frombuffer(self._batch.key_hashes(), dtype=np.uint64)

    def select(self, hands: Numbers, tables: Sequence[str]) -> dict[str, pl.DataFrame]:
        """See [`Rows`]."""
        numbers = hands.tolist()
        frames = self._batch.frames(tables, numbers)
        found = {}
        for name in tables:
            rows = conform(frames[name], TABLES[name])
            counts = 1 if name == "hands" else self._batch.row_counts(name, numbers)
            found[name] = rows.with_columns(_copies(np.repeat(np.arange(len(hands)), counts)))
        ends = np.cumsum([part["hands"] for part in self._batch.parts])
        return _with_parts(found, np.searchsorted(ends, hands, side="right"))

    def drop(self, hands: Numbers) -> None:
        """See [`Rows`]."""
        self._batch.drop(hands.tolist())

    def keys_with_tilde(self) -> pl.DataFrame:
        """See [`Rows`]."""
        if not self._batch.variants:
            return _no_keys()
        return self._batch.frames(["hands"], self._batch.variants)["hands"].select(KEY)

    def verdicts(self) -> Counter[str]:
        """See [`Rows`]."""
        return Counter(self._batch.verdicts())

    def others(self) -> dict[str, pl.DataFrame]:
        """See [`Rows`]."""
        some = [name for name in OTHERS if self._batch.rows(name)]
        frames = self._batch.frames(some) if some else {}
        return {
            name: conform(frames[name], TABLES[name]) if name in frames else _empty(name)
            for name in OTHERS
        }

    def report_hands(self) -> Numbers:
        """See [`Rows`]."""
        return np.frombuffer(self._batch.report_hands(), dtype=np.int64)

    def store(self, writer: Writer) -> None:
        """See [`Rows`]."""
        writer.add_batch(self._batch)


class FrameRows:
    """
    Rows as frames.

    Parameters
    ----------
    tables
        The rows of each table, conformed.
    parts
        The part of each hand.
    hands
        For each table of hands, the number of each row's hand; the same of `tournament_reports`, if
        it is among the tables.
    """

    def __init__(
        self, tables: dict[str, pl.DataFrame], parts: Numbers, hands: dict[str, Numbers]
    ) -> None:
        self._tables = tables
        self._parts = parts
        self._hands = hands
        self._is_kept = np.ones(len(parts), dtype=np.bool_)

    @classmethod
    def of_parts(cls, parsed: Sequence[Parsed]) -> FrameRows:
        """Concatenate the rows of several parts."""
        heights = [result["hands"] for result in parsed]
        hands = {}
        for name in HAND_TABLES:
            counts = 1 if name == "hands" else _joined([row_counts(part, name) for part in parsed])
            hands[name] = np.repeat(np.arange(sum(heights)), counts)
        hands["tournament_reports"] = _report_hands(parsed)
        tables = {
            name: joined([part["tables"][name] for part in parsed if name in part["tables"]], name)
            for name in (*HAND_TABLES, *OTHERS)
        }
        return cls(tables, np.repeat(np.arange(len(parsed)), heights), hands)

    def key_hashes(self, native: Native) -> Hashes:
        """See [`Rows`]."""
        hands = self._tables["hands"]
        return native.key_hash(hands["site"], hands["hand_id"]).to_numpy()

    def select(self, hands: Numbers, tables: Sequence[str]) -> dict[str, pl.DataFrame]:
        """See [`Rows`]."""
        found = {}
        for name in tables:
            is_asked = np.isin(self._hands[name], hands)
            copies = np.searchsorted(hands, self._hands[name][is_asked])
            found[name] = self._tables[name].filter(is_asked).with_columns(_copies(copies))
        return _with_parts(found, self._parts[hands])

    def drop(self, hands: Numbers) -> None:
        """See [`Rows`]."""
        self._is_kept[hands] = False

    def keys_with_tilde(self) -> pl.DataFrame:
        """See [`Rows`]."""
        keys = self._kept("hands").select(KEY)
        return keys.filter(pl.col("hand_id").str.contains("~", literal=True))

    def verdicts(self) -> Counter[str]:
        """See [`Rows`]."""
        return verdicts(self._kept("hands"))

    def others(self) -> dict[str, pl.DataFrame]:
        """See [`Rows`]."""
        return {name: self._tables[name] for name in OTHERS}

    def report_hands(self) -> Numbers:
        """See [`Rows`]."""
        return self._hands["tournament_reports"]

    def store(self, writer: Writer) -> None:
        """See [`Rows`]."""
        writer.add({name: self._kept(name) for name in HAND_TABLES})

    def _kept(self, table: str) -> pl.DataFrame:
        return self._tables[table].filter(self._is_kept[self._hands[table]])


def joined(frames: Sequence[pl.DataFrame], table: str) -> pl.DataFrame:
    """The rows of several frames, conformed: those of a kind together, which is many at once."""
    alike = (pl.concat(some) for _, some in groupby(frames, key=lambda frame: frame.schema))
    return pl.concat([_empty(table), *(conform(rows, TABLES[table]) for rows in alike)])


def with_copies(parsed: Sequence[Parsed], table: str, copies: pl.Series) -> pl.DataFrame:
    """Rows of a table from several results, with the column `copy` for the hands in order."""
    counts = 1 if table == "hands" else _joined([row_counts(result, table) for result in parsed])
    rows = joined([result["tables"][table] for result in parsed], table)
    return rows.with_columns(_copies(np.repeat(copies.to_numpy(), counts)))


def row_counts(parsed: Parsed, table: str) -> Numbers:
    """The number of rows of each hand; several hands may have the same `hand_id`."""
    return np.diff(parsed["row_ends"][table].to_numpy().astype(np.int64), prepend=0)


def _report_hands(parsed: Sequence[Parsed]) -> Numbers:
    """The hand of each row of `tournament_reports` of several parts."""
    found = []
    before = 0
    for part in parsed:
        hands = part["report_hands"].to_numpy().astype(np.int64)
        found.append(np.where(hands < 0, hands, hands + before))
        before += part["hands"]
    return _joined(found)


def verdicts(hands: pl.DataFrame) -> Counter[str]:
    """How many hands have each verdict."""
    return Counter(dict(hands["verdict"].drop_nulls().value_counts().iter_rows()))


def _copies(numbers: Numbers) -> pl.Series:
    return pl.Series("copy", numbers, dtype=pl.Int64)


def _with_parts(rows: dict[str, pl.DataFrame], parts: Numbers) -> dict[str, pl.DataFrame]:
    """Add the part of each hand."""
    part = pl.Series("part", parts, dtype=pl.UInt32)
    return rows | {"hands": rows["hands"].with_columns(part)}


def _joined(counts: list[Numbers]) -> Numbers:
    return np.concatenate([np.empty(0, dtype=np.int64), *counts])


@cache
def _no_keys() -> pl.DataFrame:
    return pl.DataFrame(schema=dict.fromkeys(KEY, pl.String))


@cache
def _empty(name: str) -> pl.DataFrame:
    """A table without rows. It is the same each time: making a hundred columns takes a while."""
    return TABLES[name].polars_schema.to_frame()
