-- Standard error of per_100 over several groups combined. Each row is a group: the sum of its amounts, their number,
-- and their sample variance. For a single group it is per_100_stderr of its amounts. Means that differ by no
-- more than the rounding of the sums count as equal.
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
