-- One row per player and tournament: what they paid and what they won, in minor units of `currency` at `scale`. `paid`
-- is (buy_in + fee + bounty) * (1 + re_entries) + rebuys_paid; `won` is prizes and bounties. Tickets and other prizes
-- without an amount are left out (`prize_text` has them), and so is the value of points: `is_money` is false if the
-- tournament is played for points or play money. `net` is null until the player is out and everything is known. The
-- return on investment is sum(net) / sum(paid) over one currency.
-- grain: (site, tournament_id, player)    reads: stg_tournaments
create or replace view fct_tournaments as
select
    site,
    tournament_id,
    person(site, player) as player,
    player as screen_name,
    name,
    game,
    betting,
    currency,
    scale,
    currency not in ('PLAY', 'FPP', 'FTP', 'T$', 'SC', 'CHIPS', 'CLUB') as is_money,
    started_at,
    is_finished,
    speed,
    entries,
    prize_pool,
    buy_in,
    fee,
    bounty,
    buy_in + coalesce(fee, 0) + coalesce(bounty, 0) as entry_price,
    coalesce(re_entries, 0) as re_entries,
    rebuys,
    add_ons,
    rebuys_paid,
    finish_place,
    prize,
    prize_text,
    bounties_won,
    -- If no text gives the price of the rebuys, what was paid is unknown.
    case
        when rebuys_paid is not null or coalesce(rebuys, 0) + coalesce(add_ons, 0) = 0
            then entry_price * (1 + coalesce(re_entries, 0)) + coalesce(rebuys_paid, 0)
    end as paid,
    case
        when finish_place is not null or prize is not null
            then
                case
                    when prize is not null or prize_text is not null or bounties_won is not null
                        then coalesce(prize, 0) + coalesce(bounties_won, 0)
                    -- The line about a finish prints the prize, if there was one.
                    when source = 'hands' then 0
                end
    end as won,
    won - paid as net,
    source
from stg_tournaments;
