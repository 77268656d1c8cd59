-- A key that more than one row of a table has.
-- grain: (table_name, row_key)
-- reads: stg_actions, stg_awards, stg_boards, stg_hands, stg_pots, stg_seats, stg_side_payments
with

keys as (
    select
        'hands' as table_name,
        concat_ws('|', site, hand_id) as row_key
    from stg_hands
    union all
    select
        'seats' as table_name,
        concat_ws('|', site, hand_id, seat) as row_key
    from stg_seats
    union all
    select
        'actions' as table_name,
        concat_ws('|', site, hand_id, action_no) as row_key
    from stg_actions
    union all
    select
        'boards' as table_name,
        concat_ws('|', site, hand_id, run_no, street) as row_key
    from stg_boards
    union all
    select
        'pots' as table_name,
        concat_ws('|', site, hand_id, pot_no) as row_key
    from stg_pots
    union all
    select
        'awards' as table_name,
        concat_ws('|', site, hand_id, pot_no, run_no, half, seat) as row_key
    from stg_awards
    union all
    select
        'side_payments' as table_name,
        concat_ws('|', site, hand_id, seat, kind) as row_key
    from stg_side_payments
)

select
    table_name,
    row_key,
    count(*) as copies
from keys
group by all
having count(*) > 1;
