-- One row per bet or raise in a counted hand: its kind, and its size measured in three ways. `size_bb` is the total
-- that the seat then has in on the street, in big blinds (small bets in stud). `pot_share` is the increase of the
-- price, divided by the pot after a call of the old price: half of the pot is 0.5. `price_multiple` is the new price
-- divided by the old one: a 3-bet to 90 over a raise to 30 is 3; null for bets. The size includes what nobody could
-- call.
-- grain: (site, hand_id, action_no)    reads: stg_actions, fct_seat_facts
create or replace view fct_sizes as
with

raises as (
    select
        site,
        hand_id,
        action_no,
        seat,
        street,
        street_no,
        raises_before,
        limpers_before,
        line,
        aggressor_to_act and previous_aggressor_seat is not null as is_donk,
        in_position,
        is_all_in,
        street_total,
        -- The same for a bet, which has nothing to call.
        (amount - to_call) / nullif(pot_before + to_call, 0) as pot_share,
        street_total / nullif(street_total - raise_by, 0) as price_multiple
    from stg_actions
    where
        is_aggressive(kind)
        and street_total > 0
)

select
    raises.site,
    raises.hand_id,
    raises.action_no,
    raises.seat,
    seats.player,
    seats.screen_name,
    seats.is_anonymous,
    seats.kind,
    seats.currency,
    seats.scale,
    seats.game,
    seats.game_family,
    seats.betting,
    seats.bb_size,
    seats.bb_unit,
    seats.position,
    seats.n_players,
    seats.started_at,
    raises.street,
    raises.street_no,
    case
        when raises.street_no = 0
            then
                case
                    when raises.raises_before = 1 then 'three_bet'
                    when raises.raises_before = 2 then 'four_bet'
                    when raises.raises_before > 2 then 'five_bet'
                    when raises.limpers_before > 0 then 'iso_raise'
                    else 'open'
                end
        when raises.raises_before = 0
            then
                case
                    when raises.street_no = 1 and seats.cbet_flop_made then 'cbet'
                    when raises.street_no = 2 and seats.cbet_turn_made then 'cbet'
                    when raises.street_no = 3 and seats.cbet_river_made then 'cbet'
                    -- Seventh street, which has no statistics of its own.
                    when raises.street_no = 4 and seats.cbet_river_made then 'cbet'
                    when raises.is_donk then 'donk'
                    else 'bet'
                end
        when raises.raises_before = 1 and raises.line = 'X' then 'check_raise'
        else 'raise'
    end as act,
    raises.in_position,
    raises.is_all_in,
    raises.street_total as size,
    raises.street_total / nullif(seats.bb_size, 0) as size_bb,
    raises.pot_share,
    raises.price_multiple
from raises
inner join fct_seat_facts as seats
    on
        raises.site = seats.site
        and raises.hand_id = seats.hand_id
        and raises.seat = seats.seat;
