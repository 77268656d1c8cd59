-- Results of `player` by month and kind of money, the last month first; a session counts in the month of its start.
-- grain: (site, kind, currency, played_in)    reads: rpt_sessions
with

sums as (
    select
        site,
        kind,
        currency,
        strftime(started_at, '%Y-%m') as played_in,
        max(scale) as scale,
        count(*) as sessions,
        cast(sum(hands) as bigint) as hands,
        sum(hours) as hours,
        sum(net) as net,
        sum(net_bb) as net_bb,
        cast(sum(net_bb_hands) as bigint) as net_bb_hands,
        100 * sum(net_bb) / nullif(sum(net_bb_hands), 0) as bb_per_100,
        per_100_stderr_of_sums(net_bb, net_bb_hands, net_bb_variance) as bb_per_100_stderr
    from rpt_sessions
    where player = getvariable('player')
    group by all
)

select
    site,
    kind,
    currency,
    scale,
    played_in,
    sessions,
    hands,
    hours,
    net,
    -- Less than an hour says nothing about an hour.
    case
        when
            hours >= 1
            and kind <> 'tournament'
            then cast(cast(net as double) / hours as decimal(28, 8))
    end as net_per_hour,
    bb_per_100,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high
from sums
order by sum(hands) over (partition by site, kind, currency) desc, site, kind, currency, played_in desc;
