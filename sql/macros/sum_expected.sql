-- Sum of expected amounts in minor units, rounded to a thousandth, at the group's finest scale, which is `max(scale)`.
create or replace macro sum_expected(amount, scale) as
    round(sum(amount * power(10, -scale)) * power(10, max(scale)), 3);
