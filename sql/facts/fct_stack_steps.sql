-- One row per seat whose player is also in the table's next hand in the lake, with the change of the stack in between.
-- `continuity` is the first that fits: `same`; `more` (bought chips, or hands are missing); then, for less, `no_time`
-- (order unknown), `id_conflict` (another hand has the same number), `flagged` (the money of this hand is not trusted),
-- `gap` (over five minutes from start to start), `button` (the button passed a player dealt into both hands), `moved`
-- (another stack grew and the table's total did not: hands are missing); otherwise `less`, which nothing explains.
-- Fast-fold tables are not continuous and anonymous names do not identify a person, so both are left out.
-- grain: (site, hand_id, seat)    reads: stg_hands, stg_seats
create or replace view fct_stack_steps as
with

conflicts as (
    select distinct
        site,
        split_part(hand_id, '~', 1) as number
    from stg_hands
    where contains(hand_id, '~')
),

hands_in_order as (
    select
        site,
        hand_id,
        button_seat,
        started_at,
        table_name,
        is_counted(verdict) and not is_flagged(verdict) as is_trusted,
        lead(hand_id) over table_order as next_hand_id,
        lead(button_seat) over table_order as next_button_seat,
        lead(started_at) over table_order as next_started_at
    from stg_hands
    where
        table_name is not null
        and not coalesce(is_fast_fold, false)
    window table_order as (
        partition by site, skin, currency, tournament_id, table_name, max_seats
        order by started_at nulls last, length(split_part(hand_id, '~', 1)), hand_id
    )
),

pairs as (
    select
        hands.site,
        hands.hand_id,
        hands.next_hand_id,
        hands.table_name,
        hands.started_at,
        hands.button_seat,
        hands.next_button_seat,
        date_diff('second', hands.started_at, hands.next_started_at) as seconds,
        hands.is_trusted,
        conflicts.number is not null or next_conflicts.number is not null as is_conflict
    from hands_in_order as hands
    left join conflicts
        on
            hands.site = conflicts.site
            and split_part(hands.hand_id, '~', 1) = conflicts.number
    left join conflicts as next_conflicts
        on
            hands.site = next_conflicts.site
            and split_part(hands.next_hand_id, '~', 1) = next_conflicts.number
    where hands.next_hand_id is not null
),

steps as (
    select
        pairs.site,
        pairs.hand_id,
        pairs.next_hand_id,
        seats.seat,
        seats.player,
        pairs.table_name,
        pairs.started_at,
        pairs.seconds,
        pairs.is_trusted,
        pairs.is_conflict,
        seats.starting_stack,
        seats.net,
        next_seats.starting_stack as next_starting_stack,
        -- A wide type: one absurd stack must not abort the query.
        cast(next_seats.starting_stack as hugeint) - seats.starting_stack - seats.net as difference,
        seats.is_dealt_in
        and next_seats.is_dealt_in
        and (seats.seat - pairs.button_seat + 100) % 100 between 1
        and (pairs.next_button_seat - pairs.button_seat + 99) % 100 as is_passed
    from pairs
    inner join stg_seats as seats
        on
            pairs.site = seats.site
            and pairs.hand_id = seats.hand_id
    inner join stg_seats as next_seats
        on
            pairs.site = next_seats.site
            and pairs.next_hand_id = next_seats.hand_id
            and seats.seat = next_seats.seat
            and seats.player = next_seats.player
    where not coalesce(seats.is_anonymous, false)
)

select
    site,
    hand_id,
    seat,
    player,
    next_hand_id,
    table_name,
    started_at,
    seconds,
    starting_stack,
    net,
    next_starting_stack,
    try_cast(difference as bigint) as difference,
    case
        when difference = 0 then 'same'
        when difference > 0 then 'more'
        when seconds is null then 'no_time'
        when is_conflict then 'id_conflict'
        when not is_trusted then 'flagged'
        when seconds > 300 then 'gap'
        when max(is_passed) over step then 'button'
        when max(difference) over step > 0 and sum(difference) over step <= 0 then 'moved'
        else 'less'
    end as continuity
from steps
window step as (partition by site, hand_id);
