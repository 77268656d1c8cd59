-- One row per player and starting hand of hold'em, of which there are 169 (81 in short deck): how they play it and what
-- it wins. Only `cards_source` = `dealt` is an unbiased sample: cards that are known because they were shown or mucked
-- at a showdown are a selection, so they have rows of their own and no expected rate.
-- grain: (site, player, kind, currency, game, betting, cards_source, starting_hand)    reads: fct_named_seats
create or replace view starting_hands as
with

ranks as (
    select unnest(['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A']) as card_rank
),

cards as (
    select card_rank || unnest(['c', 'd', 'h', 's']) as card
    from ranks
),

-- Joining all pairs of cards takes a tenth of the time of calling the macro for every row.
pairs as (
    select
        high.card || unnest(['', ' ']) || low.card as hole_cards,
        starting_hand(high.card || low.card) as starting_hand
    from cards as high
    cross join cards as low
),

-- As in player_stats.
per_population as (
    select
        facts.player,
        facts.population,
        facts.cards_source,
        pairs.starting_hand,
        count(*) as hands,
        count_true(facts.vpip_made) as vpip_hands,
        count_true(facts.vpip_chance) as vpip_opportunities,
        count_true(facts.pfr_made) as pfr_hands,
        sum(facts.net) as net,
        count(facts.net) as net_hands,
        var_samp(facts.net) as net_variance
    from fct_named_seats as facts
    inner join pairs on facts.hole_cards = pairs.hole_cards
    where population_part(facts.population, 'game') in ('holdem', 'short_deck')
    group by all
),

with_units as (
    select
        *,
        cast(population_part(population, 'scale') as tinyint) as scale,
        population_part(population, 'game') as game,
        population_bb_size(population) as bb_size
    from per_population
),

sums as (
    select
        population_part(population, 'site') as site,
        player,
        population_part(population, 'kind') as kind,
        population_part(population, 'currency') as currency,
        game,
        population_part(population, 'betting') as betting,
        cards_source,
        starting_hand,
        max(scale) as scale,
        case when length(starting_hand) = 2 then 6 when starting_hand like '%s' then 4 else 12 end as combinations,
        case game when 'short_deck' then 630 else 1326 end as all_combinations,
        cast(sum(hands) as bigint) as hands,
        cast(sum(vpip_hands) as bigint) as vpip_hands,
        cast(sum(vpip_opportunities) as bigint) as vpip_opportunities,
        cast(sum(pfr_hands) as bigint) as pfr_hands,
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
    game,
    betting,
    cards_source,
    starting_hand,
    scale,
    combinations,
    hands,
    cast(sum(hands) over same_cards as bigint) as known_hands,
    rate(hands, sum(hands) over same_cards) as hands_rate,
    case cards_source when 'dealt' then combinations / all_combinations end as expected_rate,
    vpip_hands,
    vpip_opportunities,
    rate(vpip_hands, vpip_opportunities) as vpip,
    pfr_hands,
    vpip_opportunities as pfr_opportunities,
    rate(pfr_hands, vpip_opportunities) as pfr,
    net,
    net_bb,
    net_bb_hands,
    bb_per_100,
    bb_per_100_stderr
from sums
window same_cards as (partition by site, player, kind, currency, game, betting, cards_source);
