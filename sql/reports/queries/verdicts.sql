-- The verdicts of the audit, over all hands of the lake.
-- grain: (verdict)    reads: rpt_verdicts
select *
from rpt_verdicts
order by not is_counted, is_flagged, hands desc, verdict;
