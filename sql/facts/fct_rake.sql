-- One row per seat dealt into a counted hand whose rake is known, with its share of the rake, computed in four ways.
-- The shares of a hand add up to its rake, in minor units: what division leaves over goes to the largest remainders,
-- the lowest seat first. `rake_dealt` divides by the players dealt in, `rake_contributed` by those who put anything
-- into the pots, blinds and antes included, `rake_weighted` in proportion to what they put in, over all pots together,
-- and `rake_won` takes each pot's rake from those who won it, in proportion to what they won. A share is null if there
-- is nobody to pay it.
-- Fees, such as those of a jackpot, are not rake. Sites pay rakeback by one of these, or by rules that are not in any
-- log.
-- grain: (site, hand_id, seat)    reads: stg_awards, stg_hands, stg_pots, stg_seats
create or replace view fct_rake as
with

seats as (
    select
        seats.site,
        seats.hand_id,
        seats.seat,
        person(seats.site, seats.player) as player,
        coalesce(seats.is_anonymous, false) as is_anonymous,
        seats.kind,
        seats.currency,
        seats.scale,
        seats.game_family,
        seats.betting,
        seats.started_at,
        cast(hands.rake as hugeint) as rake,
        cast(greatest(coalesce(seats.contributed, 0), 0) as hugeint) as contributed
    from stg_seats as seats
    inner join stg_hands as hands
        on
            seats.site = hands.site
            and seats.hand_id = hands.hand_id
    where
        seats.is_counted
        and hands.rake is not null
),

-- Each seat's share of the rake: of the hand by three weights, of each pot by a fourth.
weights as (
    select
        site,
        hand_id,
        seat,
        unnest(['dealt', 'contributed', 'weighted']) as way,
        0 as pot_no,
        rake,
        unnest([cast(1 as hugeint), cast(sign(contributed) as hugeint), contributed]) as weight
    from seats
    union all
    select
        awards.site,
        awards.hand_id,
        awards.seat,
        'won' as way,
        awards.pot_no,
        any_value(cast(pots.rake as hugeint)) as rake,
        sum(cast(greatest(awards.amount, 0) as hugeint)) as weight
    from stg_awards as awards
    inner join stg_pots as pots
        on
            awards.site = pots.site
            and awards.hand_id = pots.hand_id
            and awards.pot_no = pots.pot_no
    group by awards.site, awards.hand_id, awards.seat, awards.pot_no
),

totals as (
    select
        *,
        sum(weight) over (partition by site, hand_id, way, pot_no) as total
    from weights
),

divided as (
    select
        *,
        rake * weight // cast(total as hugeint) as whole,
        rake * weight % cast(total as hugeint) as part
    from totals
    where total > 0
),

placed as (
    select
        *,
        rake - sum(whole) over (partition by site, hand_id, way, pot_no) as missing,
        row_number() over (
            partition by site, hand_id, way, pot_no order by part desc, seat asc
        ) as place
    from divided
),

shares as (
    select
        site,
        hand_id,
        seat,
        sum(case when way = 'dealt' then whole + cast(place <= missing as integer) end) as rake_dealt,
        sum(case when way = 'contributed' then whole + cast(place <= missing as integer) end) as rake_contributed,
        sum(case when way = 'weighted' then whole + cast(place <= missing as integer) end) as rake_weighted,
        sum(case when way = 'won' then whole + cast(place <= missing as integer) end) as rake_won,
        count_if(way = 'won') as pots_won
    from placed
    group by site, hand_id, seat
)

select
    seats.site,
    seats.hand_id,
    seats.seat,
    seats.player,
    seats.is_anonymous,
    seats.kind,
    seats.currency,
    seats.scale,
    seats.game_family,
    seats.betting,
    seats.started_at,
    cast(seats.rake as bigint) as rake,
    cast(shares.rake_dealt as bigint) as rake_dealt,
    cast(shares.rake_contributed as bigint) as rake_contributed,
    cast(shares.rake_weighted as bigint) as rake_weighted,
    cast(
        case
            when shares.rake_won is not null then shares.rake_won
            -- A seat that wins nothing pays nothing, if it is known who won.
            when sum(shares.pots_won) over (partition by seats.site, seats.hand_id) > 0 then 0
        end as bigint
    ) as rake_won
from seats
inner join shares
    on
        seats.site = shares.site
        and seats.hand_id = shares.hand_id
        and seats.seat = shares.seat;
