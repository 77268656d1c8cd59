-- One row per file that was read, and what became of its hand headers. `is_unrecognised` is true if it holds neither
-- a hand nor a tournament summary that handlab can read, and null if an older handlab did not count summaries.
-- grain: (file_digest)    reads: stg_files
create or replace view rpt_files as
select
    file_digest,
    sum(headers + summaries) = 0 as is_unrecognised,
    cast(coalesce(sum(headers), 0) as bigint) as headers,
    cast(coalesce(sum(hands), 0) as bigint) as hands,
    cast(coalesce(sum(merged), 0) as bigint) as merged,
    cast(coalesce(sum(id_conflicts), 0) as bigint) as id_conflicts,
    cast(coalesce(sum(duplicates), 0) as bigint) as duplicates,
    cast(coalesce(sum(partial), 0) as bigint) as partial, -- noqa: RF04
    cast(coalesce(sum(cancelled), 0) as bigint) as cancelled,
    cast(coalesce(sum(rejected), 0) as bigint) as rejected
from stg_files
group by file_digest;
