-- The 169 starting hands: how often `player` was dealt them, what they won.
-- grain: (site, kind, currency, game, betting, cards_source, starting_hand)    reads: starting_hands
select * exclude (player, pfr_opportunities, net_bb_hands) replace (money(net, scale) as net)
from starting_hands
where player = getvariable('player')
order by known_hands desc, site, kind, currency, game, betting, cards_source, starting_hand;
