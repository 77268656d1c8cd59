-- What a seat wins of one pot, runout and half, as stored.
-- grain: (site, hand_id, pot_no, run_no, half, seat)    reads: awards
create or replace view stg_awards as
select
    site,
    hand_id,
    pot_no,
    run_no,
    half,
    seat,
    amount,
    printed
from awards;
