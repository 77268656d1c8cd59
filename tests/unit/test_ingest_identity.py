"""
Identity, merging and counting, on a toy format whose every rule is in view.

A toy hand is `#ID TABLE TIME`, then lines `seat NO NAME STACK [CARDS]`, `act SEAT KIND AMOUNT`,
`show SEAT CARDS`, `board CARDS`, `cancel`, `junk`, and `end`.
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlab.ingest import IngestSummary, ingest
from handlab.ingest.clusters import digest_suffix
from handlab.lake import Lake
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from handlab.ingest.native import Parsed


class Toy:
    """Stands in for the native module."""

    def __init__(self, version: int = 1) -> None:
        self.PARSER_VERSION = version
        self.calls: list[Sequence[int] | None] = []

    def cut(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        del encoding
        offset = data.rfind(b"\n#") + 1
        return offset, data.count(b"\n", 0, offset)

    def key_hash(self, site: pl.Series, hand_id: pl.Series) -> pl.Series:
        keys = zip(site, hand_id, strict=True)
        return pl.Series([_hash(f"{one}|{other}") for one, other in keys], dtype=pl.UInt64)

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
        self.calls.append(only)
        rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES if name != "files"}
        counts = dict.fromkeys(("headers", "partial", "rejected", "cancelled"), 0)
        tail = None
        starts = [match.start() for match in re.finditer(rb"^#", data, re.MULTILINE)]
        for start, end in zip(starts, [*starts[1:], len(data)], strict=True):
            offset = byte_offset + start
            if only is not None and offset not in only:
                continue
            text = data[start:end].decode()
            counts["headers"] += 1
            place = {"byte_offset": offset, "byte_length": end - start, "text": text}
            place["line"] = line_offset + data.count(b"\n", 0, start) + 1
            if "\nend" not in text:
                counts["partial"] += 1
                rows["rejects"].append({**place, "code": "truncated"})
                if is_last and end == len(data):
                    tail = offset
            elif "\njunk" in text:
                counts["rejected"] += 1
                rows["rejects"].append({**place, "code": "junk"})
            else:
                counts["cancelled"] += "\ncancel" in text
                self._hand(text, place, rows, overlays, source)
        tables = {
            name: pl.DataFrame(found, schema=TABLES[name].polars_schema)
            for name, found in rows.items()
        }
        return {
            "tables": tables,
            "summaries": 0,
            "tail": tail,
            "dialect": "toy" if starts else None,
            **counts,  # type: ignore[typeddict-item]
        }

    def _hand(
        self,
        text: str,
        place: dict[str, Any],
        rows: dict[str, list[dict[str, Any]]],
        overlays: pl.DataFrame | None,
        source: dict[str, Any],
    ) -> None:
        head, *lines = text.splitlines()
        hand_id, table, time = head[1:].split()
        key = {"site": "toy", "hand_id": hand_id}
        started_at = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=int(time))
        learnt = {}
        if overlays is not None:
            known = overlays.filter(pl.col("hand_id") == hand_id)
            learnt = {row["seat"]: row for row in known.iter_rows(named=True)}
        board = None
        content = [table, time]
        seats: dict[int, dict[str, Any]] = {}
        for line in lines:
            word, *rest = line.split()
            if word == "seat":
                seat = int(rest[0])
                over = learnt.get(seat, {})
                cards = rest[3] if len(rest) > 3 else None
                seats[seat] = {
                    **key,
                    "seat": seat,
                    "player": over.get("player") or rest[1],
                    "starting_stack": int(rest[2]),
                    "hole_cards": over.get("hole_cards") or cards,
                    "started_at": started_at,
                }
                content.append(f"{seat} {rest[2]}")
            elif word == "act":
                content.append(line)
                number = sum(row["hand_id"] == hand_id for row in rows["actions"])
                act = {"seat": int(rest[0]), "kind": rest[1], "amount": int(rest[2])}
                rows["actions"].append({**key, "action_no": number, "street_no": 0, **act})
            elif word == "show":
                if seats[int(rest[0])]["hole_cards"] is None:
                    seats[int(rest[0])]["hole_cards"] = rest[1]
            elif word == "board":
                board = rest[0]
                rows["boards"].append({**key, "run_no": 0, "street": "flop", "cards": board})
        rows["seats"] += seats.values()
        digest = _hash("\n".join(content))
        rows["hands"].append(
            {
                **key,
                "table_name": table,
                "started_at": started_at,
                "board": board,
                "verdict": "cancelled" if "\ncancel" in text else "exact",
                "account": source["account"],
                "parser_version": self.PARSER_VERSION,
                "source_file": source["source_file"],
                "source_member": source["source_member"],
                "source_offset": place["byte_offset"],
                "source_length": place["byte_length"],
                "source_line": place["line"],
                "content_digest": digest - (1 << 64) if digest >> 63 else digest,
                "text": text if source["keep_text"] else None,
            }
        )


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def hand(
    number: object,
    *,
    players: str = "ann bob",
    cards: str = "",
    acts: str = "1 call 5,2 check 0",
    table: str = "T",
    time: int = 0,
    stack: int = 100,
    more: str = "",
) -> str:
    """One toy hand; `cards` are `SEAT=CARDS` of those that the file shows."""
    shown = dict(pair.split("=") for pair in cards.split())
    lines = [f"#{number} {table} {time}"]
    for seat, player in enumerate(players.split(), 1):
        lines.append(f"seat {seat} {player} {stack} {shown.get(str(seat), '')}".rstrip())
    lines += [f"act {act}" for act in acts.split(",") if act]
    return "\n".join([*lines, *more.split(","), "end", ""]).replace("\n\n", "\n")


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def write(folder: Path, name: str, *hands: str) -> Path:
    path = folder / name
    path.write_text("".join(hands))
    return path


def read(lake: Lake, *paths: Path, native: Toy | None = None, **options: Any) -> IngestSummary:
    return ingest(paths, lake, native=native or Toy(), **options)


def rows(lake: Lake, query: str) -> list[tuple[Any, ...]]:
    with lake.connect() as connection:
        return connection.execute(query).fetchall()


def counts(summary: IngestSummary) -> dict[str, int]:
    names = ("headers", "hands", "merged", "id_conflicts", "duplicates", "partial")
    found = {name: getattr(summary, name) for name in (*names, "cancelled", "rejected")}
    return {name: count for name, count in found.items() if count}


def test_each_hand_of_a_file_is_stored_and_counted(lake: Lake, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "a.txt",
        hand(1),
        hand(2, more="cancel"),
        hand(3, more="junk"),
        "#4 T 0\n",
        hand(5),
    )

    summary = read(lake, path)

    assert counts(summary) == {
        "headers": 5, "hands": 2, "partial": 1, "cancelled": 1, "rejected": 1,
    }  # fmt: skip
    assert summary.verdicts == {"exact": 2, "cancelled": 1}
    assert summary.reject_codes == {"junk": 1, "truncated": 1}
    assert rows(lake, "select hand_id from hands order by all") == [("1",), ("2",), ("5",)]
    assert rows(lake, "select line, code from rejects order by all") == [
        (14, "junk"),
        (21, "truncated"),
    ]
    assert rows(lake, "select headers, hands, is_last, dialect from files") == [(5, 2, True, "toy")]


def test_the_same_file_again_is_not_read(lake: Lake, tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", hand(1))
    read(lake, path)
    copy = write(tmp_path, "b.txt", hand(1))
    toy = Toy()

    summary = read(lake, path, copy, native=toy)

    assert (summary.files, summary.known_files, summary.headers) == (0, 2, 0)
    assert toy.calls == []


def test_a_copy_that_teaches_nothing_is_a_duplicate(lake: Lake, tmp_path: Path) -> None:
    first = write(tmp_path, "a.txt", hand(1, cards="1=AhAd"))
    second = write(tmp_path, "b.txt", hand(1), hand(2))

    read(lake, first)
    summary = read(lake, second)

    assert counts(summary) == {"headers": 2, "hands": 1, "duplicates": 1}
    assert rows(lake, "select hand_id, player, hole_cards from seats order by all") == [
        ("1", "ann", "AhAd"),
        ("1", "bob", None),
        ("2", "ann", None),
        ("2", "bob", None),
    ]


@pytest.mark.parametrize("at_once", [True, False])
def test_copies_with_other_names_and_cards_are_merged_by_seat(
    lake: Lake, tmp_path: Path, *, at_once: bool
) -> None:
    one = write(tmp_path, "a.txt", hand(1, players="Hero bob", cards="1=AhAd"))
    two = write(tmp_path, "b.txt", hand(1, players="ann Hero", cards="2=2c2d"))

    summaries = [read(lake, one, two)] if at_once else [read(lake, one), read(lake, two)]

    assert sum(summary.merged for summary in summaries) == 1
    assert sum(summary.duplicates for summary in summaries) == 1
    assert sum(summary.hands for summary in summaries) == 1
    assert rows(lake, "select seat, player, hole_cards from seats order by all") == [
        (1, "ann", "AhAd"),
        (2, "bob", "2c2d"),
    ]
    assert rows(lake, "select count(*) from hands") == [(1,)]
    assert rows(lake, "select count(*) from actions") == [(2,)]


def test_two_real_names_that_differ_teach_nothing(lake: Lake, tmp_path: Path) -> None:
    one = write(tmp_path, "a.txt", hand(1, players="ann bob"))
    two = write(tmp_path, "b.txt", hand(1, players="ann carl"))

    read(lake, one)
    summary = read(lake, two)

    assert counts(summary) == {"headers": 1, "duplicates": 1}
    assert rows(lake, "select player from seats order by all") == [("ann",), ("bob",)]


def test_the_longer_copy_completes_the_shorter(lake: Lake, tmp_path: Path) -> None:
    short = write(tmp_path, "a.txt", hand(1, acts="1 call 5", cards="1=AhAd"))
    long = write(tmp_path, "b.txt", hand(1, acts="1 call 5,2 check 0"))

    read(lake, short)
    summary = read(lake, long)

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    assert rows(lake, "select count(*) from actions") == [(2,)]
    assert rows(lake, "select hole_cards from seats where seat = 1") == [("AhAd",)]
    assert rows(lake, "select hand_id from hands") == [("1",)]


def test_a_shorter_copy_that_knows_more_is_laid_over_the_longer_text(
    lake: Lake, tmp_path: Path
) -> None:
    long = write(tmp_path, "a.txt", hand(0), hand(1, acts="1 call 5,2 check 0"))
    short = write(tmp_path, "b.txt", hand(1, acts="1 call 5", cards="1=AhAd"))

    read(lake, long)
    summary = read(lake, short)

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    assert rows(lake, "select count(*) from actions where hand_id = '1'") == [(2,)]
    assert rows(lake, "select hole_cards from seats where seat = 1 and hand_id = '1'") == [
        ("AhAd",)
    ]
    assert rows(lake, "select source_file, source_line from hands where hand_id = '1'") == [
        (str(long), 7)
    ]


def test_a_shorter_copy_is_a_mere_duplicate_where_the_longer_text_is_gone(
    lake: Lake, tmp_path: Path
) -> None:
    long = write(tmp_path, "a.txt", hand(1, acts="1 call 5,2 check 0"))
    short = write(tmp_path, "b.txt", hand(1, acts="1 call 5", cards="1=AhAd"))
    read(lake, long)
    long.unlink()

    summary = read(lake, short)

    assert counts(summary) == {"headers": 1, "duplicates": 1}


def test_a_kept_text_serves_where_the_file_is_gone(lake: Lake, tmp_path: Path) -> None:
    long = write(tmp_path, "a.txt", hand(1, acts="1 call 5,2 check 0"))
    short = write(tmp_path, "b.txt", hand(1, acts="1 call 5", cards="1=AhAd"))
    read(lake, long, keep_text=True)
    long.unlink()

    summary = read(lake, short)

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    assert rows(lake, "select count(*) from actions") == [(2,)]


@pytest.mark.parametrize("at_once", [True, False])
def test_another_hand_under_the_same_number_is_kept_beside_it(
    lake: Lake, tmp_path: Path, *, at_once: bool
) -> None:
    one = write(tmp_path, "a.txt", hand(1, stack=100))
    two = write(tmp_path, "b.txt", hand(1, stack=200, more="cancel"), hand(1, stack=300))

    summaries = [read(lake, one, two)] if at_once else [read(lake, one), read(lake, two)]

    assert sum(summary.hands for summary in summaries) == 2
    assert sum(summary.cancelled for summary in summaries) == 1
    assert sum(summary.id_conflicts for summary in summaries) == 1
    found = rows(lake, "select hand_id, content_digest from hands order by hand_id")
    assert found[0][0] == "1"
    assert {key for key, _ in found[1:]} == {
        f"1~{digest_suffix(digest)}" for _, digest in found[1:]
    }
    stacks = "select distinct starting_stack from seats where hand_id = '1'"
    assert rows(lake, stacks) == [(100,)]
    assert rows(lake, "select count(distinct hand_id), count(*) from seats") == [(3, 6)]


def test_copies_of_a_hand_that_is_kept_beside_another_are_duplicates(
    lake: Lake, tmp_path: Path
) -> None:
    read(lake, write(tmp_path, "a.txt", hand(1, stack=100), hand(1, stack=200)))

    again = write(
        tmp_path,
        "b.txt",
        hand(1, stack=200),
        hand(1, stack=100),
        hand(1, stack=200, players="ann Hero"),
    )
    summary = read(lake, again)

    assert counts(summary) == {"headers": 3, "duplicates": 3}


def test_one_number_may_carry_many_hands_in_one_file(lake: Lake, tmp_path: Path) -> None:
    many = [hand(7, stack=100 + index, time=index) for index in range(60)]
    path = write(tmp_path, "a.txt", *many, *many[:20])

    summary = read(lake, path)

    assert counts(summary) == {"headers": 80, "hands": 60, "id_conflicts": 59, "duplicates": 20}
    assert rows(lake, "select count(*), count(distinct hand_id) from hands") == [(60, 60)]
    assert rows(lake, "select count(*), count(distinct (hand_id, seat)) from seats") == [(120, 120)]
    wrong = "select 1 from hands h join seats s using (hand_id) where s.started_at <> h.started_at"
    assert rows(lake, wrong) == []


def test_hands_that_go_on_in_different_ways_are_different(lake: Lake, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "a.txt",
        hand(1, acts="1 call 5,2 check 0"),
        hand(1, acts="1 call 5,2 raise 9"),
        hand(1, acts="1 call 5"),
    )

    summary = read(lake, path)

    assert counts(summary) == {"headers": 3, "hands": 2, "id_conflicts": 1, "duplicates": 1}


def test_showing_cards_does_not_make_another_hand(lake: Lake, tmp_path: Path) -> None:
    read(lake, write(tmp_path, "a.txt", hand(1)))

    summary = read(lake, write(tmp_path, "b.txt", hand(1, more="show 2 KhKd")))

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    assert rows(lake, "select hole_cards from seats where seat = 2") == [("KhKd",)]


def test_a_longer_board_teaches(lake: Lake, tmp_path: Path) -> None:
    read(lake, write(tmp_path, "a.txt", hand(1, more="board AhKhQh", players="Hero bob")))

    summary = read(
        lake, write(tmp_path, "b.txt", hand(1, more="board AhKhQhJh", players="ann Hero"))
    )

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    assert rows(lake, "select board from hands") == [("AhKhQhJh",)]
    assert rows(lake, "select cards from boards") == [("AhKhQhJh",)]
    assert rows(lake, "select player from seats order by seat") == [("ann",), ("bob",)]


def test_a_grown_file_is_read_from_where_its_last_hand_was_cut_off(
    lake: Lake, tmp_path: Path
) -> None:
    whole = hand(1) + hand(2) + hand(3)
    path = tmp_path / "a.txt"
    cut = len(hand(1)) + len(hand(2)) - 8
    path.write_text(whole[:cut])
    first = read(lake, path)
    path.write_text(whole)

    second = read(lake, path)

    assert counts(first) == {"headers": 2, "hands": 1, "partial": 1}
    assert counts(second) == {"headers": 2, "hands": 2}
    assert rows(lake, "select count(*) from rejects") == [(0,)]
    ranges = rows(lake, "select byte_from, byte_to from files order by all")
    assert ranges == [(0, len(hand(1))), (len(hand(1)), len(whole))]
    assert rows(lake, "select hand_id, source_line from hands order by all") == [
        ("1", 1),
        ("2", 7),
        ("3", 13),
    ]
    assert read(lake, path).known_files == 1


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


def test_reparse_of_one_file_keeps_what_another_taught(lake: Lake, tmp_path: Path) -> None:
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


def everything(lake: Lake) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of the tables keyed by hand, without where they are from."""
    place = "exclude (source_file, source_offset, source_line, source_digest, source_length)"
    return {
        name: rows(lake, f"select * {place if name == 'hands' else ''} from {name} order by all")
        for name in HAND_TABLES
    }


