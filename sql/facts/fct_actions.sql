-- One row per action of a counted hand, with facts about the hand and the state before the action. `pot_odds` are those
-- of the chips that the player has: what others put in beyond them can be neither called nor won.
-- grain: (site, hand_id, action_no)    reads: stg_actions, stg_hands
create or replace view fct_actions as
with

-- Decisions of seats with fewer chips than the price, and what the others have put in on the street.
others_of_short_calls as (
    select
        mine.site,
        mine.hand_id,
        mine.action_no,
        any_value(mine.street_total - mine.amount + mine.stack_before) as most,
        max(theirs.street_total) as street_total
    from stg_actions as mine
    inner join stg_actions as theirs
        on
            mine.site = theirs.site
            and mine.hand_id = theirs.hand_id
            and mine.street_no = theirs.street_no
            and mine.seat <> theirs.seat
            and mine.action_no > theirs.action_no
    where
        is_decision(mine.kind)
        and mine.to_call > mine.stack_before
    group by mine.site, mine.hand_id, mine.action_no, theirs.seat
),

-- What goes beyond all their chips, they cannot win.
out_of_reach as (
    select
        site,
        hand_id,
        action_no,
        sum(greatest(street_total - most, 0)) as amount
    from others_of_short_calls
    group by site, hand_id, action_no
)

select
    actions.site,
    actions.hand_id,
    actions.action_no,
    actions.seat,
    person(actions.site, actions.player) as player,
    actions.player as screen_name,
    actions.position,
    hands.started_at,
    hands.kind as hand_kind,
    hands.currency,
    hands.scale,
    hands.game,
    hands.game_family,
    hands.is_hi_lo,
    hands.betting,
    hands.big_blind,
    hands.n_players,
    actions.street,
    actions.street_no,
    actions.kind,
    is_decision(actions.kind) as is_decision,
    is_voluntary(actions.kind) as is_voluntary,
    is_aggressive(actions.kind) as is_aggressive,
    actions.amount,
    actions.street_total,
    actions.raise_by,
    actions.is_all_in,
    actions.is_capped,
    actions.raises_before,
    actions.limpers_before,
    actions.callers_before,
    actions.to_call,
    actions.pot_before,
    least(actions.to_call, actions.stack_before)
    / nullif(least(actions.to_call, actions.stack_before) + actions.pot_before - coalesce(out_of_reach.amount, 0), 0)
        as pot_odds,
    actions.stack_before,
    actions.aggressor_seat,
    actions.can_raise,
    actions.previous_aggressor_seat,
    actions.aggressor_to_act,
    actions.in_position,
    actions.players_behind,
    actions.line,
    actions.decision_no,
    actions.faces,
    actions.effective_stack,
    actions.effective_stack / nullif(actions.pot_before, 0) as stack_to_pot,
    actions.cards
from stg_actions as actions
inner join stg_hands as hands
    on
        actions.site = hands.site
        and actions.hand_id = hands.hand_id
left join out_of_reach
    on
        actions.site = out_of_reach.site
        and actions.hand_id = out_of_reach.hand_id
        and actions.action_no = out_of_reach.action_no
where is_counted(hands.verdict);
