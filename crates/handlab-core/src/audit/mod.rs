//! Compares what the site printed with what follows from the cards and the rules.
//!
//! Every check is independent and has its own residual; the [`Verdict`] is the worst that applies. Nothing is repaired:
//! a hand that does not add up keeps its money as printed, and its verdict says so.
//!
//! | check | what must hold |
//! |---|---|
//! | `residual_contributed` | contributed + added = the printed total |
//! | `residual_collected` | collected + rake + fees = the pot |
//! | `residual_uncalled` | a printed uncalled bet is what the actions leave unmatched |
//! | `pots_check` | printed pot lines agree |
//! | `action_check` | no action is against the rules, no one puts in more than their stack or than a pot limit allows |
//! | `card_check` | no card twice |
//! | `winner_check` | the best hands were paid |

use crate::award::Award;
use crate::hand::{Collected, Hand, Kind};
use crate::pot::{Pot, Stake};
use crate::replay::{Replay, SeatState, UncalledSource};
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::GameFamily;
use handlab_cards::score;

mod cards;
mod chip_unit;
mod hand_name;
mod payout;
mod pots;
mod rates;
mod seat_totals;
mod text;
mod totals;
mod unnamed;
mod winner_rake;
mod winners;

pub use text::TextFault;
pub use totals::{RakeSource, Totals, Verdict};
pub use winners::WinnerCheck;

/// The result of a seat. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// Whether it is known: not for those who were in where the text breaks off and the hand goes on. Nothing else of
    /// the result is then.
    pub is_known: bool,
    /// What the audit awards, or what the site printed where the cards do not decide.
    pub won: i64,
    /// The part of it from pots that more than one seat could win.
    pub won_contested: i64,
    /// What the site says that the seat won, including a pot that the house took after a cash-out.
    pub printed: i64,
    /// Cash-out receipts less the pot that the house then took, insurance and the like.
    pub side: i64,
    pub went_to_showdown: bool,
    pub won_at_showdown: bool,
    /// On the first runout; `None` unless all of the seat's and the board's cards are known at the end.
    pub strength: Option<u32>,
    pub low_strength: Option<u32>,
    pub best_five: CardList,
}

/// A computed award, and the printed payment that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidAward {
    pub award: Award,
    pub printed: Option<i64>,
}

