"""
Decide between the files of a compaction and those that they replaced, if both exist.

A run, see `handlab.lake.compact`, holds the same rows as the files that it replaced. If all of its
files are good, they count. If one is missing or bad, the replaced files count again, provided that
every one of them still exists with its delete files, and that no row of the run has been deleted
since. Otherwise the run counts without its bad file, and `damage` removes its hands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl
from polars.exceptions import PanicException, PolarsError

from handlab.lake import files
from handlab.lake.compact import footers
from handlab.lake.verify import unreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from handlab.lake.compact.footers import AboutRun, Place
    from handlab.lake.journal import Journal


@dataclass(slots=True)
class Decided:
    """
    Which files count no more, and which count again.

    Attributes
    ----------
    superseded
        The flushes that runs replace, and runs that are given up: their files count no more.
    given_up
        The runs among them that are given up.
    restored
        Names of the files that count again.
    """

    superseded: set[str] = field(default_factory=set)
    given_up: set[str] = field(default_factory=set)
    restored: set[str] = field(default_factory=set)

    def counts_no_more(self, name: str) -> bool:
        """Whether a file is superseded."""
        return (files.flush_of(name) or name) in self.superseded and name not in self.restored


def decide(
    on_disk: Mapping[str, Path], retired: Mapping[str, str], journal: Journal | None
) -> Decided:
    """
    Decide for every run of a lake.

    Parameters
    ----------
    on_disk
        The Parquet of the lake, by name.
    retired
        The table of each file that no longer counts according to the data folder, by name.
    journal
        The lake's journal. Files of its unfinished run are left out.
    """
    paths = [path for name, path in on_disk.items() if journal is None or not journal.wrote(name)]
    by_place: dict[Place, list[Path]] = defaultdict(list)
    for path in paths:
        by_place[footers.place(path)].append(path)
    gone = Counter((files.flush_of(name) or name, table) for name, table in retired.items())
    deletions = _Deletions(paths)
    result = Decided()
    found = _runs(paths)
    for flush, run in sorted(found.items(), key=lambda item: item[1].written_at, reverse=True):
        own = [(flush, table) for table in run.tables]
        existing = [path for place in own for path in by_place.get(place, ())]
        is_whole = flush in result.superseded or all(
            _is_whole(by_place.get(place, ()), retired, gone[place]) for place in own
        )
        direct = _direct(run, found)
        if not is_whole and _is_restorable(run, direct, by_place, deletions, existing):
            result.given_up.add(flush)
            result.superseded.add(flush)
            result.restored |= {path.name for place in direct for path in by_place[place]}
        else:
            result.superseded |= {origin for origin, _ in run.replaces}
    return result


def _is_whole(paths: Sequence[Path], retired: Collection[str], gone: int) -> bool:
    """Whether a table of a run has all its files, and all are good but those that are gone."""
    counting = [path for path in paths if path.name not in retired]
    if not counting:
        return gone > 0
    about = footers.about_run(counting[0])
    parts = about.parts if about is not None else 1
    return len(counting) + gone >= parts and all(map(_is_good, counting))


def _runs(paths: Iterable[Path]) -> dict[str, AboutRun]:
    """The runs that have a readable file, by their flushes."""
    return {
        flush: run
        for path in paths
        if (flush := files.flush_of(path.name)) is not None
        and (run := footers.about_run(path)) is not None
    }


def _direct(run: AboutRun, found: Mapping[str, AboutRun]) -> dict[Place, int]:
    """What a run replaces, without what is listed because an earlier run had replaced it."""
    earlier = {origin for origin, _ in run.replaces} & found.keys()
    listed = set().union(*(found[origin].replaces for origin in earlier))
    return {place: count for place, count in run.replaces.items() if place not in listed}


def _is_restorable(
    run: AboutRun,
    direct: Mapping[Place, int],
    by_place: Mapping[Place, Sequence[Path]],
    deletions: _Deletions,
    own: Iterable[Path],
) -> bool:
    """Whether all replaced files are good, and say the same as the run."""
    if any(deletions.of(path) for path in own):
        return False
    deleted: dict[str, int] = defaultdict(int)
    for place, count in direct.items():
        paths = by_place.get(place, ())
        # One more than the run replaced was retired before: its rows are deleted ones.
        if len(paths) != count or not all(_is_good(path) for path in paths):
            return False
        deleted[place[1]] += sum(deletions.of(path) for path in paths)
    return {table: count for table, count in deleted.items() if count} == dict(run.deleted)


class _Deletions:
    """How many rows of each file are deleted, according to the delete files."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = [path for path in paths if path.name.endswith("-delete.parquet")]
        self._counts: dict[str, int] | None = None

    def of(self, path: Path) -> int:
        """The number of deleted rows of a file."""
        if self._counts is None:
            self._counts = self._count()
        return self._counts.get(path.name, 0)

    def _count(self) -> dict[str, int]:
        frames = [pl.DataFrame(schema={"name": pl.String, "pos": pl.Int64})]
        for path in self._paths:
            try:
                rows = pl.read_parquet(path, columns=["file_path", "pos"])
            except (PolarsError, PanicException, OSError):
                # Then the numbers differ, and nothing is restored.
                continue
            name = pl.col("file_path").str.replace_all(r"\\", "/", literal=False)
            frames.append(
                rows.select(name=name.str.split("/").list.last(), pos=pl.col("pos").cast(pl.Int64))
            )
        counts = pl.concat(frames).unique().group_by("name").len()
        return dict(counts.iter_rows())


def _is_good(path: Path) -> bool:
    """Whether a file has the digest in its name, or can be read if it has none."""
    digest = files.digest_of(path.name)
    if digest is None:
        return unreadable(path) is None
    try:
        return files.digest(path) == digest
    except OSError:
        return False
