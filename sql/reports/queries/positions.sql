-- Winnings of `player` by stake and position, the stakes with most hands first, positions in the order of the deal.
-- grain: (site, kind, currency, game, is_hi_lo, betting, big_blind, position)
-- reads: rpt_stakes_by_position, rpt_tournament_games
with

positions as (
    select
        site,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind_money as big_blind,
        position,
        position_order,
        hands,
        net_money as net,
        bb_per_100,
        bb_per_100_low,
        bb_per_100_high
    from rpt_stakes_by_position
    where player = getvariable('player') and kind is distinct from 'tournament'
    union all by name
    select * exclude (player)
    from rpt_tournament_games
    where player = getvariable('player') and position is not null
)

select *
from positions
order by
    sum(hands) over (partition by site, kind, currency, game, is_hi_lo, betting, big_blind) desc,
    site,
    kind,
    currency,
    game,
    is_hi_lo,
    betting,
    big_blind,
    position_order;
