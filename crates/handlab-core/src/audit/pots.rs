//! The pots of a hand after rake, and the printed payments from them.

use super::Audit;
use super::totals::{self, RakeSource, Totals, Verdict};
use crate::hand::{Collected, Hand, PotName, SidePaymentKind};
use crate::pot;
use crate::rake;
use crate::replay::Replay;
use crate::rules::PotRake;

impl Audit {
    pub(super) fn form_pots(&mut self, hand: &Hand, replay: &Replay) {
        self.stakes.clear();
        self.stakes.extend(replay.seats.iter().map(|seat| seat.stake));
        pot::pots(&self.stakes, hand.printed.added, &mut self.pots);
    }

    /// Takes the printed payments; true if the house took the pot of a player who had cashed out.
    pub(super) fn read_payments(&mut self, hand: &Hand) -> bool {
        self.collected.clear();
        self.collected.extend_from_slice(&hand.collected);
        let mut is_cashed_out = false;
        let mut is_done = [false; handlab_cards::seat::MAX_SEATS];
        for payment in &hand.side_payments {
            // A player may cash out half of a hand twice, but there is only one pot.
            let is_done = &mut is_done[usize::from(payment.seat)];
            if payment.kind != SidePaymentKind::CashOut || std::mem::replace(is_done, true) {
                continue;
            }
            // A winner who cashed out has no line in the body: only the summary says what they would have got.
            let has_line = hand.collected.iter().any(|line| line.seat == payment.seat);
            let summary_lines =
                hand.summary_collected.iter().filter(|line| line.seat == payment.seat);
            let before = self.collected.len();
            self.collected.extend(summary_lines.filter(|_| !has_line));
            is_cashed_out |= self.collected.len() > before;
        }
        is_cashed_out
    }

    pub(super) fn take_sums(
        &mut self,
        hand: &Hand,
        totals: &Totals,
        sums: &totals::Reconciliation,
    ) {
        self.rake = sums.rake;
        self.fees = totals.fees;
        self.rake_source = sums.rake_source;
        self.residual_contributed = sums.residual_contributed;
        self.residual_collected = sums.residual_collected;
        if sums.verdict == Verdict::SummaryReconciled {
            self.collected.clear();
            self.collected.extend_from_slice(&hand.summary_collected);
        }
    }

    /// Decides which pots the rake and the fees came from. The payments are those from pots alone by now.
    pub(super) fn attribute_rake(
        &mut self,
        hand: &Hand,
        replay: &Replay,
        sums: &totals::Reconciliation,
    ) {
        let printed = &hand.printed.pots;
        if hand.rules.are_pots_gross {
            // An uncalled bet that is paid with the pots is in the last one.
            let last = self.pots.len().saturating_sub(1);
            let gross = self.pots.iter().enumerate().map(|(number, pot)| {
                let uncalled = if number == last { sums.uncalled_paid } else { 0 };
                pot.gross.saturating_add(uncalled)
            });
            self.pots_agree = (!printed.is_empty()).then(|| gross.eq(printed.iter().copied()));
            rake::attribute(self.rake, &mut self.pots);
            self.attribute_as_paid(sums);
            if self.fees > 0 {
                rake::attribute_fee(self.fees, &mut self.pots);
            }
            return;
        }
        let is_printed = !printed.is_empty()
            && (self.take_printed(hand) || self.layer_at_folded_all_ins(hand, replay));
        self.pots_agree = (!printed.is_empty()).then_some(is_printed);
        if !is_printed && !self.attribute_by_payments(hand.rules.pot_rake, sums) {
            match hand.rules.pot_rake {
                PotRake::FromMainPot => rake::attribute(self.rake, &mut self.pots),
                PotRake::ProRata => rake::attribute_pro_rata(self.rake, &mut self.pots),
            }
            self.attribute_as_paid(sums);
        }
        if self.fees > 0 && self.pots.iter().all(|pot| pot.fee == 0) {
            rake::attribute_fee(self.fees, &mut self.pots);
        }
    }

    /// Takes each pot's rake from the printed pots, and its fee where they exclude it; true if they fit.
    fn take_printed(&mut self, hand: &Hand) -> bool {
        let (printed, rake) = (&hand.printed.pots, self.rake);
        if hand.rules.are_pots_after_fees && self.fees > 0 {
            return rake::attribute_printed_after_fee(printed, rake, self.fees, &mut self.pots);
        }
        rake::attribute_printed(printed, rake, &mut self.pots)
    }

