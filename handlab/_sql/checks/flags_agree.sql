-- A seat whose flags cannot all be true: at a showdown after a fold, or alone, or before the second street; a win at
-- a showdown that it did not reach.
-- grain: (site, hand_id, seat)    reads: fct_results
select
    site,
    hand_id,
    seat,
    folded_street,
    saw_flop,
    went_to_showdown,
    won_at_showdown
from fct_results
qualify
    (went_to_showdown and folded_street is not null)
    or (won_at_showdown and not went_to_showdown)
    or (went_to_showdown and not saw_flop)
    or (went_to_showdown and sum(cast(went_to_showdown as tinyint)) over (partition by site, hand_id) < 2);
