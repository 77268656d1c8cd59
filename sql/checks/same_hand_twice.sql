-- One row per hand that is stored under two keys of one number, such as `123` and `123~0a1b2c3d`: the same stacks and
-- actions, and no cards that contradict each other. `handlab ingest --reparse` merges hands that an older version kept
-- apart.
-- grain: (site, hand_id)    reads: stg_hands, stg_seats
with

numbered as (
    select
        site,
        hand_id,
        split_part(hand_id, '~', 1) as site_number,
        content_digest,
        deal_digest,
        sorted_cards(board) as board_cards
    from stg_hands
),

doubled as (
    select
        site,
        site_number,
        content_digest,
        count(distinct board_cards) as boards
    from numbered
    where content_digest is not null
    group by
        site,
        site_number,
        content_digest
    having count(*) > 1
),

alike as (
    select
        numbered.*,
        doubled.boards
    from numbered
    inner join doubled
        on
            numbered.site = doubled.site
            and numbered.site_number = doubled.site_number
            and numbered.content_digest = doubled.content_digest
),

contradicted_seats as (
    select
        alike.site,
        alike.site_number,
        alike.content_digest,
        seats.seat
    from alike
    inner join stg_seats as seats
        on
            alike.site = seats.site
            and alike.hand_id = seats.hand_id
    where seats.hole_cards is not null
    group by
        alike.site,
        alike.site_number,
        alike.content_digest,
        seats.seat
    having count(distinct sorted_cards(seats.hole_cards)) > 1
),

contradictions as (
    select distinct
        site,
        site_number,
        content_digest
    from contradicted_seats
),

equal_deals as (
    select
        site,
        site_number,
        content_digest,
        deal_digest
    from alike
    group by
        site,
        site_number,
        content_digest,
        deal_digest
    having count(*) > 1
)

select
    alike.site,
    alike.hand_id,
    alike.content_digest,
    alike.deal_digest
from alike
left join contradictions
    on
        alike.site = contradictions.site
        and alike.site_number = contradictions.site_number
        and alike.content_digest = contradictions.content_digest
left join equal_deals
    on
        alike.site = equal_deals.site
        and alike.site_number = equal_deals.site_number
        and alike.content_digest = equal_deals.content_digest
        and alike.deal_digest is not distinct from equal_deals.deal_digest
where
    (alike.boards < 2 and contradictions.site is null)
    or equal_deals.site is not null;
