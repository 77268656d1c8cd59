-- A seat dealt into a hand that counts, with its cards, its money and a flag for every statistic.
-- Hands that were cancelled, are incomplete or have impossible actions are not here.
-- grain: (site, hand_id, seat)    reads: stg_actions, stg_hands, stg_seats
create or replace view fct_seats as
with

-- The player is part of the join so that a question about one player reads only their actions.
seat_decisions as (
    select
        site,
        hand_id,
        seat,
        player,
        max(street_no = 0) as has_decision,
        -- A call of nothing is a check; parser 2 and older stored it as a call.
        max(street_no = 0 and is_voluntary(kind) and amount is distinct from 0) as enters,
        max(street_no = 0 and is_aggressive(kind)) as raises,
        max(street_no = 0 and raises_before = 1 and aggressor_seat <> seat and can_raise) as can_three_bet,
        max(
            street_no = 0 and raises_before = 1 and aggressor_seat <> seat and can_raise and kind = 'raise'
        ) as three_bets,
        sum(cast(street_no > 0 and is_aggressive(kind) as utinyint)) as bets_and_raises,
        sum(cast(street_no > 0 and kind = 'call' and amount is distinct from 0 as utinyint)) as calls
    from stg_actions
    where is_decision(kind)
    group by all
)

select
    seats.site,
    seats.hand_id,
    seats.seat,
    seats.player,
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
    -- What the pots could be expected to pay; cash-outs, whose fee is in `side`, change nothing of it.
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
    -- In when betting closed with someone all-in, not only all-in themselves: who covers an all-in is in as well.
    seats.ev_method is not null and seats.folded_street is null as is_all_in_runout,
    coalesce(seats.saw_flop, false) as saw_flop,
    coalesce(seats.went_to_showdown, false) as went_to_showdown,
    coalesce(seats.won_at_showdown, false) as won_at_showdown,
    -- Without a showdown the last player in has won; at one, their own money out of a side pot is not a win.
    coalesce(
        seats.saw_flop and case when seats.went_to_showdown then seats.won_at_showdown else seats.won > 0 end,
        false
    ) as won_when_saw_flop,
    -- In at the end without a decision: all-in on a post, or everybody else has folded before the flop.
    decisions.has_decision is not true
    and hands.is_bomb_pot is not true
    and seats.is_all_in is not true
    and seats.saw_flop is not true
    and coalesce(seats.won, 0) + coalesce(seats.uncalled, 0) > 0 as is_walk,
    coalesce(decisions.has_decision, false) as is_vpip_opportunity,
    coalesce(decisions.enters, false) as is_vpip,
    coalesce(decisions.raises, false) as is_pfr,
    coalesce(decisions.can_three_bet, false) as is_three_bet_opportunity,
    coalesce(decisions.three_bets, false) as is_three_bet,
    cast(coalesce(decisions.bets_and_raises, 0) as smallint) as bets_and_raises,
    cast(coalesce(decisions.calls, 0) as smallint) as calls
from stg_seats as seats
inner join stg_hands as hands
    on
        seats.site = hands.site
        and seats.hand_id = hands.hand_id
left join seat_decisions as decisions
    on
        seats.site = decisions.site
        and seats.hand_id = decisions.hand_id
        and seats.seat = decisions.seat
        and seats.player = decisions.player
where
    seats.is_dealt_in
    and is_counted(hands.verdict);
