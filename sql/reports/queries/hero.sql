-- The default player: the hero name with the most hands.
-- grain: (player)    reads: rpt_heroes
select player
from rpt_heroes
group by player
order by sum(hero_hands) desc, player
limit 1;
