-- One row per hand that has rows in some table but not in `hands`, and per hand without a seat.
-- grain: (table_name, site, hand_id)
-- reads: stg_actions, stg_awards, stg_boards, stg_hands, stg_pots, stg_seats, stg_side_payments
with

orphans as (
    select
        'seats' as table_name,
        parts.site,
        parts.hand_id
    from stg_seats as parts
    anti join stg_hands as hands
        on
            parts.site = hands.site
            and parts.hand_id = hands.hand_id
    union all
    select
        'actions' as table_name,
        parts.site,
        parts.hand_id
    from stg_actions as parts
    anti join stg_hands as hands
        on
            parts.site = hands.site
            and parts.hand_id = hands.hand_id
    union all
    select
        'boards' as table_name,
        parts.site,
        parts.hand_id
    from stg_boards as parts
    anti join stg_hands as hands
        on
            parts.site = hands.site
            and parts.hand_id = hands.hand_id
    union all
    select
        'pots' as table_name,
        parts.site,
        parts.hand_id
    from stg_pots as parts
    anti join stg_hands as hands
        on
            parts.site = hands.site
            and parts.hand_id = hands.hand_id
    union all
    select
        'awards' as table_name,
        parts.site,
        parts.hand_id
    from stg_awards as parts
    anti join stg_hands as hands
        on
            parts.site = hands.site
            and parts.hand_id = hands.hand_id
    union all
    select
        'side_payments' as table_name,
        parts.site,
        parts.hand_id
    from stg_side_payments as parts
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

select distinct
    table_name,
    site,
    hand_id
from orphans;
