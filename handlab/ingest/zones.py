"""
Hands without a start, because their log prints no time zone and none was named when they were read.

Once a zone is named, the files that hold such hands are read again. Hands that got their start in
one zone keep it when another one is named.
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
_SHAPES = (
    (r"^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})", r"\1-\2-\3"),
    (r"(\d)( - |  |T)(\d)", r"\1 \3"),
    (r"[.]\d+", ""),
)
"""What makes printed times alike, so that few formats are needed."""

_FORMATS = (
    *(f"{day} {clock}" for day in ("%Y-%m-%d", "%d-%b-%Y") for clock in ("%H:%M:%S", "%H:%M")),
    *(
        f"{day} {clock}"
        for day in ("%Y-%m-%d", "%d-%b-%Y")
        for clock in ("%I:%M:%S %p", "%I:%M %p")
    ),
)
_QUARTER = 15 * 60
_FARTHEST = 15 * 3600

IN_SQL = f"started_at is null and zone is null and regexp_full_match(started_raw, '{TIME}')"


def digests(writer: Writer) -> frozenset[str]:
    """The files in which a hand lacks its start for want of a zone."""
    return frozenset(writer.stored.where("hands", "distinct source_digest", IN_SQL))


def digests_of_others(writer: Writer, zone: str) -> frozenset[str]:
    """
    The files in which a hand has its start by another zone than this one.

    The lake does not store the zone that was named. But the time that is printed and the start are
    as far apart as clocks of two zones, and the zone's clock did not show that time then. None if
    DuckDB does not have the zone.
    """
    printed = "trim(hand.started_raw)"
    for pattern, shape in _SHAPES:
        printed = f"regexp_replace({printed}, '{pattern}', '{shape}')"
    formats = ", ".join(f"'{each}'" for each in _FORMATS)
    # The first and the last hand of each file: looking at all would take a while.
    ends = f"""
        select source_digest, unnest([min_by(hand, moment), max_by(hand, moment)]) as hand
        from (
            select
                source_digest,
                date_trunc('second', started_at) as moment,
                {{'started_raw': started_raw, 'moment': moment}} as hand
            from hands
            where
                started_at is not null
                and zone is null
                and regexp_full_match(started_raw, '{TIME}')
                -- Merge prints the start of the session; its hands have theirs from elsewhere.
                and not regexp_full_match(started_raw, '\\s*\\d{{14}}\\s*')
        )
        group by source_digest
    """
    hands = f"""(
        select
            source_digest,
            try_strptime({printed}, [{formats}]) as local,
            hand.moment as moment,
            abs(epoch(local) - epoch(timezone('UTC', moment))) as apart
        from ({ends})
    )"""
    name = zone.replace("'", "''")
    condition = (
        f"apart % {_QUARTER} = 0 and apart <= {_FARTHEST} and local <> timezone('{name}', moment)"
    )
    if not writer.stored.where("pg_timezone_names()", "1", f"name = '{name}'"):
        return frozenset()
    return frozenset(writer.stored.where(hands, "distinct source_digest", condition))


def count(writer: Writer) -> int:
    """The number of such hands."""
    found: list[int] = writer.stored.where("hands", "count(*)", IN_SQL)
    return found[0]


def lack_start() -> pl.Expr:
    """Whether hands lack their start for want of a zone."""
    raw = pl.col("started_raw").str.contains(f"^{TIME}$").fill_null(value=False)
    return pl.col("started_at").is_null() & pl.col("zone").is_null() & raw
