"""Hashes of hands' keys in ascending order, and whether others are among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
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
