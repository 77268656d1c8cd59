-- One row per hand whose log does not add up, as its verdict says: the printed total is not what was put in
-- (`residual_contributed`), or the payments, the rake and the fees are not what the pots hold (`residual_collected`). A
-- warning, because the fault is in the log and handlab never invents money: look at the hand with `handlab audit`.
-- grain: (site, hand_id)    reads: stg_hands    severity: warning
select
    site,
    hand_id,
    verdict,
    total_pot,
    rake,
    fees,
    residual_contributed,
    residual_collected
from stg_hands
where
    verdict = 'mismatch'
    and (residual_contributed <> 0 or residual_collected <> 0);
