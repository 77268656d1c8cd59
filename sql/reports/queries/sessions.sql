-- The last hundred sessions of `player`, the latest first; `sessions` is the number of all sessions.
-- grain: (site, kind, currency, session_no)    reads: sessions
select
    site,
    kind,
    currency,
    coalesce(scale, 0) as scale,
    session_no,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    strftime(ended_at, '%Y-%m-%dT%H:%M:%SZ') as ended_at,
    hours,
    table_hours,
    tables_played,
    hands,
    money(net, scale) as net,
    -- Less than an hour is too little for an hourly rate, and tournament chips have none.
    case
        when hours >= 1 and kind <> 'tournament' then expected_money(net_per_hour, scale)
    end as net_per_hour,
    net_bb,
    count(*) over () as sessions
from sessions
where player = getvariable('player')
order by started_at desc, site, kind, currency
limit 100;
