//! Which pots the rake and the fees came from.
//!
//! Rake is counted **cumulatively from the main pot**: pot `k` pays `R(g_0 + .. + g_k) - R(g_0 + .. + g_(k-1))`, so
//! that the main pot reaches the cap first. This is what `PokerStars` printed in 14 of 14 hands with side pots from
//! 2010 to 2022, and Run It Once in one. A jackpot fee is shared **pro rata** (GG, one hand).
//!
//! A computed rule ([`RakeRule`]) is for simulation and cross-checks; where the log prints the rake, [`attribute`] and
//! [`attribute_printed`] only spread it. All amounts are minor units; rates are whole millionths, never floats.

use crate::pot::Pot;

/// How a fraction of a unit is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// Down.
    Floor,
    /// To the nearest, halves to even.
    #[default]
    HalfEven,
}

/// What a site takes out of a pot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RakeRule {
    /// Millionths of the pot: 42,500 is 4.25 %.
    pub rate_per_million: u32,
    /// At most this from all pots of a hand together.
    pub cap: Option<i64>,
    pub rounding: Rounding,
    /// Rake is due only on whole steps (before 2012: 5 % as 1 cent per 20, a step of 20); 0 or 1 for none.
    pub step: i64,
    /// Nothing is taken from a hand that ended before the flop. Depends on site and game; GG rakes such hands.
    pub no_flop_no_drop: bool,
    /// A fixed fee on a raked hand.
    pub jackpot_fee: i64,
}

impl RakeRule {
    /// The rake of a hand whose pots hold `gross` in total; between 0 and `gross`.
    pub fn rake(&self, gross: i64) -> i64 {
        let gross = gross.max(0);
        let raked = if self.step > 1 { gross - gross % self.step } else { gross };
        let rate = i128::from(self.rate_per_million);
        let rake = divide(i128::from(raked) * rate, 1_000_000, self.rounding);
        let most = self.cap.map_or(gross, |cap| cap.clamp(0, gross));
        rake.min(i128::from(most)) as i64
    }

    /// Sets the rake and fee of every pot. `saw_flop`: there was a flop, or the game has none.
    pub fn apply(&self, saw_flop: bool, pots: &mut [Pot]) {
        let is_free = self.no_flop_no_drop && !saw_flop;
        spread(pots, rake_of, |below| if is_free { 0 } else { self.rake(below) });
        let left = total(pots, |pot| pot.gross) - total(pots, |pot| pot.rake);
        let fee = i128::from(self.jackpot_fee).min(left).max(0) as i64;
        attribute_fee(if is_free { 0 } else { fee }, pots);
    }
}

/// Spreads a printed total rake over the pots, cumulatively from the main pot; the pots' rakes sum to it exactly.
///
/// The schedule is unknown, so the rate is assumed to be 5 % with the total as cap or, if the total is more than that,
/// its share of all pots: `R(x) = min(total, round(max(5 %, total / gross) * x))`, halves to even. A total below 0, or
/// above all the pots, is a misprint: what the pots cannot hold stays with the main pot.
pub fn attribute(rake: i64, pots: &mut [Pot]) {
    // A single pot pays all of it, whatever the rate.
    if let [pot] = pots {
        pot.rake = rake;
        return;
    }
    let gross = total(pots, |pot| pot.gross);
    let rake = i128::from(rake);
    let is_more = rake * 20 > gross;
    let up_to = |below| {
        let below = i128::from(below);
        let (amount, by) = if is_more { (below * rake, gross.max(1)) } else { (below, 20) };
        divide(amount, by, Rounding::HalfEven).min(rake) as i64
    };
    if i128::from(spread(pots, rake_of, up_to)) != rake {
        charge_main_pot(pots, rake_of, rake);
    }
}

/// Spreads a total rake over the pots as a rule would with the total as its cap. False if that does not add up to the
/// total.
pub fn attribute_by(rule: RakeRule, rake: i64, pots: &mut [Pot]) -> bool {
    let rule = RakeRule { cap: Some(rake), ..rule };
    spread(pots, rake_of, |below| rule.rake(below)) == rake
}

