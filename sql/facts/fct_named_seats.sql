-- One row per seat dealt into a counted hand whose name identifies a player: those of fct_seat_facts that are not
-- anonymous. Both are the single condition that `population` is not null. Queries over all players take half the time
-- if they group by `player` and `population`, which holds the game and the stake, and split it with population_part.
-- grain: (site, hand_id, seat)    reads: fct_all_seats
create or replace view fct_named_seats as
select seats.* exclude (is_counted) -- noqa: AM04, RF03
from fct_all_seats as seats
where seats.population is not null;
