-- One row per player and swing, in big blinds over the hands in the order of play. A downswing begins at a high of the
-- total winnings and lasts until that high is reached again; an upswing begins at a low and lasts until that low is
-- reached again. `depth_bb` is the largest distance, down or up, reached after `hands_to_extreme` hands, at
-- `extreme_at`. `started_at` is the hand of the high or low itself, null if the swing begins before the first hand;
-- `ended_at` is null for a swing that still lasts. `luck_bb` is the part of `depth_bb` that is luck at all-ins with
-- known cards. Stud is counted in small bets and has rows of its own.
-- grain: (site, player, kind, currency, bb_unit, direction, swing_no)    reads: fct_seat_facts
create or replace view swings as
with

hands_both_ways as (
    select
        site,
        player,
        kind,
        currency,
        bb_unit,
        unnest(['down', 'up']) as direction,
        unnest([1, -1]) as sign,
        started_at,
        hand_id,
        net_bb,
        coalesce(luck_bb, 0) as luck_bb
    from fct_seat_facts
    where
        not is_anonymous
        and net_bb is not null
),

running as (
    select
        site,
        player,
        kind,
        currency,
        bb_unit,
        direction,
        started_at,
        row_number() over hands_in_order as hand_no,
        -- Rounded, so that a sum of fractions that returns to a high equals it.
        round(sum(sign * net_bb) over hands_in_order, 6) as won,
        sum(sign * luck_bb) over hands_in_order as luck
    from hands_both_ways
    window
        hands_in_order as (
            partition by site, player, kind, currency, bb_unit, direction
            order by started_at nulls last, length(split_part(hand_id, '~', 1)), hand_id
            rows between unbounded preceding and current row
        )
),

highs as (
    select
        site,
        player,
        kind,
        currency,
        bb_unit,
        direction,
        started_at,
        hand_no,
        won,
        luck,
        greatest(
            0,
            max(won) over (
                partition by site, player, kind, currency, bb_unit, direction
                order by hand_no
                rows between unbounded preceding and current row
            )
        ) as high,
        won = high as is_high
    from running
),

numbered as (
    select
        site,
        player,
        kind,
        currency,
        bb_unit,
        direction,
        started_at,
        hand_no,
        luck,
        is_high,
        high - won as fallen,
        -- The first of several hands that are equally deep.
        struct_pack(fallen := high - won, place := -hand_no) as extreme_order,
        coalesce(
            sum(cast(is_high as tinyint)) over (
                partition by site, player, kind, currency, bb_unit, direction
                order by hand_no
                rows between unbounded preceding and current row
            ),
            0
        ) as high_no,
        lead(started_at) over (
            partition by site, player, kind, currency, bb_unit, direction
            order by hand_no
        ) as next_started_at
    from highs
),

swings_of_highs as (
    select
        site,
        player,
        kind,
        currency,
        bb_unit,
        direction,
        high_no,
        max(case when is_high then started_at end) as started_at,
        arg_max_null(started_at, extreme_order) as extreme_at,
        -- The hand after the last one of the swing returns to the high.
        arg_max_null(next_started_at, hand_no) as ended_at,
        max(fallen) as depth_bb,
        arg_max(hand_no, extreme_order) - min(hand_no) + cast(not bool_or(is_high) as tinyint) as hands_to_extreme,
        count(*) - cast(bool_or(is_high) as tinyint) as hands,
        arg_min(luck, hand_no) - arg_max(luck, extreme_order) as lost_to_luck,
        -- Before the first high the swing begins at zero winnings, with no luck.
        bool_or(is_high) as begins_at_hand,
        -arg_max(luck, extreme_order) as lost_to_luck_from_start
    from numbered
    group by all
    having max(fallen) > 0
)

select
    site,
    player,
    kind,
    currency,
    bb_unit,
    direction,
    row_number() over (
        partition by site, player, kind, currency, bb_unit, direction
        order by high_no
    ) as swing_no,
    started_at,
    extreme_at,
    ended_at,
    depth_bb,
    case when begins_at_hand then lost_to_luck else lost_to_luck_from_start end as luck_bb,
    hands_to_extreme,
    hands
from swings_of_highs;
