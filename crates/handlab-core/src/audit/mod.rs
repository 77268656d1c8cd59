//! Holds what follows from the cards and the rules against what the site printed.
//!
//! Every check stands on its own, with its residual; the [`Verdict`] is the worst that applies. Nothing is repaired: a
//! hand that does not add up keeps its money as printed, and its verdict says so.
//!
//! | check | what must hold |
//! |---|---|
//! | `residual_contributed` | contributed + added = the printed total |
//! | `residual_collected` | collected + rake + fees = the pot |
//! | `residual_uncalled` | a printed uncalled bet is what the actions leave unmatched |
//! | `pots_check` | printed pot lines agree |
//! | `action_check` | no step is against the rules, no one puts in more than their stack |
//! | `card_check` | no card twice |
//! | `winner_check` | the best hands were paid |

use crate::award::{self, Award, Half};
use crate::hand::{ActionKind, Amount, Collected, Hand, Kind, PotName, SidePaymentKind};
use crate::pot::{self, Pot, Stake};
use crate::rake;
use crate::replay::{Replay, SeatState, UncalledSource};
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::GameFamily;
use handlab_cards::score;
use handlab_cards::seat::SeatSet;

mod cards;
mod hand_name;
mod seat_totals;
mod text;
mod totals;
mod winner_rake;
mod winners;

pub use text::TextFault;
pub use totals::{RakeSource, Totals, Verdict};
pub use winners::WinnerCheck;

