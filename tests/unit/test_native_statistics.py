"""The predicates of the catalogue as native code evaluates them, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from handlab._handlab import SeatPredicates
from handlab.ingest import ingest
from handlab.lake import Lake, statistics
from handlab.lake.stored_statistics import computed_sql
from handlab.statistics.catalogue import macro_texts

if TYPE_CHECKING:
    from pathlib import Path

KEY = "site, hand_id, seat"


def compared(path: Path, lake: Lake, least: int) -> None:
    """Native code and DuckDB fill the same, which are two evaluations of the same SQL."""
    ingest([path], lake, workers=1)
    with lake.connect() as connection:
        seats = connection.execute(f"from seats order by {KEY}").pl()
        actions = connection.execute("from actions order by site, hand_id, action_no").pl()
        for statement in macro_texts():
            connection.execute(statement.replace("replace macro", "replace temp macro"))
        computed = connection.execute(f"from ({computed_sql()}) order by {KEY}").pl()

    assert_frame_equal(computed.select(seats.columns), seats)
    assert_frame_equal(statistics.fill(seats, actions), seats)
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


SEATS = pl.DataFrame({"seat": [1, 2, 1, 2], "is_in": [True, False, None, True]})
ACTIONS = pl.DataFrame({"seat": [2, 1, 2, 2], "amount": [5, 0, None, 7]})
HANDS = {"seats": [0, 0, 3, 3], "actions": [0, 0, 0, 3]}


def evaluated(hands: dict[str, list[int]], **columns: pl.Series) -> pl.DataFrame:
    """Two predicates over the seats and actions of two hands, between which two have no rows."""
    predicates = SeatPredicates(
        [],
        [],
        [("has_paid", "amount > 0")],
        [("times", "amount is not null")],
        [("anyone_in", "is_in")],
        [("paid_in", "has_paid and anyone_in and is_in is not false")],
    )
    chairs = pl.col("seat").cast(pl.Int8)
    seats, actions = (
        rows.with_columns(chairs, pl.Series("hand_no", hands[name], dtype=pl.UInt32))
        for name, rows in (("seats", SEATS), ("actions", ACTIONS))
    )
    return predicates.evaluate(seats.with_columns(**columns), actions)


def test_rows_belong_to_the_hand_of_their_number() -> None:
    found = evaluated(HANDS)

    assert found.select(sorted(found.columns)).to_dict(as_series=False) == {
        "anyone_in": [True, True, True, True],
        "has_paid": [False, True, False, True],
        "paid_in": [False, False, False, True],
        "times": [1, 1, 0, 1],
    }
    assert found["times"].dtype == pl.Int16


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ({"seats": [1, 1, 0, 0]}, "expected ascending numbers of hands below 1, got 1 in row 0"),
        ({"actions": [0, 0, 3, 1]}, "expected ascending numbers of hands below 4, got 1 in row 3"),
        ({"actions": [0, 0, 0, 4]}, "expected ascending numbers of hands below 4, got 4 in row 3"),
        ({"actions": [0, 0, 0, None]}, "expected the number of a hand in row 3, got null"),
    ],
)
def test_hands_that_are_not_in_order_are_refused(hands: dict[str, list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluated(HANDS | hands)


def test_a_column_that_no_predicate_can_read_is_refused() -> None:
    with pytest.raises(ValueError, match=r"in `is_in`, got `Float64`"):
        evaluated(HANDS, is_in=pl.Series([1.0, 2.0, 3.0, 4.0]))
