-- per_100 of several groups together, from the sum of each and how many amounts it has.
create or replace macro per_100_of_sums(amount, amounts) as
    100 * sum(amount) / nullif(sum(amounts), 0);
