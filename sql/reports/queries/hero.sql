-- The default player: the hero name with the most hands, except names that identify nobody beyond a hand.
-- grain: (player)    reads: rpt_heroes, rpt_names
select heroes.player
from rpt_heroes as heroes
where heroes.player in (
    select names.player
    from rpt_names as names
)
group by heroes.player
order by sum(heroes.hero_hands) desc, heroes.player
limit 1;
