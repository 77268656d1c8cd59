-- The last hundred sessions of `player`, the last one first; `sessions` is the number of all of them.
-- grain: (site, kind, currency, session_no)    reads: rpt_sessions
select
    rpt_sessions.site,
    rpt_sessions.kind,
    rpt_sessions.currency,
    rpt_sessions.scale,
    rpt_sessions.session_no,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    strftime(ended_at, '%Y-%m-%dT%H:%M:%SZ') as ended_at,
    rpt_sessions.hours,
    rpt_sessions.hands,
    rpt_sessions.net,
    case
        when
            rpt_sessions.hours >= 1 and rpt_sessions.kind <> 'tournament'
            then cast(cast(rpt_sessions.net as double) / rpt_sessions.hours as decimal(28, 8))
    end as net_per_hour,
    rpt_sessions.net_bb,
    count(*) over () as sessions
from rpt_sessions
where rpt_sessions.player = getvariable('player')
order by rpt_sessions.started_at desc, rpt_sessions.site, rpt_sessions.kind, rpt_sessions.currency
limit 100;
