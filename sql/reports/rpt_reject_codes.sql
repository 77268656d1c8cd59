-- One row per cause for which spans of files could not be read.
-- grain: (code)    reads: stg_rejects
create or replace view rpt_reject_codes as
select
    code,
    count(*) as spans
from stg_rejects
group by code;
