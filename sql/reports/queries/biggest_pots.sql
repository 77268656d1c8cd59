-- The hands of `player` with the biggest pots, in big blinds, won or lost; the variable `hands` is their number.
-- grain: (site, hand_id, seat)    reads: fct_hands, fct_results
with

mine as (
    select
        results.site,
        results.hand_id,
        results.seat,
        results.started_at,
        results.kind,
        results.currency,
        results.scale,
        results.game,
        results.is_hi_lo,
        results.betting,
        results.big_blind,
        results.small_bet,
        results.n_players,
        results.position,
        results.hole_cards,
        results.went_to_showdown,
        results.net,
        results.net_bb,
        results.contributed,
        hands.board,
        hands.n_runouts,
        hands.total_pot,
        hands.total_pot / nullif(results.bb_size, 0) as pot_bb
    from fct_results as results
    inner join fct_hands as hands
        on
            results.site = hands.site
            and results.hand_id = hands.hand_id
    where
        results.player = getvariable('player')
        and (results.saw_flop or results.won > 0)
)

select
    mine.site,
    mine.hand_id,
    mine.seat,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    mine.kind,
    mine.currency,
    coalesce(scale, 0) as scale,
    mine.game,
    mine.is_hi_lo,
    mine.betting,
    money(case mine.kind when 'tournament' then null else big_blind end, scale) as big_blind,
    money(case mine.kind when 'tournament' then null else small_bet end, scale) as small_bet,
    mine.n_players,
    mine.position,
    mine.hole_cards,
    mine.went_to_showdown,
    mine.board,
    mine.n_runouts,
    money(total_pot, scale) as total_pot,
    mine.pot_bb,
    money(net, scale) as net,
    mine.net_bb
from mine
order by mine.pot_bb desc nulls last, mine.started_at, mine.site, mine.hand_id
limit coalesce(getvariable('hands'), 20);
