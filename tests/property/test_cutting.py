"""Wherever a file is cut, its parts together hold the same hands."""

from __future__ import annotations

import random
from typing import Any

import polars as pl
import pytest
from builders import START, concatenated, parsed, simulated
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from handlab import _handlab
from handlab.schema import HAND_TABLES

TEXT = simulated(5, 12, chairs=3) + simulated(6, 6, game="stud", betting="fixed_limit")
# A file holds hands, something that is none, and a hand that was cut off.
MIXED = TEXT + "PokerStars Hand #5: x\n\n\n" + TEXT[: len(TEXT) // 3].rsplit("***", 1)[0]
CODECS = {"utf-8": "utf-8", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be"}
COUNTS = ("headers", "partial", "rejected", "cancelled", "summaries")


def whole(text: str, encoding: str = "utf-8") -> Any:
    return parsed(text.encode(encoding), encoding=encoding, keep_text=True)


def in_parts(data: bytes, places: list[int], encoding: str = "utf-8") -> list[Any]:
    """The file read as ingestion does: what is there up to each place, as far as the last header."""
    done, lines, found = 0, 0, []
    for place in sorted(places):
        end, ahead = _handlab.cut(data[done:place], encoding)
        if end == 0:
            continue
        part = data[done : done + end]
        found.append(
            parsed(
                part,
                is_last=False,
                byte_offset=done,
                line_offset=lines,
                encoding=encoding,
                keep_text=True,
            )
        )
        assert found[-1]["lines"] == ahead
        done, lines = done + end, lines + ahead
    found.append(
        parsed(data[done:], byte_offset=done, line_offset=lines, encoding=encoding, keep_text=True)
    )
    return found


def assert_same(parts: list[Any], expected: Any) -> None:
    for name in COUNTS:
        assert sum(part[name] for part in parts) == expected[name], name
    assert parts[-1]["tail"] == expected["tail"]
    assert parts[-1]["reread"] == expected["reread"]
    joined = concatenated([part["tables"] for part in parts])
    for name, frame in expected["tables"].items():
        assert_frame_equal(joined[name], frame)


@settings(max_examples=150)
@given(st.lists(st.integers(0, len(MIXED.encode())), max_size=4))
def test_a_file_cut_anywhere_holds_the_same_hands(places: list[int]) -> None:
    assert_same(in_parts(MIXED.encode(), places), whole(MIXED))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@settings(max_examples=30)
@given(st.data())
def test_a_utf_16_file_cut_anywhere_holds_the_same_hands(
    encoding: str, data: st.DataObject
) -> None:
    text = MIXED.encode(encoding)
    # Reading gives whole units, unless the file is damaged.
    places = data.draw(st.lists(st.integers(0, len(text) // 2).map(lambda at: 2 * at), max_size=3))

    assert_same(in_parts(text, places, encoding), whole(MIXED, encoding))


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_is_a_place_to_cut(line_end: str) -> None:
    text = MIXED.replace("\n", line_end)
    data, expected = text.encode(), whole(text)
    lines = [at + 1 for at, byte in enumerate(data) if byte in b"\r\n"]

    for place in random.Random(3).sample(lines, 60):
        assert_same(in_parts(data, [place], "utf-8"), expected)


@given(st.integers(0, len(MIXED.encode())))
def test_cut_gives_the_last_header_that_is_whole(place: int) -> None:
    head = MIXED.encode()[:place]

    end, lines = _handlab.cut(head, "utf-8")

    starts = [match.start() for match in START.finditer(head)]
    assert end in (*starts, 0)
    assert lines == head.count(b"\n", 0, end)
    # A header that is cut off itself is not seen, so at most the last one is missed.
    assert end >= (starts[-2] if len(starts) > 1 else 0)


@given(st.binary(max_size=300))
def test_cut_of_no_hands_is_nothing(data: bytes) -> None:
    assert _handlab.cut(data, "utf-8") == (0, 0)


@settings(max_examples=150)
@given(st.integers(0, len(TEXT.encode())))
def test_a_file_that_ends_too_early_gives_its_whole_hands_and_a_tail(place: int) -> None:
    data = TEXT.encode()
    expected = whole(TEXT)["tables"]

    found = parsed(data[:place], keep_text=True)

    assert found["rejected"] == 0
    assert found["headers"] == found["tables"]["hands"].height + found["partial"]
    # Of a header that is cut off itself only the tail tells.
    assert found["partial"] <= (found["tail"] is not None)
    known, rest = found["tables"], []
    if found["tail"] is not None:
        # What a run that finds the file grown reads; a hand that may have been whole is among it.
        again = found["tables"]["hands"].filter(pl.col("source_offset") >= found["tail"])
        known = {
            name: found["tables"][name].join(again, on=["site", "hand_id"], how="anti")
            for name in HAND_TABLES
        }
        lines = data.count(b"\n", 0, found["tail"])
        place = {"byte_offset": found["tail"], "line_offset": lines}
        rest.append(parsed(data[found["tail"] :], keep_text=True, **place)["tables"])
    elif place < len(data):
        # The last hand is whole: nothing but its own last words may follow.
        rest.append(parsed(data[place:], byte_offset=place)["tables"])
    joined = concatenated([known, *rest])
    for name in HAND_TABLES:
        frame = joined[name]
        # A text that is cut in its last line is shorter.
        columns = [each for each in frame.columns if each not in ("source_length", "text")]
        if found["tail"] is None:
            columns = [each for each in columns if each != "source_line"]
        assert_frame_equal(frame.select(columns), expected[name].select(columns))


@settings(max_examples=100)
@given(st.binary(max_size=2000), st.sampled_from(sorted(CODECS)), st.booleans())
def test_no_bytes_are_too_strange_to_read(data: bytes, encoding: str, is_last: bool) -> None:
    found = parsed(data, encoding=encoding, is_last=is_last)

    assert found["headers"] == 0
    assert found["tables"]["hands"].is_empty()


@settings(max_examples=150)
@given(st.data())
def test_a_hand_with_wrong_bytes_is_read_flagged_or_rejected_but_never_lost(
    data: st.DataObject,
) -> None:
    text = bytearray(TEXT.encode())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        width = data.draw(st.integers(0, 40))
        text[at : at + width] = data.draw(st.binary(max_size=40))

    found = parsed(bytes(text))

    read = found["tables"]["hands"].height
    assert found["headers"] == read + found["partial"] + found["rejected"]
    rejects = found["tables"]["rejects"]
    assert rejects.height == found["partial"] + found["rejected"]
    assert rejects["code"].null_count() == 0
