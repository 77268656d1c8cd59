-- A hundred times the mean: bb/100 from big blinds per hand.
create or replace macro per_100(amount) as
    100 * avg(amount);
