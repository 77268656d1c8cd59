-- One row per verdict of the audit, over all hands of the lake.
-- grain: (verdict)    reads: audit_summary
create or replace view rpt_verdicts as
select
    verdict,
    is_counted,
    is_flagged,
    cast(sum(hands) as bigint) as hands,
    rate(sum(hands), sum(sum(hands)) over ()) as hands_rate
from audit_summary
group by
    verdict,
    is_counted,
    is_flagged;
