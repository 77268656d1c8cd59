//! Decides who is paid what: by the cards where they decide, else as printed, including when the printed rake exceeds
//! the pot.

use std::mem;

use super::chip_unit::{former_chip, smallest_chip};
use super::winners::{self, WinnerCheck};
use super::{Audit, PaidAward};
use crate::award::{self, Award, Half};
use crate::hand::{Collected, Hand, PotName, SidePaymentKind};
use crate::replay::{Replay, UncalledSource};
use handlab_cards::game::GameFamily;
use handlab_cards::score;
use handlab_cards::seat::SeatSet;

impl Audit {
    /// Pays by the cards where they decide, else as printed.
    pub(super) fn pay(&mut self, hand: &Hand, replay: &Replay) {
        let goes_on = replay.goes_on(hand);
        for (result, state) in self.seats.iter_mut().zip(&replay.seats) {
            result.is_known = !(goes_on && state.is_in());
        }
        if goes_on {
            return;
        }
        for line in &self.collected {
            let printed = &mut self.seats[usize::from(line.seat)].printed;
            *printed = printed.saturating_add(line.amount);
        }
        let is_in = |seat: usize| replay.seats[seat].is_in();
        let runs = usize::from(hand.n_runouts.max(1));
        let seats = hand.seats.len();
        let has_strengths =
            |seat: usize| (0..runs).all(|run| self.highs[run * seats + seat].is_some());
        self.cards_known =
            (0..seats).filter(|seat| is_in(*seat) && has_strengths(*seat)).count() as u8;
        if self.contenders >= 2 && self.cards_known < self.contenders {
            // Neither the cards nor the text say who won.
            let is_silent = hand.printed.total_pot.is_none() && self.collected.is_empty();
            if is_silent && !hand.is_cancelled {
                for (result, state) in self.seats.iter_mut().zip(&replay.seats) {
                    result.is_known = !state.is_in();
                }
            }
            self.winner_check = winners::compare_known(
                self.cards_known,
                &self.pots,
                &self.seats,
                winners::Strengths { highs: &self.highs, lows: &self.lows, seats },
            );
            let may_differ = replay.uncalled_source == UncalledSource::Inferred
                || !hand.side_payments.is_empty();
            let is_entitled = may_differ || self.are_entitled_at_some_rate(hand);
            if !is_entitled || !winners::are_payees_in(&self.pots, &self.seats) {
                self.winner_check = WinnerCheck::Failed;
            }
            if !self.pay_by_ranking(hand) {
                self.pay_as_printed();
            }
            return;
        }
        self.order_odd_units(hand);
        let unit = smallest_chip(hand);
        self.chip_unit = Some(unit).filter(|unit| *unit > 1);
        self.compute(hand, unit);
        if self.contenders >= 2 {
            self.winner_check = winners::compare(&self.computed, &self.seats, unit);
            let former = former_chip(hand, &self.collected);
            if let Some(former) = former.filter(|_| !self.is_explained()) {
                self.try_former_chip(hand, former, unit);
            }
            self.try_other_rates(hand, unit);
            let rakes = hand.rules.winner_rakes.filter(|rakes| rakes.applies(hand));
            if let Some(rakes) = rakes.filter(|_| !self.is_explained())
                && rakes.explain(&mut self.computed, &self.pots, &self.seats)
            {
                self.winner_check = WinnerCheck::Verified;
            }
        } else if !winners::are_payees_in(&self.pots, &self.seats) {
            self.winner_check = WinnerCheck::Failed;
        }
        // No one can be paid from a negative pot: if the printed rake exceeds the pot, only the printed payments
        // remain.
        if self.pots.iter().any(|pot| pot.net() < 0) {
            self.pay_as_printed();
            return;
        }
        winners::match_payments(&self.computed, &mut self.collected, &mut self.awards);
        if self.winner_check == WinnerCheck::Verified
            && self.collected.is_empty()
            && winners::are_parts_odd(&self.awards)
        {
            self.winner_check = WinnerCheck::OddUnits;
        }
        if self.winner_check == WinnerCheck::OddUnits {
            winners::take_printed(&mut self.awards, &self.seats);
        }
    }

    /// Whether the payments need no further explanation: no odd units and no wrong winner.
    pub(super) fn is_explained(&self) -> bool {
        !matches!(self.winner_check, WinnerCheck::OddUnits | WinnerCheck::Failed)
    }

    /// Some tables split in a larger chip than the site does today, which shows only in their payments.
    fn try_former_chip(&mut self, hand: &Hand, former: i64, unit: i64) {
        self.compute(hand, former);
        if winners::compare(&self.computed, &self.seats, former) == WinnerCheck::Verified {
            (self.winner_check, self.chip_unit) = (WinnerCheck::Verified, Some(former));
        } else {
            self.compute(hand, unit);
        }
    }

    /// Whether the payments of a pot are right in sum but not individually.
    pub(super) fn are_parts_odd(&self) -> bool {
        let (mut collected, mut awards) = (self.collected.clone(), Vec::new());
        winners::match_payments(&self.computed, &mut collected, &mut awards);
        collected.is_empty() && winners::are_parts_odd(&awards)
    }

    pub(super) fn compute(&mut self, hand: &Hand, unit: i64) {
        let (highs, lows) = (mem::take(&mut self.highs), mem::take(&mut self.lows));
        self.compute_by(hand, unit, &highs, &lows);
        (self.highs, self.lows) = (highs, lows);
    }

