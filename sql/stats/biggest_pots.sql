-- One row per player and hand among the twenty in which they won most, and the twenty in which they lost most, in big
-- blinds. `opponents` are the others who went to the showdown or won; null if the player won without a showdown.
-- `opponents_cards` are their cards, `?` where these are unknown. `net` and `total_pot` are in minor units at `scale`.
-- grain: (site, player, kind, currency, bb_unit, outcome, place)    reads: fct_results, stg_hands
create or replace view biggest_pots as
with

ranked as (
    select
        site,
        player,
        kind,
        currency,
        bb_unit,
        case when net > 0 then 'won' else 'lost' end as outcome,
        row_number() over (
            partition by site, player, kind, currency, bb_unit, net > 0
            order by -abs(net_bb), started_at, hand_id, seat
        ) as place,
        hand_id,
        seat,
        started_at,
        game,
        scale,
        big_blind,
        position,
        hole_cards,
        board,
        net,
        net_bb,
        luck_bb,
        went_to_showdown
    from fct_results
    where
        not is_anonymous
        and net <> 0
        and net_bb is not null
    qualify place <= 20
),

others as (
    select
        ranked.site,
        ranked.hand_id,
        ranked.seat,
        ranked.player,
        string_agg(theirs.player, ', ' order by theirs.seat) as opponents,
        string_agg(coalesce(theirs.hole_cards, '?'), ', ' order by theirs.seat) as opponents_cards
    from ranked
    inner join fct_results as theirs
        on
            ranked.site = theirs.site
            and ranked.hand_id = theirs.hand_id
            and ranked.seat <> theirs.seat
            -- Everybody else only lost what they had put in before folding.
            and (theirs.went_to_showdown or theirs.net > 0)
    group by all
)

select
    ranked.site,
    ranked.player,
    ranked.kind,
    ranked.currency,
    ranked.bb_unit,
    ranked.outcome,
    ranked.place,
    ranked.hand_id,
    ranked.started_at,
    ranked.game,
    ranked.scale,
    ranked.big_blind,
    ranked.position,
    ranked.hole_cards,
    ranked.board,
    ranked.net,
    ranked.net_bb,
    ranked.luck_bb,
    ranked.went_to_showdown,
    hands.total_pot,
    others.opponents,
    others.opponents_cards
from ranked
inner join stg_hands as hands
    on
        ranked.site = hands.site
        and ranked.hand_id = hands.hand_id
left join others
    on
        ranked.site = others.site
        and ranked.hand_id = others.hand_id
        and ranked.seat = others.seat
        and ranked.player = others.player;
