-- One row per site and kind of money: all counted hands of the lake, whoever played them. Amounts are in units of the
-- currency; `players` counts names, so it leaves out anonymous players.
-- grain: (site, kind, currency)    reads: fct_hands, fct_results
create or replace view rpt_table_totals as
with

players as (
    select
        site,
        kind,
        currency,
        count(distinct player) as players
    from fct_results
    where not is_anonymous
    group by all
)

select
    hands.site,
    hands.kind,
    hands.currency,
    coalesce(max(hands.scale), 0) as scale,
    count(*) as hands,
    count_true(hands.is_flagged) as hands_flagged,
    coalesce(max(players.players), 0) as players,
    min(hands.started_at) as first_at,
    max(hands.started_at) as last_at,
    sum(money(hands.total_pot, hands.scale)) as total_pot,
    sum(money(hands.rake, hands.scale)) as rake,
    sum(money(hands.fees, hands.scale)) as fees
from fct_hands as hands
left join players
    on
        hands.site = players.site
        and hands.kind = players.kind
        and hands.currency is not distinct from players.currency
where hands.is_counted
group by
    hands.site,
    hands.kind,
    hands.currency;