    /// Derives each pot's rake from its single payment where no rake is printed; true if they fit, in either order.
    /// Where no rake is taken, as in tournaments, nothing may be missing. If two pots of nearly the same size fit in
    /// both orders, the right order is the one in which each player can have won their pot; if both do, the one in
    /// which each pot pays by its size.
    fn attribute_by_payments(&mut self, pot_rake: PotRake, sums: &totals::Reconciliation) -> bool {
        let is_alone = self.pots.len() < 2 || self.pots.len() != self.collected.len();
        if is_alone || sums.rake_source != RakeSource::Inferred || self.holds_uncalled(sums) {
            return false;
        }
        let printed: Vec<Collected> = self.collected.clone();
        let reversed: Vec<Collected> = printed.iter().rev().copied().collect();
        let is_plausible = |lines: &Vec<Collected>| {
            self.pots.iter().zip(lines).all(|(pot, line)| {
                pot.eligible.contains(line.seat.into())
                    && (pot.gross - pot.gross / 10..=pot.gross).contains(&line.amount)
            })
        };
        let orders = [printed, reversed].into_iter().filter(is_plausible);
        let amounts_of =
            |lines: &[Collected]| -> Vec<i64> { lines.iter().map(|line| line.amount).collect() };
        let order = orders.min_by_key(|lines| {
            let off = match pot_rake {
                PotRake::FromMainPot => 0,
                PotRake::ProRata => rake::off_pro_rata(&amounts_of(lines), self.rake, &self.pots),
            };
            (self.are_lost_by_payees(lines), off)
        });
        order.is_some_and(|lines| {
            rake::attribute_printed(&amounts_of(&lines), self.rake, &mut self.pots)
        })
    }

    /// Whether any payment, one per pot, goes to a player whose cards lose it.
    fn are_lost_by_payees(&self, lines: &[Collected]) -> bool {
        // With several boards, each decides a part.
        let strengths = if self.highs.len() == self.seats.len() { &self.highs[..] } else { &[] };
        let strength = |seat: usize| strengths.get(seat).copied().flatten();
        self.pots.iter().zip(lines).any(|(pot, line)| {
            let seat = usize::from(line.seat);
            let own = strength(seat);
            own.is_some() && pot.eligible.iter().any(|other| strength(other) > own)
        })
    }

    /// Whether the payments still contain an uncalled bet.
    fn holds_uncalled(&self, sums: &totals::Reconciliation) -> bool {
        sums.uncalled_paid > 0 && self.contenders < 2
    }

    /// Takes each pot's rake from the payments: from those that name their pots; or by pot size, where there is one for
    /// each pot, in either order, and they show that the site spreads it so.
    fn attribute_as_paid(&mut self, sums: &totals::Reconciliation) {
        let len = self.pots.len();
        if len < 2 || self.rake <= 0 || self.fees != 0 || self.holds_uncalled(sums) {
            return;
        }
        let mut paid = vec![0_i64; len];
        let is_named = self.collected.iter().all(|line| {
            let number = match line.pot {
                PotName::Pot => len,
                PotName::Main => 0,
                PotName::Side(number) => usize::from(number),
            };
            let pot = paid.get_mut(number);
            pot.map(|paid| *paid = paid.saturating_add(line.amount)).is_some()
        });
        if is_named && rake::attribute_printed(&paid, self.rake, &mut self.pots)
            || self.collected.len() != len
        {
            return;
        }
        let mut amounts: Vec<i64> = self.collected.iter().map(|line| line.amount).collect();
        if !rake::attribute_paid(&amounts, &mut self.pots) {
            amounts.reverse();
            rake::attribute_paid(&amounts, &mut self.pots);
        }
    }

    /// Removes an uncalled bet that was paid with the pots from the payments, where the cards decide who won the pots.
    pub(super) fn return_uncalled(&mut self, replay: &Replay, mut paid: i64) {
        let seat = replay.seats.iter().position(|seat| seat.uncalled > 0);
        let Some(seat) = seat.filter(|_| self.contenders >= 2 || self.pots.is_empty()) else {
            return;
        };
        if paid <= 0 {
            return;
        }
        // Nobody else could win the last pot.
        let of_seat = self.collected.iter_mut().filter(|line| usize::from(line.seat) == seat);
        let mut lines: Vec<&mut Collected> = of_seat.collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.pot.number()));
        let last = lines.first().map(|line| line.pot.number());
        let alone =
            lines.iter().position(|line| line.amount == paid && Some(line.pot.number()) == last);
        if let Some(at) = alone {
            (lines[at].amount, paid) = (0, 0);
        }
        for line in lines {
            let part = line.amount.min(paid).max(0);
            line.amount -= part;
            paid -= part;
        }
        self.collected.retain(|line| line.amount != 0);
    }

    /// Sites also split a pot at the all-in of a seat that they fold later (it sat out or was disconnected): the same
    /// money for the same seats. True if the printed pots are split that way.
    fn layer_at_folded_all_ins(&mut self, hand: &Hand, replay: &Replay) -> bool {
        let before = self.pots.len();
        for state in replay.seats.iter().filter(|state| state.stake.is_folded && state.stack == 0) {
            pot::split_at(
                &self.stakes,
                hand.printed.added,
                pot::layered(&state.stake),
                &mut self.pots,
            );
        }
        let is_cut = self.pots.len() > before && self.take_printed(hand);
        if !is_cut && self.pots.len() > before {
            pot::pots(&self.stakes, hand.printed.added, &mut self.pots);
        }
        is_cut
    }
}
