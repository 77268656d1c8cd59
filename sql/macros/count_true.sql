-- How many rows have the flag. Faster than `filter` over twenty flags, and than a sum of them.
create or replace macro count_true(flag) as
    cast(coalesce(count_if(flag), 0) as bigint);
