-- One row per kind of money, family of games and betting: player_stats summed over all named players.
-- grain: (site, kind, currency, game_family, betting)    reads: player_stats
create or replace view rpt_table_stats as
with

sums as (
    select
        site,
        kind,
        currency,
        game_family,
        betting,
        cast(sum(hands) as bigint) as hands,
        cast(sum(walks) as bigint) as walks,
        cast(sum(vpip_hands) as bigint) as vpip_hands,
        cast(sum(vpip_opportunities) as bigint) as vpip_opportunities,
        cast(sum(pfr_hands) as bigint) as pfr_hands,
        cast(sum(pfr_opportunities) as bigint) as pfr_opportunities,
        cast(sum(three_bet_hands) as bigint) as three_bet_hands,
        cast(sum(three_bet_opportunities) as bigint) as three_bet_opportunities,
        cast(sum(saw_flop_hands) as bigint) as saw_flop_hands,
        cast(sum(went_to_showdown_hands) as bigint) as went_to_showdown_hands,
        cast(sum(won_at_showdown_hands) as bigint) as won_at_showdown_hands,
        cast(sum(won_when_saw_flop_hands) as bigint) as won_when_saw_flop_hands,
        cast(sum(bets_and_raises) as bigint) as bets_and_raises,
        cast(sum(calls) as bigint) as calls
    from player_stats
    group by all
)

select
    site,
    kind,
    currency,
    game_family,
    betting,
    hands,
    walks,
    vpip_hands,
    vpip_opportunities,
    rate(vpip_hands, vpip_opportunities) as vpip,
    pfr_hands,
    pfr_opportunities,
    rate(pfr_hands, pfr_opportunities) as pfr,
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
    rate(bets_and_raises, calls) as aggression_factor
from sums;
