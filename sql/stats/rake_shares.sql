-- One row per player, kind of money, family of games and betting: the rake that they paid, in minor units, by the four
-- methods of fct_rake. `hands` are those whose rake is known, `hands_raked` those among them with rake.
-- grain: (site, player, kind, currency, game_family, betting)    reads: fct_rake
create or replace view rake_shares as
select
    site,
    player,
    kind,
    currency,
    game_family,
    betting,
    max(scale) as scale,
    count(*) as hands,
    count_true(rake > 0) as hands_raked,
    sum_money(rake_dealt, scale) as rake_dealt,
    sum_money(rake_contributed, scale) as rake_contributed,
    sum_money(rake_weighted, scale) as rake_weighted,
    sum_money(rake_won, scale) as rake_won
from fct_rake
where not is_anonymous
group by all;
