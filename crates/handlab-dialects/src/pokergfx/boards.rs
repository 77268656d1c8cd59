//! The boards of a hand, whose cards come one by one.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::Street;
use handlab_core::dialect::text::cards;
use handlab_core::hand::{BoardCards, Hand};

/// The board, and those of a hand run more than once.
const MOST: usize = 3;

/// Where the cards of each street start, and where those of the river end.
const BOUNDS: [usize; 4] = [0, 3, 4, 5];

#[derive(Default)]
pub(super) struct Boards {
    dealt: [CardList; MOST],
}

impl Boards {
    /// Adds cards to a board, numbered from 1; `None` if that is not possible.
    pub(super) fn deal(&mut self, board: u8, text: &str) -> Option<()> {
        let dealt = self.dealt.get_mut(usize::from(board).checked_sub(1)?)?;
        let found = cards(text).filter(|found| !found.is_empty())?;
        let is_added = |card: &Card| dealt.len() < BOUNDS[3] && dealt.push(*card);
        found.as_slice().iter().all(is_added).then_some(())
    }

    /// The street that the cards of the first board have reached.
    pub(super) fn street(&self) -> Street {
        let reached = BOUNDS[..3].iter().filter(|start| self.dealt[0].len() > **start);
        Street(reached.count() as u8)
    }

    /// Adds the boards to the hand; `None` if a street or a board is incomplete.
    pub(super) fn fill(&self, hand: &mut Hand) -> Option<()> {
        let [first, others @ ..] = &self.dealt;
        let others = others.iter().filter(|board| !board.is_empty()).map(CardList::as_slice);
        let (first, others): (_, Vec<&[Card]>) = (first.as_slice(), others.collect());
        if !BOUNDS.contains(&first.len()) {
            return None;
        }
        hand.last_street = self.street();
        let shared = others.iter().map(|board| shared_by(first, board)).min();
        let shared = BOUNDS.into_iter().rev().find(|start| *start <= shared.unwrap_or(5))?;
        let common = &first[..shared.min(first.len())];
        push(hand, 0, 0, common);
        if others.is_empty() {
            return Some(());
        }
        push(hand, 1, shared, &first[shared..]);
        for (run_no, board) in (2..).zip(others) {
            let own = board.strip_prefix(common).unwrap_or(board);
            if own.len() != first.len() - shared {
                return None;
            }
            push(hand, run_no, shared, own);
            hand.n_runouts = run_no;
        }
        Some(())
    }
}

/// The number of cards at the front of the first board that also belong to another one: those that the other lacks, or
/// those that it repeats.
fn shared_by(first: &[Card], board: &[Card]) -> usize {
    match first.len().saturating_sub(board.len()) {
        0 => first.iter().zip(board).take_while(|(card, again)| card == again).count(),
        missing => missing,
    }
}

/// Adds cards, the first of which is number `start` of its board.
fn push(hand: &mut Hand, run_no: u8, start: usize, own: &[Card]) {
    for (street, bounds) in (1..).map(Street).zip(BOUNDS.windows(2)) {
        let [from, to] = [bounds[0], bounds[1]].map(|bound| bound.saturating_sub(start));
        let cards: CardList = own.iter().copied().take(to).skip(from).collect();
        if !cards.is_empty() {
            hand.boards.push(BoardCards { run_no, street, cards });
        }
    }
}
