"""The tables as frames: read at once or piece by piece, whole or in part, from any kind of file."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from builders import simulated, texts_of_hands
from polars.testing import assert_frame_equal

import handlab as hl
from handlab.archive import pieces as archive_pieces
from handlab.errors import ArchiveError
from handlab.schema import TABLES
from handlab.statistics.catalogue import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAMES = [name for name in TABLES if name != "files"]
# The statistics of seats are those of a lake.
SCHEMAS = {
    name: pl.Schema(
        (column.name, column.dtype)
        for column in TABLES[name].columns
        if name != "seats" or column.name not in catalogue().column_names
    )
    for name in NAMES
}
HANDS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files of hands, one with a hand that cannot be read, and one that is no history."""
    folder = tmp_path_factory.mktemp("hands")
    (folder / "a.txt").write_text(simulated(1, HANDS))
    (folder / "sub").mkdir()
    (folder / "sub" / "b.txt").write_text(
        simulated(2, HANDS, game="omaha", betting="pot_limit") + "PokerStars Hand #7: x\n\n\n"
    )
    (folder / "notes.txt").write_text("milk, eggs\n")
    return folder


@pytest.fixture(scope="module")
def read(folder: Path) -> dict[str, pl.DataFrame]:
    return hl.read_hands(folder)


def test_every_table_has_its_schema_and_rows(read: dict[str, pl.DataFrame]) -> None:
    assert {name: frame.schema for name, frame in read.items()} == SCHEMAS
    assert read["hands"].height == 2 * HANDS
    assert read["hands"]["game"].value_counts(sort=True).sort("game").rows() == [
        ("holdem", HANDS),
        ("omaha", HANDS),
    ]
    assert read["rejects"].height == 1


def test_a_row_names_its_source(folder: Path, read: dict[str, pl.DataFrame]) -> None:
    for path in (folder / "a.txt", folder / "sub" / "b.txt"):
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        hands = read["hands"].filter(source_file=str(path))
        assert hands["source_digest"].unique().to_list() == [digest]
        for row in hands.select("hand_id", "source_offset", "source_length", "source_line").rows():
            hand_id, offset, length, line = row
            span = data[offset : offset + length]
            assert span.startswith(f"PokerStars Hand #{hand_id}:".encode())
            assert data.count(b"\n", 0, offset) + 1 == line
    reject = read["rejects"].row(0, named=True)
    data = (folder / "sub" / "b.txt").read_bytes()
    assert reject["path"] == str(folder / "sub" / "b.txt")
    assert reject["member"] is None
    assert reject["file_digest"] == hashlib.sha256(data).hexdigest()
    assert data[reject["byte_offset"] :].startswith(b"PokerStars Hand #7: x")
    assert "PokerStars Hand #7: x" in reject["text"]


@pytest.mark.parametrize("name", NAMES)
def test_a_scan_is_a_read(folder: Path, read: dict[str, pl.DataFrame], name: str) -> None:
    scan = hl.scan_hands(folder, name)

    assert scan.collect_schema() == SCHEMAS[name]
    assert_frame_equal(scan.collect(), read[name])


QUERIES: dict[str, Callable[[pl.LazyFrame], pl.LazyFrame]] = {
    "filter": lambda seats: seats.filter(pl.col("net") > 0),
    "filter of two columns": lambda seats: seats.filter("is_hero", pl.col("net") > pl.col("won")),
    "projection": lambda seats: seats.select("player", "net"),
    "filter and other projection": lambda seats: seats.filter(pl.col("net") > 0).select("player"),
    "expression": lambda seats: seats.select(net=pl.col("net").sum(), seats=pl.len()),
    "count": lambda seats: seats.select(pl.len()),
    "head": lambda seats: seats.head(3),
    "head over the border of the files": lambda seats: seats.head(6 * HANDS + 3),
    "head of nothing": lambda seats: seats.head(0),
    "head of more than there is": lambda seats: seats.head(10_000),
    "filter then head": lambda seats: seats.filter(pl.col("net") > 0).head(7),
    "head then filter": lambda seats: seats.head(7).filter(pl.col("net") > 0),
    "slice": lambda seats: seats.slice(5, 10),
    "tail": lambda seats: seats.tail(4),
    "group": lambda seats: seats.group_by("player").agg(pl.col("net").sum()).sort("player"),
    "join with itself": lambda seats: seats.filter("is_hero").join(
        seats, on=["site", "hand_id"], maintain_order="left_right"
    ),
    "filter that nothing passes": lambda seats: seats.filter(pl.col("player") == ""),
    "expression of the plugin": lambda seats: seats.filter(
        pl.col("hole_cards").poker.strength(pl.lit("2c3c4c")).is_not_null()
    ).select("hole_cards"),
}


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("query", QUERIES.values(), ids=list(QUERIES))
def test_a_query_of_a_scan_gives_what_the_frame_gives(
    folder: Path,
    read: dict[str, pl.DataFrame],
    query: Callable[[pl.LazyFrame], pl.LazyFrame],
    engine: Any,
) -> None:
    scan = hl.scan_hands(folder, "seats")

    found = query(scan).collect(engine=engine)

    assert_frame_equal(found, query(read["seats"].lazy()).collect(engine="in-memory"))


