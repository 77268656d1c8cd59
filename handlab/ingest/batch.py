"""
Parsing: a worker thread turns a task of several pieces into one set of tables.

Small files share a task, because a frame costs the same for three hands as for three thousand. The
column `part` is the number of the piece that a row is from; it is not stored in the lake.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab.archive.pieces import count_lines
from handlab.errors import IngestError
from handlab.lake.parquet import conform
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handlab.archive import Archive, Piece, Preamble
    from handlab.ingest.file_log import Source
    from handlab.ingest.native import Native, Parsed

    Numbers = NDArray[np.int64]

TASK_BYTES = 8 << 20
TASK_PARTS = 256
PLACE = ("file_digest", "path", "member")
FROM_TEXT = tuple(name for name in TABLES if name not in {"files", "tournaments"})


@dataclass(frozen=True, slots=True)
class Options:
    """The user's options, which apply to every hand."""

    account: str | None
    timezone: str | None
    keep_text: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A piece, and the document it is from."""

    source: Source
    piece: Piece
    preamble: Preamble | None = None

    def parse(
        self,
        native: Native,
        options: Options,
        *,
        overlays: pl.DataFrame | None = None,
        only: Sequence[int] | None = None,
    ) -> Parsed:
        """Parse the piece, or only the hands at the given byte offsets of the file."""
        document = self.source.document
        return native.parse_batch(
            self.piece.data,
            byte_offset=self.piece.byte_offset,
            line_offset=self.piece.line_offset,
            encoding=self.piece.encoding,
            is_last=self.piece.is_last,
            source_file=document.path,
            source_member=document.member,
            account=options.account,
            timezone=options.timezone,
            keep_text=options.keep_text,
            overlays=overlays,
            only=only,
            preamble=self.preamble,
        )


@dataclass(slots=True)
class Task:
    """Pieces to parse together, and the archives that end with them."""

    parts: list[Part] = field(default_factory=list)
    archives: list[Archive] = field(default_factory=list)
    size: int = 0

    def add(self, part: Part) -> None:
        """Add a piece."""
        self.parts.append(part)
        self.size += len(part.piece.data)

    @property
    def is_full(self) -> bool:
        """Whether the task is large enough for a worker."""
        return self.size >= TASK_BYTES or len(self.parts) >= TASK_PARTS


@dataclass(frozen=True, slots=True)
class Batch:
    """A parsed task: `parsed` has the counts of each part, `tables` the rows of all parts."""

    task: Task
    parsed: list[Parsed]
    tables: dict[str, pl.DataFrame]

    def hand_numbers(self, table: str) -> Numbers:
        """For each row of a table, the index of its hand among the batch's hands."""
        if table == "hands":
            return np.arange(self.tables["hands"].height)
        counts = [row_counts(parsed, table) for parsed in self.parsed]
        joined = np.concatenate([np.empty(0, dtype=np.int64), *counts])
        return np.repeat(np.arange(len(joined)), joined)


def row_counts(parsed: Parsed, table: str) -> Numbers:
    """The number of rows of each hand; several hands may have the same `hand_id`."""
    return np.diff(parsed["row_ends"][table].to_numpy().astype(np.int64), prepend=0)


def parse(task: Task, native: Native, options: Options) -> Batch:
    """Parse a task in a worker thread; the native call releases the interpreter's lock."""
    return assemble(task, [part.parse(native, options) for part in task.parts])


def assemble(task: Task, parsed: list[Parsed]) -> Batch:
    """
    Concatenate the rows of a task's parts, and add where they are from.

    Raises
    ------
    IngestError
        If the native module lost a header.
    """
    for part, result in zip(task.parts, parsed, strict=True):
        _check(part, result)
    tables = {name: _together(name, parsed) for name in FROM_TEXT}
    documents = [part.source.document for part in task.parts]
    places = pl.DataFrame(
        {
            "part": range(len(documents)),
            "file_digest": [document.digest for document in documents],
            "path": [document.path for document in documents],
            "member": [document.member for document in documents],
        },
        schema={"part": pl.UInt32, **{name: pl.String for name in PLACE}},
    )
    hands = tables["hands"]
    digests = places["file_digest"].gather(hands["part"])
    tables["hands"] = hands.with_columns(digests.alias("source_digest"))
    rejects = tables["rejects"].drop(PLACE, strict=False)
    tables["rejects"] = rejects.join(places, on="part", how="left", maintain_order="left")
    return Batch(task, parsed, tables)


def _together(name: str, parsed: list[Parsed]) -> pl.DataFrame:
    frames = [result["tables"][name] for result in parsed if name in result["tables"]]
    if not frames:
        frames = [TABLES[name].polars_schema.to_frame()]
    if any(frame.schema != frames[0].schema for frame in frames):
        # Hands that replace stored ones already have the columns of the lake.
        frames = [conform(frame, TABLES[name]) for frame in frames]
    part = np.repeat(np.arange(len(frames), dtype=np.uint32), [frame.height for frame in frames])
    return conform(pl.concat(frames), TABLES[name]).with_columns(pl.Series("part", part))


def _check(part: Part, result: Parsed) -> None:
    hands = result["tables"]["hands"].height
    if result["headers"] != hands + result["partial"] + result["rejected"]:
        document, piece = part.source.document, part.piece
        message = (
            f"expected {result['headers']} headers to be counted as hands, partial or rejected, got"
            f" {hands}, {result['partial']} and {result['rejected']} in `{document.path}` from byte"
            f" {piece.byte_offset}"
        )
        raise IngestError(message, hint="nothing of it was stored; please report this")


def tail(part: Part, result: Parsed) -> tuple[int, int] | None:
    """Byte offset of an unfinished last hand, and the number of lines before it."""
    byte = result["tail"]
    if byte is None:
        return None
    if part.preamble is not None and byte == part.preamble.byte_offset:
        return byte, part.preamble.line_offset
    before = part.piece.data[: byte - part.piece.byte_offset]
    return byte, part.piece.line_offset + count_lines(before, part.piece.encoding)
