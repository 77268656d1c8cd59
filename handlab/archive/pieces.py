"""A stream of text in pieces of 8 to 16 MB that end where a hand or an encoding ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from handlab.archive.broken import Broken
from handlab.archive.text import changes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.archive.streams import Stream

PIECE = 8 << 20
# A stretch this long without a header is not a hand: it is cut at a line, so that memory stays
# bounded.
LONGEST = 16 << 20

# Each one is another piece, and pieces cost.
MOST_CHANGES = 2000


class Cut(Protocol):
    """How the last hand header of a buffer is found."""

    def __call__(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        """Give its offset and the number of lines before it, or `None`."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """
    Whole hands of one file.

    Attributes
    ----------
    data
        The bytes, as they stand in the file.
    byte_offset
        Where they start in the file or member.
    line_offset
        Lines before them.
    lines
        Lines within them.
    encoding
        Encoding of these bytes, see `text.encoding`.
    is_last
        Whether the file ends with them, so that their last hand may be cut off.
    """

    data: bytes
    byte_offset: int
    line_offset: int
    lines: int
    encoding: str
    is_last: bool


def pieces(
    stream: Stream,
    encoding: str,
    cut: Cut,
    *,
    byte_from: int = 0,
    line_from: int = 0,
    size: int = PIECE,
) -> Iterator[Piece]:
    """
    Cut the rest of a stream that is at `byte_from` and starts in an encoding.

    The last piece may be short, or empty if there is nothing.

    Raises
    ------
    Broken
        If the stream breaks off, or changes its encoding too often.
    """
    buffer = b""
    stretches = 0
    ahead = _read(stream, size)
    while ahead:
        buffer += ahead
        ahead = _read(stream, size)
        start = 0
        for end, other in changes(buffer, encoding):
            stretches += 1
            if stretches > MOST_CHANGES:
                message = f"its encoding changes more than {MOST_CHANGES:,} times"
                raise Broken(message)
            if end > start:
                data = buffer[start:end]
                lines = count_lines(data, encoding)
                yield Piece(data, byte_from, line_from, lines, encoding, is_last=False)
                start, byte_from, line_from = end, byte_from + len(data), line_from + lines
            encoding = other
        buffer = buffer[start:]
        if not ahead:
            break
        end, lines = cut(buffer, encoding) or (0, 0)
        if end == 0 and len(buffer) >= max(LONGEST, size):
            end, lines = _cut_at_line(buffer, encoding)
        if end:
            yield Piece(buffer[:end], byte_from, line_from, lines, encoding, is_last=False)
            buffer, byte_from, line_from = buffer[end:], byte_from + end, line_from + lines
    lines = count_lines(buffer, encoding)
    yield Piece(buffer, byte_from, line_from, lines, encoding, is_last=True)


def count_lines(text: bytes, encoding: str) -> int:
    """Line ends in a text; carriage returns count where there are no newlines."""
    return text.count("\n".encode(encoding)) or text.count("\r".encode(encoding))


def _read(stream: Stream, size: int) -> bytes:
    parts = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _cut_at_line(buffer: bytes, encoding: str) -> tuple[int, int]:
    newline = "\n".encode(encoding)
    end = buffer.rfind(newline) + len(newline)
    if end < len(newline) or end % len(newline):
        end = len(buffer) // 2 * 2
    return end, count_lines(buffer[:end], encoding)
