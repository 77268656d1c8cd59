-- How everybody plays.
-- grain: (site, kind, currency, game_family, betting)    reads: rpt_table_stats
select *
from rpt_table_stats
order by hands desc, site, kind, currency, game_family, betting;
