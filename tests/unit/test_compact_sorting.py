"""Rows that do not fit into memory are sorted as if they did, and in few cuts."""

from __future__ import annotations

import random
from io import BytesIO
from typing import TYPE_CHECKING, cast

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from handlab.lake.compact import sorting

if TYPE_CHECKING:
    from io import BufferedRandom

KEYS = ["player", "hand_id"]


def rows(count: int) -> pl.DataFrame:
    """Rows of 40 players in no order; each key is there once."""
    chance = random.Random(7)
    hands = [f"{number:06}" for number in chance.sample(range(count), count)]
    players = [chance.choice(["", *(f"player {n}" for n in range(39))]) for _ in range(count)]
    return pl.DataFrame(
        {
            "player": [name or None for name in players],
            "hand_id": hands,
            "is_hero": [chance.random() < 0.1 for _ in range(count)],
        }
    )


def in_order(given: pl.DataFrame, portion: int, buckets: int) -> list[pl.DataFrame]:
    frames = (given[start : start + portion] for start in range(0, given.height, portion))
    spill = cast("BufferedRandom", BytesIO())
    return list(sorting.in_order(frames, KEYS, buckets, lambda _: given.select(KEYS), spill))


@pytest.mark.parametrize("buckets", [1, 2, 3, 4, 7, 9, 10, 50])
def test_rows_are_sorted_whatever_the_number_of_buckets_and_of_levels(
    buckets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorting, "FAN", 3)
    given = rows(1_000)

    found = in_order(given, 90, buckets)

    assert_frame_equal(pl.concat(found), given.sort(KEYS))
    assert len(found) == buckets
    assert max(frame.height for frame in found) <= 2 * given.height / buckets


def test_cuts_do_not_grow_with_the_square_of_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts: list[int] = []
    append = sorting._append

    def counted(spill: BufferedRandom, cut: pl.DataFrame) -> sorting.Place:
        cuts.append(cut.height)
        return append(spill, cut)

    monkeypatch.setattr(sorting, "_append", counted)
    monkeypatch.setattr(sorting, "FAN", 4)

    in_order(rows(6_400), 200, 64)

    # Three times into 4 parts; at once it would be 64 cuts of each of the 32 portions.
    assert len(cuts) < 32 * 64 / 4
    assert sum(cuts) == 3 * 6_400
