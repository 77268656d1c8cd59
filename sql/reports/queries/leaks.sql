-- Where `player` differs significantly from the winners at the same site, game and stake: players with at least 200
-- hands there who won, by big blinds (in tournaments too, of whose prizes the lake knows only some). A stake is that of
-- win_rates; the levels of tournaments count together. A difference is listed if its 95 % interval (from the two
-- shares' standard errors) does not contain zero; the order is by the end nearer to zero. With fewer than five winners
-- there is no comparison.
-- grain: (site, kind, currency, scale, game, is_hi_lo, betting, big_blind, small_bet, statistic)
-- reads: fct_seat_facts
with

stakes as (
    select
        site,
        kind,
        currency,
        scale,
        game,
        game_family,
        is_hi_lo,
        betting,
        case kind when 'tournament' then null else big_blind end as big_blind,
        case kind when 'tournament' then null else small_bet end as small_bet,
        count(*) as hands
    from fct_seat_facts
    where player = getvariable('player')
    group by all
    having count(*) >= 200
    order by count(*) desc
    limit 3
),

sums as (
    select
        stakes.site,
        stakes.kind,
        stakes.currency,
        stakes.scale,
        stakes.game,
        stakes.game_family,
        stakes.is_hi_lo,
        stakes.betting,
        stakes.big_blind,
        stakes.small_bet,
        seats.player = getvariable('player') as is_mine,
        seats.player,
        count(*) as hands,
        sum(cast(columns('_(chance|chances|made)$') as bigint))
    from fct_seat_facts as seats
    inner join stakes
        on
            seats.site = stakes.site
            and seats.kind is not distinct from stakes.kind
            and seats.currency is not distinct from stakes.currency
            and seats.scale is not distinct from stakes.scale
            and seats.game is not distinct from stakes.game
            and seats.is_hi_lo is not distinct from stakes.is_hi_lo
            and seats.betting is not distinct from stakes.betting
            and (
                seats.kind = 'tournament'
                or (
                    seats.big_blind is not distinct from stakes.big_blind
                    and seats.small_bet is not distinct from stakes.small_bet
                )
            )
    where not seats.is_anonymous
    group by all
    having
        seats.player = getvariable('player')
        or (count(*) >= 200 and sum(seats.net_bb) > 0)
),

counts as (
    unpivot sums
    on columns('_(chance|chances|made)$')
    into name column_name value counted
),

pooled as (
    select
        site,
        kind,
        currency,
        scale,
        game,
        game_family,
        is_hi_lo,
        betting,
        big_blind,
        small_bet,
        is_mine,
        regexp_replace(column_name, '_(chance|chances|made)$', '') as statistic,
        count(distinct player) as players,
        coalesce(sum(case when column_name like '%\_made' escape '\' then counted end), 0) as made,
        coalesce(sum(case when column_name not like '%\_made' escape '\' then counted end), 0) as chances
    from counts
    group by all
),

pairs as (
    select
        mine.site,
        mine.kind,
        mine.currency,
        mine.scale,
        mine.game,
        mine.game_family,
        mine.is_hi_lo,
        mine.betting,
        mine.big_blind,
        mine.small_bet,
        mine.statistic,
        cast(mine.made as bigint) as made,
        cast(mine.chances as bigint) as chances,
        theirs.players as winners,
        cast(theirs.made as bigint) as winners_made,
        cast(theirs.chances as bigint) as winners_chances,
        mine.made / mine.chances as style,
        theirs.made / theirs.chances as winners_style,
        mine.made / mine.chances - theirs.made / theirs.chances as difference,
        -- Adding one to each keeps a share of 0 or 1 from having no standard error.
        sqrt(
            (mine.made + 1) * (mine.chances - mine.made + 1) / power(mine.chances + 2, 3)
            + (theirs.made + 1) * (theirs.chances - theirs.made + 1) / power(theirs.chances + 2, 3)
        ) as difference_stderr
    from pooled as mine
    inner join pooled as theirs
        on
            mine.is_mine
            and not theirs.is_mine
            and mine.statistic = theirs.statistic
            and mine.site = theirs.site
            and mine.kind is not distinct from theirs.kind
            and mine.currency is not distinct from theirs.currency
            and mine.scale is not distinct from theirs.scale
            and mine.game is not distinct from theirs.game
            and mine.is_hi_lo is not distinct from theirs.is_hi_lo
            and mine.betting is not distinct from theirs.betting
            and mine.big_blind is not distinct from theirs.big_blind
            and mine.small_bet is not distinct from theirs.small_bet
    where
        mine.chances >= 30
        and theirs.chances >= 100
        and theirs.players >= 5
)

select
    site,
    kind,
    currency,
    scale,
    game,
    game_family,
    is_hi_lo,
    betting,
    money(big_blind, scale) as big_blind,
    money(small_bet, scale) as small_bet,
    statistic,
    made,
    chances,
    style,
    winners,
    winners_made,
    winners_chances,
    winners_style,
    difference,
    difference - margin_of_error(difference_stderr) as difference_low,
    difference + margin_of_error(difference_stderr) as difference_high
from pairs
where abs(difference) > margin_of_error(difference_stderr)
order by abs(difference) - margin_of_error(difference_stderr) desc, statistic
limit 12;
