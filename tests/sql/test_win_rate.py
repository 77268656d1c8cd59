"""Win rates with intervals by session: the bootstrap, and what it is given."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

from handlab.answers.bootstrap import block_interval, hands_needed
from handlab.answers.win_rate import READINGS, blocks_sql
from handlab.statistics.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rows import Lake


def test_the_interval_of_equal_blocks_is_that_of_their_mean() -> None:
    generator = np.random.default_rng(7)
    amounts = generator.normal(50, 200, size=400)
    hands = np.full(400, 100)

    found = block_interval(amounts, hands)

    assert found is not None
    expected = amounts.std(ddof=1) / 100 / np.sqrt(400)
    assert found.mean == pytest.approx(amounts.mean() / 100)
    assert found.standard_error == pytest.approx(expected, rel=0.06)
    assert found.low == pytest.approx(found.mean - 1.96 * expected, abs=0.15 * expected)
    assert found.high == pytest.approx(found.mean + 1.96 * expected, abs=0.15 * expected)
    assert block_interval(amounts, hands) == found


def test_hands_that_go_together_widen_the_interval() -> None:
    # A hundred sessions of a hundred equal hands are worth a hundred hands, not ten thousand.
    results = np.where(np.arange(100) % 2 == 0, 1.0, -1.0)
    together = block_interval(results * 100, np.full(100, 100))
    alone = block_interval(np.repeat(results, 100), np.ones(10_000, dtype=np.int64), resamples=200)
    assert together is not None
    assert alone is not None
    assert together.standard_error == pytest.approx(0.1, rel=0.1)
    assert alone.standard_error == pytest.approx(0.01, rel=0.15)


def test_there_is_no_interval_of_one_block_and_no_mean_without_a_hand() -> None:
    one = block_interval(np.array([6.0]), np.array([3]))
    assert one is not None
    assert (one.mean, one.standard_error, one.low, one.high) == (2.0, None, None, None)
    assert block_interval(np.array([]), np.array([], dtype=np.int64)) is None
    assert hands_needed(3, None, 2.0) is None


def test_the_hands_needed_grow_with_the_square() -> None:
    # 100 bb per 100 hands of deviation over 10,000 hands: a standard error of 10, as players know it.
    assert hands_needed(10_000, 10.0, 2.0) == 960_400
    assert hands_needed(10_000, 10.0, 4.0) == 240_100


def test_the_blocks_are_sessions_and_hands_without_a_time(lake: Lake) -> None:
    start = datetime(2024, 5, 1, tzinfo=UTC)
    for minute in (0, 1, 100):
        lake.hand(
            "Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", started_at=start + timedelta(minutes=minute)
        )
    lake.hand("Bob Ann", "Ann sb 5, Bob bb 10, Ann fold", started_at=None, hand_id="9")

    query = blocks_sql(Question.of("Ann"))
    columns = "block, hands, raw, raw_squared, all_in_adjusted"
    with streets(lake, ("9", 2, 4.0, False)):
        assert lake.rows(f"select {columns} from ({query})") == [
            ("1", 2, 1.0, 0.5, 1.0),
            ("2", 1, 0.5, 0.25, 0.5),
            ("hand 9", 1, -0.5, 0.25, -0.5),
        ]


def test_the_luck_of_streets_is_taken_out_of_the_hand(lake: Lake) -> None:
    for _ in range(2):
        lake.hand("Bob Ann", "Ann sb 5, Bob bb 10, Ann fold")

    query = blocks_sql(Question.of("Ann"))
    columns = ", ".join(name for name in READINGS for name in (name, f"{name}_squared"))
    known = "luck_adjusted_streets, luck_adjusted_dealt_streets"
    # Ann, in seat 2, loses half a big blind twice: with 2 and 1 big blinds of luck, the second dealt face up.
    lucks = [("1001", 2, 10.0, False), ("1001", 2, 10.0, False), ("1002", 2, 10.0, True)]
    with streets(lake, *lucks, ("1001", 1, -20.0, False)):
        found = lake.row(f"select {columns}, {known} from ({query})")
    assert found == (-1.0, 0.5, -1.0, 0.5, -4.0, 2.5**2 + 1.5**2, -2.0, 0.5**2 + 1.5**2, 3, 1)


def test_the_hero_is_in_one_session_under_all_names(lake: Lake) -> None:
    start = datetime(2024, 5, 1, tzinfo=UTC)
    for minute, name in enumerate(("Ann", "Hero", "Ann")):
        # A name that identifies nobody is the hero's too.
        hero = {name: {"is_hero": True, "is_anonymous": name == "Hero"}}
        at = start + timedelta(minutes=minute)
        lake.hand(f"{name} Bob", f"Bob sb 5, {name} bb 10, Bob fold", seats=hero, started_at=at)

    with streets(lake):
        query = blocks_sql(Question.of("hero"))
        assert lake.rows(f"select player, block, hands, raw from ({query})") == [
            ("hero", "1", 3, 1.5)
        ]


@contextmanager
def streets(lake: Lake, *lucks: tuple[str, int, float, bool]) -> Iterator[None]:
    """The relation of the luck of streets: hand, seat, luck, and whether the cards were dealt face up."""
    columns = ["hand_id", "seat", "luck", "is_dealt"]
    frame = pl.DataFrame(lucks, schema=columns, orient="row").with_columns(
        site=pl.lit("pokerstars")
    )
    lake.connection.register("streets", frame.to_arrow())
    try:
        yield
    finally:
        lake.connection.unregister("streets")