    /// Computes the awards by these strengths; pots are split only if there are lows.
    pub(super) fn compute_by(
        &mut self,
        hand: &Hand,
        unit: i64,
        highs: &[Option<u32>],
        lows: &[Option<u32>],
    ) {
        let showdown = award::Showdown {
            highs,
            lows,
            seats: hand.seats.len(),
            n_runouts: hand.n_runouts.max(1),
            is_split: !lows.is_empty() && score::is_split(hand.game, hand.is_hi_lo),
            odd_order: &self.odd_order,
            unit,
            runout_odd: award::RunoutOdd::OneEach,
        };
        award::awards(&self.pots, &showdown, &mut self.computed);
    }

    /// Pays what is printed. Where payments do not name their pots, those that only one seat could win go to it first:
    /// they are not won at the showdown.
    fn pay_as_printed(&mut self) {
        for pot_no in 0..self.pots.len() {
            let pot = &self.pots[pot_no];
            if let (1, Some(seat)) = (pot.eligible.len(), pot.eligible.iter().next()) {
                let net = pot.net();
                self.pay_alone(pot_no as u8, seat as u8, net);
            }
        }
        for line in &self.collected {
            push_printed(line, &mut self.awards);
        }
    }

    /// Pays a pot out of the lines of the only seat that could win it.
    fn pay_alone(&mut self, pot_no: u8, seat: u8, net: i64) {
        let is_of_seat = |line: &Collected| line.seat == seat && line.pot == PotName::Pot;
        let lines = self.collected.iter().filter(|line| is_of_seat(line));
        let total = lines.fold(0_i64, |sum, line| sum.saturating_add(line.amount));
        // The rake of each pot may be a unit off.
        let off = self.pots.len() as i64;
        let award = |amount| Award { pot_no, run_no: 0, half: Half::All, seat, amount };
        let mut push =
            |amount, printed| self.awards.push(PaidAward { award: award(amount), printed });
        if net <= 0 || total <= 0 || total < net - off {
            return;
        }
        if total <= net + off {
            self.collected.retain(|line| !is_of_seat(line));
            push(total, Some(total));
        } else if let Some(at) =
            self.collected.iter().position(|line| is_of_seat(line) && line.amount == net)
        {
            self.collected.remove(at);
            push(net, Some(net));
        } else {
            push(net, None);
            let mut due = net;
            for line in self.collected.iter_mut().filter(|line| is_of_seat(line)) {
                let part = line.amount.min(due);
                line.amount -= part;
                due -= part;
            }
            self.collected.retain(|line| line.amount != 0);
        }
    }

    pub(super) fn order_odd_units(&mut self, hand: &Hand) {
        if hand.game.family() == GameFamily::Stud {
            let cards = hand.seats.iter().map(|seat| seat.hole_cards);
            award::odd_order_by_card(cards, &mut self.odd_order);
        } else {
            let mut numbers = [0; handlab_cards::seat::MAX_SEATS];
            for (number, seat) in numbers.iter_mut().zip(&hand.seats) {
                *number = seat.seat;
            }
            let numbers = &numbers[..hand.seats.len()];
            award::odd_order(numbers, hand.button_seat, hand.rules.odd_policy, &mut self.odd_order);
        }
    }

    /// Adds up the awards and side payments by seat.
    pub(super) fn sum_by_seat(&mut self, hand: &Hand) {
        let is_showdown = self.contenders >= 2;
        for PaidAward { award, .. } in &self.awards {
            let result = &mut self.seats[usize::from(award.seat)];
            result.won = result.won.saturating_add(award.amount);
            let is_contested =
                self.pots.get(usize::from(award.pot_no)).is_some_and(|pot| pot.eligible.len() > 1);
            if is_contested {
                result.won_contested = result.won_contested.saturating_add(award.amount);
            }
        }
        let mut is_taken = [false; handlab_cards::seat::MAX_SEATS];
        for payment in &hand.side_payments {
            let seat = usize::from(payment.seat);
            let result = &mut self.seats[seat];
            // A bounty is money, not chips in the hand.
            if payment.kind == SidePaymentKind::Bounty {
                continue;
            }
            result.side = result.side.saturating_add(payment.amount);
            let is_cash_out = payment.kind == SidePaymentKind::CashOut;
            if is_cash_out && !mem::replace(&mut is_taken[seat], true) {
                result.side = result.side.saturating_sub(result.won);
            }
        }
        let in_pots = self.pots.iter().map(|pot| pot.eligible);
        for seat in in_pots.flat_map(SeatSet::iter) {
            self.seats[seat].went_to_showdown = is_showdown;
        }
        for result in &mut self.seats {
            result.won_at_showdown = result.went_to_showdown && result.won_contested > 0;
        }
    }
}

/// Adds a printed payment as an award, for hands that the cards do not decide. Two payments of the same pot and board
/// become one: high and low are not distinguished.
fn push_printed(line: &Collected, awards: &mut Vec<PaidAward>) {
    let Collected { seat, amount, run_no, pot } = *line;
    let pot_no = pot.number();
    let award = Award { pot_no, run_no, half: Half::All, seat, amount };
    let is_same = |paid: &&mut PaidAward| {
        (paid.award.pot_no, paid.award.run_no, paid.award.seat) == (pot_no, run_no, seat)
    };
    match awards.iter_mut().find(is_same) {
        Some(paid) => {
            paid.award.amount = paid.award.amount.saturating_add(amount);
            paid.printed = Some(paid.award.amount);
        }
        None => awards.push(PaidAward { award, printed: Some(amount) }),
    }
}
