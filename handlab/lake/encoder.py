"""Write native batches as Parquet in a thread of its own, while the next ones are parsed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from handlab.lake import parquet, statistics
from handlab.lake.hashes import Unregistered
from handlab.lake.pending import Pending
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import polars as pl

    from handlab.lake.parquet import Batch

THREADS = 2


class Encoder:
    """
    The thread of a writer; the connection of the lake is not used by it.

    Batches are appended to the files of one flush until [`Encoder.end`]: few large files make fast
    commits and questions.

    Parameters
    ----------
    data
        Folder of the lake's Parquet.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="encode")
        self._flush: str | None = None
        self._files: parquet.Flush | None = None
        self._encoding = Pending[None]()
        self._ended: str | None = None
        self._published = Pending["dict[str, Path]"]()
        self._unregistered = Unregistered()

    def append(self, batches: list[Batch], announce: Callable[[], str]) -> None:
        """
        Start to write batches once the previous ones are written.

        Parameters
        ----------
        batches
            The batches.
        announce
            Announces a flush and returns its id; called if none is open.
        """
        self._encoding.take()
        if self._flush is None:
            self._flush = announce()
        hashes = b"".join(batch.key_hashes(is_kept=True) for batch in batches)
        self._unregistered.add(np.frombuffer(hashes, dtype=np.uint64))
        self._encoding.set(self._executor.submit(self._append, self._flush, batches))

    def may_hold(self, keys: pl.DataFrame) -> bool:
        """
        Whether an unpublished batch may hold a hand with one of the keys; see [`Encoder.end`].

        Otherwise every known hand that a run encounters would end its files: one file for every few
        thousand hands.
        """
        return self._unregistered.may_hold(keys)

    def end(self, about: Callable[[str, list[str]], dict[str, str]]) -> None:
        """
        End the open flush, whose files [`Encoder.published`] returns; the next one may begin.

        Parameters
        ----------
        about
            Gives the metadata for the footers from the flush and its tables.
        """
        self._encoding.take()
        flush, files = self._flush, self._files
        if flush is not None and files is not None:
            self._ended = flush
            self._published.set(self._executor.submit(self._publish, flush, files, about))
            self._flush = self._files = None
        self._unregistered.clear()

    def published(self) -> dict[str, Path]:
        """
        Wait until the flush that was ended is published, and return its files by table.

        From then on they are the caller's to delete.
        """
        files = self._published.take() or {}
        self._ended = None
        return files

    def discard(self) -> None:
        """Wait for the current writes to end, and delete their files."""
        # Otherwise the files that the thread is writing would be left behind.
        self._encoding.drop()
        self._published.drop()
        for flush in (self._flush, self._ended):
            if flush is not None:
                self._delete(flush)
        self._flush = self._files = self._ended = None
        self._unregistered.clear()

    def _append(self, flush: str, batches: list[Batch]) -> None:
        if self._files is None:
            folders = {name: self._data / "main" / name for name in HAND_TABLES}
            self._files = parquet.Flush(folders, flush, THREADS)
        self._files.append(batches, statistics.of_batches(batches))

    def _publish(
        self,
        flush: str,
        files: parquet.Flush,
        about: Callable[[str, list[str]], dict[str, str]],
    ) -> dict[str, Path]:
        try:
            return files.publish(lambda tables: about(flush, tables))
        except BaseException:
            # On failure, such as a full disk, the files written so far are known only here.
            self._delete(flush)
            raise

    def _delete(self, flush: str) -> None:
        for path in (self._data / "main").glob(f"*/{flush}[-.]*"):
            path.unlink(missing_ok=True)
