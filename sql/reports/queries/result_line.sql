-- Winnings of `player` over hands, reduced to the points of a chart.
-- grain: (site, kind, currency, hand_no)    reads: rpt_result_points
select
    * exclude (player) replace (
        strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at
    )
from rpt_result_points
where player = getvariable('player')
order by site, kind, currency, hand_no;
