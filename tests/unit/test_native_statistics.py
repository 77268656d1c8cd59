"""The predicates of the catalogue as native code evaluates them, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest
from polars.testing import assert_frame_equal

from handlab._handlab import SeatPredicates
from handlab.ingest import ingest
from handlab.lake import Lake, statistics

if TYPE_CHECKING:
    from pathlib import Path

KEY = "site, hand_id, seat"


def compared(path: Path, lake: Lake, least: int) -> None:
    """Native code and DuckDB fill the same, which are two evaluations of the same SQL."""
    ingest([path], lake, workers=1)
    with lake.connect() as connection:
        seats = connection.execute(f"from seats order by {KEY}").pl()
        actions = connection.execute("from actions order by site, hand_id, action_no").pl()
    filled = statistics.fill(duckdb.connect(), seats, actions)

    assert_frame_equal(filled.select(seats.columns), seats)
    assert seats.height >= least
    assert 0 < seats["fold_to_all_in_made"].sum() < seats["fold_to_all_in_chance"].sum()


def test_the_samples_are_filled_alike(samples: Path, tmp_path: Path) -> None:
    compared(samples, Lake.create(tmp_path / "lake"), 30_000)


def test_real_hands_are_filled_alike(corpus: Path, tmp_path: Path) -> None:
    compared(corpus, Lake.create(tmp_path / "lake"), 150_000)


@pytest.mark.parametrize(
    "sql", ["amount between 1 and 2", "amount > (select 1)", "unknown(kind)", "kind like 'r%'"]
)
def test_sql_that_is_not_understood_is_refused_with_its_name(sql: str) -> None:
    with pytest.raises(ValueError, match=r"^large: cannot read"):
        SeatPredicates([], [], [("large", sql)], [], [], [])
