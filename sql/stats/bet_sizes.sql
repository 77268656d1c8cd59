-- One row per player, position, street and kind of bet: how large their opens, isolation raises, 3-bets, c-bets and
-- other bets and raises are, by the three measures of fct_sizes. All-ins are included, and counted separately: a few of
-- them move a mean, but not a median. Players whose names identify nobody beyond a hand are left out.
-- grain: (site, player, kind, currency, game_family, betting, position, street, act)    reads: fct_sizes
create or replace view bet_sizes as
select
    site,
    player,
    kind,
    currency,
    game_family,
    betting,
    position,
    street,
    act,
    any_value(street_no) as street_no,
    count(*) as acts,
    count_true(is_all_in) as all_in_acts,
    avg(size_bb) as size_bb_mean,
    quantile_cont(size_bb, 0.1) as size_bb_p10,
    median(size_bb) as size_bb_median,
    quantile_cont(size_bb, 0.9) as size_bb_p90,
    avg(pot_share) as pot_share_mean,
    quantile_cont(pot_share, 0.1) as pot_share_p10,
    median(pot_share) as pot_share_median,
    quantile_cont(pot_share, 0.9) as pot_share_p90,
    avg(price_multiple) as price_multiple_mean,
    quantile_cont(price_multiple, 0.1) as price_multiple_p10,
    median(price_multiple) as price_multiple_median,
    quantile_cont(price_multiple, 0.9) as price_multiple_p90
from fct_sizes
where not is_anonymous
group by all;
