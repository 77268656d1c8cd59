-- The statistics of `player` in the kind of game that they played most, at one site, with their 95 % intervals
-- (Wilson's), and the share of the site's other players, with at least 100 hands and 20 chances, who do it less often.
-- With fewer than ten such players there is no percentile.
-- grain: (statistic)    reads: fct_seat_facts
with

main_game as (
    select
        site,
        kind,
        currency,
        game_family,
        betting
    from fct_seat_facts
    where player = getvariable('player')
    group by all
    order by count(*) desc, site, kind, currency, game_family, betting
    limit 1
),

sums as (
    select
        seats.player,
        count(*) as hands,
        sum(cast(columns('_(chance|chances|made)$') as bigint))
    from fct_seat_facts as seats
    inner join main_game
        on
            seats.site = main_game.site
            and seats.kind is not distinct from main_game.kind
            and seats.currency is not distinct from main_game.currency
            and seats.game_family is not distinct from main_game.game_family
            and seats.betting is not distinct from main_game.betting
    where not seats.is_anonymous
    group by seats.player
    having
        count(*) >= 100
        or seats.player = getvariable('player')
),

counts as (
    unpivot sums
    on columns('_(chance|chances|made)$')
    into name column_name value counted
),

rates as (
    select
        player,
        hands,
        regexp_replace(column_name, '_(chance|chances|made)$', '') as statistic,
        coalesce(max(case when column_name like '%\_made' escape '\' then counted end), 0) as made,
        coalesce(max(case when column_name not like '%\_made' escape '\' then counted end), 0) as chances
    from counts
    group by all
),

mine as (
    select
        statistic,
        hands,
        made,
        chances,
        made / chances as style
    from rates
    where
        player = getvariable('player')
        and chances > 0
),

others as (
    select
        mine.statistic,
        count(*) as population,
        count_true(theirs.made / theirs.chances < mine.style) as lower,
        count_true(theirs.made / theirs.chances = mine.style) as equal,
        median(theirs.made / theirs.chances) as median_rate
    from mine
    inner join rates as theirs
        on
            mine.statistic = theirs.statistic
            and theirs.player <> getvariable('player')
            and theirs.chances >= 20
    group by mine.statistic
)

select
    main_game.site,
    main_game.kind,
    main_game.currency,
    main_game.game_family,
    main_game.betting,
    mine.hands,
    mine.statistic,
    mine.made,
    mine.chances,
    rate(mine.made, mine.chances) as style,
    wilson_low(mine.made, mine.chances) as style_low,
    wilson_high(mine.made, mine.chances) as style_high,
    others.median_rate,
    case when others.population >= 10 then (others.lower + others.equal / 2) / others.population end as percentile,
    coalesce(others.population, 0) as population
from mine
cross join main_game
left join others
    on mine.statistic = others.statistic;
