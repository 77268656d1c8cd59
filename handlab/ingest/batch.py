"""
Parsing: a worker thread turns a task of several pieces into one batch.

Small files share a task, because a batch costs the same for three hands as for three thousand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from handlab.archive.pieces import count_lines
from handlab.errors import IngestError
from handlab.ingest.rows import FrameRows, NativeRows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import polars as pl

    from handlab.archive import Archive, Piece, Preamble
    from handlab.ingest.file_log import Source
    from handlab.ingest.native import Counted, Native, Parsed
    from handlab.ingest.native import Part as NativePart
    from handlab.ingest.rows import Numbers, Rows

TASK_BYTES = 2 << 20
TASK_PARTS = 256


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
            source_digest=document.digest,
            account=options.account,
            timezone=options.timezone,
            keep_text=options.keep_text,
            overlays=overlays,
            only=only,
            preamble=self.preamble,
        )

    def until(self, end: int) -> Part:
        """The piece as if the file ended at a byte of it."""
        data = self.piece.data[: end - self.piece.byte_offset]
        return replace(self, piece=replace(self.piece, data=data, is_last=True))

    def native(self) -> NativePart:
        """The piece as `parse_parts` takes it."""
        return self.source.document.part(self.piece, self.preamble)


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


def _no_hands() -> Numbers:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Batch:
    """
    A parsed task: what was counted in each part, and the rows of all parts.

    Attributes
    ----------
    unchanged
        The hands that are stored as they are, read again because their files have grown; they are
        not counted.
    replacing
        The hands that replace others, which were stored before their files grew.
    numbers
        For each hand its number among all that this run reads.
    """

    task: Task
    counted: Sequence[Counted]
    rows: Rows
    unchanged: Numbers = field(default_factory=_no_hands)
    replacing: Numbers = field(default_factory=_no_hands)
    numbers: Numbers = field(default_factory=_no_hands)

    @property
    def is_first_reading(self) -> bool:
        """Whether nothing of its documents was read before."""
        sources = (part.source for part in self.task.parts)
        return not any(source.replaced or source.grown or source.starts_at for source in sources)

    def hands_of(self, parts: Iterable[int]) -> Numbers:
        """The numbers of the hands of some parts."""
        heights = [counted["hands"] for counted in self.counted]
        return np.flatnonzero(np.isin(np.repeat(np.arange(len(heights)), heights), list(parts)))


def parse(task: Task, native: Native, options: Options) -> Batch:
    """Parse a task in a worker thread; the native call releases the interpreter's lock."""
    batch = native.parse_parts(
        [part.native() for part in task.parts],
        account=options.account,
        timezone=options.timezone,
        keep_text=options.keep_text,
    )
    if batch is not None:
        return assemble(task, batch.parts, NativeRows(batch))
    parsed = parse_as_frames(task, native, options, {})
    return assemble(task, parsed, FrameRows.of_parts(parsed))


def parse_as_frames(
    task: Task, native: Native, options: Options, overlays: Mapping[int, pl.DataFrame]
) -> list[Parsed]:
    """
    Parse a task part by part.

    Parameters
    ----------
    overlays
        What is known besides of the hands of some parts, see [`Part.parse`].
    """
    parts = enumerate(task.parts)
    return [part.parse(native, options, overlays=overlays.get(number)) for number, part in parts]


def assemble(task: Task, counted: Sequence[Counted], rows: Rows) -> Batch:
    """
    Combine a task with what was parsed.

    Raises
    ------
    IngestError
        If the native module lost a header.
    """
    for part, result in zip(task.parts, counted, strict=True):
        _check(part, result)
    return Batch(task, counted, rows)


def _check(part: Part, result: Counted) -> None:
    hands = result["hands"]
    if result["headers"] != hands + result["partial"] + result["rejected"]:
        document, piece = part.source.document, part.piece
        message = (
            f"expected {result['headers']} headers to be counted as hands, partial or rejected, got"
            f" {hands}, {result['partial']} and {result['rejected']} in `{document.path}` from byte"
            f" {piece.byte_offset}"
        )
        raise IngestError(message, hint="nothing of it was stored; please report this")


def reread(part: Part, result: Counted) -> tuple[int, int] | None:
    """Byte from which a longer file is read, and the number of lines before it."""
    byte, piece = result["reread"], part.piece
    if byte is None:
        return None
    if part.preamble is not None and byte == part.preamble.byte_offset:
        return byte, part.preamble.line_offset
    if byte == piece.byte_offset:
        return byte, piece.line_offset
    # The last hand is short, and what precedes it may be long.
    after = count_lines(piece.data[byte - piece.byte_offset :], piece.encoding)
    return byte, piece.line_offset + result["lines"] - after
