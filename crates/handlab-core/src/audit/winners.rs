//! Whether the best hands were paid.

use crate::award::{Award, Half};
use crate::hand::{Collected, PotName};
use crate::pot::Pot;

use super::{PaidAward, SeatResult};

/// Whether the payments agree with the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinnerCheck {
    /// Only one player was left.
    #[default]
    NotNeeded,
    /// All contenders' cards are known, and everyone was paid to the unit.
    Verified,
    /// All are known; the winners are right, but some got a unit more or less.
    OddUnits,
    /// Some are known and do not contradict the payments.
    Partial,
    /// Too few are known to compare.
    Unverifiable,
    /// A better hand was not paid.
    Failed,
}

impl WinnerCheck {
    /// The name in the `winner_check` column; odd units are reported by the verdict.
    pub const fn name(self) -> &'static str {
        match self {
            WinnerCheck::NotNeeded => "not_needed",
            WinnerCheck::Verified | WinnerCheck::OddUnits => "verified",
            WinnerCheck::Partial => "partial",
            WinnerCheck::Unverifiable => "unverifiable",
            WinnerCheck::Failed => "failed",
        }
    }
}

/// Compares the computed awards with what the site paid each seat.
pub(super) fn compare(awards: &[Award], seats: &[SeatResult], unit: i64) -> WinnerCheck {
    let computed = |seat: usize| -> i64 {
        let of_seat = awards.iter().filter(|award| usize::from(award.seat) == seat);
        of_seat.fold(0, |sum, award| sum.saturating_add(award.amount))
    };
    // A division leaves each winner at most one unit per pot, board and half. A site may also give all that is left
    // over to one of them (Ignition: 4, 7, 4 and 4 of 19 cents).
    let divisions = awards
        .iter()
        .enumerate()
        .filter(|(at, award)| !awards[..*at].iter().any(|other| is_same_part(other, award)))
        .count();
    let left_over = unit.saturating_mul(divisions.max(awards.len() - divisions) as i64);
    let short = unit.saturating_mul(divisions as i64);
    let mut check = WinnerCheck::Verified;
    for (seat, result) in seats.iter().enumerate() {
        let (computed, printed) = (computed(seat), result.printed);
        let difference = computed.abs_diff(printed);
        if difference == 0 {
            continue;
        }
        let are_both_winners = computed > 0 && printed > 0;
        let allowed = if printed > computed { left_over } else { short };
        if !are_both_winners || difference > allowed.unsigned_abs() {
            return WinnerCheck::Failed;
        }
        check = WinnerCheck::OddUnits;
    }
    check
}

fn is_same_part(one: &Award, other: &Award) -> bool {
    (one.pot_no, one.run_no, one.half) == (other.pot_no, other.run_no, other.half)
}

/// Strengths at `[run * seats + seat]`.
#[derive(Clone, Copy)]
pub(super) struct Strengths<'a> {
    pub(super) highs: &'a [Option<u32>],
    pub(super) lows: &'a [Option<u32>],
    pub(super) seats: usize,
}

/// Compares the known contenders with one another when others are unknown.
///
/// Fails where a paid seat is beaten on every board, high and low, by an unpaid one that could win all of its pots.
pub(super) fn compare_known(
    cards_known: u8,
    pots: &[Pot],
    seats: &[SeatResult],
    strengths: Strengths<'_>,
) -> WinnerCheck {
    if cards_known < 2 {
        return WinnerCheck::Unverifiable;
    }
    let in_pot = |seat: usize| pots.iter().any(|pot| pot.eligible.contains(seat));
    let is_wronged = |paid: usize, unpaid: usize| {
        seats[paid].printed > 0
            && seats[unpaid].printed == 0
            && in_pot(unpaid)
            && pots
                .iter()
                .filter(|pot| pot.eligible.contains(paid))
                .all(|pot| pot.eligible.contains(unpaid))
            && strengths.beats(unpaid, paid)
    };
    let all = 0..strengths.seats;
    let fails = all.clone().any(|paid| all.clone().any(|unpaid| is_wronged(paid, unpaid)));
    if fails { WinnerCheck::Failed } else { WinnerCheck::Partial }
}

impl Strengths<'_> {
    /// Whether `one` is better than `other` on every board, high and, where `other` has one, low.
    fn beats(&self, one: usize, other: usize) -> bool {
        let runs = self.highs.len() / self.seats.max(1);
        (0..runs).all(|run| {
            let at = |seat: usize| run * self.seats + seat;
            let (high, other_high) = (self.highs[at(one)], self.highs[at(other)]);
            let (low, other_low) = (self.lows[at(one)], self.lows[at(other)]);
            other_high.is_some() && high > other_high && (other_low.is_none() || low > other_low)
        })
    }
}

