-- One row per hand whose seats' luck does not add up to 0: their expected values do not add up to what the pots paid
-- (to a thousandth of a minor unit), or are known for only some of those who were dealt in. Hands that do not
-- count are left out.
-- grain: (site, hand_id)    reads: stg_hands, stg_seats
with

seat_sums as (
    select
        site,
        hand_id,
        count_true(is_dealt_in) as seats,
        count_true(is_dealt_in and ev_net is not null) as seats_known,
        round(sum(ev_net + contributed), 3) as expected,
        cast(sum(won) as bigint) as won,
        round(sum(net - coalesce(side, 0) - ev_net), 3) as luck
    from stg_seats
    group by all
)

select
    hands.site,
    hands.hand_id,
    hands.verdict,
    seat_sums.seats,
    seat_sums.seats_known,
    seat_sums.expected,
    seat_sums.won,
    seat_sums.luck
from stg_hands as hands
inner join seat_sums
    on
        hands.site = seat_sums.site
        and hands.hand_id = seat_sums.hand_id
where
    is_counted(hands.verdict)
    and seat_sums.seats_known > 0
    and (seat_sums.luck <> 0 or seat_sums.seats_known <> seat_sums.seats);
