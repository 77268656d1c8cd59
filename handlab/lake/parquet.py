"""Write the rows of tables to Parquet files: conformed, in their order, and flushed to the disk."""

from __future__ import annotations

import io
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, cast

import polars as pl

from handlab._handlab import ParquetFiles
from handlab.lake.files import digest
from handlab.lake.journal import sync
from handlab.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from handlab._handlab import Batch as Batch
    from handlab._handlab import SeatStatistics
    from handlab.lake.journal import Journal
    from handlab.schema import Table

ROW_GROUP = 122_880


def conform(frame: pl.DataFrame, table: Table) -> pl.DataFrame:
    """Conform to the table's columns: missing ones become null, unknown ones are dropped."""
    if frame.schema == table.polars_schema:
        return frame
    given = frame.schema
    return frame.select(
        pl.lit(None, dtype=column.dtype).alias(column.name)
        if column.name not in given
        else pl.col(column.name)
        if given[column.name] == column.dtype
        else pl.col(column.name).cast(column.dtype)
        for column in table.columns
    )


def owned(frame: pl.DataFrame) -> pl.DataFrame:
    """
    Copy rows, texts too.

    Otherwise a text that is kept keeps all that was read with it: 7 MB for each changed hand.
    """
    return pl.read_ipc(io.BytesIO(frame.write_ipc(None).getvalue()))


def about(journal: Journal, flush: str, tables: list[str], *, is_last: bool) -> dict[str, str]:
    """
    The footer metadata of a flush's files, from which a lost catalog can be rebuilt.

    Parameters
    ----------
    journal
        The journal of the lake.
    flush
        Id of the flush.
    tables
        The tables that have rows in it.
    is_last
        Whether it is the last flush before the commit.
    """
    return {
        "handlab.lake": journal.lake,
        "handlab.flush": flush,
        "handlab.commit": f"{journal.snapshot.number}-{journal.flushes[0]}",
        "handlab.tables": ",".join(tables),
        "handlab.is_last": str(is_last).lower(),
        "handlab.written_at": str(time.time_ns() // 1_000_000),
        "handlab.schema_version": str(SCHEMA_VERSION),
    }


def write(frame: pl.DataFrame, folder: Path, flush: str, about: dict[str, str]) -> Path:
    """
    Write a new file, named after its flush and its digest, and flush it to the disk.

    Parameters
    ----------
    frame
        The rows.
    folder
        Folder of the table's files.
    flush
        Id of the flush.
    about
        Metadata for the footer.
    """
    part = unpublished(folder, flush)
    encode(frame, part, about)
    return publish(part, flush)


def encode(frame: pl.DataFrame, path: Path, about: dict[str, str] | None = None) -> None:
    """Write a new file that is not named or flushed yet, with metadata for the footer."""
    with path.open("wb") as file:
        sink = _Sink(file)
        try:
            frame.write_parquet(
                cast("BinaryIO", sink),
                compression="zstd",
                compression_level=3,
                row_group_size=ROW_GROUP,
                metadata=about,
            )
            file.flush()
        except pl.exceptions.PolarsError:
            if sink.failure is not None:
                raise sink.failure from None
            raise


class _Sink(io.RawIOBase):
    """A file that keeps why it could not be written: Polars drops that where a footer fails."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.failure: OSError | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401  any buffer
        try:
            return self._file.write(data)
        except OSError as error:
            self.failure = error
            raise


class Flush:
    """
    The files of native batches that are written with one flush, a few batches at a time.

    Parameters
    ----------
    folders
        For each table the folder of its files; those without rows are not written.
    flush
        Id of the flush.
    threads
        Threads that encode.
    """

    def __init__(self, folders: Mapping[str, Path], flush: str, threads: int) -> None:
        self._flush = flush
        self._parts = {name: unpublished(folder, flush) for name, folder in folders.items()}
        self._files = ParquetFiles(self._parts, threads)

    def append(
        self,
        batches: Sequence[Batch],
        statistics: tuple[SeatStatistics, int, list[tuple[str, str]]],
    ) -> None:
        """
        Append batches.

        Parameters
        ----------
        batches
            The batches.
        statistics
            Those of all their seats, from `statistics.of_batches`.
        """
        self._files.append(list(batches), statistics)

    def publish(self, about: Callable[[list[str]], dict[str, str]]) -> dict[str, Path]:
        """
        End the files and publish them, see [`publish`]; returns them by table.

        Parameters
        ----------
        about
            Gives the metadata for the footers, besides the name of the table, from the tables that
            have rows.
        """
        tables = self._files.tables()
        shared = about(tables)
        self._files.close({name: shared | {"handlab.table": name} for name in tables})
        # Most of it is waiting for the disk.
        with ThreadPoolExecutor() as pool:
            paths = pool.map(lambda name: publish(self._parts[name], self._flush), tables)
            return dict(zip(tables, paths, strict=True))


def unpublished(folder: Path, flush: str, number: int = 0) -> Path:
    """
    The path of a file while it is written, the flush's first of its table; its folder is made.

    The name differs from that of the flush's other files, which may be written at the same time:
    the next writer knows what a killed one left behind by name.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{flush}.{folder.name}.{number}.part.parquet"


def publish(part: Path, flush: str) -> Path:
    """Name a written file after its flush and its digest, and flush it to the disk."""
    sync(part)
    path = part.with_name(f"{flush}-{digest(part)}.parquet")
    part.rename(path)
    sync(path.parent)
    return path
