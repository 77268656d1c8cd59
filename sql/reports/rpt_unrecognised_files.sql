-- One row per path of which no version held a hand or a tournament summary that handlab can read.
-- grain: (path, member)    reads: stg_files
create or replace view rpt_unrecognised_files as
select
    path,
    member,
    max(size) as size
from stg_files
group by
    path,
    member
having sum(headers + summaries) = 0;
