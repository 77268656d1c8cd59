-- The default player: the hero name with the most hands, except names that identify nobody beyond a hand.
-- grain: (player)    reads: rpt_heroes, rpt_names
select player
from rpt_heroes
where player in (select player from rpt_names)
group by player
order by sum(hero_hands) desc, player
limit 1;
