-- A hand of which a table holds rows though `hands` does not hold it, or a hand without a seat.
-- grain: (table_name, site, hand_id)
-- reads: stg_actions, stg_awards, stg_boards, stg_hands, stg_pots, stg_seats, stg_side_payments
with

parts as (
    select
        'seats' as table_name,
        site,
        hand_id
    from stg_seats
    union
    select
        'actions' as table_name,
        site,
        hand_id
    from stg_actions
    union
    select
        'boards' as table_name,
        site,
        hand_id
    from stg_boards
    union
    select
        'pots' as table_name,
        site,
        hand_id
    from stg_pots
    union
    select
        'awards' as table_name,
        site,
        hand_id
    from stg_awards
    union
    select
        'side_payments' as table_name,
        site,
        hand_id
    from stg_side_payments
),

orphans as (
    select
        parts.table_name,
        parts.site,
        parts.hand_id
    from parts
    anti join stg_hands as hands
        on
            parts.site = hands.site
            and parts.hand_id = hands.hand_id
    union all
    select
        'hands' as table_name,
        hands.site,
        hands.hand_id
    from stg_hands as hands
    anti join stg_seats as seats
        on
            hands.site = seats.site
            and hands.hand_id = seats.hand_id
)

select
    table_name,
    site,
    hand_id
from orphans;
