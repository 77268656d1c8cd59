"""
Choose which flushes of a lake a compaction merges.

The files of all tables of one flush hold the rows of the same hands. A compaction merges whole
flushes into runs, which are flushes as well: sorted, of few files per table, and with at most
`RUN_HANDS` hands. So a bad file never costs more than the hands of its run, and a large run is not
written again for every small file that follows it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handlab.lake.compact import footers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from handlab.lake.files import CatalogFile

RUN_HANDS = 1_000_000
"""A run holds at most this many hands: sorting takes twelve bytes of memory for each row."""

HANDS_PER_REJECT = 5
"""Rejects count as so many: each holds its text, which may be read once for each new row group."""

RUN_FLUSHES = 4_096
"""A run merges at most this many flushes, which the footers of its files list."""

DELETED_SHARE = 0.1
"""A large run is written again when more than this share of its rows has been deleted."""

SMALL_FLUSHES = 128
"""
An ingest that leaves this many flushes that were never compacted compacts the lake; each run leaves
two at least.
"""


@dataclass(slots=True)
class Flush:
    """
    A flush of the lake: its files in the catalog.

    Attributes
    ----------
    files
        Its data files.
    deletes
        The delete files of these.
    replaces
        How many files of which places it replaced, if a compaction wrote it.
    """

    files: list[CatalogFile] = field(default_factory=list)
    deletes: list[CatalogFile] = field(default_factory=list)
    replaces: Mapping[footers.Place, int] | None = None

    @property
    def is_compacted(self) -> bool:
        """Whether a compaction wrote it."""
        return self.replaces is not None

    @property
    def hands(self) -> int:
        """The number of hands, including deleted ones, and what its rejects count as."""
        weights = {"hands": 1, "rejects": HANDS_PER_REJECT}
        return sum(file.rows * weights.get(file.table, 0) for file in self.files)

    @property
    def deleted_share(self) -> float:
        """The share of deleted rows."""
        deleted = sum(file.rows for file in self.deletes)
        return deleted / max(1, sum(file.rows for file in self.files))

    @property
    def is_settled(self) -> bool:
        """Whether it is a large run, with few deleted rows."""
        is_large = self.hands >= RUN_HANDS // 2
        return self.is_compacted and is_large and self.deleted_share <= DELETED_SHARE

    @property
    def is_done(self) -> bool:
        """Whether it is a run without deleted rows: alone, it need not be written again."""
        return self.is_compacted and not self.deletes


@dataclass(slots=True)
class Run:
    """The flushes that become one run."""

    flushes: list[Flush] = field(default_factory=list)

    @property
    def tables(self) -> list[str]:
        """The tables that have rows in it."""
        rows: dict[str, int] = defaultdict(int)
        for flush in self.flushes:
            for file in flush.files:
                rows[file.table] += file.rows
        for table, count in self.deleted.items():
            rows[table] -= count
        return [table for table, count in rows.items() if count > 0]

    @property
    def deleted(self) -> dict[str, int]:
        """The number of deleted rows in each table."""
        found: dict[str, int] = defaultdict(int)
        for file in self.deletes():
            found[file.table] += file.rows
        return dict(found)

    def files(self, table: str | None = None) -> list[CatalogFile]:
        """The data files of a table, or of all."""
        return [
            file for flush in self.flushes for file in flush.files if table in (None, file.table)
        ]

    def deletes(self, table: str | None = None) -> list[CatalogFile]:
        """The delete files of a table, or of all."""
        return [
            file for flush in self.flushes for file in flush.deletes if table in (None, file.table)
        ]


def flushes(named: Iterable[CatalogFile]) -> list[Flush]:
    """
    The flushes of a lake, in the order of their commits.

    Parameters
    ----------
    named
        The files that the catalog names.
    """
    found: dict[str, Flush] = {}
    owners: dict[int, Flush] = {}
    deletes = []
    for file in sorted(named, key=lambda file: (file.snapshot, file.number)):
        if file.deletes:
            deletes.append(file)
            continue
        flush = owners[file.number] = found.setdefault(file.flush, Flush())
        flush.files.append(file)
    for file in deletes:
        owners[file.number].deletes.append(file)
    for flush in found.values():
        about = footers.about_run(flush.files[0].path)
        flush.replaces = about.replaces if about is not None else None
    return list(found.values())


def runs(named: Sequence[CatalogFile]) -> list[Run]:
    """The runs of a compaction that leaves as few files as it may."""
    return _filled(flushes(named))


def runs_worth_their_while(named: Sequence[CatalogFile]) -> list[Run]:
    """
    The runs of a compaction after an ingest; none unless it has left many small flushes.

    Runs that are larger than everything merged with them stay as they are: each doubling of
    the lake writes a row at most once more.
    """
    if len({file.flush for file in named if not file.deletes}) < SMALL_FLUSHES:
        return []
    found = flushes(named)
    fresh = [flush for flush in found if not flush.is_compacted]
    if len(fresh) < SMALL_FLUSHES:
        return []
    hands = sum(flush.hands for flush in fresh)
    members = {id(flush) for flush in fresh}
    for flush in sorted((flush for flush in found if flush.is_compacted), key=lambda f: f.hands):
        if flush.hands <= hands:
            members.add(id(flush))
            hands += flush.hands
    return _filled([flush for flush in found if id(flush) in members])


def _filled(found: Iterable[Flush]) -> list[Run]:
    """Merge flushes into runs, in their order, and leave out those that need not be written."""
    chosen: list[Run] = []
    hands = 0
    for flush in found:
        if flush.is_settled:
            continue
        is_full = not chosen or len(chosen[-1].flushes) >= RUN_FLUSHES
        if is_full or hands + flush.hands > RUN_HANDS:
            chosen.append(Run())
            hands = 0
        chosen[-1].flushes.append(flush)
        hands += flush.hands
    return [run for run in chosen if len(run.flushes) > 1 or not run.flushes[0].is_done]


def replaced(run: Run, on_disk: Iterable[Path]) -> dict[footers.Place, int]:
    """
    How many files of which places a run replaces.

    Parameters
    ----------
    run
        The run.
    on_disk
        All Parquet of the lake. What an earlier run replaced is listed again as long as it exists,
        because the file that lists it may be deleted first.
    """
    found = dict(Counter(footers.place(file.path) for file in run.files()))
    earlier = [flush.replaces for flush in run.flushes if flush.replaces]
    if earlier:
        existing = {footers.place(path) for path in on_disk}
        for replaces in earlier:
            found |= {place: count for place, count in replaces.items() if place in existing}
    return found
