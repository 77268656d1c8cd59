-- One row per seat dealt into a counted hand: fct_results by the name that it had while its flags were computed here.
-- grain: (site, hand_id, seat)    reads: fct_results
create or replace view fct_seats as
select results.* -- noqa: AM04
from fct_results as results;
