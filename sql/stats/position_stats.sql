-- One row per player and position: how they play and what they win there; stud has no positions and is left out. Sort
-- by `position_order`. The interval is that of win_rates; `BTN/SB` is the heads-up button.
-- grain: (site, player, kind, currency, game_family, betting, position)    reads: fct_named_seats
create or replace view position_stats as
with

-- As in player_stats.
per_population as (
    select
        player,
        population,
        position,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(vpip_made) as vpip_hands,
        count_true(vpip_chance) as vpip_opportunities,
        count_true(pfr_made) as pfr_hands,
        count_true(three_bet_made) as three_bet_hands,
        count_true(three_bet_chance) as three_bet_opportunities,
        sum(net) as net,
        count(net) as net_hands,
        var_samp(net) as net_variance
    from fct_named_seats
    where position is not null
    group by all
),

with_units as (
    select
        *,
        cast(population_part(population, 'scale') as tinyint) as scale,
        population_bb_size(population) as bb_size
    from per_population
),

sums as (
    select
        population_part(population, 'site') as site,
        player,
        population_part(population, 'kind') as kind,
        population_part(population, 'currency') as currency,
        population_part(population, 'game_family') as game_family,
        population_part(population, 'betting') as betting,
        position,
        max(scale) as scale,
        cast(sum(hands) as bigint) as hands,
        cast(sum(hands_flagged) as bigint) as hands_flagged,
        cast(sum(vpip_hands) as bigint) as vpip_hands,
        cast(sum(vpip_opportunities) as bigint) as vpip_opportunities,
        cast(sum(pfr_hands) as bigint) as pfr_hands,
        cast(sum(three_bet_hands) as bigint) as three_bet_hands,
        cast(sum(three_bet_opportunities) as bigint) as three_bet_opportunities,
        sum_money(net, scale) as net,
        sum(net / bb_size) as net_bb,
        cast(coalesce(sum(net_hands) filter (where bb_size is not null), 0) as bigint) as net_bb_hands,
        per_100_of_sums(net / bb_size, case when bb_size is not null then net_hands end) as bb_per_100,
        per_100_stderr_of_sums(
            net / bb_size, case when bb_size is not null then net_hands end, net_variance / bb_size / bb_size
        ) as bb_per_100_stderr
    from with_units
    group by all
)

select
    site,
    player,
    kind,
    currency,
    game_family,
    betting,
    position,
    position_order(position) as position_order,
    scale,
    hands,
    hands_flagged,
    vpip_hands,
    vpip_opportunities,
    rate(vpip_hands, vpip_opportunities) as vpip,
    pfr_hands,
    vpip_opportunities as pfr_opportunities,
    rate(pfr_hands, vpip_opportunities) as pfr,
    three_bet_hands,
    three_bet_opportunities,
    rate(three_bet_hands, three_bet_opportunities) as three_bet,
    net,
    net_bb,
    net_bb_hands,
    bb_per_100,
    bb_per_100_stderr,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high
from sums;
