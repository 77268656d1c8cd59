"""
A lake as if it held only some hands: the views of this version over tables that are filtered.

The tables are views in the memory of the connection that leave out what is not chosen. All views of
`sql/` are made over them again, so that every report and query is about the choice, without a
parameter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab import views
from handlab.lake import stored_statistics
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from handlab.aliases import Aliases

SCHEMA = "chosen"
_OF_HANDS = ("actions", "boards", "pots", "awards", "side_payments")
_OF_CHOSEN = "(site, hand_id) in (select (site, hand_id) from hands)"
_OF_TOURNAMENTS = ("tournaments", "tournament_reports")


def show_only(
    connection: duckdb.DuckDBPyConnection,
    hands: Sequence[str],
    tournaments: Sequence[str],
    names: Aliases,
    player: str = "player",
) -> None:
    """
    Make the chosen hands the connection's default, whose current catalog is a lake.

    Parameters
    ----------
    hands
        Conditions in SQL over the columns that `hands` and `seats` share.
    tournaments
        Conditions over the columns of `tournaments`.
    names
        Names that belong to one person in the whole lake.
    player
        What stands for the player of a row, in SQL.
    """
    connection.execute(f"create schema if not exists memory.{SCHEMA}")
    connection.execute(f"use memory.{SCHEMA}")
    filters = {"hands": list(hands), "seats": list(hands)}
    if hands:
        filters |= {name: [_OF_CHOSEN] for name in _OF_HANDS}
    filters |= {name: list(tournaments) for name in _OF_TOURNAMENTS}
    for table in TABLES.values():
        where = " and ".join(filters.get(table.name, [])) or "true"
        columns = "*"
        if player != "player" and "player" in table.names:
            columns = f"* replace ({player} as player)"
        connection.execute(
            f"create or replace view {table.name} as"
            f" select {columns} from lake.main.{table.name} where {where}"
        )
    connection.execute("use lake")
    are_stored = not stored_statistics.is_outdated(connection)
    connection.execute(f"use memory.{SCHEMA}")
    views.create_views(connection, are_statistics_stored=are_stored, names=names)
