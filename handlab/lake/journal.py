"""
The journal of a lake's writer: what it was about to write, and what it committed last.

`<lake>/writer.journal` holds one JSON object per line. The first says which snapshot of the catalog
this lake committed last. Each later line is on the disk before the Parquet that it announces: a
flush under its number, or DuckLake's own files of deleted rows from some time on. A commit replaces
the journal by its new first line alone. So Parquet that the catalog does not name is either that of
an unfinished run, which may go, or it belongs to a catalog that was lost, and must stay.
"""

from __future__ import annotations

import json
import os
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handlab.errors import LakeError

if TYPE_CHECKING:
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
    """A commit of the catalog: its number and its time, which no other history shares."""

    number: int
    microseconds: int


@dataclass(slots=True)
class Journal:
    """
    The journal of one lake, read with [`Journal.read`] and kept by the one writer.

    Attributes
    ----------
    path
        The file.
    lake
        The lake's own number, which its Parquet bears as well.
    snapshot
        The last commit.
    flushes
        Numbers of the flushes that were begun since.
    deletes
        When rows were about to be deleted since, in milliseconds.
    """

    path: Path
    lake: str
    snapshot: Snapshot
    flushes: list[str] = field(default_factory=list)
    deletes: list[int] = field(default_factory=list)

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
            # What is not ended by a line break was not yet on the disk: nothing followed it.
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
            raise LakeError(message, hint="mend it with `handlab lake repair`") from error
        return journal

    @classmethod
    def begin(cls, folder: Path, snapshot: Snapshot, *, lake: str | None = None) -> Journal:
        """Start a journal at a commit."""
        journal = cls(folder / JOURNAL, lake or uuid.uuid4().hex, snapshot)
        journal.commit(snapshot)
        return journal

    @property
    def is_open(self) -> bool:
        """Whether a run has begun to write and has not committed it."""
        return bool(self.flushes or self.deletes)

    def flush(self) -> str:
        """Announce a flush, and return its number."""
        number = str(uuid.uuid4())
        self._append({"flush": number})
        self.flushes.append(number)
        return number

    def delete(self) -> None:
        """Announce that DuckLake will write files of deleted rows; once for each transaction."""
        now = time.time_ns() // 1_000_000
        self._append({"deletes": now})
        self.deletes.append(now)

    def commit(self, snapshot: Snapshot) -> None:
        """Record that all announced files count now."""
        head = {"lake": self.lake, "snapshot": snapshot.number, "at": snapshot.microseconds}
        new = self.path.with_suffix(".new")
        with new.open("wb") as file:
            file.write(json.dumps(head).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)
        sync(self.path.parent)
        self.snapshot = snapshot
        self.flushes.clear()
        self.deletes.clear()

    def wrote(self, name: str) -> bool:
        """
        Whether the unfinished run wrote the file of that name.

        A file of deleted rows bears the time when it was made. It is this run's if it is not older
        than the first announcement, but for a clock that is being set, and was not made days after
        the last: then the catalog and its journal come from a backup.
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
    """When DuckLake made a file, in milliseconds: its name is a time-ordered UUID."""
    found = _DELETED_ROWS.fullmatch(name)
    return None if found is None else int(found[1] + found[2], 16)


def sync(path: Path) -> None:
    """Put a file or a folder on the disk for sure."""
    if os.name == "nt" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
