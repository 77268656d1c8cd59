-- One row per player and opponent: the hands into which both were dealt, and what they won from each other. In a
-- multiway hand it is undefined who won whose chips, so there are three measures. `exchanged_bb` divides every
-- loss among the winners of the hand in proportion to what they won: an estimate, before rake, which is symmetric
-- and adds up over all opponents to what the player won. `heads_up_net_bb` covers only hands in which no one else saw
-- the second street; it is exact except for the blinds of the others. `together_net_bb` is the player's whole
-- result in all hands with the opponent at the table, which says little about the two. Everything is in big blinds
-- (`bb_unit`), positive if the player won. Players whose names identify nobody beyond a hand are left out.
-- grain: (site, player, opponent, kind, currency, game_family, betting, bb_unit)    reads: fct_seat_facts
create or replace view opponents as
with

-- The player is part of the grouping so that a question about one player reads only their hands.
pairs as (
    select
        mine.site,
        mine.player,
        theirs.player as opponent,
        theirs.is_anonymous,
        mine.kind,
        mine.currency,
        mine.game_family,
        mine.betting,
        mine.bb_unit,
        mine.started_at,
        mine.net_bb,
        mine.net,
        theirs.net as opponent_net,
        mine.bb_size,
        mine.saw_flop and theirs.saw_flop as both_saw_flop,
        both_saw_flop and sum(cast(theirs.saw_flop as tinyint)) over same_hand = 1 as is_heads_up,
        mine.went_to_showdown and theirs.went_to_showdown as both_at_showdown,
        greatest(mine.net, 0) + sum(greatest(theirs.net, 0)) over same_hand as gains
    from fct_seat_facts as mine
    inner join fct_seat_facts as theirs
        on
            mine.site = theirs.site
            and mine.hand_id = theirs.hand_id
            and mine.seat <> theirs.seat
    where not mine.is_anonymous
    window same_hand as (partition by mine.site, mine.player, mine.hand_id, mine.seat)
),

exchanges as (
    select
        site,
        player,
        opponent,
        kind,
        currency,
        game_family,
        betting,
        bb_unit,
        started_at,
        net_bb,
        both_saw_flop,
        is_heads_up,
        both_at_showdown,
        -- The winner's share of the loser's money.
        case
            when net > 0 and opponent_net < 0 then -opponent_net * (net / gains)
            when net < 0 and opponent_net > 0 then net * (opponent_net / gains)
            else 0
        end / nullif(bb_size, 0) as exchanged_bb
    from pairs
    where not is_anonymous
)

select
    site,
    player,
    opponent,
    kind,
    currency,
    game_family,
    betting,
    bb_unit,
    count(*) as hands,
    min(started_at) as first_at,
    max(started_at) as last_at,
    count_true(both_saw_flop) as both_saw_flop_hands,
    count_true(is_heads_up) as heads_up_hands,
    count_true(both_at_showdown) as showdown_hands,
    sum(exchanged_bb) as exchanged_bb,
    sum(case when is_heads_up then net_bb else 0 end) as heads_up_net_bb,
    sum(net_bb) as together_net_bb
from exchanges
group by all;
