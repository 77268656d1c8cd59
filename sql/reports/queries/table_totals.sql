-- All hands of the lake by kind of money.
-- grain: (site, kind, currency)    reads: rpt_table_totals
select
    * replace (
        strftime(first_at, '%Y-%m-%dT%H:%M:%SZ') as first_at,
        strftime(last_at, '%Y-%m-%dT%H:%M:%SZ') as last_at
    )
from rpt_table_totals
order by hands desc, site, kind, currency;
