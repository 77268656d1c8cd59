-- per_100 over several groups combined. Each row is a group: the sum of its amounts, and their number.
create or replace macro per_100_of_sums(amount, amounts) as
    100 * sum(amount) / nullif(sum(amounts), 0);
