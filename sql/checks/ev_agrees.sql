-- A seat whose expected value does not go with the rest: known by no method, or by one in a hand that has no all-in;
-- an equity beyond 0 to 1, or without an expected value; luck of a seat that had folded, or whose exact equity was
-- nothing or all. `luck` is what the pots paid it beyond the expected value.
-- grain: (site, hand_id, seat)    reads: fct_results
select
    site,
    hand_id,
    seat,
    allin_street,
    folded_street,
    ev_method,
    ev_net,
    equity,
    luck
from fct_results
where
    (allin_street is null) <> (ev_method is null)
    or (ev_net is null) = (coalesce(ev_method, '') in ('exact', 'sampled'))
    or (ev_net is null) <> (equity is null)
    or equity not between 0 and 1
    or (abs(luck) > 0.001 and folded_street is not null)
    or (abs(luck) > 0.001 and ev_method = 'exact' and equity in (0, 1));
