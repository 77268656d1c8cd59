//! Cards in a canonical form: questions that differ only by a renaming of suits become equal.

use super::MAX_PLAYERS;
use crate::card::CardSet;

/// The cards of a question with the suits in a canonical order, so that equivalent match-ups have equal cards.
///
/// The players keep their order. No game ranks suits, so the answer is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Canonical {
    /// Each player's cards; none beyond `players`.
    holes: [u64; MAX_PLAYERS],
    players: u8,
    board: u64,
    dead: u64,
}

impl Canonical {
    /// The canonical form of these cards; players beyond [`MAX_PLAYERS`] are ignored.
    pub fn of(holes: &[CardSet], board: CardSet, dead: CardSet) -> Canonical {
        let mut suits = [0, 1, 2, 3].map(|suit| {
            let mut ranks = [0; MAX_PLAYERS + 2];
            let sets = [board, dead];
            for (ranks, cards) in ranks.iter_mut().zip(sets.iter().chain(holes)) {
                *ranks = cards.ranks_of(suit);
            }
            ranks
        });
        // Renaming suits only permutes these four rows: sorted, they are the same for all names.
        suits.sort_unstable_by(|a, b| b.cmp(a));
        let lanes = |place: usize| {
            let [a, b, c, d] = suits.map(|ranks| u64::from(ranks[place]));
            a | b << 16 | c << 32 | d << 48
        };
        Canonical {
            holes: std::array::from_fn(|player| lanes(player + 2)),
            players: holes.len().min(MAX_PLAYERS) as u8,
            board: lanes(0),
            dead: lanes(1),
        }
    }

    /// Each player's cards.
    pub fn holes(&self) -> Vec<CardSet> {
        self.holes[..usize::from(self.players)].iter().map(|mask| set(*mask)).collect()
    }

    /// The community cards.
    pub fn board(&self) -> CardSet {
        set(self.board)
    }

    /// The cards that cannot come.
    pub fn dead(&self) -> CardSet {
        set(self.dead)
    }

    /// All sets as numbers.
    pub(super) fn masks(&self) -> impl Iterator<Item = u64> {
        [self.board, self.dead].into_iter().chain(self.holes)
    }
}

fn set(mask: u64) -> CardSet {
    CardSet::from_mask(mask).unwrap_or_default()
}