/// An audited hand; its buffers are reused for the next hand.
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
    /// Whether a card occurs twice.
    pub has_card_twice: bool,
    /// The first place where the text contradicts itself.
    pub text_fault: Option<TextFault>,
    pub winner_check: WinnerCheck,
    pub contenders: u8,
    pub cards_known: u8,
    /// The smallest chip in which pots were split, if the printed payments show it.
    pub chip_unit: Option<i64>,
    /// Whether the verdict would be better than a mismatch without the checks of turns and text: the pots paid out
    /// exactly what they held.
    pub is_money_right: bool,
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
    pub fn run(&mut self, hand: &Hand, replay: &Replay) {
        self.clear(hand);
        self.contenders = replay.contenders() as u8;
        self.form_pots(hand, replay);
        self.score(hand);
        let is_cashed_out = self.read_payments(hand);
        let totals = self.totals(hand, replay, is_cashed_out);
        let sums = if hand.breaks_off {
            totals.reconcile_part(replay.goes_on(hand))
        } else {
            totals.reconcile()
        };
        self.take_sums(hand, &totals, &sums);
        self.return_uncalled(replay, sums.uncalled_paid);
        self.attribute_rake(hand, replay, &sums);
        self.pay(hand, replay);
        self.sum_by_seat(hand);
        self.has_card_twice = cards::has_card_twice(hand, replay);
        self.text_fault = text::first_fault(hand, replay).or_else(|| {
            let are_inconsistent =
                !hand.is_cancelled && seat_totals::are_inconsistent(hand, replay, &self.seats);
            are_inconsistent.then_some(TextFault::SeatTotals)
        });
        let money = self.money_verdict(hand, replay, &sums);
        self.is_money_right = money < Verdict::Mismatch;
        // If only the summary pays, nothing is contradicted; otherwise the verdict itself reports the difference.
        let is_reported = sums.verdict == Verdict::SummaryReconciled
            && (money == sums.verdict || hand.collected.is_empty());
        let text = self.text_fault.filter(|fault| !(is_reported && *fault == TextFault::Won));
        self.verdict = worst(money, text, replay);
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

    /// Computes the strength of every seat, folded or not, whose cards are all known after the last street.
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
                if score::is_split(hand.game, hand.is_hi_lo) {
                    self.lows[at] = score::low(hand.game, hole, board);
                }
                if run == 0 {
                    self.record_strength(hand, index, hole, board);
                }
            }
        }
    }

    fn record_strength(&mut self, hand: &Hand, index: usize, hole: CardSet, board: CardSet) {
        let result = &mut self.seats[index];
        (result.strength, result.low_strength) = (self.highs[index], self.lows[index]);
        result.best_five = score::best_five(hand.game, hole, board).unwrap_or_default();
    }

    fn totals(&self, hand: &Hand, replay: &Replay, is_cashed_out: bool) -> Totals {
        let sum = |amounts: &mut dyn Iterator<Item = i64>| amounts.fold(0_i64, i64::saturating_add);
        Totals {
            contributed: sum(&mut replay.seats.iter().map(SeatState::contributed)),
            uncalled: sum(&mut replay.seats.iter().map(|seat| seat.uncalled)),
            is_uncalled_inferred: replay.uncalled_source == UncalledSource::Inferred,
            added: hand.printed.added,
            total: hand.printed.total_pot,
            total_unit: hand.printed.total_unit.max(1),
            total_kind: hand.rules.total,
            collected: sum(&mut self.collected.iter().map(|line| line.amount)),
            summary_collected: sum(&mut hand.summary_collected.iter().map(|line| line.amount)),
            rake: hand.printed.rake,
            fees: hand.printed.fees.unwrap_or(0),
            printing: hand.rules.rake,
            paid_uncalled: hand.rules.paid_uncalled,
            is_raked: hand.kind != Kind::Tournament,
            is_cashed_out,
        }
    }

    /// The verdict on money, cards and rules, without turns and text.
    fn money_verdict(
        &self,
        hand: &Hand,
        replay: &Replay,
        sums: &totals::Reconciliation,
    ) -> Verdict {
        let found = [
            (hand.is_cancelled, Verdict::Cancelled),
            (lacks_total(hand), Verdict::Incomplete),
            (replay.fault.is_some() || self.has_card_twice, Verdict::CorruptActions),
            (self.pots_agree == Some(false), Verdict::Mismatch),
            (replay.residual_uncalled.is_some_and(|residual| residual != 0), Verdict::Mismatch),
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

/// Combines the verdict on money, cards and rules with the checks of text and turns.
fn worst(money: Verdict, text: Option<TextFault>, replay: &Replay) -> Verdict {
    let turns = replay.turn_fault.map(|_| Verdict::CorruptActions);
    let text = text.map(|_| Verdict::Mismatch);
    [turns, text].into_iter().flatten().fold(money, Verdict::max)
}

/// Whether no check makes the verdict worse than a mismatch.
pub(crate) fn is_sound(hand: &Hand, replay: &Replay) -> bool {
    let is_by_the_rules = replay.fault.is_none() && replay.turn_fault.is_none();
    let is_whole = !hand.is_cancelled && !lacks_total(hand);
    is_by_the_rules && is_whole && !cards::has_card_twice(hand, replay)
}

/// Whether neither a printed total nor, if there is none, a payment shows that the hand is complete.
fn lacks_total(hand: &Hand) -> bool {
    hand.printed.total_pot.is_none() && (hand.rules.is_total_printed || hand.collected.is_empty())
}
