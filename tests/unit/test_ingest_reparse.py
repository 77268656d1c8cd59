"""Reading again what an older parser read, and lakes of an older rule of identity."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from ingest_toy import Toy, counts, hand, read, rows, write

from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.lake.stored import Stored
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from handlab.ingest.native import Parsed

SAMPLES = Path(__file__).parents[1] / "corpus"


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def test_reparse_replaces_what_an_older_parser_wrote(lake: Lake, tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", hand(1), hand(2), hand(3, more="junk"))
    other = write(tmp_path, "b.txt", hand(2, cards="1=AhAd"), hand(4))
    read(lake, path, other)
    assert read(lake, path, other, native=Toy(2)).known_files == 2

    summary = read(lake, path, other, native=Toy(2), reparse=True)

    assert counts(summary) == {
        "headers": 5, "hands": 3, "merged": 1, "duplicates": 1, "rejected": 1,
    }  # fmt: skip
    assert rows(lake, "select hand_id, parser_version from hands order by all") == [
        ("1", 2), ("2", 2), ("4", 2),
    ]  # fmt: skip
    assert rows(lake, "select count(*) from rejects") == [(1,)]
    assert rows(lake, "select distinct parser_version from files") == [(2,)]
    assert rows(lake, "select count(*), count(hole_cards) from seats") == [(6, 1)]


def test_seats_that_an_older_parser_numbered_otherwise_give_no_cards(
    lake: Lake, tmp_path: Path
) -> None:
    name = "nlhe_5max_a_player_between_the_blinds_sits_out.txt"
    path = tmp_path / name
    path.write_bytes((SAMPLES / "ignition" / name).read_bytes())
    cards = "select seat, player, hole_cards from seats order by all"
    ingest([path], lake)
    wanted = rows(lake, cards)
    with lake.connect(read_only=False) as connection:
        # As it counted them before it believed the printed numbers.
        connection.execute(
            "update seats set seat = (select count(*) from seats as before"
            " where before.seat <= seats.seat)"
        )
        connection.execute("update hands set parser_version = 42")
        connection.execute("update files set parser_version = 42")
    assert rows(lake, cards) != wanted

    ingest([path], lake, reparse=True)

    assert rows(lake, cards) == wanted
    assert rows(lake, "select card_check from hands") == [("ok",)]


def test_reparse_of_one_file_keeps_what_another_added(lake: Lake, tmp_path: Path) -> None:
    one = write(tmp_path, "a.txt", hand(1, players="ann Hero"), hand(2))
    two = write(tmp_path, "b.txt", hand(1, players="Hero bob", cards="1=AhAd"))
    read(lake, one, two)

    summary = read(lake, two, native=Toy(2), reparse=True)

    assert counts(summary) == {"headers": 1, "hands": 1}
    assert rows(lake, "select player, hole_cards from seats where hand_id = '1' order by seat") == [
        ("ann", "AhAd"), ("bob", None),
    ]  # fmt: skip
    assert rows(lake, "select hand_id, parser_version from hands order by all") == [
        ("1", 2),
        ("2", 1),
    ]


def test_reparse_drops_hands_that_the_new_parser_does_not_read(lake: Lake, tmp_path: Path) -> None:
    class Stricter(Toy):
        def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
            return super().parse_batch(data.replace(b"T 9\n", b"T 9\njunk\n"), **rest)

    path = write(tmp_path, "a.txt", hand(1), hand(2, time=9))
    read(lake, path)

    summary = read(lake, path, native=Stricter(2), reparse=True)

    assert counts(summary) == {"headers": 2, "hands": 1, "rejected": 1}
    assert rows(lake, "select hand_id from hands") == [("1",)]
    assert rows(lake, "select distinct hand_id from seats") == [("1",)]


def test_many_files_are_read_again_with_few_questions(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [write(tmp_path, f"{number}.txt", hand(number)) for number in range(30)]
    read(lake, *paths)
    asked: list[str] = []
    matching = Stored.matching

    def counted(stored: Stored, table: str, *rest: Any) -> pl.DataFrame:
        asked.append(table)
        return matching(stored, table, *rest)

    monkeypatch.setattr(Stored, "matching", counted)
    summary = read(lake, *paths, native=Toy(2), reparse=True)

    assert counts(summary) == {"headers": 30, "hands": 30}
    assert len(asked) < len(paths), asked


class Old(Toy):
    """A parser from before the digests of today: every copy of a hand had a digest of its own."""

    def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
        parsed = super().parse_batch(data, **rest)
        hands = parsed["tables"]["hands"]
        times = hands["started_at"].dt.epoch("us") + hands["table_name"].str.len_bytes()
        parsed["tables"]["hands"] = hands.with_columns(
            content_digest=times, deal_digest=pl.lit(None, dtype=pl.Int64)
        )
        return parsed


def old_lake(lake: Lake, *files: Path) -> None:
    """Files as an older rule stored them: the second copy of hand 1 as another hand."""
    for file in files:
        read(lake, file, native=Old(1))
    with lake.writer() as writer:
        for name in HAND_TABLES:
            found = writer.find(name, pl.DataFrame({"site": ["toy"], "hand_id": ["1"]}))
            writer.add({name: found.with_columns(hand_id=pl.lit("1~0123abcd"))})
            if name == "hands":
                writer.delete(name, pl.DataFrame({"hand_id": ["1~0123abcd"]}))
                path = str(files[-1])
                files = writer.stored.all("files")
                digest = files.filter(pl.col("path") == path)["file_digest"].item()
                other = found.with_columns(
                    hand_id=pl.lit("1~0123abcd"),
                    source_file=pl.lit(path),
                    source_digest=pl.lit(digest),
                    content_digest=pl.lit(5, dtype=pl.Int64),
                )
                writer.add({name: other})
        writer.commit()


def test_a_lake_of_an_older_rule_is_not_doubled_by_new_copies(lake: Lake, tmp_path: Path) -> None:
    one = write(tmp_path, "a.txt", hand(1), hand(2))
    two = write(tmp_path, "b.txt", hand(1, table="Other", time=9), hand(3))
    old_lake(lake, one, two)
    assert rows(lake, "select hand_id from hands order by all") == [
        ("1",), ("1~0123abcd",), ("2",), ("3",),
    ]  # fmt: skip

    new = write(tmp_path, "c.txt", hand(1, time=77), hand(2, table="X"), hand(4))
    summary = read(lake, new, native=Toy(2))

    assert counts(summary) == {"headers": 3, "hands": 1, "duplicates": 2}


@pytest.mark.parametrize("files", [(0, 1), (1, 0), (0,), (1,)])
def test_reparse_merges_what_an_older_rule_kept_apart(
    lake: Lake, tmp_path: Path, files: tuple[int, ...]
) -> None:
    paths = [
        write(tmp_path, "a.txt", hand(1), hand(2)),
        write(tmp_path, "b.txt", hand(1, table="Other", time=9), hand(3)),
    ]
    old_lake(lake, *paths)

    summary = read(lake, *(paths[index] for index in files), native=Toy(2), reparse=True)

    others = {0: ("2",), 1: ("3",)}
    assert rows(lake, "select hand_id from hands order by all") == [("1",), ("2",), ("3",)]
    assert rows(lake, "select count(*) from seats where hand_id like '1%'") == [(2,)]
    again = [("1",), *(others[index] for index in sorted(files))]
    assert rows(lake, "select hand_id from hands where parser_version = 2 order by all") == again
    assert (summary.hands, summary.duplicates) == (len(files) + 1, len(files) - 1)


def test_a_number_that_is_free_again_is_still_known(lake: Lake, tmp_path: Path) -> None:
    read(lake, write(tmp_path, "a.txt", hand(1, stack=100), hand(1, stack=200)))
    with lake.writer() as writer:
        for name in HAND_TABLES:
            writer.delete(name, pl.DataFrame({"hand_id": ["1"]}))
        writer.commit()

    summary = read(lake, write(tmp_path, "b.txt", hand(1, stack=200, table="X")))

    assert counts(summary) == {"headers": 1, "duplicates": 1}
