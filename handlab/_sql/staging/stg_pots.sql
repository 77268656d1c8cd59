-- A pot of a hand as stored; pot 0 is the main pot.
-- grain: (site, hand_id, pot_no)    reads: pots
create or replace view stg_pots as
select
    site,
    hand_id,
    pot_no,
    gross,
    rake,
    fee,
    net,
    eligible_seats
from pots;
