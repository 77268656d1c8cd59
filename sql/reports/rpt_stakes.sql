-- One row per player, game and stake outside tournaments: win_rates with amounts in units of the currency.
-- grain: (site, player, kind, currency, scale, game, is_hi_lo, betting, big_blind, small_bet, bb_unit)
-- reads: win_rates
create or replace view rpt_stakes as
select
    site,
    player,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    money(big_blind, scale) as big_blind,
    money(small_bet, scale) as small_bet,
    bb_unit,
    hands,
    hands_flagged,
    showdown_hands,
    money(net, scale) as net,
    money(net_showdown, scale) as net_showdown,
    money(net_non_showdown, scale) as net_non_showdown,
    bb_per_100,
    bb_per_100_low,
    bb_per_100_high,
    all_in_hands,
    ev_known_hands,
    expected_money(net_adjusted, scale) as net_adjusted,
    ev_bb_per_100
from win_rates
where kind is distinct from 'tournament';
