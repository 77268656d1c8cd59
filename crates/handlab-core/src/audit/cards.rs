//! Whether the cards of a hand can be scored, and whether one of them occurs twice.

use crate::hand::Hand;
use crate::replay::Replay;
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::{Game, GameFamily, Street};

/// Whether all cards have been dealt. In stud every seat needs its full hand, the last card of which may be a community
/// card.
pub(super) fn is_board_whole(game: Game, hole: CardList, board: CardList) -> bool {
    match game.family() {
        GameFamily::Flop => board.len() == 5,
        GameFamily::Stud => hole.len() + board.len() == game.hole_cards(),
        GameFamily::Draw => true,
    }
}

/// Whether a card occurs twice among the boards and the cards that seats hold at the same time.
pub(super) fn has_card_twice(hand: &Hand, replay: &Replay) -> bool {
    let mut seen = CardSet::EMPTY;
    let mut is_new = |cards: CardList| {
        let set = cards.set();
        let is_new = cards.is_distinct() && seen.intersection(set).is_empty();
        seen = seen.union(set);
        is_new
    };
    let are_boards_new = hand.boards.iter().all(|board| {
        // No cards are dealt at the showdown.
        board.street == Street::SHOWDOWN || is_new(board.cards)
    });
    let has_draws = hand.game.has_draws();
    let are_hands_new = hand.seats.iter().zip(&replay.seats).all(|(seat, state)| {
        // In a draw game discards return to the deck: only the final cards exclude one another.
        (has_draws && !state.is_in()) || is_new(seat.hole_cards)
    });
    !(are_boards_new && are_hands_new)
}
