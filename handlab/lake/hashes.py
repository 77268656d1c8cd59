"""Hashes of hands' keys in ascending order, and whether others are among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from handlab._handlab import key_hash

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]


def contains(ordered: Hashes, hashes: Hashes) -> NDArray[np.bool_]:
    """Whether each hash is among those in ascending order."""
    if len(ordered) == 0:
        return np.zeros(len(hashes), dtype=np.bool_)
    places = np.searchsorted(ordered, hashes)
    places[places == len(ordered)] = 0
    found: NDArray[np.bool_] = ordered[places] == hashes
    return found


def of_keys(keys: pl.DataFrame) -> Hashes:
    """Return the hash of each `site` and `hand_id`."""
    return key_hash(keys["site"], keys["hand_id"]).to_numpy()


class Unregistered:
    """
    The hands that are in written files of which the open transaction does not know.

    What is looked for or deleted by key need not wait for files that certainly do not hold it.
    """

    def __init__(self) -> None:
        self._hashes: list[Hashes] = []

    def add(self, hashes: Hashes) -> None:
        """Add the hashes of some hands' keys."""
        self._hashes.append(np.sort(hashes))

    def may_hold(self, keys: pl.DataFrame) -> bool:
        """Whether rows with one of the keys may be in the files."""
        if not {"site", "hand_id"} <= set(keys.columns):
            return bool(self._hashes)
        wanted = of_keys(keys)
        return any(contains(hashes, wanted).any() for hashes in self._hashes)

    def clear(self) -> None:
        """Forget them: the files are registered, or deleted."""
        self._hashes.clear()
