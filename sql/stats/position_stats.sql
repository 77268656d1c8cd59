-- One row per player and position: how they play and what they win there; stud has no positions and is left out. Sort
-- by `position_order`. The interval is that of win_rates; `BTN/SB` is the heads-up button.
-- grain: (site, player, kind, currency, game_family, betting, position)    reads: fct_seat_facts
create or replace view position_stats as
with

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
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(vpip_made) as vpip_hands,
        count_true(vpip_chance) as vpip_opportunities,
        count_true(pfr_made) as pfr_hands,
        count_true(three_bet_made) as three_bet_hands,
        count_true(three_bet_chance) as three_bet_opportunities,
        sum_money(net, scale) as net,
        sum(net_bb) as net_bb,
        count(net_bb) as net_bb_hands,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr
    from fct_seat_facts
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
