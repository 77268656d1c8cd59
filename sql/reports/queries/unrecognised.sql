-- The first twenty files without a hand or summary that handlab can read.
-- grain: (path, member)    reads: rpt_unrecognised_files
select *
from rpt_unrecognised_files
order by path, member
limit 20;
