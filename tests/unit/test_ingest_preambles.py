"""Stored hands whose file says something once for all of them are merged with that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from ingest_toy import Toy, counts, hand, read, rows, write

from handlab.archive import Preamble
from handlab.archive.pieces import pieces
from handlab.ingest.stored import Preambles
from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl

    from handlab.ingest.native import Parsed


class Sessions(Toy):
    """The toy format in sessions: a line `@TABLE` names the table of the hands after it."""

    def __init__(self) -> None:
        super().__init__()
        self.searched: list[int] = []

    def cut(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        del encoding
        offset = max(data.rfind(b"\n#"), data.rfind(b"\n@")) + 1
        return offset, data.count(b"\n", 0, offset)

    def last_preamble(self, data: bytes, encoding: str) -> tuple[int, int, int] | None:
        del encoding
        self.searched.append(len(data))
        found = list(re.finditer(rb"^@\w+\n", data, re.MULTILINE))
        return (*found[-1].span(), data.count(b"\n", 0, found[-1].start())) if found else None

    def parse_batch(
        self,
        data: bytes,
        *,
        byte_offset: int,
        line_offset: int,
        is_last: bool,
        overlays: pl.DataFrame | None = None,
        only: Sequence[int] | None = None,
        **source: Any,
    ) -> Parsed:
        """Hands without a session are junk, as the contract of a dialect wants it."""
        earlier = source.pop("preamble", None)
        session = earlier[0] if earlier else b""
        lines = []
        for line in data.splitlines(keepends=True):
            if line.startswith(b"@"):
                session = line
            if line.startswith(b"#") and session:
                # Of the same length, so that the places stay those of the file.
                line = line.replace(b" T ", b" " + session[1:2] + b" ")
            lines.append(line if session or not line.startswith(b"end") else b"junk\nend\n")
        return super().parse_batch(
            b"".join(line for line in lines).replace(b"@", b" "),
            byte_offset=byte_offset,
            line_offset=line_offset,
            is_last=is_last,
            overlays=overlays,
            only=only,
            **source,
        )


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


TWO_SESSIONS = ("@A\n", hand(1), "@B\n", hand(2), hand(3, cards="1=AhAd"))
# Shorter, so that the stored text remains the better one, and is read again.
SHORT = "1 call 5"
MORE = ("@B\n", hand(3, cards="2=2c2d", acts=SHORT))
STORED = "select hand_id, table_name, source_line from hands order by all"
CARDS = "select hole_cards from seats where hand_id = '3' order by seat"


@pytest.mark.parametrize("keep_text", [True, False])
def test_a_stored_hand_is_merged_with_its_preamble(
    lake: Lake, tmp_path: Path, *, keep_text: bool
) -> None:
    read(
        lake,
        write(tmp_path, "a.txt", *TWO_SESSIONS),
        native=Sessions(),
        keep_text=keep_text,
    )
    before = rows(lake, STORED)

    again = read(lake, write(tmp_path, "b.txt", *MORE), native=Sessions())

    assert counts(again) == {"headers": 1, "merged": 1, "duplicates": 1}
    assert before == [("1", "A", 2), ("2", "B", 9), ("3", "B", 15)]
    assert rows(lake, STORED) == before
    assert rows(lake, CARDS) == [("AhAd",), ("2c2d",)]


def test_a_run_that_is_resumed_within_a_session_reads_on_in_it(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(Sessions):
        def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
            if b"#40 " in data:
                raise MemoryError
            return super().parse_batch(data, **rest)

    monkeypatch.setattr("handlab.lake.writer.COMMIT_HANDS", 7)
    monkeypatch.setattr("handlab.ingest.batch.TASK_BYTES", 600)
    monkeypatch.setitem(pieces.__kwdefaults__ or {}, "size", 300)
    path = write(tmp_path, "a.txt", "@A\n", *(hand(number) for number in range(60)))
    with pytest.raises(MemoryError):
        read(lake, path, native=Failing())
    ((stored,),) = rows(lake, "select count(*) from hands")
    assert 0 < stored < 40

    summary = read(lake, path, native=Sessions())

    assert counts(summary) == {"headers": 60 - stored, "hands": 60 - stored}
    assert rows(lake, "select table_name, count(*) from hands group by 1") == [("A", 60)]


def test_without_its_file_the_hand_stays_as_it_is(lake: Lake, tmp_path: Path) -> None:
    first = write(tmp_path, "a.txt", *TWO_SESSIONS)
    read(lake, first, native=Sessions(), keep_text=True)
    before = rows(lake, STORED)
    first.unlink()

    read(lake, write(tmp_path, "b.txt", *MORE), native=Sessions())

    assert rows(lake, STORED) == before
    assert rows(lake, CARDS) == [("AhAd",), (None,)]


def test_a_file_without_any_preamble_is_searched_once(lake: Lake, tmp_path: Path) -> None:
    first = write(tmp_path, "a.txt", *TWO_SESSIONS)
    read(lake, first, native=Sessions())
    stale = first.read_text().replace("@", " ")
    first.write_text(stale)
    native = Sessions()

    read(
        lake,
        write(tmp_path, "b.txt", "@B\n", hand(2, cards="1=KhKd", acts=SHORT), *MORE[1:]),
        native=native,
    )

    # Up to the first of the two hands, and the whole of it; not the new one, which has one piece.
    offset = stale.index("#2")
    assert native.searched == [offset, len(stale)]
    assert rows(lake, "select count(*) from hands") == [(3,)]


def test_a_file_that_was_saved_anew_in_utf_16_has_no_hand_at_that_place(
    lake: Lake, tmp_path: Path
) -> None:
    first = write(tmp_path, "a.txt", *TWO_SESSIONS)
    read(lake, first, native=Sessions())
    before = rows(lake, STORED)
    first.write_text(first.read_text(), encoding="utf-16")

    read(lake, write(tmp_path, "b.txt", *MORE), native=Sessions())

    assert rows(lake, STORED) == before


class Wide(Toy):
    """Finds sessions and hands in any encoding."""

    def cut(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        text = data.decode(encoding)
        before = text[: text.rfind("\n#") + 1]
        return len(before.encode(encoding)), before.count("\n")

    def last_preamble(self, data: bytes, encoding: str) -> tuple[int, int, int] | None:
        text = data.decode(encoding)
        found = list(re.finditer("^@.*\n", text, re.MULTILINE))
        if not found:
            return None
        start, end = (len(text[:place].encode(encoding)) for place in found[-1].span())
        return start, end, text.count("\n", 0, found[-1].start())


@pytest.mark.parametrize("name", ["utf-8", "utf-16-le"])
def test_a_preamble_is_given_in_the_encoding_of_the_text(tmp_path: Path, name: str) -> None:
    text = "@Málaga, 17 March 2024\n#1\nend\n@Orléans, 18 March 2024\n#2\nend\n"
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(name))
    offset = len(text[: text.index("#1")].encode(name))
    row = {"source_file": str(path), "source_member": None, "source_offset": offset}

    found = Preambles(Wide()).before(row, "utf-8")

    assert found == Preamble("@Málaga, 17 March 2024\n".encode(), 0, 0)
