-- One row per player and starting hand of hold'em, of which there are 169 (81 in short deck): how they play it and what
-- it wins. Only `cards_source` = `dealt` is a fair sample: cards known because they were shown or mucked at a showdown
-- are the ones that got there, so they stand apart and have no expected rate.
-- grain: (site, player, kind, currency, game, betting, cards_source, starting_hand)    reads: fct_seat_facts
create or replace view starting_hands as
with

known_hands as (
    select
        site,
        player,
        kind,
        currency,
        scale,
        game,
        betting,
        cards_source,
        starting_hand(hole_cards) as starting_hand,
        vpip_made,
        vpip_chance,
        pfr_made,
        net,
        net_bb
    from fct_seat_facts
    where
        not is_anonymous
        and game in ('holdem', 'short_deck')
        and starting_hand(hole_cards) is not null
),

sums as (
    select
        site,
        player,
        kind,
        currency,
        game,
        betting,
        cards_source,
        starting_hand,
        max(scale) as scale,
        case when length(starting_hand) = 2 then 6 when starting_hand like '%s' then 4 else 12 end as combinations,
        case game when 'short_deck' then 630 else 1326 end as all_combinations,
        count(*) as hands,
        count_true(vpip_made) as vpip_hands,
        count_true(vpip_chance) as vpip_opportunities,
        count_true(pfr_made) as pfr_hands,
        sum_money(net, scale) as net,
        sum(net_bb) as net_bb,
        count(net_bb) as net_bb_hands,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr
    from known_hands
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
