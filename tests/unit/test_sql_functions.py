"""The functions that a DuckDB connection gets: what they give, nulls, overloads, and their errors in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pytest

import handlab as hl
from handlab.sql_folder import sql_folder
from handlab.views.sql_functions import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that has nothing to do with a lake."""
    connection = duckdb.connect()
    hl.register_functions(connection)
    yield connection
    connection.close()


def value(connection: duckdb.DuckDBPyConnection, expression: str) -> Any:
    row = connection.execute(f"select {expression}").fetchone()
    assert row is not None
    return row[0]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("poker_strength('KhKd', 'Kc7s7h5h4h')", 0x6DDD77),
        ("poker_strength('KhKd', 'Kc7s7h5h4h', 'holdem')", 0x6DDD77),
        ("poker_category('KhKd', 'Kc7s7h5h4h')", 6),
        ("poker_hand_name('KhKd', 'Kc7s7h5h4h')", "full house, kings full of sevens"),
        ("poker_best_five('KhKd', 'Kc7s7h5h4h')", "KhKdKc7s7h"),
        ("poker_hand_name('8h6d3cAs', null, 'badugi')", "four-card badugi, 8-6-3-A"),
        ("poker_hand_name('8h6d3cAs', '', 'badugi')", "four-card badugi, 8-6-3-A"),
        ("poker_hand_name('KhKdKc7s7h')", "full house, kings full of sevens"),
        ("poker_low('Ac2d9hTs', '4c5d8hJsQc', 'omaha')", 0x87ABDE),
        ("poker_low('KdQsJhTd', '4c5d8hJsQc', 'omaha')", None),
        ("poker_equity('AhAd', 'KhKd', '')", (1410336 + 9308 / 2) / 1712304),
        ("poker_equity('AhAd', 'KsKc', '2h7d9s')", 907 / 990),
        ("poker_equity('AsAhKsKh', '8d7d6c5c', '', 'omaha')", 635566 / 1086008),
        ("poker_strength(null, 'Kc7s7h5h4h')", None),
        ("poker_strength('KhKd', null)", None),
        ("poker_strength('KhKd', 'Kc7s7h5h4h', null)", None),
        ("poker_equity('AhAd', null, '2h7d9s')", None),
        ("poker_equity('AhAd', 'KsKc', null)", None),
        ("poker_strength('KhKh', 'Kc7s7h5h4h')", None),
        ("poker_strength('rubbish', 'Kc7s7h5h4h')", None),
    ],
)
def test_a_function_gives(
    connection: duckdb.DuckDBPyConnection, expression: str, expected: object
) -> None:
    assert value(connection, expression) == expected


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("poker_strength('KhKd', 'Kc7s7h', 'snap')", "expected a game of holdem, short_deck"),
        ("poker_strength('KhKd', 'Kc7s7h', 'snap')", "got `snap`"),
        ("poker_strength(1, 'Kc7s7h')", "expected cards as text or as a `UBIGINT` mask"),
        ("poker_strength('KhKd', 'Kc7s7h', 1)", "expected text in `poker_strength(hole_cards[, "),
        (
            "poker_equity('KhKd', 'AhAd')",
            "expected `poker_equity(hole_cards, villain, board[, game])`",
        ),
        ("poker_category('a', 'b', 'c', 'd')", "got 4 arguments"),
    ],
)
def test_wrong_use_is_reported_with_a_message(
    connection: duckdb.DuckDBPyConnection, expression: str, message: str
) -> None:
    with pytest.raises(duckdb.InvalidInputException) as raised:
        value(connection, expression)
    assert message in str(raised.value)


def test_rows_of_several_games_each_get_their_own(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("""
        select poker_hand_name(hole, board, game)
        from (values
            (1, '7h5d4c3s2h', null, 'single_draw_27'),
            (2, 'KhKd', 'Kc7s7h5h4h', 'holdem'),
            (3, 'KhKd', null, 'holdem'),
            (4, null, null, 'stud'),
            (5, 'KhKd', 'Kc7s7h5h4h', null),
            (6, 'AhAd2c3s', '', 'badugi')
        ) as hands (hand_no, hole, board, game)
        order by hand_no
    """).fetchall()
    assert [row[0] for row in found] == [
        "7-5-4-3-2",
        "full house, kings full of sevens",
        None,
        None,
        None,
        "three-card badugi, 3-2-A",
    ]


def test_masks_are_cards_as_well_and_many_rows_are_one_call_a_batch(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    dealt = hl.deal(5000, players=2, seed=8)
    spots = dealt.select(
        hole=dealt["holes"].list.get(0), villain=dealt["holes"].list.get(1), board="board"
    ).with_row_index("hand_no")
    connection.register("spots", spots.to_arrow())
    query = """
        select poker_strength(hole, board), poker_equity(hole, villain, board)
        from spots
        order by hand_no
    """
    found = connection.execute(query).fetchall()
    expected = spots.select(
        hl.strength("hole", "board"), equity=hl.equity_heads_up("hole", "villain", "board")
    )
    assert found == expected.rows()
    aces = (1 << 12) | (1 << 28)
    board = sum(1 << place for place in (0, 17, 35, 52, 6))
    assert value(connection, f"poker_category({aces}::ubigint, {board}::ubigint)") == 1


def test_registering_twice_changes_nothing(connection: duckdb.DuckDBPyConnection) -> None:
    hl.register_functions(connection)
    hl.register_functions(connection.cursor())
    assert value(connection.cursor(), "poker_category('KhKd', 'Kc7s7h5h4h')") == 6


def test_a_lake_has_the_functions_over_its_own_rows(tmp_path: Path) -> None:
    from handlab._handlab import Simulation
    from handlab.ingest import ingest
    from handlab.lake import Lake

    (tmp_path / "hands.txt").write_text(Simulation(3).text(300))
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "hands.txt"], lake)
    connection = hl.connect(lake.path)
    rows = connection.execute("""
        select
            seats.strength, seats.category, seats.best_five,
            poker_strength(seats.hole_cards, boards.cards, seats.game),
            poker_category(seats.hole_cards, boards.cards, seats.game),
            poker_best_five(seats.hole_cards, boards.cards, seats.game)
        from seats
        join (
            select site, hand_id, string_agg(cards, '' order by street) as cards
            from boards
            where run_no in (0, 1)
            group by all
        ) as boards using (site, hand_id)
        where seats.strength is not null
    """).fetchall()
    assert len(rows) > 20
    assert all(row[0] == row[3] and row[1] == row[4] for row in rows)
    connection.close()


def test_the_documentation_lists_every_function() -> None:
    text = sql_folder().joinpath("README.md").read_text()
    for function in FUNCTIONS:
        assert f"| `{function.signature}` | {function.sentence} |" in text
