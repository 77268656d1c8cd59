//! Split pots of winners who pay different rakes.
//!
//! Some sites take the rake from each winner's share at a rate of the winner's own. The shares before rake are equal;
//! what is paid is not. Which winner pays which rate is not printed: it is tried, and has to explain every payment to
//! the unit.

use crate::award::Award;
use crate::pot::Pot;

/// Fills `out` with the awards if the winners in `heavier` (bits of seats) pay `weights[1]` to the others' `weights[0]`.
///
/// A winner bears the rake of a pot by his part of it, times his weight. Each gets the whole units of what is then his;
/// those left over go one each to the largest fractions, the first of equal ones first.
pub(super) fn reweigh(
    awards: &[Award],
    pots: &[Pot],
    weights: [i64; 2],
    heavier: u32,
    out: &mut Vec<Award>,
) {
    out.clear();
    let weighed = |award: &Award| {
        let is_heavier = heavier >> award.seat & 1 == 1;
        i128::from(award.amount) * i128::from(weights[usize::from(is_heavier)])
    };
    for (pot_no, pot) in pots.iter().enumerate() {
        let of_pot = || awards.iter().filter(|award| usize::from(award.pot_no) == pot_no);
        let (gross, net) = (i128::from(pot.gross - pot.fee), i128::from(pot.net()).max(1));
        let total = of_pot().map(weighed).sum::<i128>().max(1);
        let first = out.len();
        let mut fractions = Vec::new();
        for award in of_pot() {
            // amount * gross / net - rake * weighed / total, over one denominator
            let scaled = i128::from(award.amount) * gross * total
                - i128::from(pot.rake) * weighed(award) * net;
            let amount = i64::try_from(scaled.div_euclid(net * total)).unwrap_or(0);
            fractions.push((scaled.rem_euclid(net * total), first + fractions.len()));
            out.push(Award { amount, ..*award });
        }
        let paid: i128 = out[first..].iter().map(|award| i128::from(award.amount)).sum();
        let left = usize::try_from(i128::from(pot.net()) - paid).unwrap_or(0);
        fractions.sort_by_key(|(fraction, at)| (std::cmp::Reverse(*fraction), *at));
        for (_, at) in fractions.iter().take(left) {
            out[*at].amount += 1;
        }
    }
}

/// Every way in which some, and not all, of the winners pay more: bits of seats.
pub(super) fn choices(awards: &[Award]) -> impl Iterator<Item = u32> + use<> {
    let winners = awards.iter().fold(0_u32, |set, award| set | 1 << award.seat);
    // Subsets of a bit set, from the full one down: the standard `(s - 1) & set` walk. Few seats split a pot.
    let few = if winners.count_ones() <= 6 { winners } else { 0 };
    std::iter::successors(Some(few), move |set| (*set > 0).then(|| (set - 1) & few))
        .filter(move |set| *set != few && *set != 0)
}
