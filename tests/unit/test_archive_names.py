r"""Names that are not UTF-8, or would steer a terminal: one text each, and the same file again."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest
from archives import rawzip, sevenzipped, tarred
from hypothesis import example, given
from hypothesis import strategies as st
from ingest_toy import hand, read, rows

from handlab.archive import Document, documents, find, names
from handlab.lake import Lake

PARTS = st.sampled_from(
    [b"\\", b"x", b"5", b"c", b"e9", b"\xe9", b"\xc3\xa9", b"\0", b"\x1b", b"/"]
)
NAMES = st.one_of(st.binary(max_size=12), st.lists(PARTS, max_size=8).map(b"".join))


@given(NAMES)
@example("a\u202eb\u2028c\ud800".encode("utf-8", "surrogatepass"))
@example(rb"C:\xdead\x41.txt")
def test_a_name_is_safe_text_and_comes_back(name: bytes) -> None:
    text = names.label(name)

    assert names.raw(text) == name
    text.encode()
    assert "\n" not in text
    assert not any(ord(letter) < 32 for letter in text)


@given(
    st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="\\"), max_size=9)
)
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert names.label(name.encode()) == name


ODD = [b"\xe9.txt", b"caf\xc3\xa9.txt", b"a\nb.txt", b"\x1b[2J.txt", rb"\xe9.txt", b"\xff\xfe"]
LABELS = [r"\xe9.txt", "café.txt", r"a\x0ab.txt", r"\x1b[2J.txt", r"\x5cxe9.txt", r"\xff\xfe"]


def test_files_with_odd_names_are_read_and_known_the_next_time(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, name in enumerate(ODD):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text(hand(number))

    first, again = read(lake, folder), read(lake, folder)

    assert (first.hands, first.skipped) == (len(ODD), ())
    assert (again.files, again.known_files) == (0, len(ODD))
    stored = {path.rsplit("/", 1)[1] for (path,) in rows(lake, "select path from files")}
    assert stored == set(LABELS)
    assert {path for (path,) in rows(lake, "select distinct source_file from hands")} == {
        f"{folder}/{name}" for name in LABELS
    }

    grown = Path(os.fsdecode(os.fsencode(folder) + b"/\xe9.txt"))
    grown.write_text(hand(0) + hand(77))
    summary = read(lake, folder)
    assert (summary.headers, summary.hands) == (1, 1)


@pytest.mark.parametrize("kind", ["zip", "tar", "7z"])
def test_members_with_odd_names_are_read(tmp_path: Path, kind: str) -> None:
    lake = Lake.create(tmp_path / "lake")
    texts = {name: hand(number).encode() for number, name in enumerate([*ODD, b"\0nul", b""])}
    labels = {*LABELS, r"\x00nul", ""}
    if kind == "zip":
        data = rawzip(texts, flags=0x800)
    elif kind == "tar":
        del texts[b"\0nul"], texts[b""]
        labels = set(LABELS)
        data = tarred(
            {name.decode("utf-8", "surrogateescape"): text for name, text in texts.items()},
            tarfile.GNU_FORMAT,
        )
    else:
        texts = {name: texts[name] for name in (b"caf\xc3\xa9.txt", b"\x1b[2J.txt")}
        labels = {"café.txt", r"\x1b[2J.txt"}
        data = sevenzipped({name.decode(): text for name, text in texts.items()})
    (tmp_path / "a").write_bytes(data)

    summary, again = read(lake, tmp_path / "a"), read(lake, tmp_path / "a")

    assert (summary.hands, summary.skipped) == (len(labels), ())
    assert (again.files, again.known_files) == (0, 1)
    assert {member for (member,) in rows(lake, "select source_member from hands")} == labels


def test_names_of_archives_that_hold_archives_are_escaped_once(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(rawzip({b"\xe9.zip": rawzip({b"\xe9": b"text\n"})}))

    (document,) = (d for d in documents(find([tmp_path])) if isinstance(d, Document))

    assert document.member == r"\xe9.zip/\xe9"