/// Spreads a printed total fee over the pots by their size; the pots' fees sum to it exactly.
///
/// Rounded cumulatively, halves to even: 5.00 over 527.24 and 69.84 is 4.42 and 0.58. Call this after the rake is set:
/// a pot never pays more than it holds.
pub fn attribute_fee(fee: i64, pots: &mut [Pot]) {
    if let [pot] = pots {
        pot.fee = fee;
        return;
    }
    spread_pro_rata(fee, fee_of, pots);
}

/// Spreads a total rake over the pots by their size, as [`attribute_fee`] does with fees.
pub fn attribute_pro_rata(rake: i64, pots: &mut [Pot]) {
    spread_pro_rata(rake, rake_of, pots);
}

fn spread_pro_rata(amount: i64, of: fn(&mut Pot) -> &mut i64, pots: &mut [Pot]) {
    let gross = total(pots, |pot| pot.gross).max(1);
    let amount = i128::from(amount);
    let up_to = |below| divide(i128::from(below) * amount, gross, Rounding::HalfEven) as i64;
    if i128::from(spread(pots, of, up_to)) != amount {
        charge_main_pot(pots, of, amount);
    }
}

/// Takes each pot's rake from printed amounts that are net of it (`PokerStars`' "Main pot", "Side pot"), main pot
/// first.
///
/// Applied, and `true`, only if they fit: one for each pot, none above its pot, and the differences sum to `rake`.
pub fn attribute_printed(printed_net: &[i64], rake: i64, pots: &mut [Pot]) -> bool {
    let rakes = || pots.iter().zip(printed_net).map(|(pot, net)| pot.gross.checked_sub(*net));
    let fits = printed_net.len() == pots.len()
        && printed_net.iter().all(|net| *net >= 0)
        && rakes().all(|rake| rake.is_some_and(|rake| rake >= 0))
        && rakes().flatten().map(i128::from).sum::<i128>() == i128::from(rake);
    if fits {
        for (pot, net) in pots.iter_mut().zip(printed_net) {
            pot.rake = pot.gross - net;
        }
    }
    fits
}

/// Like [`attribute_printed`], for amounts that are net of a fee too: each pot pays the same share of it as of both
/// together. 0.24 of 0.76 and 2.24 is 0.06 and 0.18.
pub fn attribute_printed_after_fee(
    printed_net: &[i64],
    rake: i64,
    fee: i64,
    pots: &mut [Pot],
) -> bool {
    let Some(both) = rake.checked_add(fee).filter(|_| rake >= 0 && fee > 0) else { return false };
    if !attribute_printed(printed_net, both, pots) {
        return false;
    }
    let (mut taken, mut fees) = (0, 0);
    for pot in pots {
        taken += i128::from(pot.rake);
        let up_to = divide(taken * i128::from(fee), i128::from(both), Rounding::HalfEven) as i64;
        pot.fee = up_to - fees;
        pot.rake -= pot.fee;
        fees = up_to;
    }
    true
}

/// Takes each pot's rake from what was paid out of it, where the rake was spread by size: each share may be rounded
/// differently, so it may be a unit off. Applied, and `true`, only if that fits the rake that the pots have now.
pub fn attribute_paid(paid: &[i64], pots: &mut [Pot]) -> bool {
    let (gross, rake) = (total(pots, |pot| pot.gross), total(pots, |pot| pot.rake));
    let taken = || pots.iter().zip(paid).map(|(pot, paid)| pot.gross.checked_sub(*paid));
    let is_share = |(pot, taken): (&Pot, Option<i64>)| {
        taken.is_some_and(|taken| {
            let off = i128::from(taken) * gross - i128::from(pot.gross) * rake;
            taken >= 0 && off.abs() <= gross
        })
    };
    let fits = paid.len() == pots.len()
        && taken().flatten().map(i128::from).sum::<i128>() == rake
        && pots.iter().zip(taken()).all(is_share);
    if fits {
        for (pot, paid) in pots.iter_mut().zip(paid) {
            pot.rake = pot.gross - paid;
        }
    }
    fits
}

