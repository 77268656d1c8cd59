-- One row per hand whose seats together do not win what the house added less what it took: the sum of net less side
-- payments is added less rake and fees. Hands without a known rake, and those that do not count, are left out.
-- grain: (site, hand_id)    reads: stg_hands, stg_seats
with

seat_sums as (
    select
        site,
        hand_id,
        sum(cast(net as hugeint) - coalesce(side, 0)) as net
    from stg_seats
    group by all
)

select
    hands.site,
    hands.hand_id,
    hands.verdict,
    try_cast(seat_sums.net as bigint) as net,
    hands.added,
    hands.rake,
    hands.fees
from stg_hands as hands
inner join seat_sums
    on
        hands.site = seat_sums.site
        and hands.hand_id = seat_sums.hand_id
where
    is_counted(hands.verdict)
    and hands.rake is not null
    and seat_sums.net <> cast(coalesce(hands.added, 0) as hugeint) - hands.rake - coalesce(hands.fees, 0);
