"""Archives that are cut off, damaged or strange: what can be read is read, the rest has a reason."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import random
import signal
import struct
import tarfile
import time
import zipfile
from typing import TYPE_CHECKING

import py7zr
import pytest
from archives import (
    SEVENZIP_FILTERS,
    lzma_in_zip,
    rawzip,
    sevenzip_of,
    sevenzipped,
    streamed_zip,
    tarred,
    zipped,
    zstd,
)
from test_archive import cut

from handlab.archive import Document, Limits, Skipped, documents, find, sevenzip, sevenzip_child

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXT = b"#1 hand\nab\n#2 hand\ncd\n"
LONG = random.Random(3).randbytes(150_000).hex().encode()


def read(
    path: Path, limits: Limits | None = None
) -> tuple[dict[str | None, bytes], dict[str | None, str]]:
    """Each document's text and each reason, by member; what is no failure is in brackets."""
    texts: dict[str | None, bytes] = {}
    reasons: dict[str | None, str] = {}
    for item in documents(find([path]), limits=limits):
        if isinstance(item, Document):
            texts[item.member] = b"".join(piece.data for piece in item.pieces(cut))
            assert item.digest == hashlib.sha256(texts[item.member]).hexdigest()
        elif isinstance(item, Skipped):
            reasons[item.member] = item.reason if item.is_failure else f"({item.reason})"
    return texts, reasons


def reading(
    folder: Path, data: bytes, limits: Limits | None = None
) -> tuple[dict[str | None, bytes], dict[str | None, str]]:
    (folder / "x").write_bytes(data)
    return read(folder / "x", limits)


COMPRESS = {
    "gz": gzip.compress,
    "bz2": lambda data: bz2.compress(data, 1),
    "xz": lzma.compress,
    "zst": zstd.compress,
}


