-- One row per hand whose seats together do not win what the house added less what it took: the sum of net - side
-- payments must equal added - rake - fees. If the log itself pays out a different sum, the hand is not listed if its
-- verdict is `mismatch` and `unpaid` is its residual, which logs_add_up shows. Hands without a known rake,
-- those whose log breaks off, and those that do not count, are left out.
-- grain: (site, hand_id)    reads: stg_hands, stg_seats
with

seat_sums as (
    select
        site,
        hand_id,
        sum(cast(net as hugeint) - coalesce(side, 0)) as net
    from stg_seats
    group by all
    having not bool_or(net is null)
),

hand_sums as (
    select
        hands.site,
        hands.hand_id,
        hands.verdict,
        seat_sums.net,
        hands.added,
        hands.rake,
        hands.fees,
        cast(coalesce(hands.added, 0) as hugeint) - hands.rake - coalesce(hands.fees, 0) - seat_sums.net as unpaid,
        if(hands.verdict = 'mismatch', coalesce(hands.residual_collected, 0), 0) as unpaid_by_log
    from stg_hands as hands
    inner join seat_sums
        on
            hands.site = seat_sums.site
            and hands.hand_id = seat_sums.hand_id
    where
        is_counted(hands.verdict)
        and hands.rake is not null
)

select
    site,
    hand_id,
    verdict,
    try_cast(net as bigint) as net,
    added,
    rake,
    fees,
    try_cast(unpaid as bigint) as unpaid
from hand_sums
where unpaid not in (0, unpaid_by_log);