/// Whether every seat that was paid was eligible for a pot.
pub(super) fn are_payees_in(pots: &[Pot], seats: &[SeatResult]) -> bool {
    let in_pot = |seat: usize| pots.iter().any(|pot| pot.eligible.contains(seat));
    seats.iter().enumerate().all(|(seat, result)| result.printed == 0 || in_pot(seat))
}

/// Whether every seat was paid at least the pots that it alone could win, and at most all that it was eligible for, each
/// of them with `off` units more or less.
pub(super) fn are_entitled(pots: &[Pot], seats: &[SeatResult], off: i64) -> bool {
    seats.iter().enumerate().all(|(seat, result)| {
        let sum = |is_due: &dyn Fn(&Pot) -> bool, off: i64| {
            let due = pots.iter().filter(|pot| pot.eligible.contains(seat) && is_due(pot));
            due.fold(0_i64, |sum, pot| sum.saturating_add(pot.net()).saturating_add(off))
        };
        let least = sum(&|pot| pot.eligible.len() == 1, -off);
        (least..=sum(&|_| true, off)).contains(&result.printed)
    })
}

/// Moves odd units to where the printed payments have them: the stacks of the next hand prove those right.
pub(super) fn take_printed(awards: &mut [PaidAward], seats: &[SeatResult]) {
    for (seat, result) in seats.iter().enumerate() {
        let of_seat = |paid: &&mut PaidAward| usize::from(paid.award.seat) == seat;
        let computed = awards.iter().filter(|paid| usize::from(paid.award.seat) == seat);
        let computed = computed.fold(0_i64, |sum, paid| sum.saturating_add(paid.award.amount));
        let mut odd = result.printed.saturating_sub(computed);
        for paid in awards.iter_mut().filter(of_seat) {
            // Award by award where lines are printed; the rest goes wherever there is room.
            let wanted = paid.printed.map_or(odd, |printed| printed - paid.award.amount);
            let moved = if odd > 0 { wanted.clamp(0, odd) } else { wanted.clamp(odd, 0) };
            paid.award.amount += moved;
            odd -= moved;
        }
        if let Some(paid) = awards.iter_mut().find(of_seat) {
            paid.award.amount = paid.award.amount.saturating_add(odd);
        }
    }
}

/// Whether a seat that was paid the right sum was paid it in different parts than its awards, such as both halves of a
/// pot with one unit moved between them. Only where each award has a line of its own.
pub(super) fn are_parts_odd(awards: &[PaidAward]) -> bool {
    awards.iter().all(|paid| paid.printed.is_some())
        && awards.iter().any(|paid| paid.printed != Some(paid.award.amount))
}

/// Whether every payment is a multiple of `unit`.
pub(super) fn are_multiples(collected: &[Collected], unit: i64) -> bool {
    !collected.is_empty() && collected.iter().all(|line| line.amount % unit == 0)
}

/// Matches each award with its printed payment: same seat, pot and board, preferably with the same amount.
///
/// A pot that only one seat could win is awarded once, but some hands run twice print a part of it with each board: the
/// parts are added up. Matched payments are removed from `collected`.
pub(super) fn match_payments(
    awards: &[Award],
    collected: &mut Vec<Collected>,
    out: &mut Vec<PaidAward>,
) {
    out.extend(awards.iter().map(|award| PaidAward { award: *award, printed: None }));
    for is_strict in [true, false] {
        for paid in out.iter_mut().filter(|paid| paid.printed.is_none()) {
            let found = collected.iter().position(|line| {
                is_line_of(line, &paid.award) && (!is_strict || line.amount == paid.award.amount)
            });
            paid.printed = found.map(|at| collected.remove(at).amount);
        }
    }
    for paid in out.iter_mut().filter(|paid| paid.award.half == Half::All) {
        let PaidAward { award, printed: Some(printed) } = paid else { continue };
        collected.retain(|line| {
            let is_part = is_line_of(line, award) && *printed < award.amount;
            if is_part {
                *printed = printed.saturating_add(line.amount);
            }
            !is_part
        });
    }
}

fn is_line_of(line: &Collected, award: &Award) -> bool {
    let is_pot = match line.pot {
        PotName::Pot => true,
        PotName::Main => award.pot_no == 0,
        PotName::Side(number) => award.pot_no == number,
    };
    // A pot that only one seat could win is not run twice, though it is printed among those of the first board.
    let is_run = line.run_no == award.run_no || award.half == Half::All;
    line.seat == award.seat && is_pot && is_run
}
