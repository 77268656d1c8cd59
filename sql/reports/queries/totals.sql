-- Hands and results of `player` by kind of money.
-- grain: (site, kind, currency)    reads: rpt_totals
select
    * exclude (player) replace (
        strftime(first_at, '%Y-%m-%dT%H:%M:%SZ') as first_at,
        strftime(last_at, '%Y-%m-%dT%H:%M:%SZ') as last_at
    )
from rpt_totals
where player = getvariable('player')
order by hands desc, site, kind, currency;
