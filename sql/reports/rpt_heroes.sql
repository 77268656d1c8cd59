-- One row per name under which heroes were dealt cards; the one with the most hands is a report's default
-- player.
-- grain: (site, player)    reads: fct_results
create or replace view rpt_heroes as
select
    site,
    player,
    count(*) as hero_hands,
    min(started_at) as first_at,
    max(started_at) as last_at
from fct_results
where is_hero
group by all;
