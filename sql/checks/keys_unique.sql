-- One row per key that more than one row of a table has. It groups by the columns themselves rather than by a text made
-- of them: groups of plain values are small and can spill to disk.
-- grain: (table_name, row_key)
-- reads: stg_actions, stg_awards, stg_boards, stg_hands, stg_pots, stg_seats, stg_side_payments,
--     stg_tournament_reports, stg_tournaments
select
    'hands' as table_name,
    concat_ws('|', site, hand_id) as row_key,
    count(*) as copies
from stg_hands
group by
    site,
    hand_id
having count(*) > 1
union all
select
    'seats' as table_name,
    concat_ws('|', site, hand_id, seat) as row_key,
    count(*) as copies
from stg_seats
group by
    site,
    hand_id,
    seat
having count(*) > 1
union all
select
    'actions' as table_name,
    concat_ws('|', site, hand_id, action_no) as row_key,
    count(*) as copies
from stg_actions
group by
    site,
    hand_id,
    action_no
having count(*) > 1
union all
select
    'boards' as table_name,
    concat_ws('|', site, hand_id, run_no, street) as row_key,
    count(*) as copies
from stg_boards
group by
    site,
    hand_id,
    run_no,
    street
having count(*) > 1
union all
select
    'pots' as table_name,
    concat_ws('|', site, hand_id, pot_no) as row_key,
    count(*) as copies
from stg_pots
group by
    site,
    hand_id,
    pot_no
having count(*) > 1
union all
select
    'awards' as table_name,
    concat_ws('|', site, hand_id, pot_no, run_no, half, seat) as row_key,
    count(*) as copies
from stg_awards
group by
    site,
    hand_id,
    pot_no,
    run_no,
    half,
    seat
having count(*) > 1
union all
select
    'side_payments' as table_name,
    concat_ws('|', site, hand_id, seat, kind) as row_key,
    count(*) as copies
from stg_side_payments
group by
    site,
    hand_id,
    seat,
    kind
having count(*) > 1
union all
select
    'tournaments' as table_name,
    -- Sites that differ only in case are the same.
    concat_ws('|', lower(site), tournament_id, player) as row_key,
    count(*) as copies
from stg_tournaments
group by
    lower(site),
    tournament_id,
    player
having count(*) > 1
union all
select
    'tournament_reports' as table_name,
    concat_ws('|', site, tournament_id, player, source, report) as row_key,
    count(*) as copies
from stg_tournament_reports
group by
    site,
    tournament_id,
    player,
    source,
    report
having count(*) > 1;
