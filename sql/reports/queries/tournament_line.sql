-- Cumulative winnings of `player` over tournaments in the order of their starts, limited to the last thousand whose
-- cost and prize are known.
-- grain: (site, currency, tournament_no)    reads: tournament_results
with

known as (
    select
        site,
        currency,
        coalesce(scale, 0) as scale,
        tournament_id,
        name,
        started_at,
        entries,
        finish_place,
        money(entry_price, scale) as entry_price,
        money(paid, scale) as paid,
        money(won, scale) as won,
        money(net, scale) as net
    from tournament_results
    where
        player = getvariable('player')
        and is_money
        and net is not null
)

select
    known.site,
    known.currency,
    known.scale,
    row_number() over tournaments_in_order as tournament_no,
    known.tournament_id,
    known.name,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    known.entries,
    known.finish_place,
    known.entry_price,
    known.paid,
    known.won,
    known.net,
    sum(known.net) over tournaments_in_order as won_so_far
from known
window
    tournaments_in_order as (
        partition by site, currency
        order by known.started_at nulls last, tournament_id
    )
qualify
    row_number() over (
        partition by known.site, known.currency
        order by known.started_at desc nulls first, known.tournament_id desc
    ) <= 1000
order by known.site, known.currency, tournament_no;
