-- Number of rows with the flag set. Over twenty flags it is faster than `filter` or `sum`.
create or replace macro count_true(flag) as
    cast(coalesce(count_if(flag), 0) as bigint);
