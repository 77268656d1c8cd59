-- One row per seat dealt into a counted hand: the rows and columns of fct_results under its former name, for queries
-- that still use it.
-- grain: (site, hand_id, seat)    reads: fct_results
create or replace view fct_seats as
select results.* -- noqa: AM04
from fct_results as results;