COPIES = st.lists(
    st.builds(
        hand,
        st.integers(1, 3),
        players=st.sampled_from(["ann bob", "Hero bob", "ann Hero", "Player1 Hero"]),
        cards=st.sampled_from(["", "1=AhAd", "2=KcKd", "1=AhAd 2=KcKd"]),
        acts=st.sampled_from(["1 call 5", "1 call 5,2 check 0", "1 raise 9"]),
        stack=st.sampled_from([100, 200]),
    ),
    min_size=1,
    max_size=8,
)


@given(copies=COPIES, cuts=st.sets(st.integers(1, 7)))
@settings(max_examples=25, deadline=None)
def test_a_lake_does_not_tell_in_how_many_runs_it_was_filled(
    copies: list[str], cuts: set[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("runs")
    borders = [0, *sorted(cut for cut in cuts if cut < len(copies)), len(copies)]
    files = [
        write(folder, f"{index}.txt", *copies[start:end])
        for index, (start, end) in enumerate(pairwise(borders))
    ]
    at_once, in_turn = (Lake.create(folder / name) for name in ("at_once", "in_turn"))

    together = read(at_once, *files)
    turns = [read(in_turn, file) for file in files]

    assert everything(at_once) == everything(in_turn)
    for name in ("headers", "hands", "merged", "id_conflicts", "duplicates"):
        assert getattr(together, name) == sum(getattr(turn, name) for turn in turns)
