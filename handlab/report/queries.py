"""
The questions of a report, one per section.

What a statistic means is decided by the views and macros of `sql/`; here their rows are chosen and
put in order. Questions about a player take `$player`. Money leaves as a decimal, with its `scale`
as another column, and times as text.
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
select site
from rpt_names
where player = $player
order by site
"""

SIMILAR = """
select player
from rpt_names
group by player
order by jaro_winkler_similarity(lower(player), lower($player)) desc, sum(hands) desc
limit 3
"""

TOTALS = """
select * exclude (player) replace (
    strftime(first_at, '%Y-%m-%dT%H:%M:%SZ') as first_at,
    strftime(last_at, '%Y-%m-%dT%H:%M:%SZ') as last_at
)
from rpt_totals
where player = $player
order by hands desc, site, kind, currency
"""

TABLE_TOTALS = """
select * replace (
    strftime(first_at, '%Y-%m-%dT%H:%M:%SZ') as first_at,
    strftime(last_at, '%Y-%m-%dT%H:%M:%SZ') as last_at
)
from rpt_table_totals
order by hands desc, site, kind, currency
"""

RESULT_LINE = """
select * exclude (player) replace (
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at
)
from rpt_result_points
where player = $player
order by site, kind, currency, hand_no
"""

STATISTICS = """
select
    site,
    kind,
    currency,
    game_family,
    betting,
    hands,
    walks,
    vpip_hands,
    vpip_opportunities,
    vpip,
    pfr_hands,
    pfr_opportunities,
    pfr,
    three_bet_hands,
    three_bet_opportunities,
    three_bet,
    saw_flop_hands,
    went_to_showdown_hands,
    went_to_showdown_rate,
    won_at_showdown_hands,
    won_at_showdown_rate,
    won_when_saw_flop_hands,
    won_when_saw_flop_rate,
    bets_and_raises,
    calls,
    aggression_factor
from player_stats
where player = $player
order by hands desc, site, kind, currency, game_family, betting
"""

TABLE_STATISTICS = """
select *
from rpt_table_stats
order by hands desc, site, kind, currency, game_family, betting
"""

STAKES = """
select * exclude (player)
from rpt_stakes
where player = $player
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
where player = $player and kind is distinct from 'tournament'
"""

TOURNAMENT_GAMES = """
select * exclude (player)
from rpt_tournament_games
where player = $player and position is null
"""

TOURNAMENT_POSITIONS = """
select * exclude (player)
from rpt_tournament_games
where player = $player and position is not null
"""

TABLE_POSITIONS = """
select *
from rpt_table_positions
"""

STARTING_HANDS = """
select * exclude (player, pfr_opportunities, net_bb_hands) replace (money(net, scale) as net)
from starting_hands
where player = $player
order by known_hands desc, site, kind, currency, game, betting, cards_source, starting_hand
"""

PLAYERS = """
select *
from rpt_players
order by hands desc, player
limit 20
"""

CATEGORIES = """
select *
from category_frequencies
where showdown_hands + dealt_hands > 0
order by showdown_hands + dealt_hands desc, site, game, category
"""

VERDICTS = """
select *
from rpt_verdicts
order by not is_counted, is_flagged, hands desc, verdict
"""

COUNTS = """
with

sums as (
    select
        count(*) as files,
        count_true(is_unrecognised) as unrecognised_files,
        cast(coalesce(sum(columns(* exclude (file_digest, is_unrecognised))), 0) as bigint)
    from rpt_files
)

select
    *,
    headers = hands + duplicates + partial + cancelled + rejected as adds_up
from sums
"""

UNRECOGNISED = """
select *
from rpt_unrecognised_files
order by path, member
limit 20
"""

REJECT_CODES = """
select *
from rpt_reject_codes
order by spans desc, code
"""
