-- per_100_stderr of several groups together, from the sum, the number and the sample's variance of each. For one group
-- it is that of its rows.
create or replace macro per_100_stderr_of_sums(amount, amounts, variance) as
    100 * sqrt(
        greatest(
            0,
            coalesce(sum(variance * (amounts - 1)), 0)
            + sum(amount * amount / nullif(amounts, 0)) - sum(amount) * sum(amount) / nullif(sum(amounts), 0)
        )
        / nullif(sum(amounts) - 1, 0)
    )
    / sqrt(sum(amounts));
