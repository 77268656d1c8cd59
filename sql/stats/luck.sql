-- One row per player, month and street of their all-ins: what these paid, and their expected value. An all-in
-- is a hand in which the player was in when betting closed with somebody all-in and cards to come. Where all cards
-- needed are known, `luck` is `actual` less `expected`, after rake, without cash-outs and the like, which are in
-- `side`. The luck of all players of a hand adds up to 0. `ev_sampled_hands` were estimated from a sample of
-- runouts. The luck of each hand has a mean of 0, so `luck_bb_stddev`, the root of the sum of their squares, estimates
-- the standard deviation of their sum; null below two hands. `started_month` is the first day of the month in UTC; null
-- without a known start.
-- grain: (site, player, kind, currency, game_family, betting, started_month, allin_street)    reads: fct_named_seats
create or replace view luck as
with

-- As in player_stats.
per_population as (
    select
        player,
        population,
        cast(date_trunc('month', make_timestamp(epoch_us(started_at))) as date) as started_month,
        allin_street,
        count(*) as all_in_hands,
        count(ev_net) as ev_known_hands,
        count_true(ev_method = 'sampled') as ev_sampled_hands,
        sum(cast(round(ev_net + luck) as bigint)) as actual,
        sum(ev_net) as expected,
        sum(luck) as luck,
        sum(luck * luck) as luck_squares,
        count(luck) as luck_hands,
        sum(case when ev_net is not null then coalesce(side, 0) end) as side
    from fct_named_seats
    where is_all_in_runout
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
        started_month,
        allin_street,
        max(scale) as scale,
        cast(sum(all_in_hands) as bigint) as all_in_hands,
        cast(sum(ev_known_hands) as bigint) as ev_known_hands,
        cast(sum(ev_sampled_hands) as bigint) as ev_sampled_hands,
        sum_money(actual, scale) as actual,
        sum_expected(expected, scale) as expected,
        sum_expected(luck, scale) as luck,
        sum_money(side, scale) as side,
        sum((expected + luck) / bb_size) as actual_bb,
        sum(expected / bb_size) as expected_bb,
        sum(luck / bb_size) as luck_bb,
        luck_stddev_of_sums(
            luck_squares / bb_size / bb_size, case when bb_size is not null then luck_hands end
        ) as luck_bb_stddev
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
