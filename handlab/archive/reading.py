"""
Read files and archives as documents: each text with its digest, recognised again after it grows.

A document of up to `digests.HELD` bytes is read once and kept in memory; a longer one is read
twice, first for its digest, which a thread may compute ahead. The long members of an archive follow
its short ones, so that an archive is read at most twice. If a text is cut off, the part that is
certainly correct is a document, followed by the reason.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from stat import S_ISREG
from typing import TYPE_CHECKING

from handlab.archive import containers
from handlab.archive.ahead import Ahead
from handlab.archive.broken import Broken, reason
from handlab.archive.digests import Digest, digest_of
from handlab.archive.known import NOTHING, Known, Whole, wholes
from handlab.archive.limits import Budget, Limits
from handlab.archive.names import path_label
from handlab.archive.paths import Skipped
from handlab.archive.pieces import pieces
from handlab.archive.skipping import SkipReason, in_view_of
from handlab.archive.streams import Beginning, Expected, OnDisk, Stream, skip
from handlab.archive.text import HEAD, container
from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from handlab._handlab import Part
    from handlab.archive.paths import Found
    from handlab.archive.pieces import Cut, Piece
    from handlab.archive.preambles import Preamble

# The most members of one archive that are reported one by one when no hand is lost with them.
MOST_HARMLESS = 100


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive whose members have all been read, now or in an earlier run."""

    path: str
    digest: str
    size: int
    is_known: bool


@dataclass(frozen=True, slots=True)
class Document:
    """
    A file or member that may hold hands, or the part of it that can be read.

    Attributes
    ----------
    path, member
        Their names as text, see `names`.
    digest
        SHA-256 of all its bytes, in hex.
    encoding
        Encoding of its start.
    prefixes
        SHA-256 of its first `n` bytes, for each size that it had before.
    position
        Bytes of all found files before it.
    """

    path: str
    member: str | None
    digest: str
    size: int
    encoding: str
    position: int
    prefixes: dict[int, str] = field(repr=False)
    _open: Callable[[], Stream] = field(repr=False)
    _failures: list[str] = field(repr=False, default_factory=list)

    def without_text(self) -> Document:
        """Return the document without its text, which frees the memory."""
        return replace(self, _open=io.BytesIO)

    def part(self, piece: Piece, preamble: Preamble | None) -> Part:
        """Return a piece and its preamble as native functions take them."""
        return (
            piece.data,
            piece.byte_offset,
            piece.line_offset,
            piece.encoding,
            piece.is_last,
            self.path,
            self.member,
            self.digest,
            preamble,
        )

    def pieces(
        self, cut: Cut, *, byte_from: int = 0, line_from: int = 0, with_earlier: bool = False
    ) -> Iterator[Piece]:
        """
        Return the text from a byte on; call this before reading the next document.

        The text before it comes first if it is asked for: what it says may concern all hands.
        If the text cannot be read to its end, no piece is marked as the last one, and
        [`documents`] yields the reason next.
        """
        try:
            stream = self._open()
            if with_earlier:
                earlier = pieces(Beginning(stream, byte_from), self.encoding, cut)
                yield from (replace(piece, is_last=False) for piece in earlier if piece.data)
            else:
                skip(stream, byte_from)
            yield from pieces(stream, self.encoding, cut, byte_from=byte_from, line_from=line_from)
        except ArchiveError as error:
            self._failures.append(error.message)

    def failures(self) -> list[str]:
        """Return the reasons why the pieces are incomplete."""
        return self._failures


def documents(
    found: Found,
    known: Known = NOTHING,
    *,
    limits: Limits | None = None,
    ahead: Ahead | None = None,
) -> Iterator[Document | Archive | Skipped]:
    """
    The documents in files and archives, in order; an archive follows its members.

    Parameters
    ----------
    found
        The files, from [`find`](handlab.archive.paths.find).
    known
        What the lake has recorded about files.
    limits
        Limits on what an archive may unpack to.
    ahead
        What has been started with the digest of the first file; it is closed at the end.
    """
    yield from found.skipped
    position = 0
    pairs = zip_longest(found.files, found.files[1:])
    of_files = zip(pairs, wholes(found.files, known.is_size_known), strict=True)
    with closing(ahead or Ahead()) as ahead:
        for (path, following), whole in of_files:
            if (
                whole is not None
                and known.is_done(whole.digest)
                and not known.was_cut_off(path_label(path), whole.digest)
            ):
                yield _known_document(path, whole, position)
                position += whole.size
                continue
            file = _File(path, known, limits or Limits(), position, ahead, following)
            try:
                yield from file.items()
            except OSError as error:
                yield file.skipped(None, f"cannot be read: {reason(error)}")
            position += file.size


def _known_document(path: Path, whole: Whole, position: int) -> Document:
    """Return a document that nobody reads: its text and encoding are not looked at."""
    name = path_label(path)
    return Document(name, None, whole.digest, whole.size, "utf-8", position, {}, io.BytesIO)


