-- One row per seat dealt into a counted hand: columns for grouping and filtering, its money, and the chance and the act
-- of every statistic in `statistics.toml`. Everything is read from the table `seats` alone, so that queries over
-- millions of hands need no join. `player` is the person, `screen_name` the name as printed: see aliases
-- in sql/README.md.
-- grain: (site, hand_id, seat)    reads: fct_all_seats
create or replace view fct_seat_facts as
select seats.* exclude (is_counted) -- noqa: AM04, RF03
from fct_all_seats as seats
where seats.is_counted;
