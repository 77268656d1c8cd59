-- The default player: the hero name with the most hands, except names that identify nobody beyond a hand.
-- grain: (player)    reads: rpt_heroes, rpt_names
select heroes.player
from rpt_heroes as heroes
inner join rpt_names as named
    on
        heroes.site = named.site
        and heroes.player = named.player
group by heroes.player
order by sum(heroes.hero_hands) desc, heroes.player
limit 1;
