-- One row per hand whose pots do not hold what was put in, or do not pay out what they hold: contributed + added must
-- equal the pots' gross, and this must equal awards + rake + fees. If the log itself pays out a different sum, the
-- hand is not listed if its verdict is `mismatch` and `unpaid` is its residual, which logs_add_up shows. Hands that do
-- not count are left out, and so is what is unpaid where the log breaks off. Sums keep a wide type to the end, so that
-- one absurd amount is found and does not abort the check.
-- grain: (site, hand_id)    reads: stg_awards, stg_hands, stg_pots, stg_seats
with

seat_sums as (
    select
        site,
        hand_id,
        sum(contributed) as contributed,
        bool_or(won is null) as breaks_off
    from stg_seats
    group by all
),

pot_sums as (
    select
        site,
        hand_id,
        sum(gross) as gross,
        sum(rake) as rake,
        sum(fee) as fees,
        bool_or(net <> cast(gross as hugeint) - rake - fee) as is_net_wrong
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
),

hand_sums as (
    select
        hands.site,
        hands.hand_id,
        hands.verdict,
        seat_sums.contributed,
        hands.added,
        pot_sums.gross,
        award_sums.awarded,
        pot_sums.rake,
        pot_sums.fees,
        coalesce(seat_sums.breaks_off, false) as breaks_off,
        coalesce(pot_sums.gross, 0)
        - coalesce(award_sums.awarded, 0)
        - coalesce(pot_sums.rake, 0)
        - coalesce(pot_sums.fees, 0) as unpaid,
        if(hands.verdict = 'mismatch', coalesce(hands.residual_collected, 0), 0) as unpaid_by_log,
        coalesce(pot_sums.is_net_wrong, false) as is_net_wrong,
        coalesce(hands.rake, 0) as hand_rake,
        coalesce(hands.fees, 0) as hand_fees
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
    where is_counted(hands.verdict)
)

select
    site,
    hand_id,
    verdict,
    try_cast(contributed as bigint) as contributed,
    added,
    try_cast(gross as bigint) as gross,
    try_cast(awarded as bigint) as awarded,
    try_cast(rake as bigint) as rake,
    try_cast(fees as bigint) as fees,
    try_cast(unpaid as bigint) as unpaid
from hand_sums
where
    coalesce(contributed, 0) + cast(coalesce(added, 0) as hugeint) <> coalesce(gross, 0)
    or (unpaid not in (0, unpaid_by_log) and not breaks_off)
    or is_net_wrong
    or coalesce(rake, 0) <> hand_rake
    or coalesce(fees, 0) <> hand_fees;
