-- The sums from which the page's filters are computed: hands of `player` by day (by month, if there are more than 400
-- days), site, kind of money, game, stake and position. Sums of squares give the intervals. Days are those of the time
-- zone in the variable `timezone`, or of UTC.
-- grain: (played_from, site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet, position)
-- reads: fct_seat_facts
with

mine as (
    select
        *,
        cast(timezone(coalesce(getvariable('timezone'), 'UTC'), started_at) as date) as played_on
    from fct_seat_facts
    where player = getvariable('player')
),

days as (
    select count(distinct played_on) > 400 as are_many
    from mine
),

dated as (
    select
        mine.*,
        case when days.are_many then date_trunc('month', mine.played_on) else mine.played_on end as played_from
    from mine
    cross join days
)

select
    strftime(played_from, '%Y-%m-%d') as played_from,
    site,
    kind,
    currency,
    coalesce(max(scale), 0) as scale,
    game,
    is_hi_lo,
    betting,
    money(case kind when 'tournament' then null else big_blind end, scale) as big_blind,
    money(case kind when 'tournament' then null else small_bet end, scale) as small_bet,
    position,
    count(*) as hands,
    sum(money(net, scale)) as net,
    sum(case bb_unit when 'small_bet' then null else net_bb end) as net_bb,
    sum(case bb_unit when 'small_bet' then null else net_bb * net_bb end) as net_bb_squares,
    count(case bb_unit when 'small_bet' then null else net_bb end) as net_bb_hands,
    count_true(vpip_made) as vpip_made,
    count_true(vpip_chance) as vpip_chances,
    count_true(pfr_made) as pfr_made,
    count_true(pfr_chance) as pfr_chances,
    count_true(three_bet_made) as three_bet_made,
    count_true(three_bet_chance) as three_bet_chances,
    count_true(cbet_flop_made) as cbet_flop_made,
    count_true(cbet_flop_chance) as cbet_flop_chances,
    count_true(wtsd_made) as wtsd_made,
    count_true(wtsd_chance) as wtsd_chances,
    count_true(wsd_made) as wsd_made,
    count_true(wsd_chance) as wsd_chances
from dated
group by all
order by played_from nulls last, site, kind, currency, game, is_hi_lo, betting, big_blind, small_bet, position;
