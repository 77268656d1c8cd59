-- How many rows have the flag. The sum form is twice as fast as `filter` over twenty flags.
create or replace macro count_true(flag) as
    cast(coalesce(sum(cast(flag as utinyint)), 0) as bigint);
