-- One row per seat dealt into a counted hand: its fct_results, and a flag for every statistic that its actions decide.
-- grain: (site, hand_id, seat)    reads: fct_results, stg_actions
create or replace view fct_seats as
with

-- The player is part of the join so that a question about one player reads only their actions.
seat_decisions as (
    select
        site,
        hand_id,
        seat,
        player,
        max(street_no = 0) as has_decision,
        -- A call of nothing is a check; parser 2 and older stored it as a call.
        max(street_no = 0 and is_voluntary(kind) and amount is distinct from 0) as enters,
        max(street_no = 0 and is_aggressive(kind)) as raises,
        max(street_no = 0 and raises_before = 1 and aggressor_seat <> seat and can_raise) as can_three_bet,
        max(
            street_no = 0 and raises_before = 1 and aggressor_seat <> seat and can_raise and kind = 'raise'
        ) as three_bets,
        sum(cast(street_no > 0 and is_aggressive(kind) as utinyint)) as bets_and_raises,
        sum(cast(street_no > 0 and kind = 'call' and amount is distinct from 0 as utinyint)) as calls
    from stg_actions
    where is_decision(kind)
    group by all
)

select
    -- Every column of fct_results, also those that it gets later.
    results.*, -- noqa: AM04
    -- Without a showdown the last player in has won; at one, their own money out of a side pot is not a win.
    results.saw_flop
    and case
        when results.went_to_showdown then results.won_at_showdown
        else coalesce(results.won, 0) > 0
    end as won_when_saw_flop,
    -- In at the end without a decision: all-in on a post, or everybody else has folded before the flop.
    decisions.has_decision is not true
    and results.is_bomb_pot is not true
    and not results.is_all_in
    and not results.saw_flop
    and coalesce(results.won, 0) + coalesce(results.uncalled, 0) > 0 as is_walk,
    coalesce(decisions.has_decision, false) as is_vpip_opportunity,
    coalesce(decisions.enters, false) as is_vpip,
    coalesce(decisions.raises, false) as is_pfr,
    coalesce(decisions.can_three_bet, false) as is_three_bet_opportunity,
    coalesce(decisions.three_bets, false) as is_three_bet,
    cast(coalesce(decisions.bets_and_raises, 0) as smallint) as bets_and_raises,
    cast(coalesce(decisions.calls, 0) as smallint) as calls
from fct_results as results
left join seat_decisions as decisions
    on
        results.site = decisions.site
        and results.hand_id = decisions.hand_id
        and results.seat = decisions.seat
        and results.player = decisions.player;
