"""
Memory that the native module shares with Polars.

The native module takes its memory from Polars' allocator, which keeps what was freed for the next
result; from the system each large result would be new pages, which cost more than scoring it. Its
library (pyo3-polars 0.28) looks for that allocator in `polars.polars`, which Polars has renamed.
"""

from __future__ import annotations

import polars as pl

if not hasattr(pl, "polars") and hasattr(pl, "_plr"):
    pl.polars = pl._plr  # type: ignore[attr-defined]
