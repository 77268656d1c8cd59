-- The busiest players of the lake.
-- grain: (site, kind, currency, player)    reads: rpt_players
select *
from rpt_players
order by hands desc, player
limit 20;
