-- One act of a hand, in order, as stored.
-- grain: (site, hand_id, action_no)    reads: actions
create or replace view stg_actions as
select
    site,
    hand_id,
    action_no,
    street,
    street_no,
    seat,
    player,
    position,
    kind,
    amount,
    street_total,
    raise_by,
    is_all_in,
    is_capped,
    raises_before,
    limpers_before,
    callers_before,
    to_call,
    pot_before,
    stack_before,
    aggressor_seat,
    can_raise,
    cards
from actions;
