-- One row per player and position: how they play and what they win there; stud has no positions and is left out. Sort
-- by `position_order`. The interval is that of win_rates; `BTN/SB` is the heads-up button.
-- grain: (site, player, kind, currency, game_family, betting, position)    reads: fct_seat_facts
create or replace view position_stats as
with

-- Scale by scale, as in player_stats.
per_scale as (
    select
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
        position,
        scale,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(vpip_made) as vpip_hands,
        count_true(vpip_chance) as vpip_opportunities,
        count_true(pfr_made) as pfr_hands,
        count_true(three_bet_made) as three_bet_hands,
        count_true(three_bet_chance) as three_bet_opportunities,
        sum(net) as net,
        sum(net_bb) as net_bb,
        count(net_bb) as net_bb_hands,
        var_samp(net_bb) as net_bb_variance
    from fct_seat_facts
    where
        not is_anonymous
        and position is not null
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
        sum(net_bb) as net_bb,
        cast(sum(net_bb_hands) as bigint) as net_bb_hands,
        per_100_of_sums(net_bb, net_bb_hands) as bb_per_100,
        per_100_stderr_of_sums(net_bb, net_bb_hands, net_bb_variance) as bb_per_100_stderr
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
