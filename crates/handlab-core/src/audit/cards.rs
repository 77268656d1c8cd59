//! Whether the cards of a hand can be scored, and whether one of them occurs twice.

use crate::hand::Hand;
use crate::replay::Replay;
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::{Game, GameFamily, Street};

/// Whether the last card has come. Stud seats need all cards of their own, of which the last may be a common one.
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
        // The showdown has no cards of its own.
        board.street == Street::SHOWDOWN || is_new(board.cards)
    });
    let has_draws = hand.game.has_draws();
    let are_hands_new = hand.seats.iter().zip(&replay.seats).all(|(seat, state)| {
        // Discards come back into a drawing game's deck: only the final cards exclude one another.
        (has_draws && !state.is_in()) || is_new(seat.hole_cards)
    });
    !(are_boards_new && are_hands_new)
}
