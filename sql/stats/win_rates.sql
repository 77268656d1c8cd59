-- One row per player, game and stake: what they win in money, in big blinds (`bb_unit`; small bets in stud), and per
-- 100 hands with a 95 % interval (see margin_of_error). The `_showdown` columns sum the hands that the player took to a
-- showdown, the `_non_showdown` columns all others. The `_adjusted` columns count an all-in at its expected value (see
-- luck) if that is known, otherwise at its result, so that `net` = `net_adjusted` + `luck` + `all_in_side`, which is
-- the money of those hands that does not come from the pots, such as a cash-out.
-- grain: (site, player, kind, currency, scale, game, is_hi_lo, betting, big_blind, small_bet, bb_unit)
-- reads: fct_named_seats
create or replace view win_rates as
with

-- As in player_stats, with the hands that went to showdown separated.
per_population as (
    select
        player,
        population,
        ev_net is not null as is_ev_known,
        went_to_showdown,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        sum(net) as net,
        count(net) as net_hands,
        var_samp(net) as net_variance,
        sum(side) as side,
        count_true(is_all_in_runout) as all_in_hands,
        sum(ev_net) as ev_net,
        var_samp(ev_net) as ev_net_variance
    from fct_named_seats
    group by all
),

with_units as (
    select
        *,
        population_bb_size(population) as bb_size,
        case when is_ev_known then ev_net else net end as net_adjusted,
        case when is_ev_known then hands else net_hands end as net_adjusted_hands,
        case when is_ev_known then ev_net_variance else net_variance end as net_adjusted_variance,
        case when is_ev_known then net - coalesce(side, 0) - ev_net end as luck
    from per_population
),

sums as (
    select
        population_part(population, 'site') as site,
        player,
        population_part(population, 'kind') as kind,
        population_part(population, 'currency') as currency,
        cast(population_part(population, 'scale') as tinyint) as scale,
        population_part(population, 'game') as game,
        cast(population_part(population, 'is_hi_lo') as boolean) as is_hi_lo,
        population_part(population, 'betting') as betting,
        cast(population_part(population, 'big_blind') as bigint) as big_blind,
        cast(population_part(population, 'small_bet') as bigint) as small_bet,
        population_part(population, 'bb_unit') as bb_unit,
        cast(sum(hands) as bigint) as hands,
        cast(sum(hands_flagged) as bigint) as hands_flagged,
        cast(coalesce(sum(hands) filter (where went_to_showdown), 0) as bigint) as showdown_hands,
        cast(sum(net) as bigint) as net,
        cast(coalesce(sum(net) filter (where went_to_showdown), 0) as bigint) as net_showdown,
        sum(net / bb_size) as net_bb,
        sum(net / bb_size * cast(went_to_showdown as tinyint)) as net_bb_showdown,
        cast(coalesce(sum(net_hands) filter (where bb_size is not null), 0) as bigint) as net_bb_hands,
        per_100_of_sums(net / bb_size, case when bb_size is not null then net_hands end) as bb_per_100,
        per_100_stderr_of_sums(
            net / bb_size, case when bb_size is not null then net_hands end, net_variance / bb_size / bb_size
        ) as bb_per_100_stderr,
        cast(sum(all_in_hands) as bigint) as all_in_hands,
        cast(coalesce(sum(all_in_hands) filter (where is_ev_known), 0) as bigint) as ev_known_hands,
        round(sum(net_adjusted), 3) as net_adjusted,
        coalesce(round(sum(luck), 3), 0) as luck,
        sum(net_adjusted / bb_size) as net_bb_adjusted,
        sum(case when bb_size is not null then coalesce(luck / bb_size, 0) end) as luck_bb,
        per_100_of_sums(
            net_adjusted / bb_size, case when bb_size is not null then net_adjusted_hands end
        ) as ev_bb_per_100,
        per_100_stderr_of_sums(
            net_adjusted / bb_size,
            case when bb_size is not null then net_adjusted_hands end,
            net_adjusted_variance / bb_size / bb_size
        ) as ev_bb_per_100_stderr
    from with_units
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
    small_bet,
    bb_unit,
    hands,
    hands_flagged,
    showdown_hands,
    net,
    net_showdown,
    net - net_showdown as net_non_showdown,
    net_bb,
    net_bb_showdown,
    net_bb - net_bb_showdown as net_bb_non_showdown,
    net_bb_hands,
    bb_per_100,
    bb_per_100_stderr,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high,
    all_in_hands,
    ev_known_hands,
    rate(ev_known_hands, all_in_hands) as ev_known_rate,
    net_adjusted,
    luck,
    cast(round(net - net_adjusted - luck) as bigint) as all_in_side,
    net_bb_adjusted,
    luck_bb,
    ev_bb_per_100,
    ev_bb_per_100_stderr,
    ev_bb_per_100 - margin_of_error(ev_bb_per_100_stderr) as ev_bb_per_100_low,
    ev_bb_per_100 + margin_of_error(ev_bb_per_100_stderr) as ev_bb_per_100_high
from sums;
