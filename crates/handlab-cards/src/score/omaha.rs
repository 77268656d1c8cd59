//! Omaha: exactly two hole cards and exactly three board cards.

use super::low::{eight_or_better, low_ranks};
use crate::card::CardSet;

/// The best score of two of `hole` and three of `board`, with those five cards.
///
/// `hole` has 2..=6 cards and `board` 3..=5.
#[inline]
pub(super) fn best<S: Ord + Default>(
    hole: CardSet,
    board: CardSet,
    score: impl Fn(CardSet) -> S,
) -> (S, CardSet) {
    let (own, own_len) = bits::<6>(hole);
    let (common, common_len) = bits::<5>(board);
    let mut best = (S::default(), CardSet::EMPTY);
    for (i, first) in own[..own_len].iter().enumerate() {
        for second in &own[i + 1..own_len] {
            for j in 0..common_len {
                for k in j + 1..common_len {
                    for third in &common[k + 1..common_len] {
                        let five =
                            first.union(*second).union(common[j]).union(common[k]).union(*third);
                        let score = score(five);
                        if score > best.0 {
                            best = (score, five);
                        }
                    }
                }
            }
        }
    }
    best
}

/// The best eight-or-better low, with its five cards.
pub(super) fn low(hole: CardSet, board: CardSet) -> Option<(u32, CardSet)> {
    // Most boards and many hands cannot make a low: not every five need be tried.
    if low_ranks(board) < 3 || low_ranks(hole) < 2 {
        return None;
    }
    let (low, five) = best(hole, board, eight_or_better);
    Some((low?, five))
}

/// The cards of a set of at most `N`, each as a separate set, and their number.
#[inline]
fn bits<const N: usize>(cards: CardSet) -> ([CardSet; N], usize) {
    let mut singles = [CardSet::EMPTY; N];
    let mut len = 0;
    for (single, card) in singles.iter_mut().zip(cards.iter()) {
        *single = CardSet::EMPTY.with(card);
        len += 1;
    }
    // Of equal fives the first is kept, and spades should be shown first.
    singles[..len].reverse();
    (singles, len)
}
