//! What the author of `band100` does with its numbers: main and side pots, and money to the winners.
//!
//! Source: `CalculateMainAndSidePots` and `SpreadMoneyToWinners` of danielpaz6's README, literally. Money is in whole
//! units. The README has 25, 50, 100 and 100 make pots of 100, 75 and 100; the best hand takes the first, two that
//! tie the others.
//!
//! **Not for paying anyone**: `handlab_core::pot` and `handlab_core::award` do that. What goes wrong here:
//! 1. A share is a whole number, and what is left over stays in the pot: of 75 for two, 37 each and 1 for no one. The
//!    README prints 37.5.
//! 2. Money of players who folded makes levels: 30 folded, 100 and 100 are pots of 90 and 140, where there is one of 230.
//! 3. A player who folded is named among those who contest a pot. They get nothing, as only hands that are still in
//!    are ranked; a pot that only folded players contest is won by no one.
//! 4. What one player has left goes back to that player, even after a fold.
//! 5. Winners are found by equal `band100` numbers, with all their errors.
//!
//! The code allows five chairs, the README any number of players; here they are as many as [`SeatSet`] holds.

use crate::seat::SeatSet;

/// A main or side pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePot {
    /// What was put in.
    pub amount: i64,
    /// The players whose money is in it, folded or not.
    pub contested_by: SeatSet,
    /// The players who share it; empty if no one does.
    pub winners: SeatSet,
    /// What each winner gets.
    pub share: i64,
    /// What no one gets.
    pub left: i64,
}

impl SidePot {
    /// `Main Pot` for the first, `Side Pot 1` for the second.
    pub fn name(place: usize) -> String {
        if place == 0 { "Main Pot".to_owned() } else { format!("Side Pot {place}") }
    }
}

/// Pots, main pot first, and the player who gets money back with how much.
pub type Walk = (Vec<SidePot>, Option<(usize, i64)>);

/// Takes the smallest amount that anyone has left from all who have some, until at most one of them has.
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

/// The pots with their winners, and what each player gets of them or back.
///
/// `ranks` are `band100` numbers, `None` for those who folded. The best group of equal ranks takes every pot that one
/// of it contests, then the next group what is not taken yet.
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
