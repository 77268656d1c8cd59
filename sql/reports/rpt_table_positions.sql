-- One row per stake and position, over all players, named or not. Levels of a tournament are not stakes: its hands are
-- combined, with null blinds. Amounts are in units of the currency.
-- grain: (site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet, bb_unit, position)    reads: fct_results
create or replace view rpt_table_positions as
with

sums as (
    select
        site,
        kind,
        currency,
        game,
        is_hi_lo,
        betting,
        case kind when 'tournament' then null else money(big_blind, scale) end as big_blind_money,
        case kind when 'tournament' then null else money(small_bet, scale) end as small_bet_money,
        bb_unit,
        position,
        coalesce(max(scale), 0) as scale,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(went_to_showdown) as showdown_hands,
        sum(money(net, scale)) as net,
        sum(case when went_to_showdown then money(net, scale) else 0 end) as net_showdown,
        sum(case when went_to_showdown then 0 else money(net, scale) end) as net_non_showdown,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr,
        count_true(is_all_in_runout) as all_in_hands,
        count_true(is_all_in_runout and ev_net is not null) as ev_known_hands,
        sum(expected_money(net_adjusted, scale)) as net_adjusted,
        per_100(net_bb_adjusted) as ev_bb_per_100
    from fct_results
    where position is not null
    group by all
)

select
    site,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    big_blind_money as big_blind,
    small_bet_money as small_bet,
    bb_unit,
    position,
    position_order(position) as position_order,
    hands,
    hands_flagged,
    showdown_hands,
    net,
    net_showdown,
    net_non_showdown,
    bb_per_100,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high,
    all_in_hands,
    ev_known_hands,
    net_adjusted,
    ev_bb_per_100
from sums;
