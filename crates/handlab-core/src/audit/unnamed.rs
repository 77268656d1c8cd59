//! Which pots were paid, where no payment names its pot and the cards do not decide.

use super::winners::{self, WinnerCheck};
use super::{Audit, chip_unit};
use crate::award::Half;
use crate::hand::{Hand, PotName};

/// The most ranks below one another that are tried.
const MOST_RANKS: usize = 8;

impl Audit {
    /// Pays the pots by the ranking of the paid seats that explains all payments; false if none does.
    ///
    /// Whoever wins a pot wins the side pots too that they could win. So of two paid seats that could win as many pots,
    /// none is better, and one that could win more pots is as good as the other, or worse and was paid from the rest.
    pub(super) fn pay_by_ranking(&mut self, hand: &Hand) -> bool {
        let is_named = self.collected.iter().any(|line| line.pot != PotName::Pot);
        let has_debts = self.pots.iter().any(|pot| pot.net() < 0);
        if self.pots.len() < 2 || self.collected.is_empty() || hand.n_runouts > 1 {
            return false;
        }
        if is_named || has_debts {
            return false;
        }
        // The number of pots that each paid seat could win.
        let reach_of = |seat: usize| {
            let pots = self.pots.iter().filter(|pot| pot.eligible.contains(seat));
            Some(pots.count()).filter(|_| self.seats[seat].printed > 0)
        };
        let reaches: Vec<Option<usize>> = (0..self.seats.len()).map(reach_of).collect();
        let mut steps: Vec<usize> = reaches.iter().copied().flatten().collect();
        steps.sort_unstable();
        steps.dedup();
        if steps.len() > MOST_RANKS {
            return false;
        }
        self.order_odd_units(hand);
        let unit = chip_unit::smallest_chip(hand);
        // Each bit says whether the seats with that reach are worse than those with the one before.
        let rankings = (0..1_u32 << steps.len()).step_by(2);
        let rank = |reach: usize, ranking: u32| {
            let step = steps.iter().position(|step| *step == reach).unwrap_or(0);
            u32::MAX - (ranking & ((2 << step) - 1)).count_ones()
        };
        let mut odd = None;
        for ranking in rankings {
            let highs: Vec<Option<u32>> =
                reaches.iter().map(|reach| reach.map(|reach| rank(reach, ranking))).collect();
            self.compute_by(hand, unit, &highs, &[]);
            match winners::compare(&self.computed, &self.seats, unit) {
                WinnerCheck::Verified => return self.pay_computed(),
                WinnerCheck::OddUnits => odd = odd.or(Some(highs)),
                _ => {}
            }
        }
        odd.is_some_and(|highs| {
            self.compute_by(hand, unit, &highs, &[]);
            self.pay_computed()
        })
    }

    /// Pays what is computed, but for odd units, which go where they were printed. High and low are not distinguished.
    fn pay_computed(&mut self) -> bool {
        self.computed.iter_mut().for_each(|award| award.half = Half::All);
        winners::match_payments(&self.computed, &mut self.collected, &mut self.awards);
        winners::take_printed(&mut self.awards, &self.seats);
        true
    }
}
