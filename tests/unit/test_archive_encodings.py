"""Files in several encodings, and in those that are not read."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handlab as hl
from handlab.archive import Skipped, documents, find
from handlab.archive.text import changes
from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]


@pytest.fixture(scope="module")
def hands(samples: Path) -> list[str]:
    text = min(samples.rglob("*.txt")).read_text(encoding="utf-8")
    return [f"{hand.strip()}\n\n\n".replace("\n", "\r\n") for hand in text.split("\n\n\n")[:9]]


@pytest.mark.parametrize(("one", "other"), list(itertools.product(NAMES, NAMES)))
def test_what_another_program_appended_in_its_encoding_is_read(
    tmp_path: Path, hands: list[str], one: str, other: str
) -> None:
    parts = [("".join(hands[:3]), one), ("".join(hands[3:6]), other), ("".join(hands[6:]), one)]
    data = b"".join(text.encode(name) for text, name in parts)
    (tmp_path / "a.txt").write_bytes(data)

    tables = hl.read_hands(tmp_path, keep_text=True)

    assert (tables["hands"].height, tables["rejects"].height) == (9, 0)
    places = tables["hands"].select("source_offset", "source_length", "source_line").rows()
    for number, (offset, length, _) in enumerate(places):
        found = data[offset : offset + length].replace(b"\0", b"").lstrip(b"\xff\xfe\xef\xbb\xbf")
        assert found[:40] == hands[number].encode()[:40]
    assert [line for *_, line in places] == sorted({line for *_, line in places})


@given(st.lists(st.tuples(st.sampled_from(["utf-8", "utf-16-le"]), st.integers(1, 3)), max_size=6))
def test_changes_are_where_the_encoding_changes(parts: list[tuple[str, int]]) -> None:
    line = "a line of a hand, which is long enough\n"
    data, expected, name = b"", [], "utf-8"
    for other, count in parts:
        if other != name:
            expected.append((len(data), other))
            name = other
        data += (line * count).encode(other)

    assert list(changes(data, "utf-8")) == expected


@pytest.mark.parametrize(
    ("name", "mark"), [("utf-32", b""), ("utf-32-le", b""), ("utf-32-be", b""), ("utf-7", b"+/v8-")]
)
def test_encodings_that_are_not_read_are_named(
    tmp_path: Path, hands: list[str], name: str, mark: bytes
) -> None:
    (tmp_path / "a.txt").write_bytes(mark + hands[0].encode(name))

    (item,) = documents(find([tmp_path]))

    assert isinstance(item, Skipped)
    assert (item.is_failure, item.reason.split()[0]) == (True, name.upper()[:6].rstrip("-"))
    with pytest.raises(ArchiveError, match="save it as UTF-8"):
        hl.read_hands(tmp_path)


def test_a_file_that_changes_its_encoding_without_end_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes((b"P\0" * 8 + b"a" * 32) * 3000)

    with pytest.raises(ArchiveError, match="its encoding changes more than 2,000 times"):
        hl.read_hands(tmp_path)


def test_zero_bytes_in_a_text_take_no_time(tmp_path: Path, hands: list[str]) -> None:
    text = "".join(hands).encode()
    (tmp_path / "a.txt").write_bytes(text + bytes(4_000_000) + b"a\0b" * 100_000 + b"\n" + text)

    assert hl.read_hands(tmp_path)["hands"].height >= 17