class _File:
    """A file on disk: one document, or an archive of several."""

    def __init__(
        self,
        path: Path,
        known: Known,
        limits: Limits,
        position: int,
        ahead: Ahead,
        following: Path | None,
    ) -> None:
        self._path = path
        self._ahead = ahead
        self._following = following
        self._label = path_label(path)
        self._known = known
        self._limits = limits
        self._position = position
        self.size = 0

    def skipped(self, member: str | None, why: str, *, is_failure: bool = True) -> Skipped:
        """Report why a member, or the file itself, is not read."""
        return Skipped(self._label, member, why, is_failure)

    def items(self) -> Iterator[Document | Archive | Skipped]:
        """Yield the documents of the file, and the file itself if it is a fully read archive."""
        status = self._path.stat()
        self.size = status.st_size
        if not S_ISREG(status.st_mode):
            yield self.skipped(None, "not a regular file", is_failure=False)
            return
        with self._path.open("rb", buffering=0) as raw:
            kind = container(raw.read(HEAD))
            raw.seek(0)
            if kind is None:
                stream = OnDisk(raw, self.size)
                yield from self._documents(stream, [containers.Member(None, stream)])
                return
            file = io.BufferedReader(raw)
            stream = OnDisk(file, self.size)
            if kind == "rar":
                yield from self._documents(stream, self._members(stream))
                return
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            is_known = self._known.is_done(digest)
            if not is_known:
                is_whole = True
                for item in self._documents(stream, self._members(stream)):
                    is_whole = is_whole and not (isinstance(item, Skipped) and item.is_failure)
                    yield item
                if not is_whole:
                    return
        yield Archive(self._label, digest, self.size, is_known)

    def _members(self, stream: Stream) -> Iterator[containers.Member | containers.Unread]:
        budget = Budget(self._limits, self.size)
        return containers.members(None, self._path.name, stream, budget)

    def _documents(
        self, stream: Stream, members: Iterable[containers.Member | containers.Unread]
    ) -> Iterator[Document | Skipped]:
        """Yield every member, the long ones in a second pass once all digests are known."""
        long: dict[int, Digest] = {}
        reports = _Reports(self)
        try:
            number = 0
            for member in members:
                if isinstance(member, containers.Unread):
                    yield from reports.unread(member)
                    continue
                number += 1
                digest = self._digest(member)
                if digest.skip_reason is not None:
                    title = member.name or self._path.name
                    yield from reports.harmless(member.name, in_view_of(title, digest.skip_reason))
                elif digest.held is not None or self._known.is_done(digest.hex):
                    text = partial(io.BytesIO, digest.held or b"")
                    place = self._position + (stream.tell() if member.name is not None else 0)
                    yield from self._document(digest, member, place, text)
                elif digest.size:
                    long[number] = digest
                if digest.broken is not None:
                    yield from reports.broken(member.name, digest.broken, digest.size)
        except ArchiveError as error:
            reports.stopped = error
        if long:
            yield from self._long_documents(long)
        yield from reports.rest()

    def _digest(self, member: containers.Member) -> Digest:
        sizes = self._known.sizes(self._label, member.name)
        ahead = self._ahead.take(self._path, sizes) if member.name is None else None
        return ahead or digest_of(member.stream, sizes)

    def _long_documents(self, long: dict[int, Digest]) -> Iterator[Document | Skipped]:
        """Read the long members again, each as far as it was read the first time."""
        why: str | None = None
        if self._following is not None:
            sizes = self._known.sizes(path_label(self._following), None)
            self._ahead.start(self._following, sizes)
        try:
            with self._path.open("rb") as file:
                number = 0
                for member in self._members(OnDisk(file, 0)):
                    if isinstance(member, containers.Unread):
                        continue
                    number += 1
                    if number not in long:
                        continue
                    digest = long.pop(number)
                    text = Expected(member.stream, digest.size, digest.checksum)
                    again = partial(_same_stream, text)
                    yield from self._document(digest, member, self._position, again)
                    if not long:
                        return
        except ArchiveError as error:
            why = error.message
        except OSError as error:
            why = f"cannot be read: {reason(error)}"
        yield self.skipped(None, why or "it was changed while it was being read")

    def _document(
        self,
        digest: Digest,
        member: containers.Member,
        position: int,
        open_text: Callable[[], Stream],
    ) -> Iterator[Document | Skipped]:
        document = Document(
            self._label,
            member.name,
            digest.hex,
            digest.size,
            digest.encoding,
            position,
            digest.prefixes,
            open_text,
        )
        yield document
        for why in document.failures():
            yield self.skipped(member.name, why)


def _same_stream(stream: Stream) -> Stream:
    return stream


class _Reports:
    """Reports on a file's members: each reason once, and thousands of the same kind as a count."""

    def __init__(self, file: _File) -> None:
        self._file = file
        self._said: Broken | None = None
        self._harmless = 0
        self._more: Counter[str] = Counter()
        self.stopped: ArchiveError | None = None

    def unread(self, item: containers.Unread) -> Iterator[Skipped]:
        """Report why a member is not read."""
        if item.why is not self._said:
            # A fault in an outer archive also ends the archives within it.
            self._said = item.why
            yield self._file.skipped(item.name, item.why.message, is_failure=item.is_failure)

    def broken(self, member: str | None, broken: Broken, size: int) -> Iterator[Skipped]:
        """Report why a member is not read to its end."""
        self._said = broken
        read = f"the first {size:,} bytes are read" if size else "nothing of it is read"
        yield self._file.skipped(member, f"{broken.message}; {read}")

    def harmless(self, member: str | None, why: SkipReason) -> Iterator[Skipped]:
        """Report why a member is skipped; beyond a number, only count."""
        self._harmless += not why.is_failure
        if self._harmless <= MOST_HARMLESS or why.is_failure:
            yield self._file.skipped(member, why.reason, is_failure=why.is_failure)
        else:
            self._more[why.reason] += 1

    def rest(self) -> Iterator[Skipped]:
        """Report what applies to the file as a whole."""
        for why, count in self._more.items():
            yield self._file.skipped(None, f"{why}: {count:,} more members", is_failure=False)
        if self.stopped is not None:
            yield self._file.skipped(None, self.stopped.message)
