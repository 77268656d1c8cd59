-- One row per player and game of their tournaments, and one for each position in it. Levels are not stakes, so all
-- levels are combined. In the row of all positions `position` is null. Amounts are in chips.
-- grain: (site, player, kind, currency, game, is_hi_lo, betting, bb_unit, position)    reads: fct_results
create or replace view rpt_tournament_games as
with

sums as (
    select
        site,
        player,
        kind,
        currency,
        game,
        is_hi_lo,
        betting,
        bb_unit,
        position,
        grouping(position) = 1 as is_total,
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
    where
        not is_anonymous
        and kind = 'tournament'
    group by grouping sets (
        (site, player, kind, currency, game, is_hi_lo, betting, bb_unit),
        (site, player, kind, currency, game, is_hi_lo, betting, bb_unit, position)
    )
)

select
    site,
    player,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    cast(null as decimal(28, 8)) as big_blind,
    cast(null as decimal(28, 8)) as small_bet,
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
from sums
-- Seats without a position, as in stud, are only in the row of all positions.
where
    is_total
    or position is not null;
