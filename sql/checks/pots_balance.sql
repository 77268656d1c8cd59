-- One row per hand whose pots do not hold what was put in, or do not pay out what they hold: contributed and added are
-- the pots' gross, which is awards, rake and fees. Hands that do not count are left out. Sums stay wide until they are
-- shown, so that one absurd amount is found and does not end the check.
-- grain: (site, hand_id)    reads: stg_awards, stg_hands, stg_pots, stg_seats
with

seat_sums as (
    select
        site,
        hand_id,
        sum(contributed) as contributed
    from stg_seats
    group by all
),

pot_sums as (
    select
        site,
        hand_id,
        sum(gross) as gross,
        sum(rake) as rake,
        sum(fee) as fees
    from stg_pots
    group by all
),

award_sums as (
    select
        site,
        hand_id,
        sum(amount) as awarded
    from stg_awards
    group by all
)

select
    hands.site,
    hands.hand_id,
    hands.verdict,
    try_cast(seat_sums.contributed as bigint) as contributed,
    hands.added,
    try_cast(pot_sums.gross as bigint) as gross,
    try_cast(award_sums.awarded as bigint) as awarded,
    try_cast(pot_sums.rake as bigint) as rake,
    try_cast(pot_sums.fees as bigint) as fees
from stg_hands as hands
left join seat_sums
    on
        hands.site = seat_sums.site
        and hands.hand_id = seat_sums.hand_id
left join pot_sums
    on
        hands.site = pot_sums.site
        and hands.hand_id = pot_sums.hand_id
left join award_sums
    on
        hands.site = award_sums.site
        and hands.hand_id = award_sums.hand_id
where
    is_counted(hands.verdict)
    and (
        coalesce(seat_sums.contributed, 0) + cast(coalesce(hands.added, 0) as hugeint) <> coalesce(pot_sums.gross, 0)
        or coalesce(pot_sums.gross, 0)
        <> coalesce(award_sums.awarded, 0) + coalesce(pot_sums.rake, 0) + coalesce(pot_sums.fees, 0)
        or coalesce(pot_sums.rake, 0) <> coalesce(hands.rake, 0)
        or coalesce(pot_sums.fees, 0) <> coalesce(hands.fees, 0)
    );
