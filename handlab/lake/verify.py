"""Verify that a lake's files exist with the size and digest that its catalog records."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import duckdb
import polars as pl
from polars.exceptions import PanicException, PolarsError

from handlab.counted import counted
from handlab.errors import LakeBusyError, LakeError
from handlab.lake import Lake, files
from handlab.lake import catalog as catalogs
from handlab.lake.catalog_copy import COPY
from handlab.lake.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from handlab.lake.files import CatalogFile


@dataclass(frozen=True, slots=True)
class Fault:
    """
    A fault of one file.

    Attributes
    ----------
    kind
        `missing`, `size`, `digest`, `unreadable`, `unnamed` or `catalog`.
    path
        The file.
    words
        What was expected, and what was found.
    """

    kind: str
    path: str
    words: str


@dataclass(slots=True)
class Findings:
    """
    The files that were checked, and their faults.

    Attributes
    ----------
    faults
        One fault per file.
    notes
        Remarks that are not faults.
    """

    files: int = 0
    bytes: int = 0
    without_digest: int = 0
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def verify(path: str | Path, *, catalog: str | None = None, memory: str | None = None) -> Findings:
    """
    Check every file of a lake; nothing is changed, and writers are not blocked.

    Raises
    ------
    LakeError
        If there is no lake.
    """
    findings = Findings()
    place = Lake.at(path, memory=memory)
    if catalog is None:
        place.refuse_elsewhere()
    on_disk = files.on_disk(place.data)
    try:
        lake = Lake.open(path, catalog=catalog, memory=memory)
        # In this order: files of a concurrent writer are in the journal or in the catalog.
        journal = Journal.read(lake.path)
        connection = lake.connect()
    except LakeBusyError:
        raise
    except LakeError as error:
        if not on_disk:
            raise
        findings.faults.append(Fault("catalog", str(path), error.message))
        return findings
    try:
        named = files.in_catalog(connection, lake.data)
        unnamed = on_disk.keys() - files.known_names(connection)
        findings.notes.extend(_copy_notes(lake, connection))
    finally:
        connection.close()
    findings.files = len(named)
    findings.bytes = sum(file.size for file in named)
    findings.without_digest = sum(file.digest is None for file in named)
    findings.faults.extend(faults_of(named).values())
    unexplained = sorted(name for name in unnamed if journal is None or not journal.wrote(name))
    words = "the catalog does not name it, and no unfinished run wrote it"
    findings.faults.extend(Fault("unnamed", str(on_disk[name]), words) for name in unexplained)
    if left := len(unnamed) - len(unexplained):
        findings.notes.append(
            f"{counted(left, 'files')} of a run that is in progress or was killed;"
            " in the second case the next run deletes them"
        )
    if findings.without_digest:
        findings.notes.append(
            f"{counted(findings.without_digest, 'files')} written before digests were recorded:"
            " only their size and readability were checked"
        )
    return findings


def faults_of(named: Sequence[CatalogFile]) -> dict[Path, Fault]:
    """The files that do not match the catalog."""
    # Threads help: reading waits for the disk, and hashing releases the interpreter's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = pool.map(_fault, named)
    return {file.path: fault for file, fault in zip(named, found, strict=True) if fault is not None}


def _fault(file: CatalogFile) -> Fault | None:
    place = str(file.path)
    try:
        size = file.path.stat().st_size
        if size != file.size:
            return Fault("size", place, f"expected {file.size:,} bytes, got {size:,}")
        if file.digest is None:
            return unreadable(file.path)
        digest = files.digest(file.path)
    except FileNotFoundError:
        return Fault("missing", place, "expected a file, found none")
    except OSError as error:
        return Fault("unreadable", place, str(error.strerror).lower())
    if digest != file.digest:
        return Fault("digest", place, f"expected the digest {file.digest}, got {digest}")
    return None


def unreadable(path: Path) -> Fault | None:
    """The fault of a file that cannot be read as Parquet to its end; `None` if it can."""
    try:
        pl.read_parquet(path)
    except (PolarsError, PanicException, OSError) as error:
        return Fault("unreadable", str(path), " ".join(str(error).split())[:200])
    return None


def _copy_notes(lake: Lake, connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Notes if the copy of the catalog is missing or outdated."""
    copy = lake.path / COPY
    if lake.file is None:
        return []
    if not copy.is_file():
        return ["there is no copy of the catalog yet; the next ingest makes one"]
    try:
        connection.execute(f"attach {catalogs.quote(str(copy))} as copy (type sqlite, read_only)")
        row = connection.execute("select max(snapshot_id) from copy.ducklake_snapshot").fetchone()
        connection.execute("detach copy")
    except duckdb.Error:
        return ["the copy of the catalog cannot be read; the next ingest makes another"]
    commits_behind = catalogs.snapshot(connection).number - (row[0] if row is not None else 0)
    if commits_behind <= 0:
        return []
    return [
        f"the copy of the catalog is {counted(commits_behind, 'commits')} old;"
        " the next ingest updates it"
    ]
