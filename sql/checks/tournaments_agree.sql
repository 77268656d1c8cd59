-- One row per player and tournament where hands and summary differ: another price, another game, a seat taken by
-- somebody who is missing from the complete list of a finished tournament; or where a summary contradicts itself: more
-- players than entries, a place beyond the entries. Placeholder names are left out. A warning, because both texts are
-- read correctly; somebody has changed one of them.
-- grain: (site, tournament_id, player, fault)
-- reads: stg_hands, stg_seats, stg_tournament_reports, stg_tournaments    severity: warning
with

tournaments as (
    select
        site,
        tournament_id,
        any_value(game) as game,
        any_value(currency) as currency,
        any_value((buy_in + coalesce(fee, 0) + coalesce(bounty, 0)) / pow(10, scale)) as price,
        bool_and(is_finished) and sum(1 + coalesce(re_entries, 0)) >= max(entries) as is_whole
    from stg_tournaments
    where source = 'summary'
    group by all
),

other_prices as (
    select distinct
        reports.site,
        reports.tournament_id,
        reports.player,
        'price_differs' as fault
    from stg_tournament_reports as reports
    inner join tournaments
        on
            reports.site = tournaments.site
            and reports.tournament_id = tournaments.tournament_id
    where
        reports.source = 'hands'
        and reports.currency = tournaments.currency
        and round((reports.buy_in + coalesce(reports.fee, 0) + coalesce(reports.bounty, 0)) / pow(10, reports.scale), 2)
        <> round(tournaments.price, 2)
),

seats as (
    select distinct
        stg_seats.site,
        stg_hands.tournament_id,
        stg_seats.player,
        stg_hands.game,
        tournaments.game as game_of_summary,
        tournaments.is_whole
    from stg_hands
    inner join tournaments
        on
            stg_hands.site = tournaments.site
            and stg_hands.tournament_id = tournaments.tournament_id
    inner join stg_seats
        on
            stg_hands.site = stg_seats.site
            and stg_hands.hand_id = stg_seats.hand_id
    where
        not coalesce(stg_seats.is_anonymous, false)
        and not regexp_full_match(stg_seats.player, '(?i)hero|player ?\d*|seat ?\d+|unknown.*|')
),

other_games as (
    select distinct
        site,
        tournament_id,
        player,
        'game_differs' as fault
    from seats
    where game <> game_of_summary
),

strangers as (
    select distinct
        seats.site,
        seats.tournament_id,
        seats.player,
        'not_in_summary' as fault
    from seats
    left join stg_tournaments as listed
        on
            seats.site = listed.site
            and seats.tournament_id = listed.tournament_id
            and seats.player = listed.player
            and listed.source = 'summary'
    where
        seats.is_whole
        and listed.player is null
),

listed_players as (
    select
        site,
        tournament_id,
        player,
        entries,
        finish_place,
        count(*) over (partition by site, tournament_id) as players
    from stg_tournaments
    where source = 'summary'
),

too_few_entries as (
    select
        site,
        tournament_id,
        player,
        'more_players_than_entries' as fault
    from listed_players
    where players > entries
),

places_beyond as (
    select
        site,
        tournament_id,
        player,
        'place_beyond_entries' as fault
    from listed_players
    where finish_place > entries
)

select
    site,
    tournament_id,
    player,
    fault
from other_prices
union all
select
    site,
    tournament_id,
    player,
    fault
from other_games
union all
select
    site,
    tournament_id,
    player,
    fault
from strangers
union all
select
    site,
    tournament_id,
    player,
    fault
from too_few_entries
union all
select
    site,
    tournament_id,
    player,
    fault
from places_beyond;
