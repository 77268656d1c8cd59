-- A share from 0 to 1; null where the denominator is 0. Both are printed beside it in every view.
create or replace macro rate(numerator, denominator) as
    numerator / nullif(denominator, 0);
