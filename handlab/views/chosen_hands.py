"""
A lake as if it held only some hands: the views of this version over tables that are filtered.

The tables are views in the memory of the connection that leave out what is not chosen. All views of
`sql/` are made over them again, so that every report and query is about the choice, without a
parameter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handlab import views
from handlab.lake import stored_statistics
from handlab.schema import TABLES
from handlab.sql_text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from handlab.views.aliases import Aliases

SCHEMA = "chosen"
_OF_HANDS = ("actions", "boards", "pots", "awards", "side_payments")
_OF_CHOSEN = "(site, hand_id) in (select (site, hand_id) from hands)"
_OF_TOURNAMENTS = ("tournaments", "tournament_reports")
_BB_SIZE = "case bb_unit when 'small_bet' then small_bet else big_blind end"


@dataclass(frozen=True, slots=True)
class Choice:
    """
    What chosen hands have in common; empty for all.

    Attributes
    ----------
    days
        Conditions in SQL on `started_at`.
    sites, kinds, games
        Names of handlab, any of which a hand may have.
    stakes
        Big blinds in units of the currency, as digits; in limit stud the small bet. Tournaments
        have none.
    """

    days: Sequence[str] = ()
    sites: Sequence[str] = ()
    kinds: Sequence[str] = ()
    games: Sequence[str] = ()
    stakes: Sequence[str] = ()

    @property
    def of_hands(self) -> list[str]:
        """Conditions over the columns that `hands` and `seats` share."""
        found = [*self.days, *_listed("site", self.sites), *_listed("kind", self.kinds)]
        found += _listed("game", self.games)
        if self.stakes:
            units = (f"{stake} * cast(power(10, scale) as bigint)" for stake in self.stakes)
            found.append("kind is distinct from 'tournament'")
            found.append(f"{_BB_SIZE} in ({', '.join(units)})")
        return found

    @property
    def of_tournaments(self) -> list[str]:
        """Conditions over the columns of `tournaments`."""
        if self.stakes or (self.kinds and "tournament" not in self.kinds):
            return ["false"]
        return [*self.days, *_listed("site", self.sites), *_listed("game", self.games)]


def _listed(column: str, values: Sequence[str]) -> list[str]:
    return [f"{column} in ({', '.join(map(quoted, values))})"] if values else []


def show_only(
    connection: duckdb.DuckDBPyConnection,
    choice: Choice,
    names: Aliases,
    player: str = "player",
) -> None:
    """
    Make the chosen hands the connection's default, whose current catalog is a lake.

    Parameters
    ----------
    choice
        What the hands have in common.
    names
        Names that belong to one person in the whole lake.
    player
        What stands for the player of a row, in SQL.
    """
    connection.execute(f"create schema if not exists memory.{SCHEMA}")
    connection.execute(f"use memory.{SCHEMA}")
    hands = choice.of_hands
    filters = {"hands": hands, "seats": hands}
    if hands:
        filters |= {name: [_OF_CHOSEN] for name in _OF_HANDS}
    filters |= {name: choice.of_tournaments for name in _OF_TOURNAMENTS}
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
