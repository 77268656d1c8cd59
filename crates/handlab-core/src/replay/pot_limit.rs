//! The largest bet or raise in pot-limit games.
//!
//! It may raise the bet level by what the pot holds after a call. Sites count some pots slightly larger: a short or
//! missing blind as a whole one, the small blind as a big one, odd chips rounded up. So the blind that opens the first
//! street counts as posted, and an excess of less than one blind is allowed.
//!
//! Where players may only go all-in or fold, the pot does not limit them.

use super::Replay;
use crate::hand::{Action, Hand};
use handlab_cards::game::{Betting, Street};

impl Replay {
    /// The most by which a bet or raise may raise the bet level, before its chips are in; `None` if the game is not
    /// pot-limit. `opening` is the blind that opens the first street.
    pub(super) fn pot_limit(&self, hand: &Hand, action: &Action, opening: i64) -> Option<i64> {
        let is_limited = match hand.betting {
            Betting::PotLimit => true,
            Betting::PotLimitPreflop => action.street == Street::FIRST,
            _ => false,
        };
        if !is_limited {
            return None;
        }
        let round = &self.round;
        let unposted = if round.raises == 0 { round.bet_level - round.highest } else { 0 };
        let to_call = round.bet_level - round.committed[usize::from(action.seat)];
        let pot = round.pot.saturating_add(unposted).saturating_add(to_call);
        Some(pot.saturating_add((opening - 1).max(0)))
    }
}
