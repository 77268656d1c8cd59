-- One row per player and site: a name that can be queried, with its counted hands.
-- grain: (site, player)    reads: fct_results
create or replace view rpt_names as
select
    site,
    player,
    count(*) as hands
from fct_results
where
    not is_anonymous
    and player is not null
group by all;
