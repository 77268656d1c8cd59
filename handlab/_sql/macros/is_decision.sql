-- Whether an action of this kind is a player's choice in a betting round. Posts, straddles and the bring-in are not.
create or replace macro is_decision(action_kind) as
    action_kind in ('fold', 'check', 'call', 'bet', 'raise');
