"""The native tables have the columns of the schema, in its order and of its types."""

from __future__ import annotations

import polars as pl
import pytest
from builders import simulated, tables

from handlab.schema import TABLES
from handlab.statistics.catalogue import catalogue

# Python makes `tournaments` of `tournament_reports`.
FROM_FILES = [name for name in TABLES if name not in {"files", "tournaments"}]
TIME, STORED_TIME = pl.Datetime("us"), pl.Datetime("us", "UTC")


def expected(name: str) -> dict[str, pl.DataType]:
    """The columns of a table without the statistics; times have no zone yet."""
    columns = TABLES[name].polars_schema.items()
    return {
        column: TIME if dtype == STORED_TIME else dtype
        for column, dtype in columns
        if not (name == "seats" and column in catalogue().column_names)
    }


def test_the_native_call_gives_every_table_of_the_texts() -> None:
    assert list(tables("")) == FROM_FILES


@pytest.mark.parametrize("name", FROM_FILES)
@pytest.mark.parametrize("hands", [0, 20])
def test_names_order_and_types_are_those_of_the_schema(name: str, hands: int) -> None:
    native = tables(simulated(1, hands) + ("PokerStars Hand #1: x\n\n" if hands else ""))

    assert list(native[name].schema.items()) == list(expected(name).items())


def test_python_adds_statistics_only() -> None:
    added = {
        name: [column for column in TABLES[name].names if column not in expected(name)]
        for name in FROM_FILES
    }

    assert {name: columns for name, columns in added.items() if columns} == {
        "seats": list(catalogue().column_names),
    }
