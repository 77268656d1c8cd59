-- One row per player, month and street of their all-ins: what these paid, and what could be expected of them. An all-in
-- is a hand in which the player was in when betting closed with somebody all-in and cards to come. Where all cards
-- needed are known, `luck` is `actual` less `expected`: what the cards gave, after rake, without cash-outs and the
-- like, which are `side`. Over the players of a hand luck is 0. `ev_sampled_hands` were estimated from a sample of
-- runouts. The luck of each hand has a mean of 0, so `luck_bb_stddev`, the root of the sum of their squares, estimates
-- the standard deviation of their sum; null below two hands. `started_month` is its first day in UTC; null without a
-- known start.
-- grain: (site, player, kind, currency, game_family, betting, started_month, allin_street)    reads: fct_seat_facts
create or replace view luck as
with

sums as (
    select
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
        cast(date_trunc('month', make_timestamp(epoch_us(started_at))) as date) as started_month,
        allin_street,
        max(scale) as scale,
        count(*) as all_in_hands,
        count(ev_net) as ev_known_hands,
        count_true(ev_method = 'sampled') as ev_sampled_hands,
        sum_money(cast(round(ev_net + luck) as bigint), scale) as actual,
        sum_expected(ev_net, scale) as expected,
        sum_expected(luck, scale) as luck,
        sum_money(case when ev_net is not null then coalesce(side, 0) end, scale) as side,
        sum(net_bb_adjusted + luck_bb) as actual_bb,
        sum(case when ev_net is not null then net_bb_adjusted end) as expected_bb,
        sum(luck_bb) as luck_bb,
        luck_stddev(luck_bb) as luck_bb_stddev
    from fct_seat_facts
    where
        is_all_in_runout
        and not is_anonymous
    group by all
)

select
    site,
    player,
    kind,
    currency,
    game_family,
    betting,
    started_month,
    allin_street,
    street_order(allin_street) as street_order,
    scale,
    all_in_hands,
    ev_known_hands,
    rate(ev_known_hands, all_in_hands) as ev_known_rate,
    ev_sampled_hands,
    actual,
    expected,
    luck,
    side,
    actual_bb,
    expected_bb,
    luck_bb,
    luck_bb_stddev
from sums;
