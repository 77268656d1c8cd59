"""
The journal of a lake's writer: what it is about to write, and its last commit.

`<lake>/writer.journal` holds one JSON object per line. The first line is the last snapshot that
this lake committed. Each later line is on the disk before the Parquet that it announces: a flush
with its id, or DuckLake's delete files from some time on. A commit replaces the journal with a new
first line, and keeps what was announced for the next one. So Parquet that the catalog does not name
either belongs to an unfinished run and can be deleted, or it belongs to a lost catalog and must be
kept.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handlab.errors import LakeError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

JOURNAL = "writer.journal"
DAY = 86_400_000
CLOCK = 2_000
_DELETED_ROWS = re.compile(
    r"ducklake-([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}-delete\.parquet"
)
_FLUSH = re.compile(r"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})[-.]")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A commit of the catalog: its number, and its time, which no other catalog shares."""

    number: int
    microseconds: int


@dataclass(slots=True)
class Journal:
    """
    The journal of one lake, read with [`Journal.read`] and written by its only writer.

    Attributes
    ----------
    path
        The file.
    lake
        The lake's id, which is also in the footers of its Parquet.
    snapshot
        The last commit.
    flushes
        Ids of the flushes started since.
    deletes
        Times since then at which rows were about to be deleted, in milliseconds.
    """

    path: Path
    lake: str
    snapshot: Snapshot
    flushes: list[str] = field(default_factory=list)
    deletes: list[int] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @classmethod
    def read(cls, folder: Path) -> Journal | None:
        """
        Read the journal of the lake in a folder; `None` if it has none.

        Raises
        ------
        LakeError
            If it cannot be read or understood.
        """
        path = folder / JOURNAL
        try:
            # A line without its line break was not completely on the disk: nothing followed it.
            lines = path.read_bytes().split(b"\n")[:-1]
            head, *rest = [json.loads(line) for line in lines]
            journal = cls(path, head["lake"], Snapshot(head["snapshot"], head["at"]))
            for line in rest:
                if "flush" in line:
                    journal.flushes.append(line["flush"])
                else:
                    journal.deletes.append(line["deletes"])
        except FileNotFoundError:
            return None
        except OSError as error:
            message = f"cannot read the lake's journal `{path}`: {str(error.strerror).lower()}"
            raise LakeError(message) from error
        except (ValueError, KeyError, TypeError) as error:
            message = f"expected the journal of a lake, got something else: `{path}`"
            raise LakeError(message, hint="repair it with `handlab lake repair`") from error
        return journal

    @classmethod
    def begin(cls, folder: Path, snapshot: Snapshot, *, lake: str | None = None) -> Journal:
        """Start a journal at a commit."""
        journal = cls(folder / JOURNAL, lake or uuid.uuid4().hex, snapshot)
        journal.commit(snapshot)
        return journal

    @property
    def is_open(self) -> bool:
        """Whether a run has started to write and has not committed."""
        return bool(self.flushes or self.deletes)

    def flush(self) -> str:
        """Announce a flush, and return its id."""
        number = str(uuid.uuid4())
        with self._lock:
            self._append({"flush": number})
            self.flushes.append(number)
        return number

    def delete(self) -> None:
        """Announce that DuckLake will write delete files; once per transaction."""
        now = time.time_ns() // 1_000_000
        with self._lock:
            self._append({"deletes": now})
            self.deletes.append(now)

    def commit(self, snapshot: Snapshot, flushes: Collection[str] | None = None) -> None:
        """
        Record that announced files are committed.

        Parameters
        ----------
        snapshot
            The commit.
        flushes
            Ids of the flushes in it; all if not given. The others are of the next commit.
        """
        head = {"lake": self.lake, "snapshot": snapshot.number, "at": snapshot.microseconds}
        with self._lock:
            left = [] if flushes is None else [item for item in self.flushes if item not in flushes]
            new = self.path.with_suffix(".new")
            with new.open("wb") as file:
                for line in (head, *({"flush": number} for number in left)):
                    file.write(json.dumps(line).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
            sync(self.path.parent)
            self.snapshot = snapshot
            self.flushes[:] = left
            self.deletes.clear()

    def wrote(self, name: str) -> bool:
        """
        Whether the unfinished run wrote the file with that name.

        The name of a delete file contains the time of its creation. The file is of this run unless
        it is older than the first announcement, allowing for small changes of the clock, or days
        younger than the last: then the catalog and its journal come from a backup.
        """
        flush = _FLUSH.match(name)
        if flush is not None:
            return flush[1] in self.flushes
        made_at = deleted_at(name)
        if made_at is None or not self.deletes:
            return False
        return min(self.deletes) - CLOCK <= made_at <= max(self.deletes) + DAY

    def _append(self, line: dict[str, object]) -> None:
        with self.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def deleted_at(name: str) -> int | None:
    """When DuckLake created a file, in milliseconds: its name is a time-ordered UUID."""
    found = _DELETED_ROWS.fullmatch(name)
    return None if found is None else int(found[1] + found[2], 16)


def sync(path: Path) -> None:
    """Flush a file or a folder to the disk."""
    is_folder = path.is_dir()
    if os.name == "nt" and is_folder:
        return
    # Windows flushes only what is open for writing.
    descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
