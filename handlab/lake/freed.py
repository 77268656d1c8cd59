"""Memory that is freed, but kept for later."""

from __future__ import annotations

import ctypes
import os

# Only glibc has them.
_LIBRARY = ctypes.CDLL(None) if os.name == "posix" else None
_TRIM = getattr(_LIBRARY, "malloc_trim", None)
_OPTION = getattr(_LIBRARY, "mallopt", None)

_ARENA_MAX = -8
"""`M_ARENA_MAX` of `malloc.h`."""

ARENAS = 2
"""How many arenas the threads of a command share."""


def share_arenas() -> None:
    """
    Let the threads that start from here on share the arenas of the C library.

    It gives each thread an arena of its own, which keeps what the thread has freed: 20 MB after a
    million hands. This holds for the whole process, so it is for commands to call.
    """
    if _OPTION is not None:
        _OPTION(_ARENA_MAX, ARENAS)


def give_back() -> None:
    """
    Return to the system what the C library keeps.

    Columns come in many buffers of a few megabytes, of which 70 MB were kept.
    """
    if _TRIM is not None:
        _TRIM(0)
