-- The sites of `player`.
-- grain: (site)    reads: rpt_names
select site
from rpt_names
where player = getvariable('player')
order by site;
