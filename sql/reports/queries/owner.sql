-- Whose tournaments the lake has, if no hand says it: the player of most tournaments, first of those in which the
-- summary lists nobody else; no row if two players are in as many. Where hands name their seats anew, the owner is
-- `Hero`.
-- grain: (player)    reads: tournament_results
with

listed as (
    select
        player,
        count(*) over (partition by site, tournament_id) = 1 as is_alone
    from tournament_results
    where prize_source = 'summary' or player = 'Hero'
),

counted as (
    select
        player,
        struct_pack(alone := count_true(is_alone), tournaments := count(*)) as found
    from listed
    group by player
)

select player
from counted
qualify
    rank() over (order by found desc) = 1
    and count(*) over (partition by found) = 1;
