//! Sites that list a player who has just sat down without chips, or with none; and data miners that write a placeholder
//! for a stack that they did not see.

use handlab_core::hand::{Hand, Kind};

/// Marks seats that put chips in though the text gives them none.
pub(crate) fn mark(hand: &mut Hand) {
    for index in 0..hand.seats.len() {
        let puts_in = || {
            hand.actions.iter().any(|action| {
                usize::from(action.seat) == index
                    && (action.kind.is_post() || action.kind.is_decision())
                    && action.amount.printed() != 0
            })
        };
        let has_unknown_stack = hand.seats[index].starting_stack == 0 && puts_in();
        hand.seats[index].has_unknown_stack = has_unknown_stack;
    }
}

/// What data miners write for a stack that they did not see, in whole units.
const PLACEHOLDERS: [i64; 2] = [100_000, 10_000_000];

/// No one sits down with that many big blinds.
const MOST_BIG_BLINDS: i64 = 5_000;

/// Marks the seats of a cash table whose stack is such a placeholder.
pub(crate) fn mark_placeholders(hand: &mut Hand) {
    let Some(big_blind) = hand.stakes.big_blind.filter(|_| hand.kind == Kind::Cash) else { return };
    let unit = 10_i64.pow(u32::from(hand.scale));
    let most = big_blind.saturating_mul(MOST_BIG_BLINDS);
    for seat in &mut hand.seats {
        let is_placeholder = PLACEHOLDERS.iter().any(|whole| seat.starting_stack == whole * unit);
        if is_placeholder && seat.starting_stack > most {
            (seat.starting_stack, seat.has_unknown_stack) = (0, true);
        }
    }
}
