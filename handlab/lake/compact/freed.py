"""Memory that is freed, but kept for later by those who manage it."""

from __future__ import annotations

import ctypes
import os

import pyarrow as pa  # type: ignore[import-untyped]

# Only glibc has it.
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None


def give_back() -> None:
    """
    Return to the system what Arrow and the C library keep.

    Sorting reads and writes many buffers of a few megabytes, of which 70 MB were kept.
    """
    pa.default_memory_pool().release_unused()
    if _TRIM is not None:
        _TRIM(0)
