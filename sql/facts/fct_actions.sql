-- One row per action of a counted hand, with facts about the hand and the state before the action. `pot_odds` are those
-- of the chips that the player has: what another put in beyond them can be neither called nor won. If several may have
-- more in, the actions before would have to be joined to know how much: it is null.
-- grain: (site, hand_id, action_no)    reads: stg_actions, stg_hands
create or replace view fct_actions as
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
    case
        when actions.to_call <= actions.stack_before
            then actions.to_call / nullif(actions.to_call + actions.pot_before, 0)
        when
            hands.n_players = 2
            -- Only the player who bet: the blinds, which others posted, are not above what this one can put in.
            or (
                actions.raises_before = 1
                and actions.callers_before = 0
                and (
                    actions.street_no > 0
                    or hands.big_blind <= actions.street_total - actions.amount + actions.stack_before
                )
            )
            then actions.stack_before / nullif(actions.pot_before - actions.to_call + 2 * actions.stack_before, 0)
    end as pot_odds,
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
where is_counted(hands.verdict);
