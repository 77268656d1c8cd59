"""
Decide what becomes of each file of a damaged lake; nothing is changed here.

A file that the catalog names is kept, dropped with its rows (it is bad), or superseded (another
holds its rows). One that it does not name is adopted or moved aside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from handlab.lake import files
from handlab.lake.repair import damage, footers
from handlab.lake.verify import faults_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    import duckdb

    from handlab.lake.files import CatalogFile
    from handlab.lake.journal import Journal
    from handlab.lake.repair.runs import Decided
    from handlab.lake.verify import Fault


@dataclass(frozen=True, slots=True)
class Seen:
    """
    The Parquet of a lake, as found.

    Attributes
    ----------
    on_disk
        The files of the data folder, by name.
    named
        The files that the catalog names.
    unnamed
        The files on disk that it never named, by name.
    retired
        The table of each file that no longer counts according to the data folder, by name.
    bad
        The faults of named files that should count, by path.
    """

    on_disk: Mapping[str, Path]
    named: list[CatalogFile]
    unnamed: dict[str, Path]
    retired: dict[str, str]
    bad: dict[Path, Fault]

    @classmethod
    def of(
        cls, connection: duckdb.DuckDBPyConnection, data: Path, on_disk: Mapping[str, Path]
    ) -> Seen:
        """Look at the files of a catalog and at those on disk; reads every named file."""
        named = files.in_catalog(connection, data)
        known = files.known_names(connection)
        retired = files.retired(data)
        return cls(
            on_disk,
            named,
            unnamed={name: path for name, path in on_disk.items() if name not in known},
            retired=retired,
            bad={
                path: fault for path, fault in faults_of(named).items() if path.name not in retired
            },
        )

    def restored(self, named: list[CatalogFile], names: Collection[str]) -> Seen:
        """The same after `damage.reinstate`, which may not know all of the restored files."""
        known = {file.path.name for file in named}
        unknown = {name: self.on_disk[name] for name in names if name not in known}
        return replace(self, named=named, unnamed=self.unnamed | unknown)


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What becomes of the files.

    Attributes
    ----------
    faults
        The faults to report.
    dropped
        Bad files with their delete files: they leave the catalog, with all rows of their hands.
    superseded
        Files that leave the catalog because others hold their rows.
    unfinished
        Files of a run that never ended: they are moved aside.
    classified
        The other files that the catalog does not name.
    """

    faults: list[Fault]
    dropped: list[CatalogFile]
    superseded: list[CatalogFile]
    unfinished: list[Path]
    classified: footers.Classified

    @property
    def leftover(self) -> list[Path]:
        """The files that nothing needs, although they may be good."""
        superseded = [file.path for file in self.superseded]
        return [*self.unfinished, *self.classified.not_counting, *superseded]


def make(seen: Seen, decided: Decided, journal: Journal | None) -> Plan:
    """Plan a repair by what was seen, and by what was decided for each compaction."""
    faults = [
        fault
        for path, fault in seen.bad.items()
        if not decided.counts_no_more(path.name) or files.flush_of(path.name) in decided.given_up
    ]
    retired = {
        name: table for name, table in seen.retired.items() if name not in decided.restored
    } | {
        name: path.parent.name
        for name, path in seen.on_disk.items()
        if decided.counts_no_more(name)
    }
    # An older catalog names files that have been retired since.
    outdated = {
        file.number
        for file in seen.named
        if file.path.name in retired or decided.counts_no_more(file.path.name)
    }
    current = [file for file in seen.named if file.number not in outdated]
    bad = {file.path for file in current if file.path in seen.bad}
    good = [file for file in seen.named if file.path not in bad and not file.deletes]
    unfinished = {name for name in seen.unnamed if journal is not None and journal.wrote(name)}
    classified = footers.classify(
        {name: path for name, path in seen.unnamed.items() if name not in unfinished},
        {(file.flush, file.table, file.path.name) for file in good}
        | {(files.flush_of(name) or "", table, name) for name, table in retired.items()},
        retired,
        journal,
        decided.restored,
    )
    return Plan(
        faults,
        dropped=damage.with_their_deletes(seen.named, bad),
        superseded=[file for file in seen.named if file.number in outdated],
        unfinished=[path for name, path in seen.unnamed.items() if name in unfinished],
        classified=classified,
    )
