"""Write native batches as Parquet in a thread of its own, while the next ones are parsed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from typing import TYPE_CHECKING

from handlab.lake import parquet, statistics

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    import duckdb

    from handlab.lake.parquet import Batch

THREADS = 2


class Encoder:
    """
    The thread of a writer; the connection of the lake is not used by it.

    Parameters
    ----------
    data
        Folder of the lake's Parquet.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="encode")
        self._encoding: Future[dict[str, Path]] | None = None

    def start(
        self, batches: list[Batch], tables: list[str], flush: str, about: dict[str, str]
    ) -> None:
        """Start to write a flush, after the one before was finished."""
        self._encoding = self._executor.submit(self._encode, batches, tables, flush, about)

    def finish(self) -> dict[str, Path]:
        """Wait for the flush that was started, and return its files by table."""
        encoding = self._encoding
        if encoding is None:
            return {}
        # If a signal ends the wait, whoever discards the flush has to know of it.
        wait([encoding])
        self._encoding = None
        return encoding.result()

    def discard(self) -> list[Path]:
        """Wait for the flush that was started, and return its files, which are not wanted."""
        encoding, self._encoding = self._encoding, None
        if encoding is None:
            return []
        # What the thread writes now would be left behind.
        wait([encoding])
        return [] if encoding.exception() else list(encoding.result().values())

    @cached_property
    def _connection(self) -> duckdb.DuckDBPyConnection:
        return statistics.connect(1)

    def _encode(
        self, batches: list[Batch], tables: list[str], flush: str, about: dict[str, str]
    ) -> dict[str, Path]:
        try:
            filled = statistics.of_batches(self._connection, batches)
            folders = {name: self._data / "main" / name for name in tables}
            return parquet.write_batches(batches, folders, flush, about, THREADS, filled)
        except BaseException:
            # A disk may be full: nobody else knows of what is there by now.
            for path in (self._data / "main").glob(f"*/{flush}[-.]*"):
                path.unlink(missing_ok=True)
            raise
