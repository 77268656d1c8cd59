-- One row per player, kind of money, family of games and betting: how they play and what they win. Rates run from 0 to
-- 1. The definitions are those of sql/README.md; every rate has its numerator and its denominator next to it. Anonymous
-- players are left out, because their names identify nobody beyond a hand. `net` is in minor units at `scale`;
-- `net_adjusted`, `luck` and `ev_bb_per_100` are defined as in win_rates.
-- grain: (site, player, kind, currency, game_family, betting)    reads: fct_named_seats
create or replace view player_stats as
with

-- Grouped by game and stake first, so that no amount has to be converted row by row. All-ins with known cards are
-- grouped apart from the rest: `net_adjusted` is `ev_net` there, elsewhere `net`.
per_population as (
    select
        player,
        population,
        ev_net is not null as is_ev_known,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(walk_made) as walks,
        count_true(vpip_made) as vpip_hands,
        count_true(vpip_chance) as vpip_opportunities,
        count_true(pfr_made) as pfr_hands,
        count_true(three_bet_made) as three_bet_hands,
        count_true(three_bet_chance) as three_bet_opportunities,
        count_true(wtsd_chance) as saw_flop_hands,
        count_true(wtsd_made) as went_to_showdown_hands,
        count_true(wsd_made) as won_at_showdown_hands,
        count_true(wwsf_made) as won_when_saw_flop_hands,
        sum(aggression_frequency_made) as bets_and_raises,
        sum(postflop_call_made) as calls,
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
        cast(population_part(population, 'scale') as tinyint) as scale,
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
        population_part(population, 'game_family') as game_family,
        population_part(population, 'betting') as betting,
        max(scale) as scale,
        cast(sum(hands) as bigint) as hands,
        cast(sum(hands_flagged) as bigint) as hands_flagged,
        cast(sum(walks) as bigint) as walks,
        cast(sum(vpip_hands) as bigint) as vpip_hands,
        cast(sum(vpip_opportunities) as bigint) as vpip_opportunities,
        cast(sum(pfr_hands) as bigint) as pfr_hands,
        cast(sum(three_bet_hands) as bigint) as three_bet_hands,
        cast(sum(three_bet_opportunities) as bigint) as three_bet_opportunities,
        cast(sum(saw_flop_hands) as bigint) as saw_flop_hands,
        cast(sum(went_to_showdown_hands) as bigint) as went_to_showdown_hands,
        cast(sum(won_at_showdown_hands) as bigint) as won_at_showdown_hands,
        cast(sum(won_when_saw_flop_hands) as bigint) as won_when_saw_flop_hands,
        cast(sum(bets_and_raises) as bigint) as bets_and_raises,
        cast(sum(calls) as bigint) as calls,
        sum_money(net, scale) as net,
        sum(net / bb_size) as net_bb,
        cast(coalesce(sum(net_hands) filter (where bb_size is not null), 0) as bigint) as net_bb_hands,
        per_100_of_sums(net / bb_size, case when bb_size is not null then net_hands end) as bb_per_100,
        per_100_stderr_of_sums(
            net / bb_size, case when bb_size is not null then net_hands end, net_variance / bb_size / bb_size
        ) as bb_per_100_stderr,
        cast(sum(all_in_hands) as bigint) as all_in_hands,
        cast(coalesce(sum(all_in_hands) filter (where is_ev_known), 0) as bigint) as ev_known_hands,
        sum_expected(net_adjusted, scale) as net_adjusted,
        coalesce(sum_expected(luck, scale), 0) as luck,
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
    game_family,
    betting,
    scale,
    hands,
    hands_flagged,
    walks,
    vpip_hands,
    vpip_opportunities,
    rate(vpip_hands, vpip_opportunities) as vpip,
    pfr_hands,
    vpip_opportunities as pfr_opportunities,
    rate(pfr_hands, vpip_opportunities) as pfr,
    three_bet_hands,
    three_bet_opportunities,
    rate(three_bet_hands, three_bet_opportunities) as three_bet,
    saw_flop_hands,
    went_to_showdown_hands,
    rate(went_to_showdown_hands, saw_flop_hands) as went_to_showdown_rate,
    won_at_showdown_hands,
    rate(won_at_showdown_hands, went_to_showdown_hands) as won_at_showdown_rate,
    won_when_saw_flop_hands,
    rate(won_when_saw_flop_hands, saw_flop_hands) as won_when_saw_flop_rate,
    bets_and_raises,
    calls,
    rate(bets_and_raises, calls) as aggression_factor,
    net,
    net_bb,
    net_bb_hands,
    bb_per_100,
    bb_per_100_stderr,
    all_in_hands,
    ev_known_hands,
    rate(ev_known_hands, all_in_hands) as ev_known_rate,
    net_adjusted,
    luck,
    luck_bb,
    ev_bb_per_100,
    ev_bb_per_100_stderr
from sums;
