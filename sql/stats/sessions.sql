-- One row per player and session: its start, length and result. fct_session_hands defines sessions
-- and how their time is counted: `hours` is the time played, however many tables were open, `table_hours` is summed
-- over all tables. `ended_at` is the start of the last hand. `net` and `net_per_hour` are in minor units at `scale`.
-- Hands without a known start are in no session.
-- grain: (site, player, kind, currency, session_no)    reads: fct_session_hands
create or replace view sessions as
with

sums as (
    select
        site,
        player,
        kind,
        currency,
        session_no,
        min(started_at) as started_at,
        max(started_at) as ended_at,
        max(scale) as scale,
        count(*) as hands,
        count(distinct row(table_name, tournament_id)) as tables_played,
        sum(seconds) / 3600 as hours,
        sum(table_seconds) / 3600 as table_hours,
        sum_money(net, scale) as net,
        sum(net_bb) as net_bb,
        sum(net_bb_adjusted) as net_bb_adjusted,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr
    from fct_session_hands
    where session_no is not null
    group by all
)

select
    site,
    player,
    kind,
    currency,
    session_no,
    started_at,
    ended_at,
    scale,
    hands,
    tables_played,
    hours,
    table_hours,
    hands / hours as hands_per_hour,
    net,
    net / hours as net_per_hour,
    net_bb,
    net_bb / hours as net_bb_per_hour,
    net_bb_adjusted,
    bb_per_100,
    bb_per_100_stderr
from sums;
