-- One row per seat dealt into a counted hand, with its cards, its money, and the flags of its statistics. Hands that
-- were cancelled, are incomplete or have impossible actions are left out. Queries that need no more about the hand
-- than fct_seat_facts has are several times faster there, because the table of hands is not read.
-- grain: (site, hand_id, seat)    reads: stg_hands, stg_seats
create or replace view fct_results as
select
    seats.site,
    seats.hand_id,
    seats.seat,
    person(seats.site, seats.player) as player,
    seats.player as screen_name,
    coalesce(seats.is_anonymous, false) as is_anonymous,
    coalesce(seats.is_hero, false) as is_hero,
    seats.account,
    seats.started_at,
    seats.kind,
    seats.currency,
    seats.scale,
    seats.game,
    seats.game_family,
    hands.is_hi_lo,
    seats.betting,
    seats.big_blind,
    hands.small_bet,
    hands.bb_unit,
    case hands.bb_unit when 'small_bet' then hands.small_bet else seats.big_blind end as bb_size,
    hands.tournament_id,
    hands.is_fast_fold,
    hands.is_bomb_pot,
    hands.hero_seat,
    hands.board,
    hands.allin_street,
    hands.verdict,
    is_flagged(hands.verdict) as is_flagged,
    seats.n_players,
    seats.position,
    seats.position_index,
    seats.starting_stack,
    seats.ending_stack,
    seats.contributed,
    seats.uncalled,
    seats.won,
    seats.side,
    seats.net,
    seats.net_bb,
    seats.ev_net,
    seats.ev_method,
    seats.equity,
    -- What the pots could be expected to pay; cash-outs, whose fee is in `side`, do not change it.
    coalesce(seats.ev_net, seats.net) as net_adjusted,
    case when seats.ev_net is null then seats.net_bb else seats.ev_net / nullif(bb_size, 0) end as net_bb_adjusted,
    seats.net - coalesce(seats.side, 0) - seats.ev_net as luck,
    luck / nullif(bb_size, 0) as luck_bb,
    seats.hole_cards,
    seats.cards_source,
    seats.strength,
    seats.category,
    seats.low_strength,
    seats.folded_street,
    coalesce(seats.is_all_in, false) as is_all_in,
    -- In when betting closed with somebody all-in: this includes the player who covers the all-in.
    seats.ev_method is not null and seats.folded_street is null as is_all_in_runout,
    coalesce(seats.saw_flop, false) as saw_flop,
    coalesce(seats.went_to_showdown, false) as went_to_showdown,
    coalesce(seats.won_at_showdown, false) as won_at_showdown,
    seats.wwsf_made as won_when_saw_flop,
    seats.walk_made as is_walk,
    seats.vpip_chance as is_vpip_opportunity,
    seats.vpip_made as is_vpip,
    seats.pfr_made as is_pfr,
    seats.three_bet_chance as is_three_bet_opportunity,
    seats.three_bet_made as is_three_bet,
    seats.aggression_frequency_made as bets_and_raises,
    seats.postflop_call_made as calls
from stg_seats as seats
inner join stg_hands as hands
    on
        seats.site = hands.site
        and seats.hand_id = hands.hand_id
where
    seats.is_dealt_in
    and is_counted(hands.verdict);
