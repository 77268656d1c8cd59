-- Whether hands of this verdict belong to the population of the statistics.
create or replace macro is_counted(hand_verdict) as
    coalesce(hand_verdict not in ('cancelled', 'incomplete', 'corrupt_actions'), true);
