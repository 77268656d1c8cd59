-- One row per player and kind of money: hands, winnings in units of the currency, and how they play over all games.
-- grain: (site, kind, currency, player)    reads: player_stats
create or replace view rpt_players as
select
    site,
    kind,
    currency,
    player,
    max(scale) as scale,
    cast(sum(hands) as bigint) as hands,
    sum(money(net, scale)) as net,
    rate(sum(vpip_hands), sum(vpip_opportunities)) as vpip,
    rate(sum(pfr_hands), sum(pfr_opportunities)) as pfr,
    rate(sum(bets_and_raises), sum(calls)) as aggression_factor
from player_stats
group by
    site,
    kind,
    currency,
    player;
