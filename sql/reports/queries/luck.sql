-- Results of the all-ins of `player` against their expected value, by street. The row without a street is for all
-- streets. Stud has no big blinds.
-- grain: (site, kind, currency, allin_street)    reads: rpt_all_ins
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
        case bb_unit when 'small_bet' then null else luck_bb end as luck_bb
    from rpt_all_ins
    where player = getvariable('player')
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
    allin_street;
