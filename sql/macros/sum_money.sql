-- Sum of minor units as a bigint at the group's finest scale, which is `max(scale)`: tournament chips have
-- scale 0 or, where a level has cents, 2. Every power of ten is a whole number, so the sum is exact.
create or replace macro sum_money(amount, scale) as
    cast(
        sum(
            amount
            * case scale
                when 2 then cast(10000000000000000 as hugeint)
                when 0 then cast(1000000000000000000 as hugeint)
                else cast(power(10, 18 - scale) as hugeint)
            end
        ) // cast(power(10, 18 - max(scale)) as hugeint)
        as bigint
    );
