"""
Intervals of a mean over blocks of hands, by resampling whole blocks.

The hands of a session share table, opponents and mood, so an interval from single hands is too
narrow. A block bootstrap resamples whole sessions, as many as there were, and measures how much the
mean varies between samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

RESAMPLES = 2_000
SEED = 1
NORMAL = 1.96
DRAWN = 2_000_000
"""Number of blocks drawn at once, which limits the memory."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean per hand with its standard error and the ends of its 95 % interval."""

    mean: float
    standard_error: float | None
    low: float | None
    high: float | None


def block_interval(
    amounts: NDArray[np.float64],
    hands: NDArray[np.int64],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """
    The mean of an amount per hand, from its sums and hands per block.

    There is no mean without a hand, and no interval with fewer than two blocks. The same blocks and
    seed give the same interval.

    Examples
    --------
    >>> import numpy as np
    >>> block_interval(np.array([3.0, 3.0]), np.array([1, 1]))
    Interval(mean=3.0, standard_error=0.0, low=3.0, high=3.0)
    """
    total = int(hands.sum())
    if total == 0:
        return None
    mean = float(amounts.sum()) / total
    blocks = len(hands)
    if blocks < 2:
        return Interval(mean, None, None, None)
    generator = np.random.default_rng(seed)
    means = []
    at_once = max(1, min(resamples, DRAWN // blocks))
    for start in range(0, resamples, at_once):
        drawn = generator.integers(0, blocks, size=(min(at_once, resamples - start), blocks))
        counts = hands[drawn].sum(axis=1)
        means.append(amounts[drawn].sum(axis=1) / np.maximum(counts, 1))
    drawn_means = np.concatenate(means)
    low, high = np.quantile(drawn_means, [0.025, 0.975])
    return Interval(mean, float(drawn_means.std(ddof=1)), float(low), float(high))


def hands_needed(hands: int, standard_error: float | None, half_width: float) -> int | None:
    """
    The number of hands for a 95 % interval of this half width, given the spread of these hands.

    Examples
    --------
    >>> hands_needed(10_000, 10.0, 2.0)
    960400
    """
    if standard_error is None:
        return None
    return int(np.ceil(round(hands * (NORMAL * standard_error / half_width) ** 2, 6)))
