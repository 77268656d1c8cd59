-- One row per seat of the hero dealt into a counted hand, with the columns of fct_session_hands. The hero counts
-- under every name, also where the site prints none. Sessions are numbered per site and kind of money, over all of the
-- heroes' names there.
-- grain: (site, hand_id, seat)    reads: fct_seat_facts, stg_hands
create or replace view fct_session_hero_hands as
with

hands_at_tables as (
    select
        facts.*,
        hands.tournament_id,
        table_or_pool(
            hands.is_fast_fold,
            hands.table_name,
            facts.kind,
            facts.game,
            facts.is_hi_lo,
            facts.betting,
            facts.bb_size,
            hands.max_seats
        ) as table_name
    from fct_seat_facts as facts
    inner join stg_hands as hands
        on
            facts.site = hands.site
            and facts.hand_id = hands.hand_id
    where facts.is_hero
),

hands_in_order as (
    select
        *,
        lag(started_at) over hands_played as previous_started_at,
        lead(started_at) over hands_played as next_started_at,
        lead(started_at) over hands_at_table as next_started_at_table
    from hands_at_tables
    window
        hands_played as (
            partition by site, kind, currency
            order by started_at, hand_id
        ),
        hands_at_table as (
            partition by site, kind, currency, table_name, tournament_id
            order by started_at, hand_id
        )
)

select
    played.* exclude (previous_started_at, next_started_at, next_started_at_table), -- noqa: AM04, RF03
    case
        when played.started_at is not null
            then
                cast(
                    sum(cast(starts_session(played.started_at, played.previous_started_at) as tinyint)) over (
                        partition by played.site, played.kind, played.currency
                        order by played.started_at, played.hand_id
                        rows between unbounded preceding and current row
                    ) as bigint
                )
    end as session_no,
    -- If the break after this hand is too long, the next hand begins a session.
    case
        when played.started_at is null then null
        when played.next_started_at is null or starts_session(played.next_started_at, played.started_at) then 60
        else epoch(played.next_started_at) - epoch(played.started_at)
    end as seconds,
    case
        when played.started_at is null then null
        when
            played.next_started_at_table is null
            or starts_session(played.next_started_at_table, played.started_at)
            then 60
        else epoch(played.next_started_at_table) - epoch(played.started_at)
    end as table_seconds
from hands_in_order as played;
