-- Results of `player` by month and kind of money, the latest month first; a session counts in the month of its start.
-- Hands without a known start are in no session, and in no month. Months are those of the time zone in the variable
-- `timezone`, or of UTC.
-- grain: (site, kind, currency, played_in)    reads: fct_session_hands
with

mine as (
    select
        site,
        kind,
        currency,
        scale,
        session_no,
        strftime(
            timezone(
                coalesce(getvariable('timezone'), 'UTC'),
                min(started_at) over (partition by site, kind, currency, session_no)
            ),
            '%Y-%m'
        ) as played_in,
        seconds,
        net,
        case bb_unit when 'small_bet' then null else net_bb end as net_bb
    from fct_session_hands
    where
        player = getvariable('player')
        and session_no is not null
),

sums as (
    select
        site,
        kind,
        currency,
        coalesce(max(scale), 0) as scale,
        played_in,
        count(distinct session_no) as sessions,
        count(*) as hands,
        sum(seconds) / 3600 as hours,
        sum(money(net, scale)) as net,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr
    from mine
    group by
        site,
        kind,
        currency,
        played_in
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
    -- Less than an hour of play is too little for an hourly rate.
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
