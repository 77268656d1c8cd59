-- One row per player, kind of money, family of games and betting: an estimate of the share of all hands that they
-- 4-bet after raising. `four_bet_range` is the share of hands that they raise, times the share of 3-bets against their
-- own raise that they raise again. 4-bets are rare, so this estimate is reliable long before a direct count would be.
-- grain: (site, player, kind, currency, game_family, betting)    reads: fct_named_seats
create or replace view raising_ranges as
with

per_population as (
    select
        player,
        population,
        count_true(pfr_made) as pfr_hands,
        count_true(pfr_chance) as pfr_opportunities,
        count_true(four_bet_after_raise_made) as four_bet_after_raise_hands,
        count_true(four_bet_after_raise_chance) as four_bet_after_raise_opportunities
    from fct_named_seats
    group by all
),

sums as (
    select
        population_part(population, 'site') as site,
        player,
        population_part(population, 'kind') as kind,
        population_part(population, 'currency') as currency,
        population_part(population, 'game_family') as game_family,
        population_part(population, 'betting') as betting,
        cast(sum(pfr_hands) as bigint) as pfr_hands,
        cast(sum(pfr_opportunities) as bigint) as pfr_opportunities,
        cast(sum(four_bet_after_raise_hands) as bigint) as four_bet_after_raise_hands,
        cast(sum(four_bet_after_raise_opportunities) as bigint) as four_bet_after_raise_opportunities
    from per_population
    group by all
)

select
    *,
    rate(pfr_hands, pfr_opportunities) as pfr,
    rate(four_bet_after_raise_hands, four_bet_after_raise_opportunities) as four_bet_after_raise_rate,
    pfr * four_bet_after_raise_rate as four_bet_range
from sums;
