-- One row per player, kind of money, family of games and betting: how they play and what they win. Rates run from 0 to
-- 1. The definitions are those of sql/README.md; every rate has its numerator and its denominator beside it. Anonymous
-- players are left out, because their names identify nobody beyond a hand. `net` is in minor units at `scale`;
-- `net_adjusted`, `luck` and `ev_bb_per_100` are those of win_rates.
-- grain: (site, player, kind, currency, game_family, betting)    reads: fct_seat_facts
create or replace view player_stats as
with

-- Scale by scale, where sums are plain: amounts of one scale need no conversion, row by row.
per_scale as (
    select
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
        scale,
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
        sum(net_bb) as net_bb,
        count(net_bb) as net_bb_hands,
        var_samp(net_bb) as net_bb_variance,
        count_true(is_all_in_runout) as all_in_hands,
        count_true(is_all_in_runout and ev_net is not null) as ev_known_hands,
        sum(net_adjusted) as net_adjusted,
        sum(luck) as luck,
        sum(luck_bb) as luck_bb,
        sum(net_bb_adjusted) as net_bb_adjusted,
        count(net_bb_adjusted) as net_bb_adjusted_hands,
        var_samp(net_bb_adjusted) as net_bb_adjusted_variance
    from fct_seat_facts
    where not is_anonymous
    group by all
),

sums as (
    select
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
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
        sum(net_bb) as net_bb,
        cast(sum(net_bb_hands) as bigint) as net_bb_hands,
        per_100_of_sums(net_bb, net_bb_hands) as bb_per_100,
        per_100_stderr_of_sums(net_bb, net_bb_hands, net_bb_variance) as bb_per_100_stderr,
        cast(sum(all_in_hands) as bigint) as all_in_hands,
        cast(sum(ev_known_hands) as bigint) as ev_known_hands,
        sum_expected(net_adjusted, scale) as net_adjusted,
        coalesce(sum_expected(luck, scale), 0) as luck,
        coalesce(sum(luck_bb), 0) as luck_bb,
        per_100_of_sums(net_bb_adjusted, net_bb_adjusted_hands) as ev_bb_per_100,
        per_100_stderr_of_sums(
            net_bb_adjusted, net_bb_adjusted_hands, net_bb_adjusted_variance
        ) as ev_bb_per_100_stderr
    from per_scale
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
