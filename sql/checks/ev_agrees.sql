-- One row per seat whose expected value is inconsistent: known without a method, or in a hand without an
-- all-in; an equity outside 0 to 1, or without an expected value; luck of a seat that had folded, or whose exact equity
-- was 0 or 1. `luck` is what the pots paid the seat beyond the expected value.
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
