//! Freeze-outs: levels, prizes, who is out and what they won.

use crate::config::{Config, Freezeout, Level};
use crate::play::Play;
use crate::showdown::Scratch;
use handlab_core::hand::{Finish, SidePayment, SidePaymentKind};
use handlab_dialects::pokerstars::write::numeral;

/// A tournament in progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tournament {
    pub(crate) id: u64,
    /// The number of players who started.
    pub(crate) entries: usize,
    pub(crate) hands: u32,
}

/// The big blinds of the levels, in tenths of the first level's.
const LEVELS: [i64; 16] =
    [10, 15, 25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000];

impl Tournament {
    /// The number of the level, from 1.
    pub(crate) fn level_no(&self, freezeout: &Freezeout) -> u32 {
        self.hands / freezeout.hands_per_level + 1
    }

    /// The current forced bets, never larger than all chips together.
    pub(crate) fn level(&self, freezeout: &Freezeout) -> Level {
        let index = (self.level_no(freezeout) - 1) as usize;
        let factor = LEVELS[index.min(LEVELS.len() - 1)];
        let all_chips = freezeout.stack * self.entries as i64;
        let big_blind = (freezeout.stack / 75 * factor / 10).min(all_chips).max(2);
        let ante = if index < 3 { 0 } else { (big_blind / 10).max(1) };
        Level { small_blind: big_blind / 2, big_blind, ante }
    }

    pub(crate) fn level_name(&self, freezeout: &Freezeout) -> String {
        let number = self.level_no(freezeout);
        numeral(number).unwrap_or_else(|| number.to_string())
    }

    /// The prize for a place, from 1; `None` out of the money.
    fn prize(&self, freezeout: &Freezeout, place: usize) -> Option<i64> {
        let shares: &[i64] = match self.entries {
            0..=3 => &[100],
            4..=6 => &[65, 35],
            _ => &[50, 30, 20],
        };
        let pool = freezeout.buy_in * self.entries as i64;
        let share = shares.get(place.checked_sub(1)?)?;
        Some(pool * share / 100).filter(|prize| *prize > 0)
    }
}

impl Play<'_> {
    /// Records players who lost all their chips in this hand, and the winner if only one is left.
    pub(crate) fn eliminate(
        &mut self,
        config: &Config,
        tournament: &Tournament,
        scratch: &Scratch,
    ) {
        let Some(freezeout) = &config.tournament else { return };
        let chairs = self.betting.chairs();
        let mut out: Vec<usize> =
            (0..chairs.len()).filter(|index| chairs[*index].stack == 0).collect();
        // Among players who bust together, the one with more chips finishes higher.
        out.sort_by_key(|index| std::cmp::Reverse(chairs[*index].seated.stack));
        let left = chairs.len() - out.len();
        for (nth, index) in out.iter().enumerate() {
            let place = left + nth + 1;
            if let Some(winner) = winner_over(scratch, *index).filter(|_| freezeout.bounty > 0) {
                let (seat, kind) = (winner, SidePaymentKind::Bounty);
                let payment = SidePayment { seat, kind, amount: freezeout.bounty, fee: 0 };
                self.hand.side_payments.push(payment);
            }
            self.finish(*index, place, tournament.prize(freezeout, place));
        }
        let winner = self.betting.chairs().iter().position(|chair| chair.stack > 0);
        if let Some(winner) = winner.filter(|_| left == 1) {
            self.finish(winner, 1, tournament.prize(freezeout, 1));
        }
    }

    fn finish(&mut self, index: usize, place: usize, prize: Option<i64>) {
        let player = self.hand.seats[index].player;
        self.hand.finishes.push(Finish {
            player,
            place: Some(place as u32),
            prize,
            ..Finish::default()
        });
    }
}

/// The player who won most of the last pot that the loser could have won.
fn winner_over(scratch: &Scratch, loser: usize) -> Option<u8> {
    let pot_no =
        scratch.pots.iter().rposition(|pot| pot.eligible.contains(loser)).unwrap_or_default();
    let of_pot = scratch.awards.iter().filter(|award| usize::from(award.pot_no) == pot_no);
    // Among equals the first, whom the text names first.
    let best = of_pot.clone().map(|award| award.amount).max()?;
    of_pot.clone().find(|award| award.amount == best).map(|award| award.seat)
}
