//! Holds what follows from the cards and the rules against what the site printed.
//!
//! Every check stands on its own, with its residual; the [`Verdict`] is the worst that applies. Nothing is repaired:
//! a hand that does not add up keeps its money as it is told, and says so.
//!
//! | check | what must hold |
//! |---|---|
//! | `residual_contributed` | contributed + added = the printed total |
//! | `residual_collected` | collected + rake + fees = the pot |
//! | `residual_uncalled` | a printed uncalled bet is what the actions leave unmatched |
//! | `pots_check` | printed pot lines agree |
//! | `action_check` | no step is against the rules, nobody puts in more than he has |
//! | `card_check` | no card twice |
//! | `winner_check` | the best hands were paid |

use crate::award::{self, Award, Half, OddPolicy};
use crate::card::{CardList, CardSet};
use crate::dialect::{Dialect, RakePrinting};
use crate::game::GameFamily;
use crate::hand::{Collected, Hand, PotName, SidePaymentKind};
use crate::pot::{self, Pot, SeatSet, Stake};
use crate::rake;
use crate::replay::{Replay, SeatState, UncalledSource};
use crate::score;

mod cards;
mod ledger;
mod winner_rake;
mod winners;

pub use ledger::{Ledger, RakeSource, TotalKind, Verdict};
pub use winners::WinnerCheck;

/// What a seat got out of the hand. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// What the audit awards; where the cards do not tell, what the site printed.
    pub won: i64,
    /// Of that, from pots that more than one seat could win.
    pub won_contested: i64,
    /// What the site says that the seat won, a pot that the house took after a cash-out included.
    pub printed: i64,
    /// Cash-out receipts less the pot that the house then took, insurance and the like.
    pub side: i64,
    pub went_to_showdown: bool,
    pub won_at_showdown: bool,
    /// Of the first runout; `None` unless all cards of seat and board are known at the end.
    pub strength: Option<u32>,
    pub low_strength: Option<u32>,
    pub best_five: CardList,
}

/// An award as computed, and the printed payment that it answers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidAward {
    pub award: Award,
    pub printed: Option<i64>,
}

/// An audited hand; its buffers are kept from hand to hand.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    pub pots: Vec<Pot>,
    pub awards: Vec<PaidAward>,
    /// One for each of the hand's seats.
    pub seats: Vec<SeatResult>,
    pub rake: i64,
    pub fees: i64,
    pub rake_source: RakeSource,
    pub residual_contributed: Option<i64>,
    pub residual_collected: Option<i64>,
    /// `None` if the text prints no pot lines.
    pub pots_agree: Option<bool>,
    /// The first card that stands twice.
    pub has_card_twice: bool,
    pub winner_check: WinnerCheck,
    pub contenders: u8,
    pub cards_known: u8,
    /// The smallest chip in which pots were split, if the printed payments told.
    pub chip_unit: Option<i64>,
    pub verdict: Verdict,
    stakes: Vec<Stake>,
    highs: Vec<Option<u32>>,
    lows: Vec<Option<u32>>,
    odd_order: Vec<u8>,
    computed: Vec<Award>,
    collected: Vec<Collected>,
}

impl Audit {
    /// Audits `hand`, which `replay` has followed.
    pub fn run(&mut self, hand: &Hand, replay: &Replay, dialect: &dyn Dialect) {
        self.clear(hand);
        self.contenders = replay.contenders() as u8;
        self.form_pots(hand, replay);
        self.score(hand);
        let is_cashed_out = self.read_payments(hand);
        let ledger = self.ledger(hand, replay, dialect.rake(), is_cashed_out);
        let sums = ledger.judge();
        self.take_rake(hand, &ledger, &sums);
        self.pay(hand, replay, dialect.winner_rakes());
        self.settle(hand);
        self.has_card_twice = cards::has_card_twice(hand, replay);
        self.verdict = self.worst(hand, replay, &sums);
    }

    fn clear(&mut self, hand: &Hand) {
        let seats = hand.seats.len();
        self.seats.clear();
        self.seats.resize(seats, SeatResult::default());
        self.awards.clear();
        let entries = seats * usize::from(hand.n_runouts.max(1));
        for strengths in [&mut self.highs, &mut self.lows] {
            strengths.clear();
            strengths.resize(entries, None);
        }
        (self.pots_agree, self.chip_unit) = (None, None);
        self.winner_check = WinnerCheck::NotNeeded;
        self.cards_known = 0;
    }

    fn form_pots(&mut self, hand: &Hand, replay: &Replay) {
        self.stakes.clear();
        self.stakes.extend(replay.seats.iter().map(|seat| seat.stake));
        pot::pots(&self.stakes, hand.printed.added, &mut self.pots);
    }

