"""What a file says once for all its hands reaches every piece after it."""

from __future__ import annotations

import io
import re

import pytest

from handlab.archive.pieces import pieces
from handlab.archive.preambles import Preamble, with_preambles

TEXT = "<session a>\n" + "#1\nx\n" * 9 + "<session bc>\n" + "#2\ny\n" * 9


def cut(data: bytes, encoding: str) -> tuple[int, int] | None:
    newline = "\n".encode(encoding)
    found = max(data.rfind(mark.encode(encoding)) for mark in ("\n#", "\n<"))
    end = found + len(newline)
    return None if found < 0 else (end, data.count(newline, 0, end))


def last_preamble(data: bytes, encoding: str) -> tuple[int, int, int] | None:
    found = list(re.finditer("<.*\n", data.decode(encoding)))
    if not found:
        return None
    text = data.decode(encoding)
    start, end = (len(text[:place].encode(encoding)) for place in found[-1].span())
    return start, end, text.count("\n", 0, found[-1].start())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
@pytest.mark.parametrize("size", [16, 40, 64, 1000])
def test_each_piece_has_the_last_preamble_before_it(size: int, encoding: str) -> None:
    data = TEXT.encode(encoding)

    for piece, preamble in with_preambles(
        pieces(io.BytesIO(data), encoding, cut, size=size), last_preamble
    ):
        before = data[: piece.byte_offset]
        expected = last_preamble(before, encoding)
        if expected is None:
            assert preamble is None
            continue
        start, end, lines = expected
        assert preamble == Preamble(before[start:end], start, lines)
        assert data[preamble.byte_offset :].startswith(preamble.data)
