-- per_100_stderr of several groups together, from the sum, the number and the sample's variance of each. For one group
-- it is that of its rows. What the groups differ by is 0 below the precision of the sums.
create or replace macro per_100_stderr_of_sums(amount, amounts, variance) as
    100 * sqrt(
        (
            coalesce(sum(variance * (amounts - 1)), 0)
            + case
                when
                    sum(amount * amount / nullif(amounts, 0)) - sum(amount) * sum(amount) / nullif(sum(amounts), 0)
                    > 1e-13 * sum(amount * amount / nullif(amounts, 0))
                    then
                        sum(amount * amount / nullif(amounts, 0))
                        - sum(amount) * sum(amount) / nullif(sum(amounts), 0)
                else 0
            end
        )
        / nullif(sum(amounts) - 1, 0)
    )
    / sqrt(sum(amounts));
