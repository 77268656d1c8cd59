//! Hands whose text does not say how much rake each pot paid: the site's rate may be another than the assumed one, with or
//! without a cap, and rounded otherwise.

use super::Audit;
use super::winners::{self, WinnerCheck};
use crate::hand::Hand;
use crate::rake::{self, RakeRule, Rounding};

/// Rake rates in millionths, as sites take them.
const RATES: [u32; 14] = [
    50_000, 25_000, 30_000, 35_000, 40_000, 42_500, 45_000, 47_500, 55_000, 60_000, 65_000, 66_667,
    70_000, 100_000,
];

/// Before 2012, 5 % was a cent for each whole 20 cents, or five for each whole dollar.
const STEPS: [i64; 2] = [20, 100];

/// How a site may divide its rake among the pots; `None` is by their size, whatever the rate.
fn schedules() -> impl Iterator<Item = Option<RakeRule>> {
    let at_rate = |rounding: Rounding| {
        RATES.into_iter().map(move |rate_per_million| RakeRule {
            rate_per_million,
            rounding,
            ..RakeRule::default()
        })
    };
    let in_steps = STEPS.into_iter().map(|step| RakeRule {
        rate_per_million: RATES[0],
        rounding: Rounding::Floor,
        step,
        ..RakeRule::default()
    });
    let rules = at_rate(Rounding::HalfEven).chain(at_rate(Rounding::Floor)).chain(in_steps);
    std::iter::once(None).chain(rules.map(Some))
}

impl Audit {
    /// Tries other rates until the payments are right to the unit; else the first at which only odd units differ, where
    /// they were wrong.
    pub(super) fn try_other_rates(&mut self, hand: &Hand, unit: i64) {
        if !self.is_split_unknown(hand) || self.is_explained() && !self.are_parts_odd() {
            return;
        }
        let assumed = self.pots.clone();
        let mut nearly = None;
        for schedule in schedules() {
            if !self.attribute_by(schedule) {
                continue;
            }
            self.compute(hand, unit);
            let check = winners::compare(&self.computed, &self.seats, unit);
            if check == WinnerCheck::Verified && !self.are_parts_odd() {
                self.winner_check = check;
                return;
            }
            if check != WinnerCheck::Failed && self.winner_check == WinnerCheck::Failed {
                nearly.get_or_insert_with(|| self.pots.clone());
            }
        }
        if nearly.is_some() {
            self.winner_check = WinnerCheck::OddUnits;
        }
        self.pots = nearly.unwrap_or(assumed);
        self.compute(hand, unit);
    }

    /// Whether each seat, where not all cards are known, was paid what it can have won at some rate; each pot's rake may
    /// be rounded otherwise.
    pub(super) fn are_entitled_at_some_rate(&mut self, hand: &Hand) -> bool {
        if winners::are_entitled(&self.pots, &self.seats, 0) {
            return true;
        }
        if !self.is_split_unknown(hand) {
            return false;
        }
        let assumed = self.pots.clone();
        for schedule in schedules() {
            if self.attribute_by(schedule) && winners::are_entitled(&self.pots, &self.seats, 0) {
                return true;
            }
        }
        self.pots = assumed;
        winners::are_entitled(&self.pots, &self.seats, 1)
    }

    fn is_split_unknown(&self, hand: &Hand) -> bool {
        self.pots.len() > 1 && self.rake > 0 && hand.printed.pots.is_empty()
    }

    /// Spreads rake and fees over the pots; false if that does not give the rake.
    fn attribute_by(&mut self, schedule: Option<RakeRule>) -> bool {
        self.pots.iter_mut().for_each(|pot| pot.fee = 0);
        let is_whole = if let Some(rule) = schedule {
            rake::attribute_by(rule, self.rake, &mut self.pots)
        } else {
            rake::attribute_pro_rata(self.rake, &mut self.pots);
            true
        };
        if is_whole && self.fees != 0 {
            rake::attribute_fee(self.fees, &mut self.pots);
        }
        is_whole
    }
}