@pytest.mark.parametrize("compress", COMPRESS.values(), ids=COMPRESS)
def test_what_a_compressed_file_held_before_it_breaks_off_is_read(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    packed = compress(LONG)
    size = len(packed) * 3 // 4

    texts, reasons = reading(tmp_path, packed[:size])

    (text,) = texts.values()
    assert len(text) > 50_000
    assert LONG.startswith(text)
    assert reasons == {
        "x": f"it is cut off at byte {size:,}; the first {len(text):,} bytes are read"
    }


@pytest.mark.parametrize("compress", COMPRESS.values(), ids=COMPRESS)
def test_what_stands_after_the_end_is_reported_and_several_streams_are_one_text(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    two = compress(TEXT) + compress(b"") + compress(TEXT)

    assert reading(tmp_path, two) == ({"x": TEXT + TEXT}, {})
    texts, reasons = reading(tmp_path, two + bytes(1000))
    assert texts == {"x": TEXT + TEXT}
    assert reasons[None].startswith("(1,000 zero bytes follow the end of its ")
    assert reading(tmp_path, two + bytes(1000) + compress(TEXT)) == ({"x": TEXT * 3}, {})
    texts, reasons = reading(tmp_path, two + bytes(70_000) + b"more than zeros")
    assert texts == {"x": TEXT + TEXT}
    assert reasons[None].startswith("15 bytes after the end of its ")


@pytest.mark.parametrize("compress", COMPRESS.values(), ids=COMPRESS)
def test_damage_loses_only_what_no_checksum_vouches_for(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    packed = bytearray(compress(LONG))
    packed[len(packed) // 2] ^= 0x55
    if compress is COMPRESS["zst"]:
        packed = bytearray(
            zstd.compress(LONG, options={zstd.CompressionParameter.checksum_flag: 1})
        )
        packed[-1] ^= 1

    assert reading(tmp_path, bytes(packed))[0] == {}
    texts, reasons = reading(tmp_path, compress(TEXT) + packed)
    assert texts == {"x": TEXT}
    assert "cannot be read: " in reasons["x"]


def test_a_million_tiny_streams_take_no_longer_than_one(tmp_path: Path) -> None:
    started_at = time.process_time()
    texts, _ = reading(tmp_path, gzip.compress(b"") * 100_000 + gzip.compress(TEXT))
    assert texts == {"x": TEXT}
    assert time.process_time() - started_at < 10


def test_a_window_beyond_bounds_is_refused(tmp_path: Path) -> None:
    options = {zstd.CompressionParameter.window_log: 28}
    packed = zstd.ZstdCompressor(options=options)
    _, reasons = reading(tmp_path, packed.compress(LONG) + packed.flush())
    assert "cannot be read" in reasons["x"]


def test_what_is_called_an_archive_and_is_none_is_a_failure_and_not_just_no_text(
    tmp_path: Path,
) -> None:
    for name in ("logs.zip", "._logs.zip", "picture.png"):
        (tmp_path / name).write_bytes(bytes(3_000))

    found = {item.path: item for item in documents(find([tmp_path])) if isinstance(item, Skipped)}

    said = {name: found[str(tmp_path / name)] for name in ("logs.zip", "._logs.zip", "picture.png")}
    assert [(item.reason, item.is_failure) for item in said.values()] == [
        ("damaged, or not an archive as `.zip` says", True),
        ("not text", False),
        ("not text", False),
    ]


def test_members_of_a_zip_whose_directory_is_missing_are_read(tmp_path: Path) -> None:
    members = {"a.txt": TEXT, "b.txt": LONG, "c.txt": TEXT, "d.txt": LONG}
    for whole in (zipped(members), streamed_zip(members), zipped(members, zipfile.ZIP_STORED)):
        texts, reasons = reading(tmp_path, whole[: len(whole) * 9 // 10])

        assert texts["a.txt"] == texts["c.txt"] == TEXT
        assert texts["b.txt"] == LONG
        assert LONG.startswith(texts["d.txt"])
        assert len(texts["d.txt"]) > 100_000
        assert "bytes are read" in reasons["d.txt"]
        assert reasons[None] == "it has no directory at its end; it may be cut off"


def test_members_after_a_damaged_place_in_a_zips_directory_are_read(tmp_path: Path) -> None:
    data = bytearray(zipped({f"{n}.txt": TEXT for n in range(6)}))
    third = [at for at in range(len(data)) if data.startswith(b"PK\x01\x02", at)][2]
    data[third] = 0

    texts, reasons = reading(tmp_path, bytes(data))

    assert set(texts) == {f"{n}.txt" for n in range(6)}
    assert reasons == {None: "its directory is damaged"}


def test_zip_methods_are_read_or_named(tmp_path: Path) -> None:
    methods = {14: lzma_in_zip, 93: zstd.compress, 95: lzma.compress, 12: bz2.compress, 0: bytes}
    for method, pack in methods.items():
        data = rawzip({b"a.txt": LONG}, method=method, pack=pack)
        assert reading(tmp_path, data) == ({"a.txt": LONG}, {})
    named = {9: "deflate64", 98: "PPMd", 1: "shrink", 77: "method 77", 99: "encrypted"}
    for method, name in named.items():
        texts, reasons = reading(tmp_path, rawzip({b"a.txt": TEXT}, method=method))
        assert texts == {}
        assert name in reasons["a.txt"]
    assert "password" in reading(tmp_path, rawzip({b"a": TEXT}, flags=1))[1]["a"]
    greedy = rawzip({b"a": TEXT}, method=14, pack=lambda _: b"\x09\x04\x05\x00\x5d" + b"\xff" * 9)
    assert "it requires a window of 4,294,967,295 bytes" in reading(tmp_path, greedy)[1]["a"]


def test_a_member_that_is_not_what_the_zip_says_is_not_read(tmp_path: Path) -> None:
    data = zipped({"a.txt": TEXT, "b.txt": TEXT + TEXT}, zipfile.ZIP_STORED)
    at = data.index(b"#2 hand")

    texts, reasons = reading(tmp_path, data[:at] + b"#3" + data[at + 2 :])

    assert texts == {"b.txt": TEXT + TEXT}
    assert reasons == {"a.txt": "its checksum is wrong; nothing of it is read"}


def test_a_zip_within_damaged_data_is_not_taken_for_one_that_was_cut_off(tmp_path: Path) -> None:
    inner = zipped({"a.txt": TEXT, "b.txt": LONG})
    outer = bytearray(zipped({"in.zip": inner}, zipfile.ZIP_STORED))
    outer[outer.index(inner) + len(inner) * 2 // 3] ^= 1

    texts, reasons = reading(tmp_path, bytes(outer))

    assert texts == {"in.zip/a.txt": TEXT}
    assert "in.zip/b.txt" in reasons


def test_a_tar_is_read_past_damage_and_past_its_end(tmp_path: Path) -> None:
    data = bytearray(tarred({"a.txt": TEXT, "b.txt": TEXT, "c.txt": TEXT}))
    data[1024 + 5] ^= 1

    texts, reasons = reading(tmp_path, bytes(data))
    assert set(texts) == {"a.txt", "c.txt"}
    assert reasons == {None: "1,024 bytes between its members are damaged"}

    both = tarred({"a.txt": TEXT}) + tarred({"b.txt": TEXT})
    assert reading(tmp_path, both) == ({"a.txt": TEXT, "b.txt": TEXT}, {})

    two = tarred({"a.txt": TEXT, "b.txt": TEXT})
    for size, reason in (
        (1024, "it has no end marker; it may be cut off"),
        (1024 + 30, "30 bytes between its members are damaged"),
    ):
        assert reading(tmp_path, two[:size]) == ({"a.txt": TEXT}, {None: reason})
    texts, reasons = reading(tmp_path, tarred({"a.txt": LONG})[:100_000])
    assert LONG.startswith(texts["a.txt"])
    assert "bytes before the end of this member; the first 99,488 bytes" in reasons["a.txt"]


def test_a_tar_without_magic_is_one(tmp_path: Path) -> None:
    data = bytearray(tarred({"a.txt": TEXT}))
    data[257:265] = bytes(8)
    data[148:156] = b" " * 8
    data[148:156] = f"{sum(data[:512]):06o}\0 ".encode()

    assert reading(tmp_path, bytes(data)) == ({"a.txt": TEXT}, {})


def test_what_a_tar_header_asks_for_is_bounded(tmp_path: Path) -> None:
    pax = tarfile.TarInfo("x")
    pax.type, pax.size = tarfile.XHDTYPE, 1 << 40
    record = pax.tobuf(tarfile.GNU_FORMAT)
    texts, reasons = reading(tmp_path, tarred({"a.txt": TEXT})[:1024] + record + bytes(9999))
    assert texts == {"a.txt": TEXT}
    assert reasons == {None: "a header claims 1,099,511,627,776 bytes"}

    sparse = tarfile.TarInfo("s")
    sparse.type, sparse.size = tarfile.GNUTYPE_SPARSE, 22
    data = sparse.tobuf(tarfile.GNU_FORMAT) + TEXT.ljust(512, b"\0") + tarred({"b.txt": TEXT})
    texts, reasons = reading(tmp_path, data)
    assert texts == {"b.txt": TEXT}
    assert reasons == {"s": "a sparse file, which handlab cannot read; unpack it yourself"}


@pytest.mark.parametrize("filters", SEVENZIP_FILTERS.values(), ids=SEVENZIP_FILTERS)
def test_7z_archives_of_every_codec_are_read(tmp_path: Path, filters: list[dict[str, int]]) -> None:
    members = {"a.txt": TEXT, "é/b.txt": LONG, "c.txt": TEXT}
    assert reading(tmp_path, sevenzipped(members, filters)) == (members, {})


def test_names_within_a_7z_are_labels(tmp_path: Path) -> None:
    members = dict.fromkeys(("a.txt", "xx/xx/b.txt", "a_txt"), TEXT)
    data = sevenzipped(members, is_encoded=False)
    for old, new in (("xx/xx/b.txt", "../../b.txt"), ("a_txt", "a.txt")):
        data = data.replace(old.encode("utf-16-le"), new.encode("utf-16-le"))
    start, size = struct.unpack_from("<2Q", data, 12)
    data = sevenzip_of(data[32 : 32 + start], data[32 + start : 32 + start + size])

    assert reading(tmp_path, data) == ({"a.txt": TEXT, "../../b.txt": TEXT}, {})
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_7z_with_a_password_is_named(tmp_path: Path) -> None:
    _, reasons = reading(tmp_path, sevenzipped({"a.txt": TEXT}, password="secret"))
    (reason,) = reasons.values()
    assert "encrypted; unpack it with its password" in reason


def test_blocks_of_a_7z_beside_the_damaged_one_are_read(tmp_path: Path) -> None:
    buffer = io.BytesIO(sevenzipped({"a.txt": LONG}, SEVENZIP_FILTERS["copy"]))
    with py7zr.SevenZipFile(buffer, "a", filters=SEVENZIP_FILTERS["copy"]) as archive:
        archive.writestr(TEXT, "b.txt")
    data = bytearray(buffer.getvalue())
    data[data.index(LONG[:50])] ^= 1

    texts, reasons = reading(tmp_path, bytes(data))

    assert texts == {"b.txt": TEXT}
    assert reasons == {"a.txt": "its checksum is wrong; nothing of it is read"}


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("time.sleep(60)", "it produced no output for 1 s"),
        ("os.abort()", "the process that reads it was ended by SIGABRT"),
        ("os._exit(3)", "the process that reads it ended with status 3"),
        ("bytearray(1 << 40)", "it needs more memory than is allowed"),
    ],
)
def test_whatever_becomes_of_the_process_that_reads_a_7z_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, reason: str
) -> None:
    child = tmp_path / "child.py"
    source = open(sevenzip_child.__file__).read()  # noqa: PTH123, SIM115
    source = source.replace(
        "    with py7zr.SevenZipFile", f"    {program}\n    with py7zr.SevenZipFile"
    )
    child.write_text(source)
    monkeypatch.setattr(sevenzip_child, "__file__", str(child))
    if "sleep" in program:
        monkeypatch.setattr(sevenzip, "PATIENCE", 1)
    (tmp_path / "a.7z").write_bytes(sevenzipped({"a.txt": TEXT}))

    texts, reasons = read(tmp_path / "a.7z")

    assert texts == {}
    assert reason in str(reasons[None])


def test_the_process_that_reads_a_7z_ends_with_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    start = sevenzip._start
    monkeypatch.setattr(
        sevenzip, "_start", lambda stream: started.append(start(stream)) or started[-1]
    )
    (tmp_path / "a.7z").write_bytes(sevenzipped({f"{n}.txt": LONG for n in range(40)}))

    found = documents(find([tmp_path / "a.7z"]))
    next(found)
    (process,) = started
    found.close()

    assert process.poll() == -signal.SIGKILL


def test_a_good_member_that_is_long_is_read_though_a_bomb_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.archive.digests.HELD", 1000)
    members = {"long.txt": LONG, "short.txt": TEXT, "bomb.txt": b"0\n" * 3_000_000, "z.txt": TEXT}
    limits = Limits(ratio=2, harmless=1 << 20)
    for data in (zipped(members), gzip.compress(tarred(members)), sevenzipped(members)):
        texts, reasons = reading(tmp_path, data, limits)

        found = {str(member).rsplit("/", 1)[-1]: text for member, text in texts.items()}
        assert found == {"long.txt": LONG, "short.txt": TEXT}
        assert "bytes from unpacking" in reasons[None]


def test_thousands_of_empty_members_are_reported_in_one_line(tmp_path: Path) -> None:
    _, reasons = reading(tmp_path, rawzip({f"{n}".encode(): b"" for n in range(3000)}))

    assert len(reasons) == 101
    assert reasons[None] == "(empty: 2,900 more members)"


def test_a_file_that_goes_away_while_it_is_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.archive.digests.HELD", 1000)
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        (tmp_path / name).write_bytes(LONG)
    found = find([tmp_path])
    (tmp_path / "a.txt").unlink()
    seen: dict[str, object] = {}
    for item in documents(found):
        name = item.path.rsplit("/", 1)[1]
        if isinstance(item, Skipped):
            seen[name] = item.reason
            continue
        if name == "b.txt":
            os.truncate(tmp_path / name, 100_000)
        if name == "c.txt":
            (tmp_path / name).write_bytes(LONG[::-1])
        assert isinstance(item, Document)
        pieces = list(item.pieces(cut))
        seen.setdefault(name, bool(pieces) and pieces[-1].is_last)

    assert seen == {
        "a.txt": "cannot be read: no such file or directory",
        "b.txt": "it was changed while it was being read",
        "c.txt": "it was changed while it was being read",
        "d.txt": True,
    }


def test_a_zip_that_holds_itself_is_read_down_to_the_bound(tmp_path: Path) -> None:
    # Each entry of the second directory is the archive itself: a member without end.
    inner = zipped({"a.txt": TEXT})
    for _ in range(10):
        inner = zipped({"again.zip": inner, "a.txt": TEXT})

    texts, reasons = reading(tmp_path, inner)

    assert set(texts) == {"a.txt", "again.zip/a.txt", "again.zip/again.zip/a.txt"} | {
        "again.zip/again.zip/again.zip/a.txt"
    }
    (reason,) = reasons.values()
    assert "4 levels deep" in reason


def test_a_zip_that_claims_more_than_there_is_is_bounded(tmp_path: Path) -> None:
    data = rawzip({b"a.txt": TEXT})
    end = data.rindex(b"PK\x05\x06")
    lying = data[:end] + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 0xFFFFFF, 0, 0)

    texts, reasons = reading(tmp_path, lying)

    assert texts == {"a.txt": TEXT}
    assert reasons == {None: "its directory is damaged"}
