-- Converts minor units to an exact decimal: money(150, 2) is 1.5. The only place where stored money becomes readable.
create or replace macro money(amount, scale) as
    cast(amount as decimal(19, 0)) * cast(power(10, -scale) as decimal(9, 8));
