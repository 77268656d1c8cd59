"""The SQL of the fairness tests: what was dealt, and how all-ins ended."""

from __future__ import annotations

DEALT = """
select
    site,
    -- The name of an anonymous hero is a seat or a position, and no account.
    case when not is_anonymous then player end as player,
    seat,
    started_at,
    hand_id,
    hole_cards
from fct_seat_facts
where
    {where}
    and game = 'holdem'
    and cards_source = 'dealt'
    and is_hero
    and starting_hand(hole_cards) is not null
qualify row_number() over (partition by site, hand_id order by seat) = 1
"""
STARTING_HANDS = """
select
    site,
    {part} as part,
    starting_hand(hole_cards) as starting_hand,
    sum(hands) as hands
from (
    select
        site,
        player,
        seat,
        hole_cards,
        count(*) as hands
    from ({dealt})
    group by all
)
group by all
order by all
"""
# The ranks of two cards, from which 14 is taken, their mean.
DEALT_STREAKS = """
select
    site,
    count(product) as hands,
    sum(product) as products,
    sum(product * product) as squares
from (
    select
        site,
        score * lag(score) over (partition by site, player order by started_at, hand_id) as product
    from (
        select
            site,
            player,
            started_at,
            hand_id,
            strpos('23456789TJQKA', hole_cards[1])
            + strpos('23456789TJQKA', left(replace(hole_cards, ' ', ''), 3)[3]) - 14 as score
        from ({dealt})
        where started_at is not null
    )
)
group by site
order by site
"""
FLOP_SUITS = """
select
    site,
    {counts},
    count(*) as hands
from (
    select
        site,
        left(replace(board, ' ', ''), 6) as flop
    from stg_hands
    where
        {where}
        and is_counted(verdict)
        and game_family = 'flop'
        and deck_size = 52
        and regexp_matches(replace(board, ' ', ''), '^([2-9TJQKA][cdhs]){{3}}')
)
group by all
order by all
"""
# A seat of each hand, whoever sits there: what an all-in paid needs no name.
ALL_INS = """
select
    all_ins.site,
    all_ins.started_at,
    all_ins.hand_id,
    all_ins.equity,
    all_ins.luck / hands.net_pots as luck
from (
    select
        site,
        hand_id,
        started_at,
        equity,
        luck
    from fct_results
    where
        {where}
        and is_all_in_runout
        and ev_method = 'exact'
        and equity > 0
        and equity < 1
    qualify row_number() over (partition by site, hand_id order by is_hero desc, seat) = 1
) as all_ins
inner join (
    select
        site,
        hand_id,
        total_pot - coalesce(rake, 0) - coalesce(fees, 0) as net_pots
    from fct_hands
) as hands
    on
        all_ins.site = hands.site
        and all_ins.hand_id = hands.hand_id
where hands.net_pots > 0
order by all_ins.site, all_ins.started_at nulls last, all_ins.hand_id
"""
KNOWN_ALL_INS = """
select
    site,
    count(distinct case when ev_net is not null then hand_id end) / count(distinct hand_id) as known
from fct_seat_facts
where
    {where}
    and is_all_in_runout
    and ev_method <> 'unsupported'
group by site
"""
