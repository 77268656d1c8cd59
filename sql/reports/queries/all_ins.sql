-- The ten all-ins of `player` with the biggest pots whose cards are known. Big blinds make pots of all stakes and of
-- tournaments comparable.
-- grain: (site, hand_id)    reads: rpt_all_ins
select
    site,
    hand_id,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    kind,
    currency,
    coalesce(scale, 0) as scale,
    game,
    is_hi_lo,
    betting,
    money(case kind when 'tournament' then null else big_blind end, scale) as big_blind,
    allin_street,
    hole_cards,
    opponents,
    opponents_cards,
    board,
    ev_method,
    equity,
    money(net_pots, scale) as net_pots,
    net_pots_bb,
    money(contributed, scale) as contributed,
    money(ev_net + luck, scale) as actual,
    expected_money(ev_net, scale) as expected,
    expected_money(luck, scale) as luck,
    money(side, scale) as side,
    luck_bb
from rpt_all_ins
where player = getvariable('player') and ev_net is not null
order by net_pots_bb desc nulls last, started_at, site, hand_id, seat
limit 10;
