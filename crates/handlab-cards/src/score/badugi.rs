//! Badugi: the most cards of different ranks and suits, then the lowest of them.

use crate::card::{Card, CardSet};

/// Whether the ace is high or low.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ace {
    Low,
    High,
}

/// The score of four cards, with those that play.
pub(super) fn best(cards: CardSet, ace: Ace) -> (u32, CardSet) {
    // In descending order of rank, so that the cards of every subset come out as its digits do.
    let mut four = [(0, 0, CardSet::EMPTY); 4];
    for (place, card) in four.iter_mut().zip(cards.iter()) {
        *place = (rank(card, ace), card.suit(), CardSet::EMPTY.with(card));
    }
    four.sort_unstable_by_key(|&(rank, suit, _)| std::cmp::Reverse((rank, suit)));

    let mut best = (0, CardSet::EMPTY);
    'subsets: for subset in 1_u32..16 {
        let (mut ranks, mut suits) = (0_u32, 0_u32);
        let (mut digits, mut playing) = (0, CardSet::EMPTY);
        let mut shift = 20;
        for (_, &(rank, suit, card)) in
            four.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1)
        {
            if ranks >> rank & 1 == 1 || suits >> suit & 1 == 1 {
                continue 'subsets;
            }
            ranks |= 1 << rank;
            suits |= 1 << suit;
            playing = playing.union(card);
            shift -= 4;
            digits |= (15 - rank) << shift;
        }
        let score = subset.count_ones() << 20 | digits;
        if score > best.0 {
            best = (score, playing);
        }
    }
    best
}

fn rank(card: Card, ace: Ace) -> u32 {
    match (card.rank(), ace) {
        (14, Ace::Low) => 1,
        (rank, _) => u32::from(rank),
    }
}
