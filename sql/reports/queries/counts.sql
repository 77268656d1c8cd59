-- How every hand header of every file was counted.
-- grain: (one row)    reads: rpt_files
with

sums as (
    select
        count(*) as files,
        count_true(is_unrecognised) as unrecognised_files,
        cast(coalesce(sum(columns(* exclude (file_digest, is_unrecognised))), 0) as bigint)
    from rpt_files
)

select
    *,
    headers = hands + duplicates + partial + cancelled + rejected as adds_up
from sums;
