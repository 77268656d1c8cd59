-- One row per player and tournament: fct_tournaments, with the hands of it that are in the lake. `missing` says why
-- `net` is unknown: `place` (no log has the player's finish; a prize without a place is enough), `prize` (the place is
-- known, but no text says what it paid), or `price` of the entry or of rebuys. Such a tournament counts neither as won
-- nor as lost. `finish_percentile` is the share of the others who finished behind the player, 1 for the winner. `speed`
-- is what summary or hands say, else what the tournament's name does, `field` follows from its entries; `prize_source`
-- is `summary` or `hands`. Stud, which has no big blinds, does not count in `bb_per_100`.
-- grain: (site, tournament_id, player)    reads: fct_results, fct_tournaments
create or replace view tournament_results as
with

played as (
    select
        site,
        tournament_id,
        -- Where hands name their seats anew, the owner is one player of the tournament.
        if(is_anonymous, person(site, 'Hero'), player) as player,
        count(*) as hands,
        min(started_at) as first_hand_at,
        max(started_at) as last_hand_at,
        per_100(case bb_unit when 'small_bet' then null else net_bb end) as bb_per_100
    from fct_results
    where
        kind = 'tournament'
        and (is_hero or not is_anonymous)
    group by all
)

select
    tournaments.site,
    tournaments.tournament_id,
    tournaments.player,
    tournaments.name,
    tournaments.game,
    tournaments.betting,
    tournaments.currency,
    tournaments.scale,
    tournaments.is_money,
    coalesce(tournaments.started_at, played.first_hand_at) as started_at,
    tournaments.entries,
    tournaments.entry_price,
    case
        when tournaments.speed is not null then tournaments.speed
        when regexp_matches(tournaments.name, '(?i)hyper') then 'hyper'
        when regexp_matches(tournaments.name, '(?i)super.?turbo') then 'hyper'
        when regexp_matches(tournaments.name, '(?i)turbo|fast|rapid|express|speed') then 'turbo'
        when regexp_matches(tournaments.name, '(?i)deep|slow') then 'slow'
        when tournaments.name is not null then 'regular'
    end as speed,
    case
        when tournaments.entries <= 2 then '2'
        when tournaments.entries <= 10 then '3-10'
        when tournaments.entries <= 50 then '11-50'
        when tournaments.entries <= 200 then '51-200'
        when tournaments.entries <= 1000 then '201-1000'
        when tournaments.entries > 1000 then '1001+'
    end as field,
    tournaments.re_entries,
    tournaments.paid,
    tournaments.prize,
    tournaments.prize_text,
    tournaments.bounties_won,
    tournaments.won,
    tournaments.net,
    case
        when tournaments.net is not null then null
        when tournaments.won is not null then 'price'
        when tournaments.finish_place is null then 'place'
        else 'prize'
    end as missing,
    -- A bounty is won far from the paid places.
    case
        when tournaments.prize > 0 or tournaments.prize_text is not null then true
        when tournaments.won is not null then false
    end as is_in_the_money,
    tournaments.finish_place,
    case
        when tournaments.entries > 1 and tournaments.finish_place between 1 and tournaments.entries
            then (tournaments.entries - tournaments.finish_place) / (tournaments.entries - 1)
    end as finish_percentile,
    coalesce(played.hands, 0) as hands,
    played.last_hand_at,
    played.bb_per_100,
    tournaments.source as prize_source
from fct_tournaments as tournaments
left join played
    on
        tournaments.site = played.site
        and tournaments.tournament_id = played.tournament_id
        and tournaments.player = played.player;
