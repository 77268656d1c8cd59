"""
Repair a damaged lake without destroying anything that may be good.

Steps
-----
1. `base`: the best available catalog becomes a working copy: the lake's own, its copy, or a new and
   empty one.
2. `runs`: where both the files of a compaction and those that they replaced exist, it is decided
   which of them count; `plan` decides what becomes of every file.
3. `footers`: Parquet that the catalog does not name is added by what its footer records, commit by
   commit; files that were never committed are left out.
4. `damage`: missing and bad files are removed from the catalog, with all rows of the hands that
   were in them; their sources are removed from `files`, so that the next ingest reads them again.
5. `swap`: the working copy replaces the catalog in one step. Files that are no longer needed are
   moved to `<lake>/aside/`, never deleted.

Until the swap the lake is unchanged; if a repair is killed, the next one starts over.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import polars as pl

from handlab.errors import LakeError
from handlab.lake import Lake, bounds, faults, files
from handlab.lake import catalog as catalogs
from handlab.lake import memory as memories
from handlab.lake.catalog_copy import COPY, CatalogCopier
from handlab.lake.journal import JOURNAL, Journal, Snapshot
from handlab.lake.opening import ASIDE
from handlab.lake.repair import base, damage, footers, runs, swap
from handlab.lake.repair import plan as plans

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

    from handlab.lake.verify import Fault

__all__ = ["Repaired", "repair"]

WORK = "catalog.repair.sqlite"


@dataclass(slots=True)
class Repaired:
    """
    The result of a repair.

    Attributes
    ----------
    catalog
        Origin of the catalog: `own`, `copy` or `new`.
    faults
        Faults of files that the catalog named.
    adopted
        Number of files that were added to the catalog.
    restored
        Number of files that count again in place of those of a compaction.
    aside
        Folder of the files that were moved aside.
    moved
        Number of files moved there.
    hands
        Keys of the hands that were removed.
    doubled
        Number of hands that were stored twice, of which one copy was removed.
    sources
        `path` and `member` of the sources that the next ingest reads again.
    rejects
        Number of rows of `rejects` that were removed with them.
    """

    catalog: str = "own"
    faults: list[Fault] = field(default_factory=list)
    adopted: int = 0
    restored: int = 0
    aside: Path | None = None
    moved: int = 0
    hands: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=damage.KEY_SCHEMA))
    doubled: int = 0
    sources: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=damage.PLACE_SCHEMA))
    rejects: int = 0

    @property
    def did_nothing(self) -> bool:
        """Whether nothing was wrong."""
        return self.catalog == "own" and not (self.faults or self.adopted or self.moved)


def repair(path: str | Path, *, memory: str | None = None, wait: float = 10.0) -> Repaired:
    """
    Repair a lake: its catalog, and the hands that bad files took with them.

    Parameters
    ----------
    path
        The lake's folder.
    memory
        DuckDB's memory limit.
    wait
        Seconds to wait for a writer.

    Raises
    ------
    LakeError
        If there is no lake, or it is not writable.
    LakeBusyError
        If another process writes to it.
    """
    lake = Lake.at(path, memory=memory)
    if not lake.data.is_dir():
        message = f"expected a lake, got {faults.described(lake.path)}"
        raise LakeError(message, hint=faults.hint_to_make(lake.path, path))
    lake.refuse_elsewhere()
    with lake.locked(wait), faults.as_lake_errors(lake.path, "repair", hint=faults.RUN_AGAIN):
        return _repaired(lake)


def _repaired(lake: Lake) -> Repaired:
    journal = _journal(lake)
    work = lake.path / WORK
    on_disk = files.on_disk(lake.data)
    origin, is_in_step = base.prepare(lake, work, journal, on_disk)
    with _attached(lake, work) as connection:
        catalogs.create_tables(connection)
        seen = plans.Seen.of(connection, lake.data, on_disk)
    if origin == "own" and is_in_step and not (seen.bad or seen.unnamed):
        base.remove(work)
        return Repaired()
    decided = runs.decide(on_disk, seen.retired, journal)
    if decided.restored:
        damage.reinstate(work, decided.restored)
        with _attached(lake, work) as connection:
            seen = seen.restored(files.in_catalog(connection, lake.data), decided.restored)
    plan = plans.make(seen, decided, journal)
    found = Repaired(origin, plan.faults, restored=len(decided.restored))
    if journal is None:
        journal = Journal.begin(lake.path, Snapshot(-1, 0))
    # DuckLake's deletions from here on are not committed before the swap.
    journal.delete()
    damage.drop(work, [*plan.dropped, *plan.superseded])
    files.forget_retired(lake.data, decided.restored)
    with _attached(lake, work) as connection:
        _change(connection, lake.data, found, plan)
        files.record_digests(connection, lake.data)
        bounds.mend_all(connection)
        now = catalogs.snapshot(connection)
    found.aside = lake.path / ASIDE / f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    found.moved = swap.move_aside([file.path for file in plan.dropped], lake.path, found.aside)
    swap.replace(work, lake.path, found.aside)
    journal.commit(now)
    found.moved += swap.move_aside(plan.leftover, lake.path, found.aside)
    copier = CatalogCopier(lake.file, lake.path / COPY)
    copier.start()
    copier.finish()
    return found


def _change(
    connection: duckdb.DuckDBPyConnection, data: Path, found: Repaired, plan: plans.Plan
) -> None:
    """Change the working copy of the catalog."""
    classified = plan.classified
    found.adopted = footers.adopt(connection, classified)
    footers.apply_deletes(connection, classified.deletes)
    if found.adopted:
        found.doubled = footers.delete_doubled(connection, classified)
    lost = damage.Lost.of(plan.dropped, classified.incomplete)
    if lost.tables:
        found.hands = damage.take_out(connection, data, lost)
        found.sources, found.rejects = damage.forget_sources(connection, lost)


def _journal(lake: Lake) -> Journal | None:
    """The journal; an unreadable one counts as missing."""
    try:
        return Journal.read(lake.path)
    except LakeError:
        (lake.path / JOURNAL).unlink()
        return None


@contextmanager
def _attached(lake: Lake, work: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    connection = memories.connect(lake.memory, lake.path)
    try:
        catalogs.attach(connection, f"sqlite:{work}", lake.data, read_only=False, create=True)
        yield connection
    finally:
        connection.close()
