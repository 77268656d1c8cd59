-- One row per negative amount that must not be negative; `amount` is the lowest of its row. Net, side, side payments
-- and residuals can be negative and are not checked. What a pot pays can be negative only if the log prints a rake
-- above all pots, and then the verdict is `mismatch`. Hands that do not count are left out.
-- grain: (table_name, site, hand_id, row_no)    reads: stg_actions, stg_awards, stg_hands, stg_pots, stg_seats
with

lowest as (
    select
        'hands' as table_name,
        site,
        hand_id,
        0 as row_no,
        least(
            small_blind, big_blind, small_bet, big_bet, ante, bring_in, straddle, cap, total_pot, rake, fees, added
        ) as amount
    from stg_hands
    union all
    select
        'seats' as table_name,
        site,
        hand_id,
        seat as row_no,
        least(starting_stack, ending_stack, posted, ante, dead, contributed, uncalled, won) as amount
    from stg_seats
    union all
    select
        'actions' as table_name,
        site,
        hand_id,
        action_no as row_no,
        least(amount, street_total, raise_by, to_call, pot_before, stack_before) as amount
    from stg_actions
    union all
    select
        'pots' as table_name,
        site,
        hand_id,
        pot_no as row_no,
        least(gross, rake, fee) as amount
    from stg_pots
    union all
    select
        'pots' as table_name,
        pots.site,
        pots.hand_id,
        pots.pot_no as row_no,
        pots.net as amount
    from stg_pots as pots
    inner join stg_hands as hands
        on
            pots.site = hands.site
            and pots.hand_id = hands.hand_id
    where hands.verdict is distinct from 'mismatch'
    union all
    select
        'awards' as table_name,
        site,
        hand_id,
        pot_no as row_no,
        min(amount) as amount
    from stg_awards
    where amount < 0
    group by all
)

select
    lowest.table_name,
    lowest.site,
    lowest.hand_id,
    lowest.row_no,
    lowest.amount
from lowest
inner join stg_hands as hands
    on
        lowest.site = hands.site
        and lowest.hand_id = hands.hand_id
where
    lowest.amount < 0
    and is_counted(hands.verdict);
