//! Badugi: the most cards of different ranks and suits, then the lowest such cards.

use crate::card::{Card, CardSet};

/// Whether the ace is high or low.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ace {
    Low,
    High,
}

/// The score of four or five cards, with the ones that play: at most four, as there are four suits.
pub(super) fn best(cards: CardSet, ace: Ace) -> (u32, CardSet) {
    // In descending order of rank, so that every subset's cards give its digits in order.
    let mut held = [(0, 0, CardSet::EMPTY); 5];
    let mut count = 0;
    for (place, card) in held.iter_mut().zip(cards.iter()) {
        *place = (rank(card, ace), card.suit(), CardSet::EMPTY.with(card));
        count += 1;
    }
    let held = &mut held[..count];
    held.sort_unstable_by_key(|&(rank, suit, _)| std::cmp::Reverse((rank, suit)));

    let mut best = (0, CardSet::EMPTY);
    'subsets: for subset in 1_u32..1 << count {
        let (mut ranks, mut suits) = (0_u32, 0_u32);
        let (mut digits, mut playing) = (0, CardSet::EMPTY);
        let mut shift = 20;
        for (_, &(rank, suit, card)) in
            held.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1)
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
