-- Hand categories over all hands of the lake against their exact rates: of the games that `player` played, or of all
-- without a player.
-- grain: (site, game, category)    reads: category_frequencies, win_rates
with

played as (
    select distinct
        site,
        game
    from win_rates
    where player = getvariable('player')
)

select categories.*
from category_frequencies as categories
left join played
    on
        categories.site = played.site
        and categories.game = played.game
where
    categories.showdown_hands + categories.dealt_hands > 0
    and (getvariable('player') is null or played.game is not null)
order by
    categories.showdown_hands + categories.dealt_hands desc,
    categories.site,
    categories.game,
    categories.category;
