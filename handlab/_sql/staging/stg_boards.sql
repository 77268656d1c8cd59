-- The cards of one street of one runout, as stored.
-- grain: (site, hand_id, run_no, street)    reads: boards
create or replace view stg_boards as
select
    site,
    hand_id,
    run_no,
    street,
    cards
from boards;
