-- One row per seat whose flags cannot all be true: at a showdown after a fold, or alone, or before the second street; a
-- win at a showdown that the seat did not reach.
-- grain: (site, hand_id, seat)    reads: fct_results
with

lone_showdowns as (
    select
        site,
        hand_id
    from fct_results
    where went_to_showdown
    group by all
    having count(*) < 2
)

select
    results.site,
    results.hand_id,
    results.seat,
    results.folded_street,
    results.saw_flop,
    results.went_to_showdown,
    results.won_at_showdown
from fct_results as results
left join lone_showdowns
    on
        results.site = lone_showdowns.site
        and results.hand_id = lone_showdowns.hand_id
where
    (results.went_to_showdown and results.folded_street is not null)
    or (results.won_at_showdown and not results.went_to_showdown)
    or (results.went_to_showdown and not results.saw_flop)
    or (results.went_to_showdown and lone_showdowns.hand_id is not null);
