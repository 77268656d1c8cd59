-- The rake of the hands of `player` by stake: their share, in proportion to what each player put in, and what they
-- would have won without rake and fees. The shares are those of `rake_weighted` in fct_rake; fees are divided likewise.
-- Hands whose rake is unknown are only counted.
-- grain: (site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet)    reads: fct_hands, fct_results
with

mine as (
    select
        results.site,
        results.hand_id,
        results.seat,
        results.kind,
        results.currency,
        results.scale,
        results.game,
        results.is_hi_lo,
        results.betting,
        results.big_blind,
        results.small_bet,
        results.bb_size,
        results.net,
        results.contributed,
        hands.rake,
        hands.fees,
        hands.rake is not null and hands.rake_source <> 'unknown' as is_known
    from fct_results as results
    inner join fct_hands as hands
        on
            results.site = hands.site
            and results.hand_id = hands.hand_id
    where
        results.player = getvariable('player')
        and results.kind <> 'tournament'
),

-- Who put nothing in pays nothing: their hands need not be divided.
weights as (
    select
        mine.site,
        mine.hand_id,
        mine.seat,
        theirs.seat as payer,
        unnest(['rake', 'fees']) as what,
        unnest([cast(mine.rake as hugeint), cast(mine.fees as hugeint)]) as amount,
        cast(greatest(coalesce(theirs.contributed, 0), 0) as hugeint) as weight
    from mine
    inner join fct_results as theirs
        on
            mine.site = theirs.site
            and mine.hand_id = theirs.hand_id
    where
        mine.is_known
        and mine.contributed > 0
        and (mine.rake <> 0 or mine.fees <> 0)
),

divided as (
    select
        *,
        amount * weight // cast(sum(weight) over of_hand as hugeint) as whole,
        amount * weight % cast(sum(weight) over of_hand as hugeint) as part
    from weights
    window of_hand as (partition by site, hand_id, seat, what)
),

placed as (
    select
        *,
        amount - sum(whole) over (partition by site, hand_id, seat, what) as missing,
        row_number() over (
            partition by site, hand_id, seat, what order by part desc, payer asc
        ) as place
    from divided
),

shares as (
    select
        site,
        hand_id,
        seat,
        cast(sum(case what when 'rake' then whole + cast(place <= missing as integer) end) as bigint) as rake,
        cast(sum(case what when 'fees' then whole + cast(place <= missing as integer) end) as bigint) as fees
    from placed
    where payer = seat
    group by site, hand_id, seat
),

sums as (
    select
        mine.site,
        mine.kind,
        mine.currency,
        mine.scale,
        mine.game,
        mine.is_hi_lo,
        mine.betting,
        mine.big_blind,
        mine.small_bet,
        count(*) as hands,
        count_true(mine.is_known) as known_hands,
        count(shares.seat) as raked_hands,
        sum(case when mine.is_known then money(mine.net, mine.scale) end) as won,
        sum(case when mine.is_known then money(coalesce(shares.rake, 0), mine.scale) end) as rake,
        sum(case when mine.is_known then money(coalesce(shares.fees, 0), mine.scale) end) as fees,
        per_100(
            case when mine.is_known then coalesce(shares.rake, 0) / nullif(mine.bb_size, 0) end
        ) as rake_bb_per_100
    from mine
    left join shares
        on
            mine.site = shares.site
            and mine.hand_id = shares.hand_id
            and mine.seat = shares.seat
    group by all
)

select
    site,
    kind,
    currency,
    coalesce(scale, 0) as scale,
    game,
    is_hi_lo,
    betting,
    money(big_blind, scale) as big_blind,
    money(small_bet, scale) as small_bet,
    hands,
    known_hands,
    won as net,
    rake,
    fees,
    won + rake + fees as net_before_rake,
    rake_bb_per_100
from sums
where raked_hands > 0
order by hands desc, site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet;
