//! Pots by number, of which a hand without side pots has one.

use handlab_core::hand::{Hand, PotName};

/// Renames the main pot where every payment is from it: it is the only pot.
pub(crate) fn rename(hand: &mut Hand) {
    if hand.collected.iter().all(|payment| payment.pot == PotName::Main) {
        hand.collected.iter_mut().for_each(|payment| payment.pot = PotName::Pot);
    }
}
