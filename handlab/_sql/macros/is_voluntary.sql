-- Whether an action of this kind puts money in by choice.
create or replace macro is_voluntary(action_kind) as
    action_kind in ('call', 'bet', 'raise');
