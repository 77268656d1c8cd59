-- One row per player, stake and position: what they win there, with the 95 % interval of win_rates.
-- grain: (site, player, kind, currency, scale, game, is_hi_lo, betting, big_blind, position)    reads: fct_results
create or replace view rpt_stakes_by_position as
with

sums as (
    select
        site,
        player,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind,
        position,
        count(*) as hands,
        cast(sum(net) as bigint) as net,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr
    from fct_results
    where
        not is_anonymous
        and position is not null
    group by all
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
    big_blind,
    money(big_blind, scale) as big_blind_money,
    position,
    position_order(position) as position_order,
    hands,
    net,
    money(net, scale) as net_money,
    bb_per_100,
    bb_per_100_stderr,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high
from sums;
