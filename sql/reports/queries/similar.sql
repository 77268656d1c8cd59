-- The three names most similar to `player`, for an error message.
-- grain: (player)    reads: rpt_names
select player
from rpt_names
group by player
order by jaro_winkler_similarity(lower(player), lower(getvariable('player'))) desc, sum(hands) desc
limit 3;
