-- Converts an expected amount, which has fractions of a minor unit, to a decimal: expected_money(12.5, 2) is 0.125.
create or replace macro expected_money(amount, scale) as
    cast(amount * power(10, -scale) as decimal(28, 8));
