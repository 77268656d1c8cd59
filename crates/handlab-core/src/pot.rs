//! From contributions to main and side pots, and who may win which.
//!
//! # Flow
//! 1. [`uncalled`] gives the unmatched part of the highest bet; [`take_uncalled`] removes it.
//! 2. [`pots`] layers what is left. [`crate::rake`] then takes rake and fees, [`crate::award`] pays the rest.
//!
//! All amounts are minor units of the hand's currency. Amounts may come from hostile text: a negative one counts as 0,
//! and a sum beyond `i64` stays at `i64::MAX` instead of wrapping; the audit then shows the residual.

use handlab_cards::seat::{MAX_SEATS, SeatSet};

/// What one seat put in, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stake {
    /// What counts towards the call: blinds, straddles, bring-in, calls, bets, raises.
    pub live: i64,
    /// An ante that every player owes: not part of the call, but layered like a bet.
    pub ante: i64,
    /// Money for the main pot that buys no claim: a dead blind, the ante of the big blind or of the button.
    pub dead: i64,
    /// Out of the hand. A seat that was not dealt in counts as folded, or it could win dead money.
    pub is_folded: bool,
}

/// A main or side pot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pot {
    /// Before rake and fees.
    pub gross: i64,
    pub rake: i64,
    /// Jackpot and other fees.
    pub fee: i64,
    /// The seats that may win it; empty only if every seat of the hand folded.
    pub eligible: SeatSet,
}

impl Pot {
    /// What the winners get. Negative only if the printed rake and fees exceed all the pots.
    pub const fn net(&self) -> i64 {
        self.gross.saturating_sub(self.rake).saturating_sub(self.fee)
    }
}

/// The seat whose bet was not matched in full, and the part that is returned to it.
///
/// The bets of folded seats count as matching: with a folded 5, an all-in of 3 and a bet of 10, 5 go back, not 7. Antes
/// count with the bets: that only makes a difference where every other seat is short of its ante, and then `PokerStars`
/// gives the rest of the ante back too (blind 100 and ante 25 against an ante of 1: 124 come back). `None` if the top
/// bet was matched, or if its seat folded (out of turn: the money stays in).
pub fn uncalled(stakes: &[Stake]) -> Option<(usize, i64)> {
    let mut top = None;
    let (mut highest, mut second) = (0, 0);
    for (seat, stake) in stakes.iter().enumerate() {
        let at_stake = stake.live.max(0).saturating_add(stake.ante.max(0));
        if at_stake > highest {
            (second, highest, top) = (highest, at_stake, Some(seat));
        } else {
            second = second.max(at_stake);
        }
    }
    let top = top.filter(|seat| highest > second && !stakes[*seat].is_folded)?;
    Some((top, highest - second))
}

/// Removes the [`uncalled`] part, from the bet first and any excess from the ante; returns the seat and the amount.
pub fn take_uncalled(stakes: &mut [Stake]) -> Option<(usize, i64)> {
    let (seat, amount) = uncalled(stakes)?;
    let stake = &mut stakes[seat];
    let of_bets = amount.min(stake.live.max(0));
    stake.live -= of_bets;
    stake.ante -= amount - of_bets;
    Some((seat, amount))
}

/// Fills `out` with the main pot and the side pots, main pot first. `out` is cleared first.
///
/// `stakes` are what the seats put in after the uncalled bet came back; `added` is house money, for the main pot. Each
/// amount that a seat still in has at stake (ante and live) is the top of a layer. Folded money belongs to the layers
/// that it reached; above the last layer it goes to the last pot. Dead and added money may be won by everyone still
/// in: where one of them has nothing else at stake, it forms a pot of its own before the first layer. If everyone folded
/// there is one pot that no one may win. With nothing at stake there is no pot. Seats beyond [`MAX_SEATS`] pay but
/// cannot win.
pub fn pots(stakes: &[Stake], added: i64, out: &mut Vec<Pot>) {
    out.clear();
    let (players, others) = stakes.split_at(stakes.len().min(MAX_SEATS));
    // Every hand passes through here, so the passes over the seats have no branch that depends on the money.
    let (mut lowest, mut highest) = (i64::MAX, 0);
    // What each seat has in the layers, and the level up to which it may win.
    let mut seats = [(0, FOLDED); MAX_SEATS];
    for (stake, seat) in players.iter().zip(&mut seats) {
        let paid = layered(stake);
        let claim = if stake.is_folded { FOLDED } else { paid };
        lowest = lowest.min(if stake.is_folded { i64::MAX } else { paid });
        highest = highest.max(claim);
        *seat = (paid, claim);
    }
    let seats = &seats[..players.len()];
    let free = stakes.iter().map(|s| s.dead.max(0)).fold(added.max(0), i64::saturating_add);
    // The level up to which the pots are filled, and their contents. Zero is a level too: a seat with only dead money
    // is in for that. If no one is still in, there is one layer that no one can win.
    let (mut level, mut filled) = (lowest, 0);
    loop {
        let top = if level < highest { level } else { i64::MAX };
        let (mut up_to, mut next, mut eligible) = (free, i64::MAX, 0);
        for (seat, &(paid, claim)) in seats.iter().enumerate() {
            up_to = up_to.saturating_add(paid.min(top));
            eligible |= u32::from(claim >= level) << seat;
            next = next.min(if claim > level { claim } else { i64::MAX });
        }
        for paid in others.iter().map(layered) {
            up_to = up_to.saturating_add(paid.min(top));
        }
        if up_to > filled {
            let eligible = SeatSet::from_bits(eligible);
            out.push(Pot { gross: up_to - filled, eligible, ..Pot::default() });
        }
        if level >= highest {
            break;
        }
        (level, filled) = (next, up_to);
    }
    debug_assert!(is_balanced(stakes, added, out), "{stakes:?} + {added} is not {out:?}");
}

/// Splits the pot that contains the level into the money below and above it, both for the same seats.
///
/// `pots` must be the result of [`pots`] for the same stakes, split or not. A level between two pots changes nothing.
pub fn split_at(stakes: &[Stake], added: i64, level: i64, pots: &mut Vec<Pot>) {
    let free = stakes.iter().map(|s| s.dead.max(0)).fold(added.max(0), i64::saturating_add);
    let below = stakes.iter().map(|stake| layered(stake).min(level));
    let below = below.fold(free, i64::saturating_add);
    let mut filled = 0_i64;
    for number in 0..pots.len() {
        let pot = pots[number];
        let top = filled.saturating_add(pot.gross);
        if filled < below && below < top {
            pots[number].gross = below - filled;
            pots.insert(number + 1, Pot { gross: top - below, ..pot });
            return;
        }
        filled = top;
    }
}

/// The claim of a folded seat.
const FOLDED: i64 = -1;

/// What a seat has in the layers: ante and live.
pub fn layered(stake: &Stake) -> i64 {
    stake.ante.max(0).saturating_add(stake.live.max(0))
}

/// Whether the pots hold everything that was put in (barring saturation), and each is open to fewer seats than the one
/// before.
fn is_balanced(stakes: &[Stake], added: i64, pots: &[Pot]) -> bool {
    let put_in =
        stakes.iter().map(|s| i128::from(layered(s)) + i128::from(s.dead.max(0))).sum::<i128>()
            + i128::from(added.max(0));
    let held: i128 = pots.iter().map(|pot| i128::from(pot.gross)).sum();
    let shrinks = |pair: &[Pot]| {
        pair[1].eligible.is_subset(pair[0].eligible) && pair[1].eligible != pair[0].eligible
    };
    (held == put_in || put_in > i128::from(i64::MAX)) && pots.windows(2).all(shrinks)
}
