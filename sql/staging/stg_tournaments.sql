-- A player in a tournament as stored.
-- grain: (site, tournament_id, player)    reads: tournaments
create or replace view stg_tournaments as
select
    site,
    tournament_id,
    player,
    name,
    game,
    betting,
    currency,
    scale,
    buy_in,
    fee,
    bounty,
    entries,
    prize_pool,
    started_at,
    finish_place,
    prize,
    bounties_won,
    rebuys,
    add_ons,
    source,
    prize_text,
    re_entries,
    rebuys_paid,
    is_finished
from tournaments;
