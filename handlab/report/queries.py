"""
The questions of a report, one per section.

What a statistic means is decided by the views and macros of `sql/`; here they are filtered, put in
order and turned into units that people read. `{who}` is the condition on the player. Money leaves
as a decimal, with its `scale` as another column.
"""

from __future__ import annotations

HERO = """
select player
from rpt_heroes
group by player
order by sum(hero_hands) desc, player
limit 1
"""

SITES = """
select distinct site
from fct_results
where player = $player and not is_anonymous
order by site
"""

SIMILAR = """
select player
from stg_seats
where is_anonymous is not true and player is not null
group by player
order by jaro_winkler_similarity(lower(player), lower($player)) desc, count(*) desc
limit 3
"""

# A session ends with a break of more than 30 minutes; in stud nothing is counted in big blinds.
TOTALS = """
with

results as (
    select
        site,
        kind,
        currency,
        scale,
        started_at,
        net,
        went_to_showdown,
        is_flagged,
        net_adjusted,
        luck,
        is_all_in_runout,
        is_all_in_runout and ev_net is not null as is_ev_known,
        case when bb_unit is distinct from 'small_bet' then net_bb end as net_bb,
        case when bb_unit is distinct from 'small_bet' then net_bb_adjusted end as net_bb_adjusted,
        started_at - lag(started_at) over (
            partition by site, kind, currency
            order by started_at
        ) as pause
    from fct_results
    where {who}
)

select
    site,
    kind,
    currency,
    coalesce(max(scale), 0) as scale,
    count(*) as hands,
    count_true(is_flagged) as hands_flagged,
    count_true(started_at is not null and (pause is null or pause > interval 30 minutes))
        as sessions,
    strftime(min(started_at), '%Y-%m-%dT%H:%M:%SZ') as first_at,
    strftime(max(started_at), '%Y-%m-%dT%H:%M:%SZ') as last_at,
    sum(money(net, scale)) as net,
    sum(case when went_to_showdown then money(net, scale) else 0 end) as net_showdown,
    sum(case when went_to_showdown then 0 else money(net, scale) end) as net_non_showdown,
    sum(net_bb) as net_bb,
    count(net_bb) as net_bb_hands,
    per_100(net_bb) as bb_per_100,
    per_100(net_bb) - 1.96 * per_100_stderr(net_bb) as bb_per_100_low,
    per_100(net_bb) + 1.96 * per_100_stderr(net_bb) as bb_per_100_high,
    count_true(is_all_in_runout) as all_in_hands,
    count_true(is_ev_known) as ev_known_hands,
    sum(expected_money(net_adjusted, scale)) as net_adjusted,
    coalesce(sum(expected_money(luck, scale)), 0) as luck,
    per_100(net_bb_adjusted) as ev_bb_per_100,
    per_100(net_bb_adjusted) - 1.96 * per_100_stderr(net_bb_adjusted) as ev_bb_per_100_low,
    per_100(net_bb_adjusted) + 1.96 * per_100_stderr(net_bb_adjusted) as ev_bb_per_100_high
from results
group by all
order by hands desc, site, kind, currency
"""

TABLE_TOTALS = """
with

players as (
    select
        site,
        kind,
        currency,
        count(distinct player) as players
    from fct_results
    where not is_anonymous
    group by all
)

select
    hands.site,
    hands.kind,
    hands.currency,
    coalesce(max(hands.scale), 0) as scale,
    count(*) as hands,
    count_true(hands.is_flagged) as hands_flagged,
    coalesce(max(players.players), 0) as players,
    strftime(min(hands.started_at), '%Y-%m-%dT%H:%M:%SZ') as first_at,
    strftime(max(hands.started_at), '%Y-%m-%dT%H:%M:%SZ') as last_at,
    sum(money(hands.total_pot, hands.scale)) as total_pot,
    sum(money(hands.rake, hands.scale)) as rake,
    sum(money(hands.fees, hands.scale)) as fees
from fct_hands as hands
left join players
    on
        hands.site = players.site
        and hands.kind = players.kind
        and hands.currency is not distinct from players.currency
where hands.is_counted
group by hands.site, hands.kind, hands.currency
order by hands desc, hands.site, hands.kind, hands.currency
"""

