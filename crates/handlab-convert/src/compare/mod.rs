//! Compares a hand with the same hand read back from the written text, and lists what differs.
//!
//! The essentials must be the same, or the hand is refused: the game, players with their seats and stacks, cards,
//! posts, actions in order with every amount, uncalled bets, pots, rake, and what each player won. Any other difference
//! in handlab's tables is a [`Loss`]. What describes the text rather than the hand is not compared: its verdict, and
//! what is printed twice.

mod about;
mod money;
mod play;

use handlab_core::audit::Audit;
use handlab_core::hand::Hand;
use handlab_core::pipeline::Pipeline;
use handlab_core::replay::Replay;

use crate::outcome::{Loss, Refusal};

/// A hand and what follows from it.
#[derive(Clone, Copy)]
struct Side<'a> {
    hand: &'a Hand,
    replay: &'a Replay,
    audit: &'a Audit,
}

impl<'a> Side<'a> {
    fn of(read: &'a Pipeline) -> Side<'a> {
        Side { hand: &read.hand, replay: &read.replay, audit: &read.audit }
    }

    /// An amount of the hand's money, at any scale, in a common unit.
    fn units(self, amount: i64) -> i128 {
        units(amount, self.hand.scale)
    }

    fn is_dealt_in(self, seat: usize) -> bool {
        self.replay.seats.get(seat).is_some_and(|state| state.is_dealt_in)
    }
}

/// Both hands, and the mapping between their seats.
struct Pair<'a> {
    before: Side<'a>,
    after: Side<'a>,
    /// For each seat of `after`, its index in `before`.
    seats: Vec<usize>,
}

/// Records what the second hand lacks.
///
/// # Errors
/// If it is a different hand.
pub(crate) fn compare(
    before: &Pipeline,
    after: &Pipeline,
    losses: &mut Vec<Loss>,
) -> Result<(), Refusal> {
    let (before, after) = (Side::of(before), Side::of(after));
    play::game(before, after)?;
    let pair = Pair { before, after, seats: play::seats(before, after)? };
    play::table(&pair, losses)?;
    play::acts(&pair, losses)?;
    money::pots(&pair, losses)?;
    about::moment(&pair, losses)?;
    about::facts(&pair, losses);
    losses.sort_unstable();
    losses.dedup();
    Ok(())
}

fn units(amount: i64, scale: u8) -> i128 {
    i128::from(amount) * 10_i128.pow(8_u32.saturating_sub(u32::from(scale)))
}

/// An error if the two differ.
#[allow(clippy::needless_pass_by_value, reason = "both are made for the comparison")]
fn same<T: PartialEq>(before: T, after: T, refusal: Refusal) -> Result<(), Refusal> {
    if before == after { Ok(()) } else { Err(refusal) }
}

/// Records a loss if the two differ.
#[allow(clippy::needless_pass_by_value, reason = "both are made for the comparison")]
fn note<T: PartialEq>(before: T, after: T, loss: Loss, losses: &mut Vec<Loss>) {
    if before != after {
        losses.push(loss);
    }
}
