-- One row per player who starts the next hand of the table with less than they ended this one with, if nothing in the
-- lake explains it: `continuity` in fct_stack_steps lists the explanations. More is a rebuy, a top-up or missing hands.
-- A warning, because a player may leave between two hands and sit down again with less, which no log shows. For an
-- overview of all stacks: `select continuity, count(*) from fct_stack_steps group by all`.
-- grain: (site, hand_id, seat)    reads: fct_stack_steps    severity: warning
select
    site,
    hand_id,
    seat,
    player,
    next_hand_id,
    table_name,
    started_at,
    seconds,
    starting_stack,
    net,
    next_starting_stack,
    difference,
    continuity
from fct_stack_steps
where continuity = 'less';