    /// Strengths of every seat whose cards are all known when the last street has come, folded or not.
    fn score(&mut self, hand: &Hand) {
        let family = hand.game.family();
        for (index, seat) in hand.seats.iter().enumerate() {
            let hole = seat.hole_cards;
            let is_whole = hole.len() == hand.game.hole_cards() || family == GameFamily::Stud;
            if !is_whole || !hole.is_distinct() {
                continue;
            }
            for run in 0..hand.n_runouts.max(1) {
                let run_no = if hand.n_runouts > 1 { run + 1 } else { 0 };
                let board = hand.board(run_no);
                if !cards::is_board_whole(hand.game, hole, board) {
                    continue;
                }
                let (hole, board) = (hole.set(), board.set());
                let at = usize::from(run) * hand.seats.len() + index;
                self.highs[at] = score::strength(hand.game, hole, board);
                if hand.is_hi_lo {
                    self.lows[at] = score::low(hand.game, hole, board);
                }
                if run == 0 {
                    self.keep_strength(hand, index, hole, board);
                }
            }
        }
    }

    fn keep_strength(&mut self, hand: &Hand, index: usize, hole: CardSet, board: CardSet) {
        let result = &mut self.seats[index];
        (result.strength, result.low_strength) = (self.highs[index], self.lows[index]);
        result.best_five = score::best_five(hand.game, hole, board).unwrap_or_default();
    }

    /// Takes the printed payments; true if the house took a pot of somebody who had cashed out.
    fn read_payments(&mut self, hand: &Hand) -> bool {
        self.collected.clear();
        self.collected.extend_from_slice(&hand.collected);
        let mut is_cashed_out = false;
        let mut is_done = [false; crate::hand::MAX_SEATS];
        for payment in &hand.side_payments {
            // Half of a hand may be cashed out twice: the pot is one.
            let is_done = &mut is_done[usize::from(payment.seat)];
            if payment.kind != SidePaymentKind::CashOut || std::mem::replace(is_done, true) {
                continue;
            }
            // Who cashed out and won has no line in the body: only the summary tells what he would have got.
            let has_line = hand.collected.iter().any(|line| line.seat == payment.seat);
            let told = hand.summary_collected.iter().filter(|line| line.seat == payment.seat);
            let before = self.collected.len();
            self.collected.extend(told.filter(|_| !has_line));
            is_cashed_out |= self.collected.len() > before;
        }
        is_cashed_out
    }

    fn ledger(
        &self,
        hand: &Hand,
        replay: &Replay,
        printing: RakePrinting,
        is_cashed_out: bool,
    ) -> Ledger {
        let sum = |amounts: &mut dyn Iterator<Item = i64>| amounts.fold(0_i64, i64::saturating_add);
        Ledger {
            contributed: sum(&mut replay.seats.iter().map(SeatState::contributed)),
            uncalled: sum(&mut replay.seats.iter().map(|seat| seat.uncalled)),
            is_uncalled_inferred: replay.uncalled_source == UncalledSource::Inferred,
            added: hand.printed.added,
            total: hand.printed.total_pot,
            total_kind: TotalKind::Gross,
            collected: sum(&mut self.collected.iter().map(|line| line.amount)),
            summary_collected: sum(&mut hand.summary_collected.iter().map(|line| line.amount)),
            rake: hand.printed.rake,
            fees: hand.printed.fees.unwrap_or(0),
            printing,
            is_cashed_out,
        }
    }

    fn take_rake(&mut self, hand: &Hand, ledger: &Ledger, sums: &ledger::Sums) {
        self.rake = sums.rake;
        self.fees = ledger.fees;
        self.rake_source = sums.rake_source;
        self.residual_contributed = sums.residual_contributed;
        self.residual_collected = Some(sums.residual_collected);
        if sums.verdict == Verdict::SummaryReconciled {
            self.collected.clear();
            self.collected.extend_from_slice(&hand.summary_collected);
        }
        let printed = &hand.printed.pots;
        let is_printed =
            !printed.is_empty() && rake::attribute_printed(printed, self.rake, &mut self.pots);
        self.pots_agree = (!printed.is_empty()).then_some(is_printed);
        if !is_printed {
            rake::attribute(self.rake, &mut self.pots);
        }
        if self.fees > 0 {
            rake::attribute_fee(self.fees, &mut self.pots);
        }
    }

    /// Pays by the cards where they tell, else as printed.
    fn pay(&mut self, hand: &Hand, replay: &Replay, rakes: Option<[i64; 2]>) {
        for line in &self.collected {
            let printed = &mut self.seats[usize::from(line.seat)].printed;
            *printed = printed.saturating_add(line.amount);
        }
        let is_in = |seat: usize| replay.seats[seat].is_in();
        let runs = usize::from(hand.n_runouts.max(1));
        let seats = hand.seats.len();
        let knows = |seat: usize| (0..runs).all(|run| self.highs[run * seats + seat].is_some());
        self.cards_known = (0..seats).filter(|seat| is_in(*seat) && knows(*seat)).count() as u8;
        if self.contenders >= 2 && self.cards_known < self.contenders {
            self.winner_check = winners::compare_known(
                self.cards_known,
                &self.pots,
                &self.seats,
                winners::Strengths { highs: &self.highs, lows: &self.lows, seats },
            );
            for line in &self.collected {
                push_printed(line, &mut self.awards);
            }
            return;
        }
        self.order_odd_units(hand);
        self.compute(hand, 1);
        if self.contenders >= 2 {
            self.winner_check = winners::compare(&self.computed, &self.seats, 1);
            if !self.is_settled() && winners::are_multiples(&self.collected, 5) {
                self.try_chips_of_five(hand);
            }
            if let Some(rakes) = rakes.filter(|_| !self.is_settled()) {
                self.try_rake_by_winner(rakes);
            }
        }
        winners::match_payments(&self.computed, &mut self.collected, &mut self.awards);
    }

