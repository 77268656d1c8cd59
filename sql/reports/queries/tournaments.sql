-- The tournaments of `player` by price of an entry: finishes in the money, buy-ins, prizes and return on investment,
-- and one row without a price for all. `tournaments` counts all that were entered, also those whose log has neither
-- price nor currency, but none for play money; money is summed over those whose cost and prize are known,
-- `known_tournaments`. `won` has the bounties, but a bounty alone is no paid place.
-- grain: (site, currency, entry_price)    reads: tournament_results
with

sums as (
    select
        site,
        currency,
        coalesce(max(scale), 0) as scale,
        money(entry_price, scale) as entry_price,
        grouping(money(entry_price, scale)) = 1 as is_total,
        count(*) as tournaments,
        count(net) as known_tournaments,
        count_true(net is not null and is_in_the_money) as paid_places,
        count_true(finish_place = 1) as firsts,
        sum(case when net is not null then money(paid, scale) end) as paid,
        sum(case when net is not null then money(won, scale) end) as won,
        sum(money(net, scale)) as net,
        100 * avg(net / nullif(paid, 0)) as mean_return,
        1.96 * 100 * stddev_samp(net / nullif(paid, 0)) / sqrt(count(net)) as mean_return_margin
    from tournament_results
    where
        player = getvariable('player')
        and is_money is distinct from false
    group by grouping sets (
        (site, currency, money(entry_price, scale)),
        (site, currency)
    )
)

select
    site,
    currency,
    scale,
    is_total,
    entry_price,
    tournaments,
    known_tournaments,
    paid_places,
    rate(paid_places, known_tournaments) as itm,
    wilson_low(paid_places, known_tournaments) as itm_low,
    wilson_high(paid_places, known_tournaments) as itm_high,
    firsts,
    paid,
    won,
    net,
    cast(net / nullif(paid, 0) as double) as roi,
    (mean_return - mean_return_margin) / 100 as mean_roi_low,
    (mean_return + mean_return_margin) / 100 as mean_roi_high
from sums
order by
    is_total desc,
    sum(tournaments) over (partition by site, currency) desc,
    site,
    currency,
    tournaments desc,
    entry_price;
