"""The lines of a log that explain a cause, with their names masked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handlab.doctor.masking import Masker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LINES_BEFORE = 3
LINES_AFTER = 2
MOST_LINES = 120
"""Lines of a hand, or of the start of an unknown text, that are kept to be sent."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log with its names masked."""

    number: int
    text: str
    is_failed: bool


def of_hand(masker: Masker, lines: Sequence[str], start: int, failed: int) -> Iterator[Line]:
    """The first lines of a hand, and those around the one that failed if it comes later."""
    around = range(failed - start - LINES_BEFORE, failed - start + LINES_AFTER + 1)
    for index, text in enumerate(lines):
        if index < MOST_LINES or index in around:
            yield Line(start + index, masker.line(text), start + index == failed)


def of_text(lines: Sequence[str], start: int, failed: int) -> tuple[Line, ...]:
    """Lines of a text in which no hand was found."""
    masker = Masker()
    masker.learn(lines)
    return tuple(
        Line(number, masker.line(text), number == failed)
        for number, text in enumerate(lines, start)
    )


def shape(lines: Sequence[Line]) -> str:
    """The line at which to look without what differs between hands, to find files of one kind."""
    failed = next((line.text for line in lines if line.is_failed), "")
    return "".join(letter for letter in failed if letter.isalpha() or letter in "<{[*#:")[:20]


def decoded(data: bytes, encoding: str) -> str:
    """Text of any bytes; what is not valid UTF-8 is cp1252, as the dialects read it."""
    if encoding != "utf-8":
        return data.decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        # A character may be cut off by the end of the piece.
        if error.start >= len(data) - 3:
            return data[: error.start].decode()
        return data.decode("cp1252", "replace")


def lines(text: str) -> list[str]:
    """The lines of a text, at line ends of every kind, as they are counted elsewhere."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