def test_filters_and_columns_reach_the_files(folder: Path) -> None:
    plan = hl.scan_hands(folder, "seats").filter(pl.col("net") > 0).select("player").explain()

    assert "FILTER" not in plan
    assert "PROJECT" in plan
    assert f"2/{len(SCHEMAS['seats'])}" in plan


def test_a_head_reads_no_further_than_it_must(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = []
    native = hl.frames.parse_batch

    def parse_batch(data: bytes, **options: Any) -> Any:
        parsed.append(options["source_file"])
        return native(data, **options)

    monkeypatch.setattr(hl.frames, "parse_batch", parse_batch)

    assert hl.scan_hands(folder).head(5).collect().height == 5
    assert parsed == [str(folder / "a.txt")]


def test_a_scan_reads_nothing_before_it_is_collected(tmp_path: Path) -> None:
    scan = hl.scan_hands(tmp_path / "later.txt").select("hand_id")
    (tmp_path / "later.txt").write_text(simulated(1, 2))

    assert scan.collect().height == 2
    (tmp_path / "later.txt").write_text(simulated(1, 3))
    assert scan.collect().height == 3


def test_small_pieces_give_what_large_ones_give(
    folder: Path, read: dict[str, pl.DataFrame], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_size = archive_pieces.pieces

    def small(*arguments: Any, **options: Any) -> Any:
        return of_size(*arguments, **{**options, "size": 3000})

    monkeypatch.setattr("handlab.archive.reading.pieces", small)

    for name, frame in hl.read_hands(folder).items():
        assert_frame_equal(frame, read[name])


def test_archives_give_what_their_files_give(tmp_path: Path) -> None:
    text = simulated(1, HANDS)
    (tmp_path / "plain.txt").write_text(text)
    with zipfile.ZipFile(tmp_path / "some.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in/a.txt", text)
        archive.writestr("b.txt", simulated(2, 3))
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text.encode()))
    plain = hl.read_hands(tmp_path / "plain.txt")

    zipped, packed = hl.read_hands(tmp_path / "some.zip"), hl.read_hands(tmp_path / "a.txt.gz")

    assert sorted(zipped["hands"]["source_member"].unique()) == ["b.txt", "in/a.txt"]
    of_a = zipped["hands"].filter(source_member="in/a.txt")
    paths = ["source_file", "source_member"]
    assert_frame_equal(of_a.drop(paths), plain["hands"].drop(paths))
    assert_frame_equal(packed["hands"].drop(paths), plain["hands"].drop(paths))
    for name in ("seats", "actions", "boards", "pots", "awards", "side_payments"):
        assert_frame_equal(packed[name], plain[name])


def test_encodings_and_line_ends_do_not_change_a_hand(tmp_path: Path) -> None:
    text = simulated(4, 5, hero="josé")
    forms = {
        "utf-8.txt": text.encode(),
        "bom.txt": b"\xef\xbb\xbf" + text.encode(),
        "utf-16.txt": text.encode("utf-16"),
        "utf-16-be.txt": b"\xfe\xff" + text.encode("utf-16-be"),
        "crlf.txt": text.replace("\n", "\r\n").encode(),
        "cr.txt": text.replace("\n", "\r").encode(),
    }
    for name, data in forms.items():
        (tmp_path / name).write_bytes(data)
    of_forms = {name: hl.read_hands(tmp_path / name) for name in forms}

    for name, tables in of_forms.items():
        assert tables["rejects"].height == 0, name
        for table in ("seats", "actions", "boards", "pots", "awards", "side_payments"):
            assert_frame_equal(tables[table], of_forms["utf-8.txt"][table])


