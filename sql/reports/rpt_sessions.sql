-- One row per session of a player: hands of one kind of money without a pause of more than 30 minutes between the
-- starts of two hands (see starts_session). `hours` runs from the start of the first hand to the start of the last one,
-- over all tables at once. Amounts are in units of the currency; in stud nothing is counted in big blinds.
-- grain: (site, player, kind, currency, session_no)    reads: fct_results
create or replace view rpt_sessions as
with

results as (
    select
        site,
        player,
        kind,
        currency,
        scale,
        hand_id,
        started_at,
        starts_session(
            started_at,
            lag(started_at) over (
                partition by site, player, kind, currency
                order by started_at, hand_id
            )
        ) as is_first,
        net,
        case bb_unit when 'small_bet' then null else net_bb end as net_bb
    from fct_results
    where
        not is_anonymous
        and started_at is not null
),

numbered as (
    select
        site,
        player,
        kind,
        currency,
        scale,
        started_at,
        net,
        net_bb,
        sum(cast(is_first as tinyint)) over (
            partition by site, player, kind, currency
            order by started_at, hand_id
        ) as session_no
    from results
),

sums as (
    select
        site,
        player,
        kind,
        currency,
        session_no,
        coalesce(max(scale), 0) as scale,
        min(started_at) as started_at,
        max(started_at) as ended_at,
        count(*) as hands,
        sum(money(net, scale)) as net,
        sum(net_bb) as net_bb,
        count(net_bb) as net_bb_hands,
        var_samp(net_bb) as net_bb_variance
    from numbered
    group by all
)

select
    site,
    player,
    kind,
    currency,
    cast(session_no as bigint) as session_no,
    scale,
    started_at,
    ended_at,
    epoch(ended_at - started_at) / 3600 as hours,
    hands,
    net,
    net_bb,
    net_bb_hands,
    net_bb_variance
from sums;
