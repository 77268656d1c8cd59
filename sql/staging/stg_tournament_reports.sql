-- What one hand or one summary tells of a player in a tournament, as stored.
-- grain: (site, tournament_id, player, source, report)    reads: tournament_reports
create or replace view stg_tournament_reports as
select
    site,
    tournament_id,
    player,
    report,
    source,
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
    is_finished,
    is_out,
    finish_place,
    prize,
    prize_text,
    bounties_won,
    re_entries,
    rebuys,
    add_ons,
    rebuys_paid
from tournament_reports;
