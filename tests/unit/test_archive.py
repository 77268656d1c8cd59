"""Files, folders and archives as documents, and documents as pieces."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import random
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from archives import sevenzipped, tarred, zipped, zstd
from hypothesis import given
from hypothesis import strategies as st

from handlab.archive import (
    Ahead,
    Archive,
    Document,
    Limits,
    Piece,
    Skipped,
    digests,
    documents,
    find,
)
from handlab.archive.pieces import pieces
from handlab.archive.text import encoding, is_text
from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from handlab.archive.digests import Digest
    from handlab.archive.streams import Stream

TEXT = b"#1 hand\nab\n#2 hand\ncd\n"


class Nothing:
    """A lake that knows no file, or files by digest and size."""

    def __init__(self, digests: Sequence[str] = (), sizes: Sequence[int] = ()) -> None:
        self._digests = digests
        self._sizes = sizes

    def is_done(self, digest: str) -> bool:
        return digest in self._digests

    def was_cut_off(self, path: str, digest: str) -> bool:
        del path, digest
        return False

    def is_size_known(self, size: int) -> bool:
        return size in self._sizes

    def sizes(self, path: str, member: str | None) -> Sequence[int]:
        del path, member
        return self._sizes


def cut(data: bytes, encoding: str) -> tuple[int, int] | None:
    mark, newline = "\n#".encode(encoding), "\n".encode(encoding)
    found = data.rfind(mark)
    if found < 0:
        return None
    offset = found + len(newline)
    return offset, data.count(newline, 0, offset)


def tell(*paths: Path, known: Nothing | None = None, limits: Limits | None = None) -> list[object]:
    return list(documents(find(paths), known or Nothing(), limits=limits))


def texts(*paths: Path, limits: Limits | None = None) -> dict[str | None, bytes]:
    """Each document's text by member."""
    found = {}
    for item in documents(find(paths), Nothing(), limits=limits):
        if isinstance(item, Document):
            found[item.member] = b"".join(piece.data for piece in item.pieces(cut))
            assert item.digest == hashlib.sha256(found[item.member]).hexdigest()
            assert item.size == len(found[item.member])
    return found


def reasons(*paths: Path, limits: Limits | None = None) -> dict[str | None, str]:
    found = tell(*paths, limits=limits)
    return {item.member: item.reason for item in found if isinstance(item, Skipped)}


MEMBERS = {"b/two.txt": TEXT, "one.txt": b"#7 hand\n" * 1000}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.zip", zipped(MEMBERS)),
        ("a.7z", sevenzipped(MEMBERS)),
        ("a.tar", tarred(MEMBERS)),
        ("a.tar.gz", gzip.compress(tarred(MEMBERS))),
        ("a.tgz", gzip.compress(tarred(MEMBERS))),
        ("a.tar.xz", lzma.compress(tarred(MEMBERS))),
        ("a.tar.bz2", bz2.compress(tarred(MEMBERS))),
        ("a.tar.zst", zstd.compress(tarred(MEMBERS))),
        ("no suffix", zipped(MEMBERS)),
    ],
)
def test_members_of_an_archive_are_read(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)

    found = texts(tmp_path)

    stem = {"a.tar.gz": "a.tar/", "a.tgz": "a.tar/"}.get(name, "a.tar/" if ".tar." in name else "")
    assert found == {f"{stem}{member}": text for member, text in MEMBERS.items()}


@pytest.mark.parametrize(
    ("suffix", "compress"),
    [
        ("gz", gzip.compress),
        ("xz", lzma.compress),
        ("bz2", bz2.compress),
        ("zst", zstd.compress),
    ],
)
def test_a_compressed_file_is_one_member(
    tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]
) -> None:
    (tmp_path / f"a.txt.{suffix}").write_bytes(compress(TEXT) + compress(TEXT))

    assert texts(tmp_path) == {"a.txt": TEXT + TEXT}


def test_archives_within_archives_are_read_down_to_a_bound(tmp_path: Path) -> None:
    inner = zipped({"a.txt": TEXT})
    (tmp_path / "a.zip").write_bytes(zipped({"x.7z": sevenzipped({"y.zip": inner}), "b.txt": TEXT}))

    assert texts(tmp_path) == {"x.7z/y.zip/a.txt": TEXT, "b.txt": TEXT}
    assert texts(tmp_path, limits=Limits(depth=2)) == {"b.txt": TEXT}
    assert "2 levels deep" in reasons(tmp_path, limits=Limits(depth=2))["x.7z/y.zip"]
    assert "at most 10 bytes" in reasons(tmp_path, limits=Limits(nested=10))["x.7z"]


def test_a_bomb_is_reported_and_the_next_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"zeros.txt": b"0\n" * 4_000_000}))
    (tmp_path / "b.txt").write_bytes(TEXT)
    limits = Limits(ratio=100, harmless=1 << 20)

    assert texts(tmp_path, limits=limits) == {None: TEXT}
    (reason,) = reasons(tmp_path, limits=limits).values()
    assert "bytes from unpacking" in reason
    assert "members" in next(iter(reasons(tmp_path, limits=Limits(members=0)).values()))


