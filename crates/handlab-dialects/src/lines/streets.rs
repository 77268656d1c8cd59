//! Titles between stars, and the board cards that they print.

use handlab_cards::card::CardList;
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseError;
use handlab_core::hand::BoardCards;

use super::body::At;
use super::marks::{Mark, Opens};
use super::notices::is_cancellation;
use super::{Reader, verbs};
use crate::syntax::text::{groups, is_digits, trim};

/// `# 12`.
fn is_number(title: &str) -> bool {
    let digits = title.strip_prefix('#').map(str::trim_start);
    digits.is_some_and(|digits| digits.is_empty() || is_digits(digits))
}

impl Reader<'_, '_> {
    /// Moves to the street or showdown that a line between stars opens.
    pub(super) fn mark(
        &mut self,
        mark: &Mark<'_>,
        line: &str,
        at: &mut At,
    ) -> Result<(), ParseError> {
        let street = match mark.opens {
            Some(Opens::Street(street)) => street,
            Some(Opens::ShowDown) => Street::SHOWDOWN,
            Some(Opens::Summary | Opens::Nothing) => return Ok(()),
            None if is_cancellation(line.trim_matches(['*', ' '])) => {
                self.hand.is_cancelled = true;
                return Ok(());
            }
            // The number that a mail gives to the hand that follows in the file.
            None if is_number(line.trim_matches(['*', ' '])) => return Ok(()),
            // The streets of games with a board print cards: a title without them opens no betting round.
            None if self.hand.game.family() == GameFamily::Flop && !verbs::may_matter(line) => {
                self.skip_line();
                return Ok(());
            }
            None => return Err(self.unknown_line(line)),
        };
        if street == Street::FIRST {
            self.before_deal.get_or_insert(self.hand.actions.len());
        }
        (at.street, at.run_no) = (street, mark.run_no);
        self.hand.n_runouts = self.hand.n_runouts.max(mark.run_no);
        if street == Street::SHOWDOWN {
            return Ok(());
        }
        self.hand.last_street = self.hand.last_street.max(street);
        let run_no = if mark.run_no == 0 { self.unnumbered_run(mark, street) } else { mark.run_no };
        self.hand.n_runouts = self.hand.n_runouts.max(run_no);
        self.deal(&Mark { run_no, ..*mark }, street, line)
    }

    /// The run of a title without a number: not the first if all are all-in and the street was dealt with other cards, as some
    /// converters repeat it.
    fn unnumbered_run(&self, mark: &Mark<'_>, street: Street) -> u8 {
        let dealt = || self.hand.boards.iter().filter(|board| board.street == street);
        if dealt().next().is_none() || self.hand.game.family() != GameFamily::Flop {
            return 0;
        }
        let new = groups(mark.rest).last().and_then(cards).unwrap_or_default();
        let is_repeated = new.is_empty() || dealt().any(|board| board.cards == new);
        let has_bets =
            self.hand.actions.iter().any(|act| act.kind.is_decision() && act.street >= street);
        let runs = dealt().count() as u8;
        if is_repeated || has_bets || runs > 2 { 0 } else { runs + 1 }
    }

    /// Puts the cards of a street on their board: the last brackets hold what is new.
    fn deal(&mut self, mark: &Mark<'_>, street: Street, line: &str) -> Result<(), ParseError> {
        let run_no = mark.run_no;
        let is_flop_game = self.hand.game.family() == GameFamily::Flop;
        if street == Street::FIRST && is_flop_game && self.hand.game != Game::Courchevel {
            // Cards after `HOLE CARDS` are in a hand, not on the board.
            return Ok(());
        }
        let (mut new, mut number) = ("", 0);
        for group in groups(mark.rest) {
            (new, number) = (group, number + 1);
            self.hand.printed.is_board_partial |= group.is_empty();
        }
        let bare = trim(mark.rest);
        if number == 0 && cards(bare).is_some_and(|cards| !cards.is_empty()) {
            // Converters write a street's cards without brackets, after those before it or alone.
            (new, number) = (bare, 1);
        }
        // A stud board is the single community card that is dealt when the deck runs out.
        if new.is_empty() {
            return Ok(());
        }
        let mut cards = cards(new).ok_or_else(|| self.card_error(line))?;
        if number == 1 {
            // A single group repeats the cards already dealt: a Courchevel flop with its first card.
            let before = self.hand.board(run_no);
            if let Some(rest) = cards.as_slice().strip_prefix(before.as_slice()) {
                cards = rest.iter().copied().collect();
            }
        } else {
            self.share_board(mark, street);
        }
        if run_no == 2 {
            self.number_first_run(street);
        }
        let is_repeated = |board: &BoardCards| (board.run_no, board.street) == (run_no, street);
        if self.hand.boards.iter().any(is_repeated) {
            return Err(self.unknown_line(line));
        }
        self.hand.boards.push(BoardCards { run_no, street, cards });
        if number > 1 {
            self.record_repeated(run_no, street, mark.rest);
        }
        Ok(())
    }

    /// Some sites print `TURN` where two turns follow: the first one belongs to the first board.
    fn number_first_run(&mut self, street: Street) {
        let boards = self.hand.boards.iter_mut();
        for board in boards.filter(|board| board.run_no == 0 && board.street == street) {
            board.run_no = 1;
        }
        let printed = self.hand.printed.boards.iter_mut();
        for board in printed.filter(|board| board.run_no == 0 && board.street == street) {
            board.run_no = 1;
        }
    }

    /// Converters print `FIRST FLOP` where both boards have the flop: the cards before `SECOND TURN` show it.
    fn share_board(&mut self, mark: &Mark<'_>, street: Street) {
        if mark.run_no < 2 || !self.hand.board(mark.run_no).is_empty() {
            return;
        }
        let Some(before) = groups(mark.rest).next().and_then(cards) else { return };
        let first =
            self.hand.boards.iter().filter(|board| board.run_no == 1 && board.street < street);
        let shared: CardList =
            first.flat_map(|board| board.cards.as_slice().iter().copied()).collect();
        if !shared.is_empty() && shared.as_slice() == before.as_slice() {
            let boards = self.hand.boards.iter_mut();
            for board in boards.filter(|board| board.run_no == 1 && board.street < street) {
                board.run_no = 0;
            }
        }
    }
}
