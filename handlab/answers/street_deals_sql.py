"""The query for what was known, and what was in the pots, when a street was dealt."""

from __future__ import annotations


def street_deals_sql(hands: str) -> str:
    """
    The query for the streets that were dealt while betting was open.

    One row per hand and street with lists of the seats' values, in minor units. Streets are left
    out if the cards of somebody who was in are unknown, or if several runouts deal them.

    Parameters
    ----------
    hands
        A relation with `site` and `hand_id`, each hand once.
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
