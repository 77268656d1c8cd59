"""
An index of known hands: sorted 64-bit hashes of their keys, eight bytes per hand.

A hit may be a collision and is confirmed on the key itself; a miss is certain. Most hands are new,
and one bit of a small table says so without a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab.lake.hashes import contains

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from handlab.ingest.native import Native

    Hashes = NDArray[np.uint64]


# Hashes in one run, 16 MB: merging larger ones would need that much again, several times.
_MOST_IN_RUN = 1 << 21
# Upper bits of a hash that choose its mark: the marks take 8 MB, and of ten million hands one in
# seven new ones is searched for in vain.
_MARK_BITS = 26


class _Marks:
    """Which hashes may have been added: a bit for all that have the same upper bits."""

    def __init__(self) -> None:
        self._bytes = np.zeros(1 << (_MARK_BITS - 3), dtype=np.uint8)

    def add(self, hashes: Hashes) -> None:
        places, bits = _mark(hashes)
        # Several hashes may have one place, of which an assignment would keep the last one's bit.
        np.bitwise_or.at(self._bytes, places, np.left_shift(np.uint8(1), bits))

    def may_hold(self, hashes: Hashes) -> NDArray[np.bool_]:
        places, bits = _mark(hashes)
        return (self._bytes[places] >> bits & 1).astype(np.bool_)


def _mark(hashes: Hashes) -> tuple[Hashes, NDArray[np.uint8]]:
    """The byte of each hash among the marks, and the bit in it."""
    marks = hashes >> np.uint64(64 - _MARK_BITS)
    return marks >> np.uint64(3), (marks & np.uint64(7)).astype(np.uint8)


class KnownHands:
    """
    The keys of the stored hands, and separately those that this run added.

    Parameters
    ----------
    stored
        Frames of `site` and `hand_id`.
    native
        Computes the hashes.
    """

    def __init__(self, stored: Iterable[pl.DataFrame], native: Native) -> None:
        self._native = native
        self._variants: list[pl.DataFrame] = []
        self._stored = np.empty(0, dtype=np.uint64)
        self._marks = _Marks()
        for keys in stored:
            hashes = self._indexed(keys)
            self._marks.add(hashes)
            # Grown in place: a list of portions would take the same memory once more.
            end = len(self._stored)
            self._stored.resize(end + len(hashes), refcheck=False)
            self._stored[end:] = hashes
        self._stored.sort()
        self._is_forgotten: NDArray[np.bool_] | None = None
        # Sorted runs of this run's hashes, each full or at least twice as long as the next.
        self._runs: list[Hashes] = []

    def hashes(self, keys: pl.DataFrame) -> Hashes:
        """The hash of each key, in their order."""
        return self._native.key_hash(keys["site"], keys["hand_id"]).to_numpy()

    def contains(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Whether each hash may be that of a known key."""
        is_known = contains(self._stored, hashes)
        if self._is_forgotten is not None:
            is_known[is_known] = ~self._is_forgotten[
                np.searchsorted(self._stored, hashes[is_known])
            ]
        return is_known | self.is_of_this_run(hashes)

    def suspects(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Whether each hash may be that of a known key, or stands among them twice."""
        is_suspect = self._marks.may_hold(hashes)
        is_suspect[is_suspect] = self.contains(hashes[is_suspect])
        ordered = np.sort(hashes)
        is_twice = ordered[1:] == ordered[:-1]
        if is_twice.any():
            is_suspect |= np.isin(hashes, ordered[1:][is_twice])
        return is_suspect

    def is_of_this_run(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Whether each hash may be that of a key added by this run."""
        found = np.zeros(len(hashes), dtype=np.bool_)
        for run in self._runs:
            found |= contains(run, hashes)
        return found

    def forget(self, keys: pl.DataFrame) -> None:
        """
        Take the keys of hands that this run has deleted for unknown, until it adds them.

        A number that several hands have stays known, and a hash that several keys have.
        """
        if keys.height == 0:
            return
        numbers = self.variants(keys).select("site", pl.col("hand_id").str.split("~").list.first())
        plain = keys.filter(~pl.col("hand_id").str.contains("~", literal=True))
        hashes = self.hashes(plain.join(numbers, on=["site", "hand_id"], how="anti"))
        if self._is_forgotten is None:
            self._is_forgotten = np.zeros(len(self._stored), dtype=np.bool_)
        first, after = (np.searchsorted(self._stored, hashes, side) for side in ("left", "right"))
        self._is_forgotten[first[after - first == 1]] = True

    def add(self, keys: pl.DataFrame) -> None:
        """Add the keys of hands that are being stored."""
        if keys.height == 0:
            return
        self._add(self._indexed(keys))

    def add_hashes(self, hashes: Hashes) -> None:
        """Add the hashes of keys that are printed numbers."""
        self._add(hashes)

    def _add(self, hashes: Hashes) -> None:
        if len(hashes) == 0:
            return
        self._marks.add(hashes)
        run = np.sort(hashes)
        while self._runs and len(last := self._runs[-1]) < 2 * len(run):
            if len(last) + len(run) > _MOST_IN_RUN:
                break
            run = np.concatenate([self._runs.pop(), run])
            # A stable sort merges what is sorted: ten times as fast as numpy's default.
            run.sort(kind="stable")
        self._runs.append(run)

    def variants(self, keys: pl.DataFrame) -> pl.DataFrame:
        """The keys `hand_id~digest` of hands whose printed number is in `keys`."""
        if not self._variants:
            return keys.clear().select("site", "hand_id")
        if len(self._variants) > 1:
            self._variants = [pl.concat(self._variants)]
        wanted = keys.select("site", base="hand_id")
        found = self._variants[0].join(wanted, on=["site", "base"], how="semi")
        return found.select("site", "hand_id").unique(maintain_order=True)

    def _indexed(self, keys: pl.DataFrame) -> Hashes:
        """Hashes of the keys, and of the printed numbers of keys such as `hand_id~digest`."""
        variants = (
            keys.select("site", "hand_id")
            .filter(pl.col("hand_id").str.contains("~", literal=True))
            .with_columns(base=pl.col("hand_id").str.split("~").list.first())
        )
        hashes = self.hashes(keys)
        if variants.height == 0:
            return hashes
        self._variants.append(variants)
        # No hand may have the plain number: the one that had it was merged with another.
        numbers = variants.select("site", hand_id="base").unique()
        return np.concatenate([hashes, self.hashes(numbers)])
