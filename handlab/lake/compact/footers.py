"""
What the footer of a compacted file records: which files its run replaces.

If the catalog is lost, a repair finds the rows of a run twice: in its files, and in those that it
replaced, as long as these have not been deleted. The footers decide which of them count. Files are
listed by their table and their origin, which is their flush, with their number: one file for each
table of a flush, and several where a compaction wrote a large one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl
from polars.exceptions import PanicException, PolarsError

from handlab.lake import files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

REPLACES = "handlab.replaces"
DELETED = "handlab.deleted"
PARTS = "handlab.parts"
"""How many files the table has in the run."""

Place = tuple[str, str]
"""The origin of a file, and its table."""


@dataclass(frozen=True, slots=True)
class AboutRun:
    """
    What a footer records about the run of its file.

    Attributes
    ----------
    tables
        The tables that have a file in the run.
    written_at
        When it was written, in milliseconds.
    parts
        How many files the table of this one has in the run.
    replaces
        How many files it replaces, by their place.
    deleted
        The number of rows of these files, by table, that had been deleted before.
    """

    tables: frozenset[str]
    written_at: int
    parts: int
    replaces: Mapping[Place, int]
    deleted: Mapping[str, int]


def metadata(replaced: Mapping[Place, int], deleted: Mapping[str, int]) -> dict[str, str]:
    """
    The footer metadata of a run, besides that of every flush.

    Examples
    --------
    >>> metadata({("a", "hands"): 1, ("a", "seats"): 5, ("b", "hands"): 1}, {})
    {'handlab.replaces': '{"hands,seats*5": ["a"], "hands": ["b"]}', 'handlab.deleted': '{}'}
    """
    tables: dict[str, set[str]] = defaultdict(set)
    for (origin, table), count in replaced.items():
        tables[origin].add(table if count == 1 else f"{table}*{count}")
    # Most flushes have files of the same tables, so that these are listed once.
    origins: dict[str, list[str]] = defaultdict(list)
    for origin in sorted(tables):
        origins[",".join(sorted(tables[origin]))].append(origin)
    return {REPLACES: json.dumps(origins), DELETED: json.dumps(deleted)}


def about_run(path: Path) -> AboutRun | None:
    """What a file records about its run; `None` if no compaction wrote it, or it is unreadable."""
    try:
        said = pl.read_parquet_metadata(path)
    except (PolarsError, PanicException, OSError):
        # Whoever reads its rows reports what is wrong with it.
        return None
    if REPLACES not in said:
        return None
    return AboutRun(
        frozenset(said["handlab.tables"].split(",")),
        int(said["handlab.written_at"]),
        int(said.get(PARTS, 1)),
        {
            (origin, table): int(count or 1)
            for tables, origins in json.loads(said[REPLACES]).items()
            for table, _, count in (counted.partition("*") for counted in tables.split(","))
            for origin in origins
        },
        json.loads(said[DELETED]),
    )


def place(path: Path) -> Place:
    """The origin and the table of a file; without a flush in its name, it is its own origin."""
    return files.flush_of(path.name) or path.name, path.parent.name