# Of each of 400 stretches the last hand, the best and the worst: no peak is lost, and fewer than
# 1,200 hands are all there. Tournament chips have no worth of their own, so that big blinds rule.
RESULT_LINE = """
with

scales as (
    select
        site,
        kind,
        currency,
        max(scale) as scale
    from fct_results
    where {who}
    group by all
),

hands_in_order as (
    select
        site,
        kind,
        currency,
        hand_no,
        started_at,
        won,
        won_showdown,
        won_non_showdown,
        won_adjusted,
        ev_known_hands,
        coalesce(won_bb, 0) as won_bb,
        coalesce(won_bb_showdown, 0) as won_bb_showdown,
        coalesce(won_bb_non_showdown, 0) as won_bb_non_showdown,
        coalesce(won_bb_adjusted, 0) as won_bb_adjusted,
        case when kind in ('cash', 'play', 'club') then won else coalesce(won_bb, 0) end as height,
        hand_no * 400 // count(*) over (partition by site, kind, currency) as stretch
    from rpt_result_line
    where player = $player
)

select
    line.site,
    line.kind,
    line.currency,
    coalesce(scales.scale, 0) as scale,
    line.hand_no,
    strftime(line.started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    line.won,
    line.won_showdown,
    line.won_non_showdown,
    line.won_adjusted,
    round(line.won_bb, 2) as won_bb,
    round(line.won_bb_showdown, 2) as won_bb_showdown,
    round(line.won_bb_non_showdown, 2) as won_bb_non_showdown,
    round(line.won_bb_adjusted, 2) as won_bb_adjusted,
    line.ev_known_hands
from hands_in_order as line
left join scales
    on
        line.site = scales.site
        and line.kind is not distinct from scales.kind
        and line.currency is not distinct from scales.currency
window stretches as (partition by line.site, line.kind, line.currency, line.stretch)
qualify
    line.hand_no in (
        max(line.hand_no) over stretches,
        arg_max(line.hand_no, line.height) over stretches,
        arg_min(line.hand_no, line.height) over stretches
    )
order by line.site, line.kind, line.currency, line.hand_no
"""

STATISTICS = """
select
    site,
    kind,
    currency,
    game_family,
    betting,
    cast(sum(hands) as bigint) as hands,
    cast(sum(walks) as bigint) as walks,
    cast(sum(vpip_hands) as bigint) as vpip_hands,
    cast(sum(vpip_opportunities) as bigint) as vpip_opportunities,
    rate(sum(vpip_hands), sum(vpip_opportunities)) as vpip,
    cast(sum(pfr_hands) as bigint) as pfr_hands,
    cast(sum(pfr_opportunities) as bigint) as pfr_opportunities,
    rate(sum(pfr_hands), sum(pfr_opportunities)) as pfr,
    cast(sum(three_bet_hands) as bigint) as three_bet_hands,
    cast(sum(three_bet_opportunities) as bigint) as three_bet_opportunities,
    rate(sum(three_bet_hands), sum(three_bet_opportunities)) as three_bet,
    cast(sum(saw_flop_hands) as bigint) as saw_flop_hands,
    cast(sum(went_to_showdown_hands) as bigint) as went_to_showdown_hands,
    rate(sum(went_to_showdown_hands), sum(saw_flop_hands)) as went_to_showdown_rate,
    cast(sum(won_at_showdown_hands) as bigint) as won_at_showdown_hands,
    rate(sum(won_at_showdown_hands), sum(went_to_showdown_hands)) as won_at_showdown_rate,
    cast(sum(won_when_saw_flop_hands) as bigint) as won_when_saw_flop_hands,
    rate(sum(won_when_saw_flop_hands), sum(saw_flop_hands)) as won_when_saw_flop_rate,
    cast(sum(bets_and_raises) as bigint) as bets_and_raises,
    cast(sum(calls) as bigint) as calls,
    rate(sum(bets_and_raises), sum(calls)) as aggression_factor
from player_stats
where {who}
group by site, kind, currency, game_family, betting
order by hands desc, site, kind, currency, game_family, betting
"""

STAKES = """
select
    site,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    money(big_blind, scale) as big_blind,
    money(small_bet, scale) as small_bet,
    bb_unit,
    hands,
    hands_flagged,
    showdown_hands,
    money(net, scale) as net,
    money(net_showdown, scale) as net_showdown,
    money(net_non_showdown, scale) as net_non_showdown,
    bb_per_100,
    bb_per_100_low,
    bb_per_100_high,
    all_in_hands,
    ev_known_hands,
    expected_money(net_adjusted, scale) as net_adjusted,
    ev_bb_per_100
from win_rates
where {who} and kind is distinct from 'tournament'
"""

STAKE_POSITIONS = """
select
    site,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    big_blind_money as big_blind,
    position,
    position_order,
    hands,
    net_money as net,
    bb_per_100,
    bb_per_100_low,
    bb_per_100_high
from rpt_stakes_by_position
where {who} and kind is distinct from 'tournament'
"""