def test_several_paths_are_read_in_turn(folder: Path, read: dict[str, pl.DataFrame]) -> None:
    paths = [folder / "sub" / "b.txt", str(folder / "a.txt")]

    hands = hl.read_hands(paths)["hands"]

    assert sorted(hands["hand_id"]) == sorted(read["hands"]["hand_id"])


def test_a_glob_and_its_files_are_the_same(folder: Path, read: dict[str, pl.DataFrame]) -> None:
    assert_frame_equal(hl.read_hands(str(folder / "**" / "*.txt"))["hands"], read["hands"])


def test_every_copy_of_a_hand_is_a_row(tmp_path: Path) -> None:
    text = simulated(1, 2)
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / "b.txt").write_text(text + "\n")

    assert hl.read_hands(tmp_path)["hands"].height == 4


def test_an_empty_file_or_folder_gives_empty_tables(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "none").mkdir()

    for path in (tmp_path / "empty.txt", tmp_path / "none"):
        tables = hl.read_hands(path)
        assert {name: frame.schema for name, frame in tables.items()} == SCHEMAS
        assert {frame.height for frame in tables.values()} == {0}
        assert hl.scan_hands(path).collect().height == 0


def zoneless(text: str) -> str:
    """The hands as old files have them: the time without its zone."""
    return text.replace(" ET\n", "\n")


def test_times_without_a_zone_are_known_only_with_one(tmp_path: Path) -> None:
    text = texts_of_hands(simulated(1, 1))[0]
    assert " - 2020/01/06 15:00:00 ET\n" in text
    (tmp_path / "zoneless.txt").write_text(zoneless(text))
    (tmp_path / "zoned.txt").write_text(text)

    def started(name: str, timezone: str | None) -> Any:
        hands = hl.read_hands(tmp_path / name, timezone=timezone)["hands"]
        scanned = hl.scan_hands(tmp_path / name, timezone=timezone).collect()
        assert_frame_equal(scanned, hands)
        return hands["started_at"].item()

    assert started("zoneless.txt", None) is None
    assert started("zoneless.txt", "UTC") == datetime(2020, 1, 6, 15, tzinfo=UTC)
    assert started("zoneless.txt", "Europe/Berlin") == datetime(2020, 1, 6, 14, tzinfo=UTC)
    # A zone that is printed is not overruled.
    assert started("zoned.txt", "Europe/Berlin") == datetime(2020, 1, 6, 20, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["Mars/Phobos", "", "CEST+2"])
def test_a_zone_that_is_not_known_raises_at_once(folder: Path, zone: str) -> None:
    with pytest.raises(hl.errors.HandlabError, match=f"`{zone}`".replace("+", r"\+")):
        hl.read_hands(folder, timezone=zone)
    with pytest.raises(hl.errors.HandlabError, match=f"`{zone}`".replace("+", r"\+")):
        hl.scan_hands(folder, timezone=zone)


def test_the_account_stands_on_the_hand_and_on_the_heros_seat(folder: Path) -> None:
    tables = hl.read_hands(folder / "a.txt", account="me")

    assert tables["hands"]["account"].unique().to_list() == ["me"]
    accounts = tables["seats"].select("is_hero", "account").unique().sort("is_hero").rows()
    assert accounts == [(False, None), (True, "me")]


def test_texts_are_kept_only_if_asked_for(folder: Path) -> None:
    kept = hl.read_hands(folder / "a.txt", keep_text=True)["hands"]["text"].to_list()
    texts = texts_of_hands((folder / "a.txt").read_text())

    assert [text.strip() for text in kept] == [text.strip() for text in texts]
    assert hl.read_hands(folder / "a.txt")["hands"]["text"].null_count() == HANDS


def test_a_path_that_is_not_there_raises() -> None:
    with pytest.raises(ArchiveError, match="nowhere"):
        hl.read_hands("/nowhere/at/all.txt")
    with pytest.raises(Exception, match="nowhere"):
        hl.scan_hands("/nowhere/at/all.txt").collect()


def test_a_damaged_archive_raises(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with gzip.open(packed, "wb") as file:
        file.write(simulated(1, 50).encode())
    (tmp_path / "cut.txt.gz").write_bytes(packed.getvalue()[:-200])

    with pytest.raises(ArchiveError, match=r"cut\.txt\.gz") as caught:
        hl.read_hands(tmp_path)
    assert "`hl.ingest`" in str(caught.value.hint)


def test_a_table_that_is_not_there_raises_the_known_ones() -> None:
    with pytest.raises(hl.errors.HandlabError, match=r"`hands`, `seats`.*got `players`"):
        hl.scan_hands("x.txt", "players")
