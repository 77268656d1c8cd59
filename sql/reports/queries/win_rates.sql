-- Winnings of `player` by game and stake, the stakes with most hands first; the levels of tournaments count together.
-- grain: (site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet, bb_unit)
-- reads: rpt_stakes, rpt_tournament_games
with

stakes as (
    select * exclude (player)
    from rpt_stakes
    where player = getvariable('player')
    union all by name
    select * exclude (player, position, position_order)
    from rpt_tournament_games
    where player = getvariable('player') and position is null
)

select *
from stakes
order by hands desc, site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet;