def test_names_within_an_archive_are_labels(tmp_path: Path) -> None:
    evil = {"../../evil.txt": TEXT, "/etc/evil.txt": TEXT}
    (tmp_path / "a.zip").write_bytes(zipped(evil))
    (tmp_path / "b.tar").write_bytes(tarred(evil))

    assert set(texts(tmp_path / "a.zip")) == set(evil)
    assert set(texts(tmp_path / "b.tar")) == set(evil)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.zip", "b.tar"]


@pytest.mark.parametrize(
    "make", [zipped, tarred, sevenzipped, lambda all_: gzip.compress(tarred(all_))]
)
def test_damage_is_reported_and_the_next_file_is_read(
    tmp_path: Path, make: Callable[[dict[str, bytes]], bytes]
) -> None:
    noise = random.Random(1).randbytes(20_000).hex().encode()
    data = bytearray(make({"a.txt": noise}))
    (tmp_path / "cut").write_bytes(data[: len(data) // 2])
    data[len(data) // 2] ^= 255
    (tmp_path / "flipped").write_bytes(data)
    (tmp_path / "good.txt").write_bytes(TEXT)

    found = tell(tmp_path)

    assert [item.path for item in found if isinstance(item, Document)][-1:] == [
        str(tmp_path / "good.txt")
    ]
    assert any(isinstance(item, Skipped) and item.is_failure for item in found)


def test_what_is_not_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (tmp_path / "x.rar").write_bytes(b"Rar!\x1a\x07\x00more")
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr("p.bin", bytes(1000))

    found = [item for item in tell(tmp_path) if isinstance(item, Skipped)]

    assert [
        (item.path.rsplit("/", 1)[1], item.member, item.reason.split()[0]) for item in found
    ] == [
        ("empty.txt", None, "empty"),
        ("picture", None, "not"),
        ("x.rar", None, "rar"),
        ("z.zip", "p.bin", "not"),
    ]


def test_a_known_archive_is_not_opened(tmp_path: Path) -> None:
    data = zipped(MEMBERS)
    (tmp_path / "a.zip").write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()

    assert tell(tmp_path, known=Nothing([digest])) == [
        Archive(str(tmp_path / "a.zip"), digest, len(data), is_known=True)
    ]


def test_a_known_file_is_neither_opened_nor_lost_among_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number}.txt" for number in range(9)]
    for number, name in enumerate(names):
        (tmp_path / name).write_bytes(TEXT + b"%d\n" % number)
    archived = zipped(MEMBERS)
    (tmp_path / "a.zip").write_bytes(archived)
    os.mkfifo(tmp_path / "pipe")
    sizes = [len(TEXT) + 2, len(archived), 0]
    known = [hashlib.sha256(TEXT + b"%d\n" % number).hexdigest() for number in range(8)]
    known.append(hashlib.sha256(archived).hexdigest())
    monkeypatch.setattr("handlab.archive.known.FILES", 2)

    found = tell(tmp_path, known=Nothing(known, sizes))

    files = [item for item in found if isinstance(item, Document)]
    assert [Path(item.path).name for item in files] == names
    assert [item.digest in known for item in files] == [True] * 8 + [False]
    assert [item.position for item in files] == [(len(TEXT) + 2) * number for number in range(9)]
    assert [item.is_known for item in found if isinstance(item, Archive)] == [True]
    assert [item.reason for item in found if isinstance(item, Skipped)] == ["not a regular file"]


def test_an_archive_follows_its_members_unless_one_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(MEMBERS))
    (tmp_path / "b.zip").write_bytes(zipped({"x.gz": gzip.compress(TEXT)[:-9], "y.txt": TEXT}))

    kinds = [type(item) for item in tell(tmp_path)]

    assert kinds == [Document, Document, Archive, Document, Skipped, Document]


def test_long_members_are_read_in_a_second_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.archive.digests.HELD", 100)
    members = {"long.txt": TEXT * 50, "short.txt": TEXT, "longer.txt": TEXT * 99}
    for name, data in (("a.zip", zipped(members)), ("b.7z", sevenzipped(members))):
        (tmp_path / name).write_bytes(data)

        assert list(texts(tmp_path / name)) == ["short.txt", "long.txt", "longer.txt"]
        assert texts(tmp_path / name) == members
    (tmp_path / "c.txt").write_bytes(TEXT * 10)
    assert texts(tmp_path / "c.txt") == {None: TEXT * 10}


def test_the_digest_of_the_next_long_file_is_computed_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.archive.digests.HELD", 100)
    for name in ("a.txt", "b.txt", "e.txt", "f.txt"):
        (tmp_path / name).write_bytes(f"#1 {name}\n".encode() * 100)
    (tmp_path / "c.gz").write_bytes(gzip.compress(random.randbytes(400).hex().encode()))
    (tmp_path / "d.txt").write_bytes(TEXT)
    in_turn: list[int] = []

    def digest_of(stream: Stream, sizes: Sequence[int]) -> Digest:
        found = digests.digest_of(stream, sizes)
        in_turn.append(found.size)
        return found

    monkeypatch.setattr("handlab.archive.reading.digest_of", digest_of)
    found = {Path(item.path).name: item for item in tell(tmp_path) if isinstance(item, Document)}
    for name in ("a.txt", "b.txt", "d.txt", "e.txt", "f.txt"):
        text = (tmp_path / name).read_bytes()
        assert found[name].digest == hashlib.sha256(text).hexdigest()
    # The first file, the member of the archive, the short file and the one after it.
    assert in_turn == [900, 800, len(TEXT), 900]


def test_a_digest_without_the_sizes_that_became_known_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.archive.digests.HELD", 1)
    (tmp_path / "a.txt").write_bytes(TEXT)
    ahead = Ahead()
    ahead.start(tmp_path / "a.txt", sizes=())

    (document,) = documents(find([tmp_path]), Nothing(sizes=[3]), ahead=ahead)

    assert isinstance(document, Document)
    assert document.prefixes == {3: hashlib.sha256(TEXT[:3]).hexdigest()}


def test_digests_of_earlier_sizes_are_taken_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT)

    (document,) = tell(tmp_path, known=Nothing(sizes=[3, 5, len(TEXT), 999]))

    assert isinstance(document, Document)
    assert document.prefixes == {
        size: hashlib.sha256(TEXT[:size]).hexdigest() for size in (3, 5, len(TEXT))
    }


