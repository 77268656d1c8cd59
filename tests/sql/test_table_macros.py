"""Table macros: all statistics of a player, against another one, and of the population."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from handlab.cli import read_only
from handlab.statistics.catalogue import catalogue
from handlab.statistics.table_macros import TABLE_MACROS, table_macros_sql

if TYPE_CHECKING:
    from rows import Lake


@pytest.fixture(autouse=True)
def _hands(lake: Lake) -> None:
    """Ann raises once against Bob, and folds once against Cat."""
    lake.hand("Bob Ann", "Ann sb 5, Bob bb 10, Ann raise 30, Bob fold")
    lake.hand("Cat Ann", "Ann sb 5, Cat bb 10, Ann fold")


def test_a_player_has_a_row_per_statistic(lake: Lake) -> None:
    query = "select statistic, hands, made, chances, rate from statistics_of('Ann')"
    found = {name: row for name, *row in lake.rows(query)}
    assert list(found) == [entry.name for entry in catalogue().statistics]
    assert found["rfi"] == [2, 1, 2, 0.5]
    assert found["wtsd"] == [2, 0, 0, None]


def test_against_an_opponent_only_their_hands_count(lake: Lake) -> None:
    query = "select made, chances from statistics_against('Ann', '{}') where statistic = 'rfi'"
    assert lake.row(query.format("Bob")) == (1, 1)
    assert lake.row(query.format("Cat")) == (0, 1)
    assert lake.rows(query.format("Dan")) == []


def test_the_population_is_of_players_with_so_many_hands(lake: Lake) -> None:
    query = "select players, p10, median, p90 from population({}) where statistic = 'vpip'"
    assert lake.row(query.format(1)) == (2, pytest.approx(0.05), 0.25, pytest.approx(0.45))
    assert lake.row(query.format(2)) == (1, 0.5, 0.5, 0.5)
    assert lake.rows(query.format(3)) == []


def test_the_command_line_allows_them() -> None:
    assert set(table_macros_sql()) == set(TABLE_MACROS)
    read_only.check_query("from statistics_of('Ann')")
