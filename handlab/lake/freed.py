"""Memory that is freed, but kept for later."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl

# Only glibc has it.
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None


def give_back() -> None:
    """
    Return to the system what the C library keeps.

    Columns come in many buffers of a few megabytes, of which 70 MB were kept.
    """
    if _TRIM is not None:
        _TRIM(0)


def between(portions: Iterable[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Yield what is read, and give back after each portion what reading it has freed."""
    for portion in portions:
        yield portion
        give_back()
