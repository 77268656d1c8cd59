"""
Let the native module share the memory allocator of Polars.

Polars' allocator reuses freed memory for the next result; with the system's allocator each large
result would need new pages, which are more expensive than scoring it. The library that looks up
the allocator (pyo3-polars 0.28) expects it in `polars.polars`, which Polars has renamed.
"""

from __future__ import annotations

import polars as pl

if not hasattr(pl, "polars") and hasattr(pl, "_plr"):
    pl.polars = pl._plr  # type: ignore[attr-defined]
