"""What a reader should know about the intervals of win rates in a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.statistics.slices import RELIABLE_SESSIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.report.model import Row

FEW_SESSIONS = (
    "The intervals are computed hand by hand, but the hands of one session are alike: with fewer"
    f" than {RELIABLE_SESSIONS} sessions, or where times are unknown, they may be much too narrow."
)


def are_sessions_few(rows: Sequence[Row]) -> bool:
    """Whether an interval is from few sessions, or from hands whose sessions are unknown."""
    return any(
        row["sessions"] < RELIABLE_SESSIONS and row["bb_per_100_low"] is not None for row in rows
    )
