"""
Hands without a start, because their log prints no time zone and none was named when they were read.

Once a zone is named, the files that hold such hands are read again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from handlab.lake.writer import Writer

# The times that the parser reads, see `read_local` in crates/handlab-core/src/time.rs: every other
# one stays unknown with a zone too, and its file would be read again each time.
DATE = r"\d{4}[/.-]\d{1,2}[/.-]\d{1,2}"
NAMED = r"\d{1,2}-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4}"
MINUTES = r":\d{1,2}(:\d{1,2}([.]\d{1,9})?)?"
HOURS = rf"\d{{1,2}}{MINUTES}|(0?[1-9]|1[0-2]){MINUTES}\s*[AaPp][Mm]"
CLOCK = rf"(  ?| - |T)({HOURS})"
TIME = rf"\s*((({DATE})|({NAMED})){CLOCK}|\d{{14}})\s*"
IN_SQL = f"started_at is null and zone is null and regexp_full_match(started_raw, '{TIME}')"


def digests(writer: Writer) -> frozenset[str]:
    """The files in which a hand lacks its start for want of a zone."""
    return frozenset(writer.stored.where("hands", "distinct source_digest", IN_SQL))


def count(writer: Writer) -> int:
    """The number of such hands."""
    found: list[int] = writer.stored.where("hands", "count(*)", IN_SQL)
    return found[0]


def lack_start() -> pl.Expr:
    """Whether hands lack their start for want of a zone."""
    raw = pl.col("started_raw").str.contains(f"^{TIME}$").fill_null(value=False)
    return pl.col("started_at").is_null() & pl.col("zone").is_null() & raw
