-- One row per player and all-in: a hand in which the player was in when betting closed with somebody all-in and cards
-- to come. It has the cards on the table at that moment (the first board; in stud the player's own), those of the
-- others who were in, and the expected value. `net_pots` is what the pots paid after rake and fees, `equity`
-- the player's expected share of it. `net`, `ev_net` and `luck` are in minor units; if cards are unknown,
-- `ev_method` says so and they are null.
-- grain: (site, hand_id, seat)    reads: fct_hands, fct_results
create or replace view rpt_all_ins as
with

all_ins as (
    select
        site,
        hand_id,
        seat,
        player,
        is_anonymous,
        is_hero,
        started_at,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind,
        bb_unit,
        bb_size,
        allin_street,
        case
            when game_family = 'stud'
                then left(replace(hole_cards, ' ', ''), 2 * cards_by_street(game, allin_street))
            else replace(hole_cards, ' ', '')
        end as hole_cards,
        case
            when game_family = 'flop' then left(replace(board, ' ', ''), 2 * cards_by_street(game, allin_street))
        end as board,
        equity,
        ev_method,
        contributed,
        net,
        side,
        ev_net,
        luck,
        luck_bb
    from fct_results
    where is_all_in_runout
),

-- The player is part of the grouping so that a question about one player reads only their hands.
others as (
    select
        mine.site,
        mine.hand_id,
        mine.seat,
        mine.player,
        count(*) as opponents,
        string_agg(coalesce(theirs.hole_cards, '?'), ', ' order by theirs.seat) as opponents_cards
    from all_ins as mine
    inner join all_ins as theirs
        on
            mine.site = theirs.site
            and mine.hand_id = theirs.hand_id
            and mine.seat <> theirs.seat
    group by all
)

select
    all_ins.site,
    all_ins.hand_id,
    all_ins.seat,
    all_ins.player,
    all_ins.is_hero,
    all_ins.started_at,
    all_ins.kind,
    all_ins.currency,
    all_ins.scale,
    all_ins.game,
    all_ins.is_hi_lo,
    all_ins.betting,
    all_ins.big_blind,
    all_ins.bb_unit,
    all_ins.allin_street,
    all_ins.hole_cards,
    others.opponents,
    others.opponents_cards,
    all_ins.board,
    all_ins.ev_method,
    all_ins.equity,
    hands.total_pot - coalesce(hands.rake, 0) - coalesce(hands.fees, 0) as net_pots,
    net_pots / nullif(all_ins.bb_size, 0) as net_pots_bb,
    all_ins.contributed,
    all_ins.net,
    all_ins.side,
    all_ins.ev_net,
    all_ins.luck,
    all_ins.luck_bb
from all_ins
inner join fct_hands as hands
    on
        all_ins.site = hands.site
        and all_ins.hand_id = hands.hand_id
left join others
    on
        all_ins.site = others.site
        and all_ins.hand_id = others.hand_id
        and all_ins.seat = others.seat
        and all_ins.player = others.player
where not all_ins.is_anonymous;
