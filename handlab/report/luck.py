"""The report's queries about all-ins; see `queries` for their form."""

from __future__ import annotations

BIGGEST = 10
"""The number of all-ins in a report."""

# The row without a street is for all streets. Stud has no big blinds.
LUCK = """
with

all_ins as (
    select
        site,
        kind,
        currency,
        scale,
        allin_street,
        ev_net,
        luck,
        case when ev_net is not null then coalesce(side, 0) end as side,
        case when bb_unit is distinct from 'small_bet' then luck_bb end as luck_bb
    from rpt_all_ins
    where {who}
)

select
    site,
    kind,
    currency,
    coalesce(max(scale), 0) as scale,
    allin_street,
    count(*) as all_in_hands,
    count(ev_net) as ev_known_hands,
    rate(count(ev_net), count(*)) as ev_known_rate,
    sum(money(ev_net + luck, scale)) as actual,
    sum(expected_money(ev_net, scale)) as expected,
    sum(expected_money(luck, scale)) as luck,
    sum(money(side, scale)) as side,
    sum(luck_bb) as luck_bb,
    luck_stddev(luck_bb) as luck_bb_stddev
from all_ins
group by grouping sets ((site, kind, currency, allin_street), (site, kind, currency))
order by
    sum(count(*)) over (partition by site, kind, currency) desc,
    site,
    kind,
    currency,
    street_order(allin_street) nulls last,
    allin_street
"""

# Big blinds make pots of all stakes and of tournaments comparable.
ALL_INS = f"""
select
    site,
    hand_id,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    kind,
    currency,
    coalesce(scale, 0) as scale,
    game,
    is_hi_lo,
    betting,
    allin_street,
    hole_cards,
    opponents,
    opponents_cards,
    board,
    ev_method,
    equity,
    money(net_pots, scale) as net_pots,
    net_pots_bb,
    money(contributed, scale) as contributed,
    money(ev_net + luck, scale) as actual,
    expected_money(ev_net, scale) as expected,
    expected_money(luck, scale) as luck,
    money(side, scale) as side,
    luck_bb
from rpt_all_ins
where {{who}} and ev_net is not null
order by net_pots_bb desc nulls last, started_at, site, hand_id, seat
limit {BIGGEST}
"""
