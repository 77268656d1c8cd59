-- One row per hand that the lake seems to hold under another number or another site as well: the same stacks and
-- actions, the same board, and no cards that contradict each other. All hands of a `copy_group` look alike. Without a
-- board the cards of two seats must be known, since such hands are often alike by chance. Copies that were cut off or
-- print other amounts are not found, nor are hands that an older parser read, until `handlab ingest --reparse`.
-- grain: (site, hand_id)    reads: stg_hands, stg_seats
create or replace view possible_copies as
with

numbered as (
    select
        site,
        hand_id,
        split_part(hand_id, '~', 1) as site_number,
        content_digest,
        coalesce(sorted_cards(board), '') as board_cards,
        started_at,
        table_name,
        source_file,
        source_line
    from stg_hands
    where deal_digest is not null
),

doubled as (
    select
        content_digest,
        board_cards
    from numbered
    group by
        content_digest,
        board_cards
    having count(distinct row(site, site_number)) > 1
),

alike as (
    select numbered.*
    from numbered
    semi join doubled
        on
            numbered.content_digest = doubled.content_digest
            and numbered.board_cards = doubled.board_cards
),

holdings as (
    select
        alike.content_digest,
        alike.board_cards,
        seats.site,
        seats.hand_id,
        seats.seat,
        sorted_cards(seats.hole_cards) as cards
    from alike
    inner join stg_seats as seats
        on
            alike.site = seats.site
            and alike.hand_id = seats.hand_id
    where seats.hole_cards is not null
),

contradicted_seats as (
    select
        content_digest,
        board_cards,
        seat
    from holdings
    group by
        content_digest,
        board_cards,
        seat
    having count(distinct cards) > 1
),

contradictions as (
    select distinct
        content_digest,
        board_cards
    from contradicted_seats
),

known as (
    select
        site,
        hand_id,
        count(*) as seats_known,
        string_agg(seat || ' ' || cards, ' ' order by seat) as holding
    from holdings
    group by
        site,
        hand_id
),

grouped as (
    select
        alike.*,
        coalesce(known.seats_known, 0) as seats_known,
        -- If some contradict each other, only those that show exactly the same cards are alike.
        cast(
            hash(
                alike.content_digest,
                alike.board_cards,
                case when contradictions.content_digest is not null then known.holding end
            ) >> 1 as bigint
        ) as copy_group
    from alike
    left join known
        on
            alike.site = known.site
            and alike.hand_id = known.hand_id
    left join contradictions
        on
            alike.content_digest = contradictions.content_digest
            and alike.board_cards = contradictions.board_cards
    where
        alike.board_cards <> ''
        or known.seats_known >= 2
),

sizes as (
    select
        copy_group,
        count(*) as copies
    from grouped
    group by copy_group
    having count(distinct row(site, site_number)) > 1
)

select
    grouped.site,
    grouped.hand_id,
    grouped.copy_group,
    sizes.copies,
    grouped.seats_known,
    grouped.started_at,
    grouped.table_name,
    grouped.source_file,
    grouped.source_line
from grouped
inner join sizes
    on grouped.copy_group = sizes.copy_group;
