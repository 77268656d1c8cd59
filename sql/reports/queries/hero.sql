-- The default player: the name with most hands whose cards the files show.
-- grain: (player)    reads: rpt_heroes
select player
from rpt_heroes
group by player
order by sum(hero_hands) desc, player
limit 1;
