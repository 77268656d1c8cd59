"""The text of a stored hand, and what its file says for all hands, where they can still be read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from handlab.archive import names
from handlab.archive.broken import Broken
from handlab.archive.pieces import pieces
from handlab.archive.preambles import last_preamble
from handlab.archive.text import HEAD, encoding

if TYPE_CHECKING:
    from handlab.archive import Preamble
    from handlab.ingest.native import Native

FILE = ["source_file", "source_member"]
TEXT = [*FILE, "source_offset", "source_length", "text"]
"""The columns of `hands` that lead to a hand's text."""


def text_of(row: dict[str, Any]) -> tuple[bytes, str] | None:
    """Text and encoding of a row of `hands`, from the lake or from the file it was read from."""
    if row["text"] is not None:
        return str(row["text"]).encode(), "utf-8"
    if row["source_file"] is None or row["source_member"] is not None:
        return None
    try:
        with names.path(row["source_file"]).open("rb") as file:
            file.seek(row["source_offset"])
            text = file.read(row["source_length"])
            # A file may mix encodings; a hand has one.
            return text, encoding(text)
    except OSError:
        return None


class Preambles:
    """The preambles of stored hands, from the files that the hands were read from."""

    def __init__(self, native: Native) -> None:
        self._native = native
        # A large file without any is not read again for each of its hands.
        self._without: set[str] = set()

    def before(self, row: dict[str, Any], text_encoding: str) -> Preamble | None:
        """Return the last preamble before a row of `hands`, in the encoding of its text."""
        file = row["source_file"]
        if file is None or row["source_member"] is not None or file in self._without:
            return None
        try:
            found = self._last(file, row["source_offset"])
            if found is None and self._last(file, None) is None:
                self._without.add(file)
        except (OSError, Broken):
            return None
        if found is None:
            return None
        preamble, name = found
        if name == text_encoding:
            return preamble
        text = preamble.data.decode(name, errors="replace")
        return preamble._replace(data=text.encode(text_encoding))

    def _last(self, file: str, end: int | None) -> tuple[Preamble, str] | None:
        """Return the last preamble of a file, or of its part before a byte, and its encoding."""
        found = None
        with names.path(file).open("rb") as stream:
            name = encoding(stream.read(HEAD))
            stream.seek(0)
            for piece in pieces(stream, name, self._native.cut):
                if end is not None and piece.byte_offset >= end:
                    break
                data = piece.data if end is None else piece.data[: end - piece.byte_offset]
                part = replace(piece, data=data)
                if preamble := last_preamble(part, self._native.last_preamble):
                    found = preamble, piece.encoding
        return found
