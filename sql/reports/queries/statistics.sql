-- How `player` plays, each rate with its numerator and denominator.
-- grain: (site, kind, currency, game_family, betting)    reads: player_stats
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
    vpip,
    pfr_hands,
    pfr_opportunities,
    pfr,
    three_bet_hands,
    three_bet_opportunities,
    three_bet,
    saw_flop_hands,
    went_to_showdown_hands,
    went_to_showdown_rate,
    won_at_showdown_hands,
    won_at_showdown_rate,
    won_when_saw_flop_hands,
    won_when_saw_flop_rate,
    bets_and_raises,
    calls,
    aggression_factor
from player_stats
where player = getvariable('player')
order by hands desc, site, kind, currency, game_family, betting;
