//! The boards of a hand, which each line lists as far as they are dealt.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::Street;
use handlab_core::dialect::text::cards;
use handlab_core::hand::{BoardCards, Hand};

use crate::syntax::text::split;

/// A hand is run three times at most.
const MOST: usize = 3;

#[derive(Default)]
pub(super) struct Boards {
    /// As the last line lists them: one, or one for each run.
    dealt: Vec<CardList>,
}

impl Boards {
    pub(super) fn is_empty(&self) -> bool {
        self.dealt.is_empty()
    }

    /// Adds the new cards of `8♦ J♠ 3♣ 5♦ / A♦ K♦ 2♦ 5♠` to the hand; `None` if it does not list those before, and the
    /// cards of the next street.
    pub(super) fn deal(&mut self, text: &str, hand: &mut Hand) -> Option<()> {
        let listed: Vec<CardList> =
            split(text, " / ").take(MOST + 1).map(cards).collect::<Option<_>>()?;
        let before = self.dealt.first().map_or(0, CardList::len);
        let (street, count) = match before {
            0 => (Street(1), 3),
            3 => (Street(2), 4),
            4 => (Street(3), 5),
            _ => return None,
        };
        // A board is run several times from some street on, with all its cards in each list.
        let runs = listed.len();
        if runs > MOST || self.dealt.len() > 1 && runs != self.dealt.len() {
            return None;
        }
        for (run, board) in listed.iter().enumerate() {
            let known = self.dealt.get(run).or(self.dealt.first()).copied().unwrap_or_default();
            let new: &[Card] = board.as_slice().strip_prefix(known.as_slice())?;
            if board.len() != count {
                return None;
            }
            let run_no = if runs > 1 { run as u8 + 1 } else { 0 };
            let cards = new.iter().copied().collect();
            hand.boards.push(BoardCards { run_no, street, cards });
        }
        hand.n_runouts = runs as u8;
        hand.last_street = street;
        self.dealt = listed;
        Some(())
    }
}