def test_paths_are_folders_globs_and_files_each_once(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "sub/c.txt", "lake/data.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(TEXT)

    found = find([tmp_path / "b.txt", tmp_path / "*.txt", tmp_path], exclude=tmp_path / "lake")

    assert [path.relative_to(tmp_path).as_posix() for path in found.files] == [
        "b.txt",
        "a.txt",
        "sub/c.txt",
    ]
    with pytest.raises(ArchiveError, match=r"a path that does not exist: `.*missing`"):
        find([tmp_path / "missing"])
    with pytest.raises(ArchiveError):
        find([tmp_path / "missing" / "*.zip"])
    # Of a folder that exists, a glob may match nothing today.
    pattern = tmp_path / "*.zip"
    assert find([pattern]).without_files == [str(pattern)]


@given(
    lines=st.lists(st.sampled_from(["#x", "a", "", "bcd", "é"]), max_size=60),
    name=st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]),
    size=st.integers(2, 64).map(lambda half: 2 * half),
)
def test_pieces_are_the_text_and_end_before_headers(lines: list[str], name: str, size: int) -> None:
    text = "".join(f"{line}\n" for line in lines).encode(name)

    found = list(pieces(io.BytesIO(text), name, cut, size=size))

    assert b"".join(piece.data for piece in found) == text
    assert [piece.is_last for piece in found] == [False] * (len(found) - 1) + [True]
    offset = line = 0
    for piece in found:
        assert (piece.byte_offset, piece.line_offset) == (offset, line)
        offset += len(piece.data)
        line += piece.data.count("\n".encode(name))
    for piece in found[1:]:
        assert piece.data.startswith("#".encode(name))


def test_a_stretch_without_headers_is_cut_at_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handlab.archive.pieces.LONGEST", 40)

    found = list(pieces(io.BytesIO(b"abc\n" * 30), "utf-8", cut, size=10))

    assert all(len(piece.data) <= 60 for piece in found)
    assert all(piece.data.endswith(b"\n") for piece in found[:-1])
    assert [piece.line_offset for piece in found] == [
        b"".join(piece.data for piece in found[:number]).count(b"\n")
        for number in range(len(found))
    ]


def test_pieces_from_a_byte_on_are_the_rest(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT)
    (tmp_path / "b.tar").write_bytes(tarred({"a.txt": TEXT}))

    for item in documents(find([tmp_path]), Nothing()):
        if isinstance(item, Document):
            (piece,) = item.pieces(cut, byte_from=11, line_from=2)
            assert piece == Piece(TEXT[11:], 11, 2, "utf-8", is_last=True)


def test_encodings_are_detected_by_mark_or_by_zero_bytes() -> None:
    text = "PokerStars Hand #1: é\r\n"
    for name in ("utf-8", "utf-16-le", "utf-16-be"):
        assert encoding(text.encode(name)) == name
        assert encoding(("\ufeff" + text).encode(name)) == name
        assert is_text(text.encode(name))
    assert encoding(text.encode("cp1252")) == "utf-8"
    assert not is_text(bytes(range(256)))
    assert is_text(b"Game # starts.\n\x00\n#Game No : 1\n" + b"a: folds\n" * 9)
