"""Every hand once: copies, merging, other hands under one number, growing files, parsing anew."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ingest_toy import Toy, counts, hand, read, rows, write

from handlab.ingest.clusters import digest_suffix
from handlab.lake import Lake
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from pathlib import Path

    from handlab.ingest.native import Parsed


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


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


def test_a_copy_that_adds_nothing_is_a_duplicate(lake: Lake, tmp_path: Path) -> None:
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


def test_two_real_names_that_differ_add_nothing(lake: Lake, tmp_path: Path) -> None:
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


def test_a_shorter_copy_that_holds_more_adds_to_the_longer_text(lake: Lake, tmp_path: Path) -> None:
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


@pytest.mark.parametrize("keep_text", [True, False])
def test_stored_texts_are_read_again_together(
    lake: Lake, tmp_path: Path, *, keep_text: bool
) -> None:
    longer = [hand(number, acts="1 call 5,2 check 0") for number in range(40)]
    long = write(tmp_path, "a.txt", *longer)
    short = write(
        tmp_path, "b.txt", *(hand(number, acts="1 call 5", cards="1=AhAd") for number in range(40))
    )
    places = "select hand_id, source_file, source_offset, source_line, source_length, text from hands order by all"
    read(lake, long, keep_text=keep_text)
    before, toy = rows(lake, places), Toy()

    summary = read(lake, short, native=toy)

    assert counts(summary) == {"headers": 40, "duplicates": 40, "merged": 40}
    assert len(toy.calls) == 2
    assert rows(lake, places) == before
    assert rows(lake, "select distinct hole_cards from seats where seat = 1") == [("AhAd",)]
    assert rows(lake, "select count(*) from actions") == [(80,)]


def test_a_text_that_was_changed_does_not_keep_others_from_being_read_again(
    lake: Lake, tmp_path: Path
) -> None:
    longer = [hand(number, acts="1 call 5,2 check 0") for number in range(40)]
    long = write(tmp_path, "a.txt", *longer)
    short = write(
        tmp_path, "b.txt", *(hand(number, acts="1 call 5", cards="1=AhAd") for number in range(40))
    )
    read(lake, long)
    longer[7] = longer[7].replace("check 0", "raise 9")
    write(tmp_path, "a.txt", *longer)
    toy = Toy()

    summary = read(lake, short, native=toy)

    assert counts(summary) == {"headers": 40, "duplicates": 40, "merged": 39}
    assert len(toy.calls) < 20
    assert rows(lake, "select hand_id from seats where seat = 1 and hole_cards is null") == [("7",)]


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
    found = rows(lake, "select hand_id, deal_digest from hands order by hand_id")
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


def test_a_longer_board_adds_cards(lake: Lake, tmp_path: Path) -> None:
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
    # From the last hand on it is read again when it grows.
    assert ranges == [(0, len(hand(1))), (len(hand(1)), len(hand(1) + hand(2)))]
    assert rows(lake, "select hand_id, source_line from hands order by all") == [
        ("1", 1),
        ("2", 7),
        ("3", 13),
    ]
    assert read(lake, path).known_files == 1


def test_a_last_hand_that_may_grow_is_stored_and_read_again(lake: Lake, tmp_path: Path) -> None:
    whole = hand(1) + hand(2) + hand(3)
    path = tmp_path / "a.txt"
    path.write_text(hand(1) + hand(2).rstrip())
    first = read(lake, path)
    unchanged = read(lake, path)
    path.write_text(whole)

    second = read(lake, path)

    assert counts(first) == {"headers": 2, "hands": 2}
    assert unchanged.known_files == 1
    assert counts(second) == {"headers": 2, "hands": 1, "duplicates": 1}
    assert rows(lake, "select hand_id, source_line from hands order by all") == [
        ("1", 1),
        ("2", 7),
        ("3", 13),
    ]
    assert read(lake, path).known_files == 1


def test_a_file_whose_unfinished_hand_was_written_anew_has_grown(
    lake: Lake, tmp_path: Path
) -> None:
    path = write(tmp_path, "a.txt", hand(1), "#2 T 0\nseat 1 ann 100\n\n\n")
    read(lake, path)
    write(tmp_path, "a.txt", hand(1), hand(2))

    summary = read(lake, path)

    assert counts(summary) == {"headers": 1, "hands": 1}
    assert rows(lake, "select count(*) from rejects") == [(0,)]


def everything(lake: Lake) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of the tables keyed by hand, without where they are from."""
    place = "exclude (source_file, source_offset, source_line, source_digest, source_length)"
    with lake.connect() as connection:
        return {
            name: connection.execute(
                f"select * {place if name == 'hands' else ''} from {name} order by all"
            ).fetchall()
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


# Of two placeholders the one that is read first stays, whichever text is parsed again.
PLACEHOLDERS = [
    *[hand(1)] * 4,
    hand(3, players="Hero bob", acts="1 call 5,2 check 0", stack=200),
    hand(1),
    hand(3, players="Player1 Hero", acts="1 call 5,2 check 0", stack=200),
    hand(3, players="Player1 Hero", cards="2=KcKd", acts="1 call 5", stack=200),
]


# The longest text is parsed again for the last copy; names and cards that it has from others stay.
LONGEST_TEXT_LACKS = [
    hand(1, acts="1 call 5"),
    hand(1, players="Player1 Hero", acts="1 call 5,2 check 0"),
    hand(1, cards="1=AhAd", acts="1 call 5"),
    hand(1, cards="2=KcKd", acts="1 call 5"),
]


@example(copies=PLACEHOLDERS, cuts={1, 5})
@example(copies=LONGEST_TEXT_LACKS, cuts={1, 2, 3})
@given(copies=COPIES, cuts=st.sets(st.integers(1, 7)))
@settings(max_examples=8, deadline=None)
def test_a_lake_does_not_depend_on_how_many_runs_filled_it(
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


def test_a_stored_hand_keeps_what_other_copies_gave_it(lake: Lake, tmp_path: Path) -> None:
    for number, copy in enumerate(LONGEST_TEXT_LACKS):
        read(lake, write(tmp_path, f"{number}.txt", copy))

    seats = rows(lake, "select player, hole_cards from seats order by seat")
    assert seats == [("ann", "AhAd"), ("bob", "KcKd")]


def test_players_logs_of_one_hand_have_their_own_heroes(lake: Lake, tmp_path: Path) -> None:
    class Owned(Toy):
        """The seat whose cards the file shows is the owner's."""

        def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
            parsed = super().parse_batch(data, **rest)
            seats = parsed["tables"]["seats"]
            is_hero = pl.col("player") == rest["account"]
            parsed["tables"]["seats"] = seats.with_columns(
                is_hero=is_hero, account=pl.when(is_hero).then(pl.lit(rest["account"]))
            )
            return parsed

    shown = "1=AhAd 2=KhKd"
    read(lake, write(tmp_path, "a.txt", hand(1, cards=shown)), native=Owned(), account="ann")
    other = write(tmp_path, "b.txt", hand(1, cards=shown, more="board 2h"))

    summary = read(lake, other, native=Owned(), account="bob")

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    query = "select player, is_hero, account from seats order by seat"
    assert rows(lake, query) == [("ann", True, "ann"), ("bob", True, "bob")]
    again = read(lake, other, native=Owned(2), account="bob", reparse=True)
    assert counts(again) == {"headers": 1, "hands": 1}
    assert rows(lake, query) == [("ann", True, "ann"), ("bob", True, "bob")]
