"""P-values and detectable effects, with only the standard library."""

from __future__ import annotations

from functools import cache
from math import erfc, exp, lgamma, log, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LEVEL = 0.05
"""The probability of any false alarm among all tests."""
POWER = 0.8
"""The probability of detecting a deviation that is called detectable."""
TERMS = 10_000


def normal_p(z: float) -> float:
    """
    The probability of a standard normal number at least as far from 0, on either side.

    Examples
    --------
    >>> round(normal_p(-1.96), 3)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def chi_square_p(statistic: float, degrees: int) -> float:
    """
    The probability of a chi-square number at least as large.

    Examples
    --------
    >>> round(chi_square_p(3.841, 1), 3), round(chi_square_p(168, 168), 3)
    (0.05, 0.485)
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        # The series of the lower part.
        term = total = 1 / a
        for number in range(1, TERMS):
            term *= x / (a + number)
            total += term
            if term < total * 1e-15:
                break
        return max(0.0, 1 - scale * total)
    # The continued fraction of the upper part, after Lentz.
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for number in range(1, TERMS):
        a_n = -number * (number - a)
        b += 2
        d = 1 / (a_n * d + b)
        c = b + a_n / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return min(1.0, scale * fraction)


def holm(p_values: Sequence[float]) -> list[float]:
    """
    P-values corrected for their number, after Holm.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [1.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, (len(p_values) - rank) * p_values[index])
        corrected[index] = min(1.0, highest)
    return corrected


@cache
def detectable_errors(tests: int, degrees: int = 1) -> float:
    """
    The size of a detectable deviation in standard errors, given the number of tests.

    A test with many degrees of freedom has less power against any single deviation.

    Examples
    --------
    >>> round(detectable_errors(1), 2), round(detectable_errors(50), 2)
    (2.8, 4.13)
    >>> round(detectable_errors(1, 168), 2)
    7.14
    """
    limit = _root(lambda x: LEVEL / max(1, tests) - chi_square_p(x, degrees), 10.0 * degrees + 100)
    found = _root(lambda x: _noncentral_p(limit, degrees, x) - POWER, 10.0 * degrees + 100)
    return sqrt(found)


def _noncentral_p(limit: float, degrees: int, noncentrality: float) -> float:
    """The probability that a noncentral chi-square number exceeds a limit."""
    half = noncentrality / 2
    last = int(half + 10 * sqrt(half + 1)) + 10
    weights = (exp(k * log(half) - half - lgamma(k + 1)) for k in range(last))
    return sum(w * chi_square_p(limit, degrees + 2 * k) for k, w in enumerate(weights) if w > 1e-12)


def _root(function: Callable[[float], float], high: float) -> float:
    """The root of an increasing function."""
    low = 1e-9
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2
