"""
The statistics of seats: filled when a flush is written, and again if the catalogue has changed.

`handlab.statistics_sql` has the SQL. Native code evaluates its predicates for the rows of a flush;
DuckDB runs it over the tables of a whole lake, and as the view of a lake whose seats another
version filled and that nobody has written to since.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab._handlab import SeatPredicates, SeatStatistics
from handlab.catalogue import (
    ACTION_COLUMNS,
    COUNTED,
    POPULATION_COLUMN,
    POPULATION_PARTS,
    SEAT_COLUMNS,
    VERSION_COLUMN,
    catalogue,
    macro_texts,
    macros_sql,
)
from handlab.errors import LakeError
from handlab.lake.stored_statistics import REPEATED, STORED, listed, with_hands
from handlab.schema import SEATS, TABLES
from handlab.statistics_sql import StatisticsSql

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb
    from numpy.typing import NDArray

    from handlab.lake.parquet import Batch

HAND = ["site", "hand_id"]

# Of stored seats so many are filled again at once: with all their columns they take 1 kB each.
PORTION = 1 << 18


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


def compute(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Compute the statistics of all seats of a lake, for `refilled`.

    All at once, because the hands of a file of `seats` may be in any number of files of `actions`.
    """
    places = "seats.filename as file_name, seats.file_row_number as file_row"
    needed = dict.fromkeys([*HAND, *SEAT_COLUMNS, "is_anonymous", *POPULATION_PARTS])
    narrow = (name for name in needed if name not in REPEATED)
    query = StatisticsSql(catalogue()).fill_sql(
        seats=with_hands(f"{listed(narrow, 'seats')}, {places}"),
        kept=f"file_name, file_row, {', '.join(REPEATED)}",
    )
    for statement in macros_sql():
        connection.execute(statement)
    connection.execute(f"create or replace temp table refilled as {query}")


def files(connection: duckdb.DuckDBPyConnection) -> list[tuple[Path, int]]:
    """The files of the seats that were computed, and the number of the last row of each."""
    rows = connection.execute(
        "select file_name, max(file_row) from refilled group by all order by all"
    ).fetchall()
    return [(Path(name), last) for name, last in rows]


def refilled(
    connection: duckdb.DuckDBPyConnection, file: Path, last: int
) -> Iterator[pl.DataFrame]:
    """Yield the rows of a file of `seats` up to its last one, with the computed statistics."""
    for first in range(0, last + 1, PORTION):
        rows = _refilled(connection, file, first)
        if rows.height:
            yield rows


def _refilled(connection: duckdb.DuckDBPyConnection, file: Path, first: int) -> pl.DataFrame:
    kept = ", ".join(name for name in STORED if name not in REPEATED)
    numbers = f"between {first} and {first + PORTION - 1}"
    rows = connection.execute(
        f"select {kept}, file_row_number as file_row from seats"
        f" where filename = ? and file_row_number {numbers} order by file_row_number",
        [str(file)],
    ).pl()
    filled = connection.execute(
        f"select * exclude (file_name) from refilled where file_name = ? and file_row {numbers}"
        " order by file_row",
        [str(file)],
    ).pl()
    if not rows["file_row"].equals(filled["file_row"]):
        message = (
            f"expected the statistics of {rows.height:,} rows of `{file}`,"
            f" got those of {filled.height:,} others"
        )
        raise LakeError(message, hint="nothing was changed; please report this")
    joined = rows.drop("file_row").with_columns(filled.drop("file_row").get_columns())
    return joined.select(pl.col(column.name).cast(column.dtype) for column in SEATS.columns)


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
