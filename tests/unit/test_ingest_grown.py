"""A file that ended within its last hand and has grown: its lake is that of the whole file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grown_files
import pytest
from ingest_toy import Toy, counts, hand, read, rows
from polars.testing import assert_frame_equal

from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

DIGESTS = (
    *("pokerth", "pokerbots", "phh", "acpc", "position_notes", "forum", "texasholdem"),
    "slumbot",
)
"""The dialects whose hands are named after a digest of their text."""


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def everything(lake: Lake) -> dict[str, list[tuple[Any, ...]]]:
    """What the hands, seats and payments of a lake hold, without their places."""
    queries = {
        "hands": "select site, hand_id, verdict, rake, fees, board from hands order by all",
        "seats": "select hand_id, seat, player, won, side, net from seats order by all",
        "side_payments": "select hand_id, seat, kind, amount from side_payments order by all",
    }
    return {name: rows(lake, query) for name, query in queries.items()}


@pytest.mark.parametrize(
    ("sample", "cut"),
    [
        ("ggpoker/nlhe_3max_time_bank_cards", " bought time bank card ($0.02)"),
        ("betclic/nlhe_3max_knockout_with_a_bet_in_the_side_pot", "Ann wins €2.50 for"),
        (
            "pokernow/nlhe_oldest_row_first_joins_before_the_stacks_bounty_after_the_end",
            '"""Ivy @ iii9"" paid',
        ),
    ],
)
def test_what_comes_after_the_payments_is_not_lost(tmp_path: Path, sample: str, cut: str) -> None:
    text = (grown_files.SAMPLES / f"{sample}.txt").read_bytes()
    whole, grown = Lake.create(tmp_path / "whole"), Lake.create(tmp_path / "grown")
    path = tmp_path / "a.txt"
    path.write_bytes(text[: text.index(cut.encode())])
    first = ingest([path], grown, workers=1)
    path.write_bytes(text)

    second = ingest([path], grown, workers=1)
    ingest([path], whole, workers=1)

    assert (first.hands, second.duplicates) == (1, 1)
    assert everything(grown) == everything(whole)
    assert len(everything(whole)["side_payments"]) > 0


def test_a_hand_without_a_number_is_stored_once_wherever_its_file_ended(tmp_path: Path) -> None:
    samples = grown_files.samples(*DIGESTS)
    whole, logs = Lake.create(tmp_path / "whole"), tmp_path / "logs"
    grown_files.write(logs, samples)
    ingest([logs], whole, workers=1)
    expected = grown_files.everything(whole)
    ends = {name: _readable(text) for name, text in samples.items()}
    assert {name.split("-")[0] for name in ends if ends[name]} == set(DIGESTS)

    for turn in range(max(len(some) for some in ends.values())):
        grown = Lake.create(tmp_path / f"grown_{turn}")
        cut = {name: samples[name][: some[turn]] for name, some in ends.items() if turn < len(some)}
        grown_files.write(logs, cut)
        first = ingest([logs / name for name in cut], grown, workers=1)
        grown_files.write(logs, samples)
        second = ingest([logs], grown, workers=1)

        found = grown_files.everything(grown)
        for table, frame in expected.items():
            assert_frame_equal(found[table], frame)
        assert first.hands + second.hands == expected["hands"].height


def _readable(text: bytes) -> list[int]:
    """The line ends at which a hand is read: those where it gets another number, else the last."""
    ends = list(grown_files.line_ends(text))
    return _other_ends(text) or [end for end in ends if grown_files.hands(text[:end]).height][-1:]


def _other_ends(text: bytes) -> list[int]:
    """The line ends at which a hand is read that has another number than in the whole text."""
    whole = set(grown_files.hands(text)["hand_id"])
    ends = list(grown_files.line_ends(text))
    return [end for end in ends if not set(grown_files.hands(text[:end])["hand_id"]) <= whole]


def test_a_last_hand_that_is_read_again_unchanged_is_not_counted(
    lake: Lake, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(hand(1) + hand(2))
    read(lake, path)
    path.write_text(hand(1) + hand(2) + hand(3))

    summary = read(lake, path)

    assert counts(summary) == {"headers": 1, "hands": 1}
    assert summary.verdicts == {"exact": 1}
    sums = "select sum(headers), sum(hands), sum(duplicates) from files"
    assert rows(lake, sums) == [(3, 3, 0)]


@pytest.mark.parametrize(("end", "expected"), [("", 1), ("\n", 0)])
def test_a_newer_parser_finds_what_an_older_one_stored_of_the_last_hand(
    lake: Lake, tmp_path: Path, end: str, expected: int
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(hand(1) + hand(2).rstrip() + end)
    read(lake, path)
    path.write_text(hand(1) + hand(2) + hand(3))

    summary = read(lake, path, native=Toy(version=2))

    assert (summary.hands, summary.duplicates) == (1, expected)
    assert rows(lake, "select hand_id from hands order by 1") == [("1",), ("2",), ("3",)]


def test_what_another_file_adds_to_a_hand_stays_when_its_own_has_grown(
    lake: Lake, tmp_path: Path
) -> None:
    path, other = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_text(hand(1, players="Hero bob", cards="1=AhAd").replace("end\n", "end"))
    other.write_text(hand(1, players="ann bob"))
    read(lake, path)
    read(lake, other)
    path.write_text(hand(1, players="Hero bob", cards="1=AhAd") + hand(2))

    summary = read(lake, path)

    assert counts(summary) == {"headers": 2, "hands": 1, "duplicates": 1}
    seats = "select player, hole_cards from seats where hand_id = '1' order by seat"
    assert rows(lake, seats) == [("ann", "AhAd"), ("bob", None)]


@pytest.mark.parametrize("change", ["shorter", "in_the_middle"])
def test_a_file_that_is_changed_other_than_by_growing_is_read_as_a_new_one(
    lake: Lake, tmp_path: Path, change: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(hand(1) + hand(2) + hand(3))
    read(lake, path)
    second = "" if change == "shorter" else hand(2, stack=200) + hand(3)
    path.write_text(hand(1) + second)

    summary = read(lake, path)

    found = [row for (row,) in rows(lake, "select hand_id from hands order by 1")]
    if change == "shorter":
        assert counts(summary) == {"headers": 1, "duplicates": 1}
        assert found == ["1", "2", "3"]
    else:
        assert counts(summary) == {"headers": 3, "hands": 1, "duplicates": 2, "id_conflicts": 1}
        assert [name.split("~")[0] for name in found] == ["1", "2", "2", "3"]


def test_a_hand_without_a_number_that_is_another_now_is_stored_beside_the_old_one(
    lake: Lake, tmp_path: Path
) -> None:
    samples = grown_files.samples("pokerbots")
    ((name, text),) = ((name, text) for name, text in samples.items() if _other_ends(text))
    grown_files.write(tmp_path, {name: text})
    ingest([tmp_path / name], lake, workers=1)
    grown_files.write(tmp_path, {name: text[: _other_ends(text)[0]]})

    summary = ingest([tmp_path / name], lake, workers=1)

    # Nothing says that it is not the first hand of another match, with the same cards.
    assert (summary.hands, summary.duplicates) == (1, 0)
    assert rows(lake, "select count(*), count(distinct content_digest) from hands") == [(2, 1)]
