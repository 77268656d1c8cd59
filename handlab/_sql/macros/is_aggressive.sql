-- Whether an action of this kind raises the price. A bet that opens a first street without blinds counts as its raise.
create or replace macro is_aggressive(action_kind) as
    action_kind in ('bet', 'raise');
