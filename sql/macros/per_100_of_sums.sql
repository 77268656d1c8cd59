-- per_100 over several groups taken together. Each row is a group: the sum of its amounts, and how many they are.
create or replace macro per_100_of_sums(amount, amounts) as
    100 * sum(amount) / nullif(sum(amounts), 0);
