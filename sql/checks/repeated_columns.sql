-- One row per seat or action whose copy of a column differs from its hand or its seat.
-- grain: (table_name, site, hand_id, row_no)    reads: stg_actions, stg_hands, stg_seats
select
    'seats' as table_name,
    seats.site,
    seats.hand_id,
    cast(seats.seat as smallint) as row_no
from stg_seats as seats
inner join stg_hands as hands
    on
        seats.site = hands.site
        and seats.hand_id = hands.hand_id
where
    seats.started_at is distinct from hands.started_at
    or seats.kind is distinct from hands.kind
    or seats.currency is distinct from hands.currency
    or seats.scale is distinct from hands.scale
    or seats.game is distinct from hands.game
    or seats.game_family is distinct from hands.game_family
    or seats.betting is distinct from hands.betting
    or seats.big_blind is distinct from hands.big_blind
    or seats.n_players is distinct from hands.n_players
    or seats.verdict is distinct from hands.verdict
    or seats.is_hi_lo is distinct from hands.is_hi_lo
    or seats.bb_unit is distinct from hands.bb_unit
    or seats.small_bet is distinct from hands.small_bet
    or seats.is_bomb_pot is distinct from hands.is_bomb_pot
    or seats.allin_street is distinct from hands.allin_street

union all

select
    'actions' as table_name,
    actions.site,
    actions.hand_id,
    actions.action_no as row_no
from stg_actions as actions
left join stg_seats as seats
    on
        actions.site = seats.site
        and actions.hand_id = seats.hand_id
        and actions.seat = seats.seat
where
    seats.seat is null
    or actions.player is distinct from seats.player
    or actions.position is distinct from seats.position;
