-- The sites with tournaments of `player`.
-- grain: (site)    reads: tournament_results
select distinct site
from tournament_results
where player = getvariable('player')
order by site;
