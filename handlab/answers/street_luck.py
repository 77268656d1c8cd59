"""
Luck of single streets: how a player's equity in the pots changes when a street is dealt.

For each dealt street, the luck of a seat is the money in the pots at that moment times the change
of the seat's equity in them. Equities are those of the players who are in when the street is dealt,
all of whose cards must be known. The luck of all seats adds up to zero. What is counted here ends
where betting closes with somebody all-in: from there on the streets' luck telescopes to what the
pots paid less the expected value, which is stored.

The pots are what is in the middle before the street is dealt, before rake, so that nothing of them
depends on the cards to come: the luck of a street has a mean of zero. That does not hold where
cards are known only because they were shown later. A player who is dealt a good card and bets so
that all others fold is never seen; one who is not goes to the showdown. `is_dealt` distinguishes
the deals at which all cards were known from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.answers.street_deals_sql import street_deals_sql
from handlab.functions.equity import equity
from handlab.functions.pot import pots

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

SCHEMA = pl.Schema(
    {
        "site": pl.String(),
        "hand_id": pl.String(),
        "street_no": pl.Int8(),
        "seat": pl.Int8(),
        "luck": pl.Float64(),
        "is_dealt": pl.Boolean(),
    }
)
AT_ONCE = 20_000
"""Number of deals whose equities are computed at once, which limits the memory."""


def street_luck(connection: duckdb.DuckDBPyConnection, hands: str) -> pl.DataFrame:
    """
    The luck of the seats of some hands, for each street whose luck is known.

    Parameters
    ----------
    connection
        A connection to a lake with its views.
    hands
        A relation with `site` and `hand_id`, each hand once.

    Returns
    -------
    DataFrame
        One row per site, hand, street and seat that was in: `luck` in minor units, and `is_dealt`,
        whether the cards of all who were in were known from the deal on. Only games with a flop
        have rows.
    """
    found = [_luck(part) for part in _deals(connection, hands)]
    return pl.concat([SCHEMA.to_frame(), *found])


def _deals(connection: duckdb.DuckDBPyConnection, hands: str) -> Iterator[pl.DataFrame]:
    """The deals of one game at a time, in parts."""
    deals = connection.execute(street_deals_sql(hands)).pl()
    for game in deals.partition_by("game", "is_hi_lo", maintain_order=True):
        yield from game.iter_slices(AT_ONCE)


def _luck(deals: pl.DataFrame) -> pl.DataFrame:
    """The luck of the seats at some deals of one game."""
    game, is_hi_lo = deals.row(0, named=True)["game"], deals.row(0, named=True)["is_hi_lo"]
    with_pots = deals.with_columns(
        pots=pots("live", "folded", ante="antes", dead="dead_money", added="added")
    ).filter(pl.col("pots").is_not_null())

    def shares(board: str) -> pl.Expr:
        found = equity("holes", board, "dead_cards", game=game, hi_lo=is_hi_lo, pots="pots")
        return found.struct.field("pots")

    by_pot = (
        with_pots.with_columns(before=shares("board_before"), after=shares("board_after"))
        .filter(pl.col("before").is_not_null() & pl.col("after").is_not_null())
        .with_columns(
            gross=pl.col("pots").list.eval(pl.element().struct.field("gross").cast(pl.Float64))
        )
        .explode("gross", "before", "after")
    )
    by_seat = by_pot.explode("seats", "folded", "before", "after").filter(~pl.col("folded"))
    change = (pl.col("after") - pl.col("before")) * pl.col("gross")
    return (
        by_seat.group_by("site", "hand_id", "street_no", "seats", maintain_order=True)
        .agg(luck=change.sum(), is_dealt=pl.first("is_dealt"))
        .rename({"seats": "seat"})
        .cast({"street_no": pl.Int8(), "seat": pl.Int8()})
        .select(SCHEMA.names())
    )
