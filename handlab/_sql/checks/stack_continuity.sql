-- A player who starts the next hand of his table with less than he ended this one with, and nothing in the lake
-- explains it: see `reading` in fct_stack_steps for what does. More is a rebuy, a top-up or missing hands.
-- To see every step by its reading: `select reading, count(*) from fct_stack_steps group by all`.
-- grain: (site, hand_id, seat)    reads: fct_stack_steps
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
    reading
from fct_stack_steps
where reading = 'less';