    fn is_settled(&self) -> bool {
        !matches!(self.winner_check, WinnerCheck::OddUnits | WinnerCheck::Failed)
    }

    /// Old tables split in chips of five cents: that shows only in what they pay.
    fn try_chips_of_five(&mut self, hand: &Hand) {
        self.compute(hand, 5);
        if winners::compare(&self.computed, &self.seats, 5) == WinnerCheck::Verified {
            (self.winner_check, self.chip_unit) = (WinnerCheck::Verified, Some(5));
        } else {
            self.compute(hand, 1);
        }
    }

    fn try_rake_by_winner(&mut self, rakes: [i64; 2]) {
        // What follows multiplies three amounts; no site has pots of a trillion units.
        if self.pots.iter().any(|pot| pot.gross > 1 << 40) {
            return;
        }
        let mut reweighed = Vec::new();
        for heavier in winner_rake::choices(&self.computed) {
            winner_rake::reweigh(&self.computed, &self.pots, rakes, heavier, &mut reweighed);
            let check = winners::compare(&reweighed, &self.seats, 1);
            let is_better = check == WinnerCheck::Verified
                || (check == WinnerCheck::OddUnits && self.winner_check == WinnerCheck::Failed);
            if is_better {
                self.computed = reweighed;
                self.winner_check = check;
                return;
            }
        }
    }

    fn compute(&mut self, hand: &Hand, unit: i64) {
        let showdown = award::Showdown {
            highs: &self.highs,
            lows: &self.lows,
            seats: hand.seats.len(),
            n_runouts: hand.n_runouts.max(1),
            is_hi_lo: hand.is_hi_lo,
            odd_order: &self.odd_order,
            unit,
            runout_odd: award::RunoutOdd::OneEach,
        };
        award::awards(&self.pots, &showdown, &mut self.computed);
    }

    fn order_odd_units(&mut self, hand: &Hand) {
        if hand.game.family() == GameFamily::Stud {
            let cards = hand.seats.iter().map(|seat| seat.hole_cards);
            award::odd_order_by_card(cards, &mut self.odd_order);
        } else {
            let mut numbers = [0; crate::hand::MAX_SEATS];
            for (number, seat) in numbers.iter_mut().zip(&hand.seats) {
                *number = seat.seat;
            }
            let numbers = &numbers[..hand.seats.len()];
            award::odd_order(
                numbers,
                hand.button_seat,
                OddPolicy::LeftOfButton,
                &mut self.odd_order,
            );
        }
    }

    /// Adds the awards and side payments up by seat.
    fn settle(&mut self, hand: &Hand) {
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
        let mut is_taken = [false; crate::hand::MAX_SEATS];
        for payment in &hand.side_payments {
            let seat = usize::from(payment.seat);
            let result = &mut self.seats[seat];
            // A bounty is money, not chips of the hand.
            if payment.kind == SidePaymentKind::Bounty {
                continue;
            }
            result.side = result.side.saturating_add(payment.amount);
            let is_cash_out = payment.kind == SidePaymentKind::CashOut;
            if is_cash_out && !std::mem::replace(&mut is_taken[seat], true) {
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

    fn worst(&self, hand: &Hand, replay: &Replay, sums: &ledger::Sums) -> Verdict {
        let found = [
            (hand.is_cancelled, Verdict::Cancelled),
            (hand.printed.total_pot.is_none(), Verdict::Incomplete),
            (replay.fault.is_some() || self.has_card_twice, Verdict::CorruptActions),
            (self.pots_agree == Some(false), Verdict::Mismatch),
            (self.winner_check == WinnerCheck::Failed, Verdict::WinnerMismatch),
            (
                self.cards_known < self.contenders && self.contenders >= 2,
                Verdict::ReconciledUnverified,
            ),
            (self.winner_check == WinnerCheck::OddUnits, Verdict::OddChipOnly),
        ];
        let worst = found.iter().find(|(holds, _)| *holds).map(|(_, verdict)| *verdict);
        worst.map_or(sums.verdict, |verdict| verdict.max(sums.verdict))
    }
}

/// Adds a printed payment as an award, for hands whose cards do not tell. Two of the same pot and board are one: high
/// and low are not told apart.
fn push_printed(line: &Collected, awards: &mut Vec<PaidAward>) {
    let pot_no = match line.pot {
        PotName::Pot | PotName::Main => 0,
        PotName::Side(number) => number,
    };
    let Collected { seat, amount, run_no, .. } = *line;
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
