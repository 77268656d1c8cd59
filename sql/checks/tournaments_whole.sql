-- One row per player and tournament whose row must be wrong: a site in capitals (rows of an older handlab, which the
-- next `handlab ingest` merges), or facts about the tournament that differ between its players.
-- grain: (site, tournament_id, player, fault)    reads: stg_tournaments
with

players as (
    select
        site,
        tournament_id,
        player,
        count(distinct row(currency, scale, buy_in, fee, bounty, entries, prize_pool)) over tournament as versions
    from stg_tournaments
    window tournament as (partition by lower(site), tournament_id)
),

faults as (
    select
        site,
        tournament_id,
        player,
        'site_in_capitals' as fault
    from players
    where site <> lower(site)
    union all
    select
        site,
        tournament_id,
        player,
        'facts_differ' as fault
    from players
    where versions > 1
)

select
    site,
    tournament_id,
    player,
    fault
from faults;
