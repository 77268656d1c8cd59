"""Cut a stream of text into pieces of about 2.5 MB that end where a hand or an encoding ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from handlab.archive.broken import Broken
from handlab.archive.text import changes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.archive.streams import Stream

# Larger than a task of ingestion (2 MB): pieces a little below that would be parsed in pairs.
PIECE = 5 << 19
# Text of this length without a header is not a hand: it is cut at a line end to limit memory.
LONGEST = 16 << 20

# Each change starts another piece, and pieces are expensive.
MOST_CHANGES = 2000


class Cut(Protocol):
    """Finds the last hand header of a buffer."""

    def __call__(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        """Return its offset and the number of lines before it, or `None`."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """
    Whole hands of one file.

    Attributes
    ----------
    data
        The bytes as in the file.
    byte_offset
        Offset of the first byte in the file or member.
    line_offset
        Number of lines before the piece.
    encoding
        Encoding of the bytes, see `text.encoding`.
    is_last
        Whether the file ends with this piece, so that its last hand may be cut off.
    """

    data: bytes
    byte_offset: int
    line_offset: int
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
    Cut the rest of a stream into pieces, from `byte_from` on, starting in an encoding.

    The last piece may be short or empty.

    Raises
    ------
    Broken
        If the stream is cut off or damaged, or changes its encoding too often.
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
                yield Piece(data, byte_from, line_from, encoding, is_last=False)
                start, byte_from = end, byte_from + len(data)
                line_from += count_lines(data, encoding)
            encoding = other
        buffer = buffer[start:]
        if not ahead:
            break
        end, lines = cut(buffer, encoding) or (0, 0)
        if end == 0 and len(buffer) >= max(LONGEST, size):
            end, lines = _cut_at_line(buffer, encoding)
        if end:
            yield Piece(buffer[:end], byte_from, line_from, encoding, is_last=False)
            buffer, byte_from, line_from = buffer[end:], byte_from + end, line_from + lines
    yield Piece(buffer, byte_from, line_from, encoding, is_last=True)


def count_lines(text: bytes, encoding: str) -> int:
    """Count line ends of every kind, so that the sum over parts is that of the whole."""
    newline, carriage_return = "\n".encode(encoding), "\r".encode(encoding)
    returns = text.count(carriage_return)
    alone = returns - text.count(carriage_return + newline) if returns else 0
    return text.count(newline) + alone


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
