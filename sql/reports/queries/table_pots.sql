-- The hands of the lake with the biggest pots, in big blinds, and who won them; the variable `hands` is their number.
-- grain: (site, hand_id)    reads: fct_hands, fct_results
with

biggest as (
    select
        site,
        hand_id,
        started_at,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind,
        small_bet,
        n_players,
        board,
        n_runouts,
        total_pot,
        total_pot_bb,
        rake
    from fct_hands
    where is_counted
    order by total_pot_bb desc nulls last, started_at, site, hand_id
    limit coalesce(getvariable('hands'), 20)
),

winners as (
    select
        site,
        hand_id,
        string_agg(coalesce(player, 'Seat ' || seat), ', ' order by net desc, seat) as winners
    from fct_results
    where
        net > 0
        and (site, hand_id) in (select (biggest.site, biggest.hand_id) from biggest)
    group by all
)

select
    biggest.site,
    biggest.hand_id,
    strftime(biggest.started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    biggest.kind,
    biggest.currency,
    coalesce(biggest.scale, 0) as scale,
    biggest.game,
    biggest.is_hi_lo,
    biggest.betting,
    money(case biggest.kind when 'tournament' then null else biggest.big_blind end, biggest.scale) as big_blind,
    money(case biggest.kind when 'tournament' then null else biggest.small_bet end, biggest.scale) as small_bet,
    biggest.n_players,
    biggest.board,
    biggest.n_runouts,
    money(biggest.total_pot, biggest.scale) as total_pot,
    biggest.total_pot_bb as pot_bb,
    money(biggest.rake, biggest.scale) as rake,
    winners.winners
from biggest
left join winners
    on
        biggest.site = winners.site
        and biggest.hand_id = winners.hand_id
order by biggest.total_pot_bb desc nulls last, biggest.started_at, biggest.site, biggest.hand_id;