/// How far the payments, one per pot, are from a `rake` spread by size; 0 if each is exact.
#[must_use]
pub fn off_pro_rata(paid: &[i64], rake: i64, pots: &[Pot]) -> i128 {
    let gross = total(pots, |pot| pot.gross);
    let off = |(pot, paid): (&Pot, &i64)| {
        let taken = i128::from(pot.gross) - i128::from(*paid);
        let share = i128::from(pot.gross).saturating_mul(i128::from(rake));
        taken.saturating_mul(gross).saturating_sub(share).saturating_abs()
    };
    pots.iter().zip(paid).map(off).fold(0, i128::saturating_add)
}

fn rake_of(pot: &mut Pot) -> &mut i64 {
    &mut pot.rake
}

fn fee_of(pot: &mut Pot) -> &mut i64 {
    &mut pot.fee
}

/// Charges each pot its part of the total, which `up_to` gives cumulatively for all pots from the main pot up to it;
/// returns the total. `deduction` selects the rake or the fee of a pot.
fn spread(
    pots: &mut [Pot],
    deduction: impl Fn(&mut Pot) -> &mut i64 + Copy,
    up_to: impl Fn(i64) -> i64,
) -> i64 {
    let (mut below, mut taken, mut is_over) = (0_i64, 0_i64, false);
    for pot in pots.iter_mut() {
        below = below.saturating_add(pot.gross);
        let now = up_to(below);
        *deduction(pot) = now.saturating_sub(taken);
        is_over |= pot.net() < 0;
        taken = now;
    }
    if !is_over {
        return taken;
    }
    // A pot cannot pay more than it holds (steps, and fees on top of a capped rake, can ask for that): the next one
    // pays the rest, or, after the last, the ones before it.
    for next in 1..pots.len() {
        push_excess(pots, deduction, next - 1, next);
    }
    for last in (1..pots.len()).rev() {
        push_excess(pots, deduction, last, last - 1);
    }
    taken
}

fn push_excess(pots: &mut [Pot], deduction: impl Fn(&mut Pot) -> &mut i64, from: usize, to: usize) {
    let asked = *deduction(&mut pots[from]);
    let excess = pots[from].net().min(0).saturating_neg().clamp(0, asked.max(0));
    *deduction(&mut pots[from]) -= excess;
    let to = deduction(&mut pots[to]);
    *to = to.saturating_add(excess);
}

/// Charges the main pot the rest of the total (there is a rest only if sums overflowed `i64`).
fn charge_main_pot(pots: &mut [Pot], deduction: impl Fn(&mut Pot) -> &mut i64, wanted: i128) {
    let given: i128 = pots.iter_mut().map(|pot| i128::from(*deduction(pot))).sum();
    if let Some(main) = pots.first_mut() {
        let part = deduction(main);
        let mended = i128::from(*part) + wanted - given;
        *part = mended.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    }
}

fn total(pots: &[Pot], amount: impl Fn(&Pot) -> i64) -> i128 {
    pots.iter().map(|pot| i128::from(amount(pot))).sum()
}

/// `amount / by`, rounded; `by` is above 0.
fn divide(amount: i128, by: i128, rounding: Rounding) -> i128 {
    let (quotient, rest) = match (u64::try_from(amount), u64::try_from(by)) {
        // The common case; the wide division takes several times as long.
        (Ok(amount), Ok(by)) => ((amount / by).into(), (amount % by).into()),
        _ => (amount.div_euclid(by), amount.rem_euclid(by)),
    };
    let is_up = match rounding {
        Rounding::Floor => false,
        // For an odd quotient, exactly half rounds up as well.
        Rounding::HalfEven => rest * 2 + (quotient & 1) > by,
    };
    quotient + i128::from(is_up)
}
