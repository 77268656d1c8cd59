-- The rake of the hands of `player` by stake: their share, in proportion to what they put into each pot, and
-- what they would have won without rake. Hands whose rake is unknown are only counted.
-- grain: (site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet)    reads: fct_hands, fct_results
with

shares as (
    select
        results.site,
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
        hands.rake is not null and hands.rake_source <> 'unknown' as is_known,
        case
            when is_known
                then
                    coalesce(
                        (hands.rake + coalesce(hands.fees, 0)) * results.contributed / nullif(hands.total_pot, 0), 0
                    )
        end as paid
    from fct_results as results
    inner join fct_hands as hands
        on
            results.site = hands.site
            and results.hand_id = hands.hand_id
    where
        results.player = getvariable('player')
        and results.kind <> 'tournament'
),

sums as (
    select
        site,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind,
        small_bet,
        count(*) as hands,
        count_true(is_known) as known_hands,
        count_true(paid > 0) as raked_hands,
        sum(case when is_known then money(net, scale) end) as won,
        sum(expected_money(paid, scale)) as rake,
        100 * avg(paid / nullif(bb_size, 0)) as rake_bb_per_100
    from shares
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
    won + rake as net_before_rake,
    rake_bb_per_100
from sums
where raked_hands > 0
order by hands desc, site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet;