/// What a seat got out of the hand. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// What the audit awards; where the cards do not decide, what the site printed.
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
    /// The first place where the text contradicts itself.
    pub text_fault: Option<TextFault>,
    pub winner_check: WinnerCheck,
    pub contenders: u8,
    pub cards_known: u8,
    /// The smallest chip in which pots were split, if the printed payments show it.
    pub chip_unit: Option<i64>,
    /// Whether the verdict would be better than a mismatch if turns and text were not looked at: what the pots paid
    /// is what they held.
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
        let sums = totals.reconcile();
        self.take_rake(hand, replay, &totals, &sums);
        self.return_uncalled(replay, sums.uncalled_paid);
        self.pay(hand, replay);
        self.settle(hand);
        self.has_card_twice = cards::has_card_twice(hand, replay);
        self.text_fault = text::first_fault(hand, replay).or_else(|| {
            let are_odd = !hand.is_cancelled && seat_totals::are_odd(hand, replay, &self.seats);
            are_odd.then_some(TextFault::SeatTotals)
        });
        let money = self.money_verdict(hand, replay, &sums);
        self.is_money_right = money < Verdict::Mismatch;
        self.verdict = self.worst(replay, money);
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

    /// Takes the printed payments; true if the house took a pot of a player who had cashed out.
    fn read_payments(&mut self, hand: &Hand) -> bool {
        self.collected.clear();
        self.collected.extend_from_slice(&hand.collected);
        let mut is_cashed_out = false;
        let mut is_done = [false; handlab_cards::seat::MAX_SEATS];
        for payment in &hand.side_payments {
            // Half of a hand may be cashed out twice: the pot is one.
            let is_done = &mut is_done[usize::from(payment.seat)];
            if payment.kind != SidePaymentKind::CashOut || std::mem::replace(is_done, true) {
                continue;
            }
            // A winner who cashed out has no line in the body: only the summary says what they would have got.
            let has_line = hand.collected.iter().any(|line| line.seat == payment.seat);
            let of_summary = hand.summary_collected.iter().filter(|line| line.seat == payment.seat);
            let before = self.collected.len();
            self.collected.extend(of_summary.filter(|_| !has_line));
            is_cashed_out |= self.collected.len() > before;
        }
        is_cashed_out
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
            is_cashed_out,
        }
    }

    fn take_rake(
        &mut self,
        hand: &Hand,
        replay: &Replay,
        totals: &Totals,
        sums: &totals::Reconciliation,
    ) {
        self.rake = sums.rake;
        self.fees = totals.fees;
        self.rake_source = sums.rake_source;
        self.residual_contributed = sums.residual_contributed;
        self.residual_collected = Some(sums.residual_collected);
        if sums.verdict == Verdict::SummaryReconciled {
            self.collected.clear();
            self.collected.extend_from_slice(&hand.summary_collected);
        }
        let printed = &hand.printed.pots;
        let is_printed = !printed.is_empty()
            && (rake::attribute_printed(printed, self.rake, &mut self.pots)
                || self.layer_at_folded_all_ins(hand, replay));
        self.pots_agree = (!printed.is_empty()).then_some(is_printed);
        if !is_printed {
            rake::attribute(self.rake, &mut self.pots);
        }
        if self.fees > 0 {
            rake::attribute_fee(self.fees, &mut self.pots);
        }
    }

    /// Takes an uncalled bet that was paid with the pots out of the payments, where cards decide who won these.
    fn return_uncalled(&mut self, replay: &Replay, mut paid: i64) {
        let seat = replay.seats.iter().position(|seat| seat.uncalled > 0);
        let Some(seat) = seat.filter(|_| self.contenders >= 2) else { return };
        let of_seat = |line: &&mut Collected| usize::from(line.seat) == seat;
        // A side pot of its own, if there is one; it is printed first.
        let mut lines = self.collected.iter_mut().filter(of_seat);
        if let Some(line) = lines.find(|line| line.amount == paid) {
            (line.amount, paid) = (0, 0);
        }
        for line in self.collected.iter_mut().filter(of_seat) {
            let part = line.amount.min(paid).max(0);
            line.amount -= part;
            paid -= part;
        }
        self.collected.retain(|line| line.amount != 0);
    }

    /// Sites also cut a pot at the all-in of a seat that they fold later (it sat out, or was disconnected): the same
    /// money, to be won by the same seats. True if the printed pots are those.
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
        let is_cut = self.pots.len() > before
            && rake::attribute_printed(&hand.printed.pots, self.rake, &mut self.pots);
        if !is_cut && self.pots.len() > before {
            pot::pots(&self.stakes, hand.printed.added, &mut self.pots);
        }
        is_cut
    }

    /// Pays by the cards where they decide, else as printed.
    fn pay(&mut self, hand: &Hand, replay: &Replay) {
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
            let may_differ = replay.uncalled_source == UncalledSource::Inferred
                || !hand.side_payments.is_empty();
            if !may_differ && !winners::are_entitled(&self.pots, &self.seats) {
                self.winner_check = WinnerCheck::Failed;
            }
            if !winners::are_payees_in(&self.pots, &self.seats) {
                self.winner_check = WinnerCheck::Failed;
            }
            for line in &self.collected {
                push_printed(line, &mut self.awards);
            }
            return;
        }
        self.order_odd_units(hand);
        let unit = smallest_chip(hand);
        self.chip_unit = Some(unit).filter(|unit| *unit > 1);
        self.compute(hand, unit);
        if self.contenders >= 2 {
            self.winner_check = winners::compare(&self.computed, &self.seats, unit);
            if !self.is_settled() && may_have_chips_of_five(hand, &self.collected) {
                self.try_chips_of_five(hand);
            }
            let rakes = hand.rules.winner_rakes.filter(|rakes| rakes.applies(hand));
            if let Some(rakes) = rakes.filter(|_| !self.is_settled())
                && rakes.explain(&mut self.computed, &self.pots, &self.seats)
            {
                self.winner_check = WinnerCheck::Verified;
            }
        } else if !winners::are_payees_in(&self.pots, &self.seats) {
            self.winner_check = WinnerCheck::Failed;
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

    fn is_settled(&self) -> bool {
        !matches!(self.winner_check, WinnerCheck::OddUnits | WinnerCheck::Failed)
    }

    /// Old tables split in chips of five cents: that shows only in what they pay.
    fn try_chips_of_five(&mut self, hand: &Hand) {
        self.compute(hand, CHIP_OF_FIVE);
        if winners::compare(&self.computed, &self.seats, CHIP_OF_FIVE) == WinnerCheck::Verified {
            (self.winner_check, self.chip_unit) = (WinnerCheck::Verified, Some(CHIP_OF_FIVE));
        } else {
            self.compute(hand, 1);
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
            let mut numbers = [0; handlab_cards::seat::MAX_SEATS];
            for (number, seat) in numbers.iter_mut().zip(&hand.seats) {
                *number = seat.seat;
            }
            let numbers = &numbers[..hand.seats.len()];
            award::odd_order(numbers, hand.button_seat, hand.rules.odd_policy, &mut self.odd_order);
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
        let mut is_taken = [false; handlab_cards::seat::MAX_SEATS];
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

    /// What money, cards and rules say, whatever turns and text do.
    fn money_verdict(
        &self,
        hand: &Hand,
        replay: &Replay,
        sums: &totals::Reconciliation,
    ) -> Verdict {
        let found = [
            (hand.is_cancelled, Verdict::Cancelled),
            (hand.printed.total_pot.is_none(), Verdict::Incomplete),
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

    fn worst(&self, replay: &Replay, money: Verdict) -> Verdict {
        let turns = replay.turn_fault.map(|_| Verdict::CorruptActions);
        // That the summary pays otherwise is what the verdict of such a hand says already.
        let is_said =
            money == Verdict::SummaryReconciled && self.text_fault == Some(TextFault::Won);
        let text = self.text_fault.filter(|_| !is_said).map(|_| Verdict::Mismatch);
        [turns, text].into_iter().flatten().fold(money, Verdict::max)
    }
}

/// Old cash tables had no smaller chip.
const CHIP_OF_FIVE: i64 = 5;

/// 2012 in microseconds since 1970: the last five-cent chips that were seen are of 2008.
const AFTER_CHIPS_OF_FIVE: i64 = 1_325_376_000_000_000;

/// Whether every payment is in five-cent chips at a table that may have had them.
fn may_have_chips_of_five(hand: &Hand, collected: &[Collected]) -> bool {
    hand.kind == Kind::Cash
        && hand.started_at.is_some_and(|start| start < AFTER_CHIPS_OF_FIVE)
        && winners::are_multiples(collected, CHIP_OF_FIVE)
}

/// The smallest chip that splits a pot: a minor unit of money, and the finest amount that a game for chips prints.
fn smallest_chip(hand: &Hand) -> i64 {
    if !matches!(hand.kind, Kind::Play | Kind::Club) || hand.scale == 0 {
        return 1;
    }
    let stakes = &hand.stakes;
    let of_actions = hand.actions.iter().filter_map(|action| match (action.kind, action.amount) {
        (ActionKind::Discard, _) => None,
        (_, Amount::Added(amount) | Amount::To(amount)) => Some(amount),
    });
    let amounts = of_actions
        .chain(hand.seats.iter().map(|seat| seat.starting_stack))
        .chain(hand.collected.iter().map(|line| line.amount))
        .chain(hand.printed.rake)
        .chain([stakes.small_blind, stakes.big_blind, stakes.ante].into_iter().flatten());
    let mut unit = 10_i64.pow(u32::from(hand.scale.min(8)));
    for amount in amounts {
        while amount % unit != 0 {
            unit /= 10;
        }
    }
    unit
}

/// Adds a printed payment as an award, for hands whose cards do not decide. Two of the same pot and board are one: high
/// and low are not distinguished.
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
