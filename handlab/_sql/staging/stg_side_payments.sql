-- Money between a seat and the house beside the pots, as stored.
-- grain: (site, hand_id, seat, kind)    reads: side_payments
create or replace view stg_side_payments as
select
    site,
    hand_id,
    seat,
    kind,
    amount,
    fee
from side_payments;
