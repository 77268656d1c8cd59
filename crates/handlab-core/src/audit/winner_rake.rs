//! Split pots of winners who pay different rakes.
//!
//! Some tables take the rake from each winner's share, at the winner's own rate. The shares before rake are equal; the
//! payments are not. Which winner pays which rate is not printed, so every combination is tried. An explanation must
//! reproduce the printed rake and every payment to the unit, and is sought only for the tables and the period that the
//! evidence covers ([`WinnerRakes`]).

use crate::award::{Award, Half};
use crate::hand::{Hand, Kind};
use crate::pot::Pot;
use crate::rules::WinnerRakes;
use handlab_cards::seat::MAX_SEATS;

use super::SeatResult;

impl WinnerRakes {
    /// Whether the evidence covers the hand's table and time.
    pub(super) fn applies(&self, hand: &Hand) -> bool {
        let [from, until] = self.era;
        hand.kind == Kind::Cash
            && hand.currency == self.currency
            && hand.stakes.big_blind == Some(self.big_blind)
            && hand.started_at.is_some_and(|start| (from..until).contains(&start))
    }

    /// Finds who paid more and sets the awards to what the seats were paid; false if no combination explains it.
    pub(super) fn explain(&self, awards: &mut [Award], pots: &[Pot], seats: &[SeatResult]) -> bool {
        // The computation multiplies four amounts; no site has pots or rakes of a trillion units.
        let is_large = |amount: i64| amount.unsigned_abs() > 1 << 40;
        if pots.iter().any(|pot| [pot.gross, pot.rake, pot.fee].into_iter().any(is_large)) {
            return false;
        }
        let found = choices(awards).find(|heavier| self.fits(awards, pots, seats, *heavier));
        if let Some(heavier) = found {
            self.pay(awards, pots, seats, heavier);
        }
        found.is_some()
    }

    /// Whether rake and payments come out as printed if the seats in `heavier` (bits) pay the second rate.
    fn fits(&self, awards: &[Award], pots: &[Pot], seats: &[SeatResult], heavier: u32) -> bool {
        let (mut least, mut most) = ([0_i64; MAX_SEATS], [0_i64; MAX_SEATS]);
        for award in awards {
            let (amount, rest) = self.exact(awards, pots, award, heavier);
            let seat = usize::from(award.seat);
            least[seat] += amount;
            most[seat] += amount + i64::from(rest > 0);
        }
        let mut payments = seats.iter().zip(least.iter().zip(&most));
        payments.all(|(seat, (least, most))| (*least..=*most).contains(&seat.printed))
            && self.fits_rake(awards, pots, heavier)
    }

    /// Whether the rates give the printed rake, with each winner's part rounded by less than a unit.
    fn fits_rake(&self, awards: &[Award], pots: &[Pot], heavier: u32) -> bool {
        let gross: i128 = pots.iter().map(|pot| i128::from(pot.gross)).sum();
        let rake: i128 = pots.iter().map(|pot| i128::from(pot.rake)).sum();
        let of_rate = |award: &Award| {
            let which = usize::from(is_in(heavier, award.seat));
            // Millionths of a unit.
            (gross * i128::from(self.rates[which])).min(i128::from(self.caps[which]) * 1_000_000)
        };
        let owed: i128 = awards
            .iter()
            .map(|award| {
                let pot = i128::from(pots[usize::from(award.pot_no)].gross);
                share(awards, award) * pot * of_rate(award) / gross.max(1)
            })
            .sum();
        let winners = awards.iter().fold(0_u32, |set, award| set | 1 << award.seat).count_ones();
        (rake * SHARES * 1_000_000 - owed).abs() < i128::from(winners) * SHARES * 1_000_000
    }

    /// An award in whole units, and the remainder.
    fn exact(&self, awards: &[Award], pots: &[Pot], award: &Award, heavier: u32) -> (i64, i128) {
        let Some(pot) = pots.get(usize::from(award.pot_no)) else { return (award.amount, 0) };
        let weighed = |award: &Award| {
            share(awards, award) * i128::from(self.rates[usize::from(is_in(heavier, award.seat))])
        };
        let of_pot = awards.iter().filter(|other| other.pot_no == award.pot_no);
        let total = of_pot.map(weighed).sum::<i128>().max(1);
        // share * gross - rake * weighed / total, over one denominator
        let scaled = share(awards, award) * i128::from(pot.gross - pot.fee) * total
            - i128::from(pot.rake) * weighed(award) * SHARES;
        let denominator = SHARES * total;
        let amount = i64::try_from(scaled.div_euclid(denominator)).unwrap_or(0);
        (amount, scaled.rem_euclid(denominator))
    }

    /// Sets the awards: whole units, with those left over given to the seats that were paid them.
    fn pay(&self, awards: &mut [Award], pots: &[Pot], seats: &[SeatResult], heavier: u32) {
        let mut left = [0_i64; MAX_SEATS];
        for (left, seat) in left.iter_mut().zip(seats) {
            *left = seat.printed;
        }
        let mut exact = Vec::with_capacity(awards.len());
        for award in awards.iter() {
            let (amount, rest) = self.exact(awards, pots, award, heavier);
            left[usize::from(award.seat)] -= amount;
            exact.push((amount, rest));
        }
        for (award, (amount, rest)) in awards.iter_mut().zip(exact) {
            let left = &mut left[usize::from(award.seat)];
            let odd = i64::from(rest > 0 && *left > 0);
            *left -= odd;
            award.amount = amount + odd;
        }
    }
}

/// The number of shares in a pot: divisible by every number of runouts, halves and winners.
const SHARES: i128 = 6 * 5_354_228_880;

/// How many of the [`SHARES`] of its pot an award is.
fn share(awards: &[Award], award: &Award) -> i128 {
    if award.half == Half::All {
        return SHARES;
    }
    let of_pot = || awards.iter().filter(|other| other.pot_no == award.pot_no);
    let of_run = || of_pot().filter(|other| other.run_no == award.run_no);
    let runs = of_pot().map(|other| other.run_no).max().unwrap_or(0).max(1);
    let halves = 1 + i128::from(of_run().any(|other| other.half == Half::Low));
    let winners = of_run().filter(|other| other.half == award.half).count() as i128;
    SHARES / (i128::from(runs) * halves * winners.max(1))
}

fn is_in(set: u32, seat: u8) -> bool {
    set >> seat & 1 == 1
}

/// Every way in which some but not all of the winners pay the higher rate, as bits of seats.
fn choices(awards: &[Award]) -> impl Iterator<Item = u32> + use<> {
    let winners = awards.iter().fold(0_u32, |set, award| set | 1 << award.seat);
    // Subsets of a bit set, from the full one down: the standard `(s - 1) & set` walk. Only a few seats split a pot.
    let few = if winners.count_ones() <= 6 { winners } else { 0 };
    std::iter::successors(Some(few), move |set| (*set > 0).then(|| (set - 1) & few))
        .filter(move |set| *set != few && *set != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn an_implausible_rake_explains_nothing() {
        let rates = WinnerRakes {
            rates: [50_000, 62_500],
            caps: [200, 250],
            currency: Currency::USD,
            big_blind: 50,
            era: [0, 1],
        };
        let pot = Pot { gross: 1_000, rake: i64::MAX, ..Pot::default() };
        let award = |seat| Award { pot_no: 0, run_no: 0, half: Half::High, seat, amount: 500 };
        let mut awards = [award(0), award(1)];

        assert!(!rates.explain(&mut awards, &[pot], &[SeatResult::default(); 2]));
    }
}
