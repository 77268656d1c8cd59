"""
The statistics of seats: filled when a flush is written, and again if the catalogue has changed.

Native code evaluates the predicates of `handlab.statistics.fill_sql`. DuckDB runs its SQL only as
the view of a lake whose seats another version filled and that nobody has written to since.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab._handlab import SeatPredicates, SeatStatistics
from handlab.schema import TABLES
from handlab.statistics.catalogue import (
    ACTION_COLUMNS,
    COUNTED,
    POPULATION_COLUMN,
    POPULATION_PARTS,
    SEAT_COLUMNS,
    VERSION_COLUMN,
    catalogue,
    macro_texts,
)
from handlab.statistics.fill_sql import StatisticsSql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handlab.lake.parquet import Batch

HAND = ["site", "hand_id"]


def fill(seats: pl.DataFrame, actions: pl.DataFrame | None) -> pl.DataFrame:
    """
    Fill the statistics of the seats of one flush, which has all actions of their hands.

    Parameters
    ----------
    seats
        Rows with `site`, `hand_id`, `SEAT_COLUMNS`, `is_anonymous` and `POPULATION_PARTS`.
    actions
        Rows with `site`, `hand_id` and `ACTION_COLUMNS`.
    """
    if actions is None:
        actions = TABLES["actions"].polars_schema.to_frame()
    hand_of_seat, hand_of_action = _hand_numbers(seats, actions)
    order = np.argsort(hand_of_seat, kind="stable")
    filled = _predicates().evaluate(
        _by_hand(seats.select(SEAT_COLUMNS), hand_of_seat),
        _by_hand(actions.select(ACTION_COLUMNS), hand_of_action),
    )[np.argsort(order)]
    version = pl.Series(VERSION_COLUMN, [catalogue().version], dtype=pl.Int32)
    return seats.with_columns(
        version.new_from_index(0, seats.height),
        _population(filled[COUNTED]),
        *filled.select(catalogue().flag_names).get_columns(),
    )


def _by_hand(rows: pl.DataFrame, hands: NDArray[np.int32]) -> pl.DataFrame:
    """The rows in the order of their hands, without those that belong to none."""
    order = np.argsort(hands, kind="stable")
    order = order[hands[order] >= 0]
    return rows.with_columns(pl.Series("hand_no", hands).cast(pl.UInt32, strict=False))[order]


def _population(counted: pl.Series) -> pl.Expr:
    """The population of seats, of which a series holds whether they are counted."""
    texts = [pl.col(name).cast(pl.String).fill_null("") for name in POPULATION_PARTS]
    is_named = ~pl.col("is_anonymous").fill_null(value=False)
    text = pl.when(pl.lit(counted) & is_named).then(pl.concat_str(texts, separator="|"))
    return text.alias(POPULATION_COLUMN)


def of_batches(batches: Sequence[Batch]) -> tuple[SeatStatistics, int, list[tuple[str, str]]]:
    """
    The statistics of all seats of some batches, as `write_parquet` takes them.

    Parameters
    ----------
    batches
        The batches.
    """
    seats = SeatStatistics(list(batches), _predicates(), list(POPULATION_PARTS))
    stored = [(name, name) for name in catalogue().flag_names]
    return seats, catalogue().version, [(POPULATION_COLUMN, COUNTED), *stored]


@cache
def _predicates() -> SeatPredicates:
    """The catalogue's predicates, read by native code."""
    return SeatPredicates(macro_texts(), **StatisticsSql(catalogue()).predicates)


def _hand_numbers(
    seats: pl.DataFrame, actions: pl.DataFrame
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Number the hands, and give the number of the hand of each seat and of each action."""
    seat_runs, action_runs = _runs(seats), _runs(actions)
    of_runs = np.arange(seat_runs.height, dtype=np.int32)
    of_seats = np.repeat(of_runs, seat_runs["rows"].to_numpy())
    if not seat_runs.select(HAND).equals(action_runs.select(HAND)):
        # A hand without actions, or one whose rows are not adjacent.
        hands = seat_runs.select(HAND).with_columns(number=pl.Series(of_runs))
        hands = hands.with_columns(pl.col("number").first().over(HAND))
        of_seats = np.repeat(hands["number"].to_numpy(), seat_runs["rows"].to_numpy())
        joined = action_runs.join(
            hands.unique("number"), on=HAND, how="left", maintain_order="left"
        )
        of_runs = joined["number"].fill_null(-1).to_numpy()
    return of_seats, np.repeat(of_runs, action_runs["rows"].to_numpy())


def _runs(frame: pl.DataFrame) -> pl.DataFrame:
    """The hands of adjacent rows, and how many rows each has."""
    # Compared one by one: a comparison of both columns as one takes four times as long.
    changes = [column[1:].ne_missing(column[:-1]) for column in frame.select(HAND)]
    starts = np.flatnonzero(np.concatenate([[frame.height > 0], (changes[0] | changes[1])]))
    rows = np.diff(starts, append=frame.height)
    return frame.select(HAND)[starts].with_columns(rows=pl.Series(rows, dtype=pl.UInt32))