# Levels of a tournament are not stakes, and a table has no player to group by: for both, the
# results are taken together with the same macros as in win_rates.
TOGETHER = """
select
    site,
    kind,
    currency,
    coalesce(max(scale), 0) as scale,
    game,
    is_hi_lo,
    betting,
    case when kind is distinct from 'tournament' then money(big_blind, scale) end as big_blind,
    case when kind is distinct from 'tournament' then money(small_bet, scale) end as small_bet,
    bb_unit,
    {position} as position,
    position_order({position}) as position_order,
    count(*) as hands,
    count_true(is_flagged) as hands_flagged,
    count_true(went_to_showdown) as showdown_hands,
    sum(money(net, scale)) as net,
    sum(case when went_to_showdown then money(net, scale) else 0 end) as net_showdown,
    sum(case when went_to_showdown then 0 else money(net, scale) end) as net_non_showdown,
    per_100(net_bb) as bb_per_100,
    per_100(net_bb) - 1.96 * per_100_stderr(net_bb) as bb_per_100_low,
    per_100(net_bb) + 1.96 * per_100_stderr(net_bb) as bb_per_100_high,
    count_true(is_all_in_runout) as all_in_hands,
    count_true(is_all_in_runout and ev_net is not null) as ev_known_hands,
    sum(expected_money(net_adjusted, scale)) as net_adjusted,
    per_100(net_bb_adjusted) as ev_bb_per_100
from fct_results
where {who}
group by all
"""

STARTING_HANDS = """
select
    site,
    kind,
    currency,
    game,
    betting,
    cards_source,
    starting_hand,
    scale,
    combinations,
    hands,
    known_hands,
    hands_rate,
    expected_rate,
    vpip_hands,
    vpip_opportunities,
    vpip,
    pfr_hands,
    pfr,
    money(net, scale) as net,
    net_bb,
    bb_per_100,
    bb_per_100_stderr
from starting_hands
where {who}
order by known_hands desc, site, kind, currency, game, betting, cards_source, starting_hand
"""

PLAYERS = """
select
    site,
    kind,
    currency,
    player,
    max(scale) as scale,
    cast(sum(hands) as bigint) as hands,
    sum(money(net, scale)) as net,
    rate(sum(vpip_hands), sum(vpip_opportunities)) as vpip,
    rate(sum(pfr_hands), sum(pfr_opportunities)) as pfr,
    rate(sum(bets_and_raises), sum(calls)) as aggression_factor
from player_stats
group by site, kind, currency, player
order by hands desc, player
limit 20
"""

CATEGORIES = """
select
    site,
    game,
    category,
    category_name,
    showdown_count,
    showdown_hands,
    showdown_rate,
    dealt_count,
    dealt_hands,
    dealt_rate,
    expected_rate,
    z_score,
    note
from category_frequencies
where showdown_hands + dealt_hands > 0
order by showdown_hands + dealt_hands desc, site, game, category
"""

VERDICTS = """
select
    verdict,
    is_counted,
    is_flagged,
    cast(sum(hands) as bigint) as hands,
    rate(sum(hands), sum(sum(hands)) over ()) as hands_rate
from audit_summary
group by verdict, is_counted, is_flagged
order by not is_counted, is_flagged, hands desc, verdict
"""

COUNTS = """
with

files_found as (
    select
        *,
        sum(headers + summaries) over (partition by file_digest) as found
    from stg_files
),

sums as (
    select
        count(distinct file_digest) as files,
        count(distinct file_digest) filter (where found = 0) as unrecognised_files,
        cast(coalesce(sum(headers), 0) as bigint) as headers,
        cast(coalesce(sum(hands), 0) as bigint) as hands,
        cast(coalesce(sum(merged), 0) as bigint) as merged,
        cast(coalesce(sum(id_conflicts), 0) as bigint) as id_conflicts,
        cast(coalesce(sum(duplicates), 0) as bigint) as duplicates,
        cast(coalesce(sum(partial), 0) as bigint) as partial,
        cast(coalesce(sum(cancelled), 0) as bigint) as cancelled,
        cast(coalesce(sum(rejected), 0) as bigint) as rejected
    from files_found
)

select
    files,
    unrecognised_files,
    headers,
    hands,
    merged,
    id_conflicts,
    duplicates,
    partial,
    cancelled,
    rejected,
    headers = hands + duplicates + partial + cancelled + rejected as adds_up
from sums
"""

UNRECOGNISED = """
select
    path,
    member
from stg_files
group by path, member
having sum(headers + summaries) = 0
order by path, member
limit 20
"""

REJECT_CODES = """
select
    code,
    count(*) as spans
from stg_rejects
group by code
order by spans desc, code
"""
