"""What it takes to write rows anew: DuckDB's settings, good files, and a place for a while."""

from __future__ import annotations

from contextlib import contextmanager
from shutil import rmtree
from typing import TYPE_CHECKING

from handlab.errors import LakeError
from handlab.lake import faults, verify
from handlab.lake import memory as memories

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake import Lake
    from handlab.lake.files import CatalogFile


def read_once(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB use one thread, as each has its own buffers, and keep nothing that it reads."""
    connection.execute("set threads = 1")
    connection.execute("set enable_external_file_cache = false")


def refuse_damaged(lake: Lake, named: Sequence[CatalogFile]) -> None:
    """Raise if a file is not as it was written: what is wrong in it would look right afterwards."""
    for path, fault in verify.faults_of(named).items():
        message = (
            f"expected every file of `{lake.path}` as it was written, but `{path}` is not:"
            f" {fault.words}"
        )
        raise LakeError(message, hint=faults.REPAIR)


@contextmanager
def temporary_folder(lake: Lake) -> Iterator[Path]:
    """A folder that is removed, by the next writer if the process is killed."""
    folder = memories.spill_folder(lake.path)
    folder.mkdir()
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)
