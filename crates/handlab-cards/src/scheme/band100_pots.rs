//! What the author of `band100` uses its numbers for: main and side pots, and payments to the winners.
//!
//! Source: `CalculateMainAndSidePots` and `SpreadMoneyToWinners` of danielpaz6's README, literally. Money is in whole
//! units. In the README 25, 50, 100 and 100 make pots of 100, 75 and 100; the best hand wins the first, two tied hands
//! the others.
//!
//! **Not for paying anyone**: `handlab_core::pot` and `handlab_core::award` do that. What goes wrong here:
//! 1. A share is a whole number, and the remainder stays in the pot: 75 for two gives 37 each and 1 to no one. The
//!    README prints 37.5.
//! 2. Money of players who folded creates levels: 30 folded, 100 and 100 are pots of 90 and 140, where there is one of 230.
//! 3. A player who folded is listed among those who contest a pot. They win nothing, as only hands still in are ranked;
//!    a pot contested only by folded players is won by no one.
//! 4. What a lone player has left is returned to that player, even after a fold.
//! 5. Winners are found by equal `band100` numbers, with all their errors.
//!
//! The code allows five seats, the README any number of players; here there may be as many as [`SeatSet`] holds.

use crate::seat::SeatSet;

/// A main or side pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePot {
    /// What was put in.
    pub amount: i64,
    /// The players whose money is in it, folded or not.
    pub contested_by: SeatSet,
    /// The players who share it; empty if there is none.
    pub winners: SeatSet,
    /// What each winner receives.
    pub share: i64,
    /// What no one receives.
    pub left: i64,
}

impl SidePot {
    /// `Main Pot` for the first, `Side Pot 1` for the second.
    pub fn name(place: usize) -> String {
        if place == 0 { "Main Pot".to_owned() } else { format!("Side Pot {place}") }
    }
}

/// The pots, main pot first, and the player to whom money is returned, with the amount.
pub type Walk = (Vec<SidePot>, Option<(usize, i64)>);

/// Repeatedly takes the smallest amount that anyone has left from everyone who has some, until at most one has any.
///
/// ```
/// use handlab_cards::scheme::band100_pots::side_pots;
///
/// let (pots, back) = side_pots(&[25, 50, 100]);
/// assert_eq!(pots.iter().map(|pot| pot.amount).collect::<Vec<_>>(), [75, 50]);
/// assert_eq!(back, Some((2, 50)));
/// ```
pub fn side_pots(put_in: &[i64]) -> Walk {
    let mut left: Vec<i64> = put_in.to_vec();
    let mut pots = Vec::new();
    loop {
        let with_money = || left.iter().enumerate().filter(|(_, money)| **money > 0);
        let players: SeatSet = with_money().map(|(player, _)| player).collect();
        let smallest = with_money().map(|(_, money)| *money).min().unwrap_or(0);
        if with_money().count() < 2 {
            return (pots, players.first().map(|player| (player, smallest)));
        }
        let amount = smallest.saturating_mul(with_money().count() as i64);
        for money in left.iter_mut().filter(|money| **money > 0) {
            *money -= smallest;
        }
        let nobody = SeatSet::EMPTY;
        pots.push(SidePot {
            amount,
            contested_by: players,
            winners: nobody,
            share: 0,
            left: amount,
        });
    }
}

/// The pots with their winners, and what each player wins or gets back.
///
/// `ranks` are `band100` numbers, `None` for those who folded. The best group of equal ranks wins every pot that one of
/// its members contests, then the next group wins what is left.
pub fn spread_money(put_in: &[i64], ranks: &[Option<f64>]) -> (Vec<SidePot>, Vec<i64>) {
    let (mut pots, back) = side_pots(put_in);
    let mut paid = vec![0_i64; put_in.len()];
    if let Some((player, money)) = back {
        paid[player] = money;
    }
    let mut best_first: Vec<f64> = ranks.iter().copied().flatten().collect();
    best_first.sort_by(|a, b| b.total_cmp(a));
    best_first.dedup();
    for rank in best_first {
        let of_rank = |player: usize| ranks.get(player).is_some_and(|other| *other == Some(rank));
        for pot in pots.iter_mut().filter(|pot| pot.winners.is_empty()) {
            pot.winners = pot.contested_by.iter().filter(|player| of_rank(*player)).collect();
            if pot.winners.is_empty() {
                continue;
            }
            pot.share = pot.amount / i64::from(pot.winners.len());
            for player in pot.winners.iter() {
                paid[player] = paid[player].saturating_add(pot.share);
                pot.left -= pot.share;
            }
        }
    }
    (pots, paid)
}
