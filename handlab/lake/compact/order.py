"""
The order of the rows in compacted files.

A player's rows are adjacent, in the order of time, so that a question about one player reads few
row groups. Hands are in the order of time. Everything else is in the order of its key, which keeps
the rows of a hand together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handlab.schema import Table

LEADING: tuple[str, ...] = ("player", "started_at", "hand_id")
"""The columns that come first in the order of a table with players or times, if it has them."""


def sort_keys(table: Table) -> list[str]:
    """
    The columns by which a compacted table is sorted; together they contain its key.

    Examples
    --------
    >>> from handlab.schema import TABLES
    >>> sort_keys(TABLES["hands"])
    ['started_at', 'hand_id', 'site']
    >>> sort_keys(TABLES["actions"])
    ['player', 'hand_id', 'site', 'action_no']
    >>> sort_keys(TABLES["pots"])
    ['site', 'hand_id', 'pot_no']
    """
    names = set(table.names)
    leading: list[str] = []
    if names & {"player", "started_at"}:
        leading = [name for name in LEADING if name in names]
    return [*leading, *(name for name in table.key if name not in leading)]
