-- One row per reason why spans of files were rejected.
-- grain: (code)    reads: stg_rejects
create or replace view rpt_reject_codes as
select
    code,
    count(*) as spans
from stg_rejects
group by code;
