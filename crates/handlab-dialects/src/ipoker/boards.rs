//! Hands that are run several times: the boards, and what each of them paid.

use handlab_cards::game::Street;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Collected, Hand};

use crate::syntax::xml::{Element, Nodes};

/// The attributes with what a player won with each board.
pub(super) const WINS: [&str; 3] = ["board1win", "board2win", "board3win"];

/// The number in `board="board2"`; 0 if all boards share the cards.
pub(super) fn number(element: &Element<'_>, nodes: &Nodes<'_>) -> Result<u8, ParseError> {
    let board = element.attribute("board").unwrap_or_default();
    if board.is_empty() {
        return Ok(0);
    }
    let number = board.strip_prefix("board").and_then(|number| number.parse().ok());
    let number = number.filter(|number| (1..=WINS.len()).contains(&usize::from(*number)));
    number.ok_or_else(|| nodes.error(ParseErrorKind::Cards))
}

/// Counts the boards, and replaces the payments of a hand with several boards by those of each board.
///
/// A board that only a payment names counts too: the hand does not have its cards, and the audit reports that.
pub(super) fn separate(hand: &mut Hand, wins: &mut Vec<Collected>) {
    wins.retain(|won| won.run_no == 1 || won.amount != 0);
    let dealt = hand.boards.iter().map(|part| part.run_no);
    let paid = wins.iter().map(|won| won.run_no);
    hand.n_runouts = dealt.chain(paid).max().unwrap_or(1).max(1);
    if hand.n_runouts == 1 {
        hand.boards.iter_mut().for_each(|part| part.run_no = 0);
        return;
    }
    if hand.boards.iter().all(|part| part.run_no == 0) {
        // The document has the cards of one board. Boards part after the last decision.
        let decision = hand.actions.iter().rfind(|action| action.kind.is_decision());
        let shared = decision.map_or(Street(0), |action| action.street);
        let parted = hand.boards.iter_mut().filter(|part| part.street > shared);
        parted.for_each(|part| part.run_no = 1);
    }
    hand.collected.retain(|line| !wins.iter().any(|won| won.seat == line.seat));
    hand.collected.extend(wins.iter().filter(|won| won.amount > 0));
    hand.collected.sort_by_key(|line| line.run_no);
}
