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
    deals = connection.execute(deals_sql(hands)).pl()
    for game in deals.partition_by("game", "is_hi_lo", maintain_order=True):
        yield from game.iter_slices(AT_ONCE)


def deals_sql(hands: str) -> str:
    """
    The query for the streets that were dealt while betting was open.

    One row per hand and street with lists of the seats' values. Streets are left out if the cards
    of somebody who was in are unknown, or if several runouts deal them.
    """
    return f"""\
with

-- Most hands show the cards of one player at most.
known as (
    select
        seats.site,
        seats.hand_id
    from stg_seats as seats
    semi join {hands} as named
        on
            seats.site = named.site
            and seats.hand_id = named.hand_id
    where seats.hole_cards is not null
    group by all
    having count(*) > 1
),

asked as materialized (
    select
        hands.site,
        hands.hand_id,
        hands.game,
        coalesce(hands.is_hi_lo, false) as is_hi_lo,
        coalesce(hands.added, 0) as added,
        coalesce(hands.ante_kind, 'each') <> 'each' as is_ante_dead,
        coalesce(street_order(hands.allin_street), 9) as last_open_street
    from stg_hands as hands
    semi join known
        on
            hands.site = known.site
            and hands.hand_id = known.hand_id
    where hands.game_family = 'flop'
),

parts as (
    select
        boards.site,
        boards.hand_id,
        street_order(boards.street) as street_no,
        boards.cards
    from stg_boards as boards
    semi join asked
        on
            boards.site = asked.site
            and boards.hand_id = asked.hand_id
    where boards.run_no = 0
),

deals as (
    select
        site,
        hand_id,
        street_no,
        coalesce(string_agg(cards, '') over (
            partition by site, hand_id order by street_no
            rows between unbounded preceding and 1 preceding
        ), '') as board_before,
        string_agg(cards, '') over (
            partition by site, hand_id order by street_no
            rows between unbounded preceding and current row
        ) as board_after
    from parts
),

totals as (
    select
        actions.site,
        actions.hand_id,
        actions.seat,
        actions.street_no,
        max(actions.street_total) as total
    from stg_actions as actions
    semi join asked
        on
            actions.site = asked.site
            and actions.hand_id = asked.hand_id
    group by all
),

bets as (
    select
        site,
        hand_id,
        seat,
        coalesce(sum(total) filter (where street_no < 1), 0) as live_1,
        coalesce(sum(total) filter (where street_no < 2), 0) as live_2,
        coalesce(sum(total) filter (where street_no < 3), 0) as live_3
    from totals
    group by all
),

-- What the table has seen of folded hands, by the street on which it did.
shown as (
    select
        actions.site,
        actions.hand_id,
        actions.seat,
        min(actions.street_no) as shown_on,
        string_agg(actions.cards, '' order by actions.action_no) as cards
    from stg_actions as actions
    semi join asked
        on
            actions.site = asked.site
            and actions.hand_id = asked.hand_id
    where
        actions.kind = 'show'
        and actions.cards <> ''
    group by all
),

seats as (
    select
        seats.site,
        seats.hand_id,
        seats.seat,
        seats.hole_cards,
        seats.cards_source = 'dealt' as is_dealt,
        coalesce(street_order(seats.folded_street), 9) as folded_on,
        coalesce(seats.ante, 0) as ante,
        coalesce(seats.dead, 0) as dead,
        coalesce(bets.live_1, 0) as live_1,
        coalesce(bets.live_2, 0) as live_2,
        coalesce(bets.live_3, 0) as live_3,
        shown.shown_on,
        shown.cards as shown_cards
    from stg_seats as seats
    semi join asked
        on
            seats.site = asked.site
            and seats.hand_id = asked.hand_id
    left join bets
        on
            seats.site = bets.site
            and seats.hand_id = bets.hand_id
            and seats.seat = bets.seat
    left join shown
        on
            seats.site = shown.site
            and seats.hand_id = shown.hand_id
            and seats.seat = shown.seat
    where seats.is_dealt_in
)

select
    deals.site,
    deals.hand_id,
    deals.street_no,
    any_value(asked.game) as game,
    any_value(asked.is_hi_lo) as is_hi_lo,
    any_value(asked.added) as added,
    any_value(deals.board_before) as board_before,
    any_value(deals.board_after) as board_after,
    list(seats.seat order by seats.seat) as seats,
    list(
        case when seats.folded_on >= deals.street_no then seats.hole_cards end order by seats.seat
    ) as holes,
    list(seats.folded_on < deals.street_no order by seats.seat) as folded,
    list(
        cast([seats.live_1, seats.live_2, seats.live_3][deals.street_no] as bigint)
        order by seats.seat
    ) as live,
    list(case when asked.is_ante_dead then 0 else seats.ante end order by seats.seat) as antes,
    list(
        seats.dead + case when asked.is_ante_dead then seats.ante else 0 end order by seats.seat
    ) as dead_money,
    coalesce(
        string_agg(seats.shown_cards, '') filter (
            where greatest(seats.folded_on, seats.shown_on) < deals.street_no
        ),
        ''
    ) as dead_cards,
    bool_and(coalesce(seats.is_dealt, false) or seats.folded_on < deals.street_no) as is_dealt
from deals
inner join asked
    on
        deals.site = asked.site
        and deals.hand_id = asked.hand_id
inner join seats
    on
        deals.site = seats.site
        and deals.hand_id = seats.hand_id
where
    deals.street_no between 1 and asked.last_open_street
    and deals.street_no <= 3
group by deals.site, deals.hand_id, deals.street_no
having
    count_if(seats.folded_on >= deals.street_no) > 1
    and count_if(seats.folded_on >= deals.street_no and seats.hole_cards is null) = 0
order by deals.site, deals.hand_id, deals.street_no"""


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
