-- Why spans of files were rejected.
-- grain: (code)    reads: rpt_reject_codes
select *
from rpt_reject_codes
order by spans desc, code;
