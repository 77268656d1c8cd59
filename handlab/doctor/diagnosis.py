"""Read files as `ingest` does, and explain each cause for which one of them is not read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from handlab import archive
from handlab._handlab import cut, headers, last_preamble, parse_parts
from handlab.doctor import excerpts
from handlab.doctor.clues import clue
from handlab.doctor.masking import Masker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from handlab._handlab import Batch
    from handlab.doctor.excerpts import Line

KINDS = ("rejected", "skipped", "unrecognised", "truncated", "passed over")
"""
Kinds of causes: a hand that cannot be read, a file that cannot be opened or not to its end, a text
without hands, a hand whose end is missing, and a file that is not a log, such as an image.
"""

MOST_CAUSES = 200
"""Causes that are held; files beyond are counted. A hostile folder must not cost memory."""

_READ = 256 << 10
"""Bytes of an unknown text that are decoded at a time."""


@dataclass(slots=True)
class Cause:
    """
    Why some files or hands are not read, explained by the first of them.

    Attributes
    ----------
    kind
        One of `KINDS`.
    dialect
        The dialect that was guessed, if any.
    reason
        Why it was guessed.
    code, message
        The stable short name of the cause, and the cause in words.
    path, member, line
        Where it is first.
    lines
        The text around the first line that failed; `context` is the part to look at first.
    files, hands
        How many files have it, and how many hands.
    """

    kind: str
    dialect: str | None
    reason: str
    code: str
    message: str
    path: str
    member: str | None
    line: int | None
    lines: tuple[Line, ...] = ()
    files: int = 0
    hands: int = 0

    @property
    def context(self) -> tuple[Line, ...]:
        """The line that failed, those around it, and the first one."""
        failed = next((index for index, line in enumerate(self.lines) if line.is_failed), 0)
        near = range(failed - excerpts.LINES_BEFORE, failed + excerpts.LINES_AFTER + 1)
        return tuple(line for index, line in enumerate(self.lines) if index in near or index == 0)


@dataclass(slots=True)
class Diagnosis:
    """
    What was found in all files.

    Attributes
    ----------
    files, bytes
        Texts that were read.
    hands, summaries
        What could be read of them; a hand that occurs twice counts twice.
    without_hands
        Texts in which neither a hand nor a tournament summary could be read.
    causes
        Why something is not read: in the order of `KINDS`, those of most files first.
    more
        Files with other causes than the `MOST_CAUSES` that are held.
    """

    files: int = 0
    bytes: int = 0
    hands: int = 0
    summaries: int = 0
    without_hands: int = 0
    causes: list[Cause] = field(default_factory=list)
    more: int = 0

    @property
    def is_healthy(self) -> bool:
        """Whether every file holds a hand or a summary, and all but cut-off hands can be read."""
        faults = [cause for cause in self.causes if cause.kind != "truncated"]
        return not faults and not self.without_hands and not self.more


def diagnose(
    paths: Iterable[str | Path],
    *,
    limits: archive.Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Diagnosis:
    """
    Read files, and explain why some of them, or some of their hands, are not read.

    Parameters
    ----------
    paths
        Files, folders, globs and archives.
    limits
        Limits on what an archive may unpack to.
    progress
        Called after each text, with the bytes done and the total.

    Raises
    ------
    ArchiveError
        If a path does not exist.
    """
    found = archive.find(paths)
    total = found.size()
    doctor = _Doctor()
    for item in archive.documents(found, limits=limits):
        if isinstance(item, archive.Skipped):
            doctor.skip(item)
        elif isinstance(item, archive.Document):
            doctor.read(item)
            if progress is not None:
                progress(min(total, item.position + item.size), total)
    doctor.diagnosis.causes.sort(key=lambda cause: (KINDS.index(cause.kind), -cause.files))
    return doctor.diagnosis


class _Doctor:
    def __init__(self) -> None:
        self.diagnosis = Diagnosis()
        self._causes: dict[tuple[str | None, ...], Cause] = {}

    def skip(self, item: archive.Skipped) -> None:
        """Record a file that is not read at all, or not to its end."""
        kind = "skipped" if item.is_failure else "passed over"
        key = (kind, item.reason)
        cause = Cause(kind, None, "", "", item.reason, item.path, item.member, None)
        self._count(key, lambda: cause, is_new_file=True)

    def read(self, document: archive.Document) -> None:
        """Read a text piece by piece."""
        diagnosis = self.diagnosis
        diagnosis.files += 1
        diagnosis.bytes += document.size
        found = 0
        first: archive.Piece | None = None
        seen: set[tuple[str | None, ...]] = set()
        for piece, preamble in archive.with_preambles(document.pieces(cut), last_preamble):
            first = first or piece
            batch = parse_parts([document.part(piece, preamble)])
            (counted,) = batch.parts
            diagnosis.hands += counted["hands"]
            diagnosis.summaries += counted["summaries"]
            found += counted["hands"] + counted["summaries"]
            self._rejects(document, piece, batch, seen)
        if found:
            return
        diagnosis.without_hands += 1
        if not seen and first is not None:
            self._unrecognised(document, first)

    def _rejects(
        self,
        document: archive.Document,
        piece: archive.Piece,
        batch: Batch,
        seen: set[tuple[str | None, ...]],
    ) -> None:
        """Explain the first reject of each kind in a piece, and count the others."""
        rejects = batch.frames(["rejects"])["rejects"]
        if not rejects.height:
            return
        starts: dict[int, int] | None = None
        for row in rejects.iter_rows(named=True):
            kind = "truncated" if row["code"] == "truncated" else "rejected"
            key = (kind, row["dialect"], row["code"])
            if key not in self._causes and starts is None:
                starts = {
                    byte + piece.byte_offset: line + piece.line_offset
                    for byte, line, _, _ in headers(piece.data, piece.encoding)
                }
            make = partial(_rejected, document, row, kind, starts or {})
            self._count(key, make, is_new_file=key not in seen, hands=1)
            seen.add(key)

    def _unrecognised(self, document: archive.Document, piece: archive.Piece) -> None:
        """Explain why nothing starts in a text."""
        text = excerpts.decoded(piece.data[:_READ], piece.encoding)
        found = clue(text)
        lines = excerpts.lines(text)
        start = max(found.line - 1 - excerpts.LINES_BEFORE, 0)
        shown = excerpts.of_text(lines[start : start + excerpts.MOST_LINES], start + 1, found.line)
        what = found.reason.partition("; ")[2]
        key = ("unrecognised", found.dialect, what, excerpts.shape(shown))
        cause = Cause(
            kind="unrecognised",
            dialect=found.dialect,
            reason=found.reason,
            code="unknown_dialect",
            message="no hand and no tournament summary starts in this text",
            path=document.path,
            member=document.member,
            line=found.line,
            lines=shown,
        )
        self._count(key, lambda: cause, is_new_file=True)

    def _count(
        self,
        key: tuple[str | None, ...],
        make: Callable[[], Cause],
        *,
        is_new_file: bool,
        hands: int = 0,
    ) -> None:
        """Count a file and its hands for a cause, which is made when it first occurs."""
        cause = self._causes.get(key)
        if cause is None:
            if len(self._causes) >= MOST_CAUSES:
                self.diagnosis.more += is_new_file
                return
            cause = self._causes[key] = make()
            self.diagnosis.causes.append(cause)
        cause.files += is_new_file
        cause.hands += hands


def _rejected(
    document: archive.Document, row: dict[str, object], kind: str, starts: dict[int, int]
) -> Cause:
    """Explain a hand that cannot be read."""
    failed = int(str(row["line"]))
    start = starts.get(int(str(row["byte_offset"])), failed)
    lines = excerpts.lines(str(row["text"]))
    masker = Masker()
    masker.learn(lines[: 4 * excerpts.MOST_LINES])
    shown = tuple(excerpts.of_hand(masker, lines, start, failed))
    wanted, got, text = str(row["message"]).partition(", got `")
    what = wanted.partition("): ")[2] or wanted
    dialect = str(row["dialect"])
    return Cause(
        kind=kind,
        dialect=dialect,
        reason=f"line {start} starts a hand or a summary as {dialect} writes it",
        code=str(row["code"]),
        message=what + (f"{got}{masker.line(text.removesuffix('`'))}`" if got else ""),
        path=document.path,
        member=document.member,
        line=failed,
        lines=shown,
    )
