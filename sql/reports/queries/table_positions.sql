-- Winnings of everybody by stake and position, the stakes with most hands first, positions in the order of the deal.
-- grain: (site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet, bb_unit, position)
-- reads: rpt_table_positions
select *
from rpt_table_positions
order by
    sum(hands) over (partition by site, kind, currency, game, is_hi_lo, betting, big_blind) desc,
    site,
    kind,
    currency,
    game,
    is_hi_lo,
    betting,
    big_blind,
    small_bet,
    position_order;
