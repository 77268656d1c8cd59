-- A share from 0 to 1; null where the denominator is 0. Every view has both next to it.
create or replace macro rate(numerator, denominator) as
    numerator / nullif(denominator, 0);
