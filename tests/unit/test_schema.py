"""The schema holds what the column contract asks for."""

from __future__ import annotations

import re

import polars as pl
import pytest

from handlab.kinds import KINDS
from handlab.schema import HAND_TABLES, TABLES, Table, dtypes

EVERY_TABLE = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))


@EVERY_TABLE
def test_every_column_has_a_known_type_and_one_sentence(table: Table) -> None:
    for column in table.columns:
        assert column.duckdb_type in dtypes()
        assert column.sentence.endswith(".")
        assert not re.search(r"\. [A-Z]", column.sentence)


@EVERY_TABLE
def test_names_are_unique_and_keys_are_columns(table: Table) -> None:
    assert len(set(table.names)) == len(table.names)
    assert set(table.key) <= set(table.names)


@EVERY_TABLE
def test_a_sentence_about_money_names_its_unit(table: Table) -> None:
    counts = {"byte", "length", "line", "offset", "digest", "headers", "size"}
    for column in table.columns:
        if column.duckdb_type == "BIGINT" and table.name not in {"files", "rejects"}:
            words = set(column.name.split("_"))
            assert words & counts or "minor units" in column.sentence, column.name


def test_the_kinds_of_hands_are_those_that_questions_and_reports_name() -> None:
    (kind,) = (column for column in TABLES["hands"].columns if column.name == "kind")
    assert re.findall(r"`(\w+)`", kind.sentence) == list(KINDS)


def test_hands_are_keyed_alike_in_all_tables_of_hands() -> None:
    for name in HAND_TABLES:
        assert TABLES[name].key[:2] == ("site", "hand_id")


def test_the_polars_schema_follows_the_duckdb_types() -> None:
    schema = TABLES["pots"].polars_schema

    assert schema["gross"] == pl.Int64
    assert schema["eligible_seats"] == pl.List(pl.Int8)
    assert TABLES["hands"].polars_schema["started_at"] == pl.Datetime("us", "UTC")
    assert list(schema) == list(TABLES["pots"].names)
