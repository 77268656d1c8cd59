-- One row per hand into which two names of one person were dealt: `aliases.toml` merges two people, or one person
-- played two seats.
-- grain: (site, hand_id, player)    reads: fct_seat_facts    severity: warning
with

people as (
    select distinct
        site,
        player
    from fct_seat_facts
    where player <> screen_name
)

select
    facts.site,
    facts.hand_id,
    facts.player,
    string_agg(facts.screen_name, ', ' order by facts.seat) as screen_names
from fct_seat_facts as facts
inner join people
    on
        facts.site = people.site
        and facts.player = people.player
group by
    facts.site,
    facts.hand_id,
    facts.player
having count(*) > 1;
