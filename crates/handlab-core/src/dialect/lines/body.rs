//! The body: posts, streets, actions, showdown.

use crate::chips;
use crate::error::{ParseError, ParseErrorKind};
use crate::hand::{Action, ActionKind, Amount, BoardCards, CardsPlace, CardsSource};
use handlab_cards::card::CardList;
use handlab_cards::game::{Game, GameFamily, Street};

use super::super::text::{cards, groups, split_player};
use super::super::words::{self, Phrase};
use super::marks::{self, Mark, Opens};
use super::verbs::{self, Post, Verb};
use super::{Reader, amounts};

/// What a seat at the cap of the hand is said to have done.
const REACHED: &str = " has reached the ";

/// How a post ends that is no blind of the seat's position.
const OUT_OF_POSITION: &str = " out of position";

/// Where the body is.
pub(super) struct At {
    pub(super) street: Street,
    /// The board that payments are for; 0 unless the hand is run more than once.
    pub(super) run_no: u8,
}

impl<'a> Reader<'a, '_> {
    /// Reads from the line after the seats to `*** SUMMARY ***`; gives a line of the summary if that has no title.
    pub(super) fn actions(&mut self, first: &'a str) -> Result<Option<&'a str>, ParseError> {
        let mut at = At { street: Street::FIRST, run_no: 0 };
        let mut line = first;
        let family = self.hand.game.family();
        // Names can start as other lines do, if they hold a colon or start with a star.
        let is_odd = |name: &str| {
            name.bytes().any(|byte| matches!(byte, b':' | b'*')) || name.starts_with("Dealt")
        };
        let has_odd_names = self.hand.seats.iter().any(|seat| is_odd(self.hand.str(seat.player)));
        let after_name = self.grammar.after_name;
        loop {
            // Stars on both sides: a player may be called `*** FLOP`, and collect.
            let mark = marks::read(line, family);
            let act = match mark {
                Some(_) if !has_odd_names => None,
                _ => split_player(self.hand, line, after_name),
            };
            let act = act.filter(|(seat, _)| !(has_odd_names && self.is_notice(line, *seat)));
            match (act, mark) {
                (Some((seat, act)), _) => self.act(line, seat, act, &mut at)?,
                (None, Some(Mark { opens: Some(Opens::Summary), .. })) => return Ok(None),
                (None, Some(mark)) => self.mark(&mark, line, &mut at)?,
                (None, None) => {
                    if self.notice(line, &mut at)? {
                        return Ok(Some(line));
                    }
                }
            }
            line = self.line()?;
        }
    }

    /// Whether a longer name than that of `seat` makes the line a payment: `Bob: folds collected $5 from pot`. Without
    /// colons a player may also be called `Dealt`.
    fn is_notice(&self, line: &str, seat: u8) -> bool {
        if let Some(rest) = line.strip_prefix("Dealt to ")
            && split_player(self.hand, rest, " [").is_some()
        {
            return true;
        }
        let len = self.hand.player(seat).len();
        [" collected ", " cashed out the hand for "].iter().any(|after| {
            line.contains(after)
                && split_player(self.hand, line, after)
                    .is_some_and(|(other, _)| self.hand.player(other).len() > len)
        })
    }

    /// Goes on to the street or showdown that a line between stars opens.
    fn mark(&mut self, mark: &Mark<'_>, line: &str, at: &mut At) -> Result<(), ParseError> {
        let street = match mark.opens {
            Some(Opens::Street(street)) => street,
            Some(Opens::ShowDown) => Street::SHOWDOWN,
            Some(Opens::Summary | Opens::Nothing) => return Ok(()),
            // The streets of games with a board print cards: a title without them opens no betting round.
            None if self.hand.game.family() == GameFamily::Flop && !verbs::may_matter(line) => {
                self.skip_line();
                return Ok(());
            }
            None => return Err(self.unknown_line(line)),
        };
        (at.street, at.run_no) = (street, mark.run_no);
        self.hand.n_runouts = self.hand.n_runouts.max(mark.run_no);
        if street == Street::SHOWDOWN {
            return Ok(());
        }
        self.hand.last_street = self.hand.last_street.max(street);
        self.deal(mark, street, line)
    }

    /// Puts the cards of a street on their board: the last brackets hold what is new.
    fn deal(&mut self, mark: &Mark<'_>, street: Street, line: &str) -> Result<(), ParseError> {
        let run_no = mark.run_no;
        self.hand.printed.is_board_partial |= mark.rest.contains("[]");
        // A stud board is the one card that all share when the deck runs out.
        let Some(new) = groups(mark.rest).last().filter(|new| !new.is_empty()) else {
            return Ok(());
        };
        let mut cards = cards(new).ok_or_else(|| self.card_error(line))?;
        if groups(mark.rest).count() == 1 {
            // A lone group repeats what lies there already: a Courchevel flop with its first card.
            let before = self.hand.board(run_no);
            if let Some(rest) = cards.as_slice().strip_prefix(before.as_slice()) {
                cards = rest.iter().copied().collect();
            }
        } else {
            self.share_board(mark, street);
        }
        let is_repeated = |board: &BoardCards| (board.run_no, board.street) == (run_no, street);
        if self.hand.boards.iter().any(is_repeated) {
            return Err(self.unknown_line(line));
        }
        self.hand.boards.push(BoardCards { run_no, street, cards });
        self.record_repeated(run_no, street, mark.rest);
        Ok(())
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

    /// Reads what follows `NAME:`.
    pub(super) fn act(
        &mut self,
        line: &str,
        seat: u8,
        act: &str,
        at: &mut At,
    ) -> Result<(), ParseError> {
        let act = act.trim_start();
        let (word, rest) = act.split_once([' ', '\t']).unwrap_or((act, ""));
        let rest = rest.trim_start();
        let Some(verb) = verbs::verb(word) else {
            if verbs::may_matter(act) {
                return Err(self.unknown_line(line));
            }
            self.skip_line();
            return Ok(());
        };
        let mut action = Action {
            street: at.street,
            seat,
            kind: ActionKind::Fold,
            amount: Amount::Added(0),
            is_all_in: !matches!(verb, Verb::Show | Verb::Muck) && verbs::says_all_in(rest),
            is_capped: rest.len() > REACHED.len() && rest.contains(REACHED),
            cards: CardList::EMPTY,
        };
        match verb {
            Verb::Fold | Verb::Check if !verbs::is_done(word, rest) => {
                return Err(self.unknown_line(line));
            }
            Verb::Fold => {
                self.hand.actions.push(action);
                // `folds [Ah Kd]` and `folds & shows [Ah Kd]`.
                return if rest.contains('[') { self.show(seat, rest, line, at) } else { Ok(()) };
            }
            Verb::Check => action.kind = ActionKind::Check,
            Verb::Call => {
                action.amount = self.added(rest, line)?;
                // Some tools write `calls 0` where nothing is owed: no chip moves, so it is not a call.
                let is_free = action.amount == Amount::Added(0);
                action.kind = if is_free { ActionKind::Check } else { ActionKind::Call };
            }
            Verb::Bet => (action.kind, action.amount) = (ActionKind::Bet, self.added(rest, line)?),
            Verb::Raise => {
                let to = after_to(rest).ok_or_else(|| self.amount_error(line))?;
                self.record_raise(rest);
                action.kind = ActionKind::Raise;
                let amount = self.amount(to, line)?;
                // A raise by less than nothing was reckoned without what the seat had in.
                action.amount =
                    if rest.starts_with('-') { Amount::Added(amount) } else { Amount::To(amount) };
            }
            Verb::Post => return self.post(action, rest, line),
            Verb::Ante => return self.post_one(action, ActionKind::PostAnte, rest, line),
            Verb::Straddle => return self.post_one(action, ActionKind::Straddle, rest, line),
            Verb::BringIn => {
                let bring_in = self.amount(rest, line)?;
                self.hand.stakes.bring_in = Some(bring_in);
                (action.kind, action.amount) = (ActionKind::BringIn, Amount::Added(bring_in));
            }
            Verb::Discard => {
                self.enter_draw(&mut action, at);
                action.kind = ActionKind::Discard;
                action.cards = groups(rest).next().and_then(cards).unwrap_or_default();
                let count = rest.split_whitespace().next().and_then(words::number);
                let count = count.map_or(action.cards.len() as i64, i64::from);
                if count == 0 && !rest.starts_with('0') {
                    return Err(self.amount_error(line));
                }
                action.amount = Amount::Added(count);
            }
            Verb::StandPat => {
                self.enter_draw(&mut action, at);
                action.kind = ActionKind::StandPat;
            }
            Verb::Show => return self.show(seat, rest, line, at),
            Verb::Muck => {
                action.kind = ActionKind::Muck;
                if let Some(cards) = groups(rest).next().and_then(cards) {
                    self.learn(seat, cards, CardsSource::Mucked);
                }
            }
            Verb::Collect => return self.collected(line, seat, rest, at),
            // `is all-in for 500` would be money.
            Verb::Silence if !verbs::is_silent(word) && verbs::names_money(rest) => {
                return Err(self.unknown_line(line));
            }
            Verb::Silence => return Ok(()),
        }
        if action.kind.is_decision() {
            // Betting goes on: the boards were dealt together, and no one is paid for one of them.
            at.run_no = 0;
        }
        self.hand.actions.push(action);
        Ok(())
    }

    /// Counts a line that mentions neither money nor cards.
    fn skip_line(&mut self) {
        self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
    }

    /// A single draw has no line between the two betting rounds: the first discard is the border.
    fn enter_draw(&mut self, action: &mut Action, at: &mut At) {
        let has_marker = matches!(self.hand.game, Game::TripleDraw27 | Game::Badugi);
        if at.street == Street::FIRST && !has_marker {
            at.street = Street(1);
            self.hand.last_street = at.street;
        }
        action.street = at.street;
    }

    /// Reads what follows `NAME: posts `: the words before the amount, or after it, say what is posted.
    fn post(&mut self, action: Action, text: &str, line: &str) -> Result<(), ParseError> {
        if let Some((kind, amount)) = verbs::common_post(text) {
            if text.ends_with(OUT_OF_POSITION) {
                return self.post_out_of_position(action, kind, amount, line);
            }
            return self.post_one(action, kind, amount, line);
        }
        let amount_at = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len());
        let before = start_of_amount(text, amount_at);
        let (mut phrase, mut amount) = (post_phrase(&text[..before]), &text[before..]);
        if phrase.is_empty() {
            let end = amount.find([' ', '\t']).unwrap_or(amount.len());
            let words = amount[end..].trim_start();
            let end_of_words = words.find(" and is ").unwrap_or(words.len());
            phrase = post_phrase(&words[..end_of_words]);
            amount = &amount[..end];
        }
        match verbs::post(&phrase).ok_or_else(|| self.unknown_line(line))? {
            Post::One(kind) => self.post_one(action, kind, amount, line),
            Post::Both => self.post_both(action, amount, line),
        }
    }

    fn post_one(
        &mut self,
        action: Action,
        kind: ActionKind,
        text: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        let amount = self.amount(text, line)?;
        let stakes = &mut self.hand.stakes;
        match kind {
            ActionKind::PostAnte => stakes.ante = stakes.ante.max(Some(amount)),
            ActionKind::Straddle => stakes.straddle = stakes.straddle.max(Some(amount)),
            ActionKind::PostSmallBlind if stakes.small_bet.is_some() => {
                stakes.small_blind = stakes.small_blind.max(Some(amount));
            }
            _ => {}
        }
        self.hand.actions.push(Action { kind, amount: Amount::Added(amount), ..action });
        Ok(())
    }

    /// What a seat posts to come in: the big blind is live; of a small blind only what is above it, with the big blind in
    /// one number, else nothing. `posts big blind 0` stands beside such a number.
    fn post_out_of_position(
        &mut self,
        action: Action,
        kind: ActionKind,
        text: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        let amount = self.amount(text, line)?;
        match kind {
            _ if amount == 0 => Ok(()),
            ActionKind::PostSmallBlind if self.hand.stakes.big_blind < Some(amount) => {
                self.post_both(action, text, line)
            }
            ActionKind::PostSmallBlind => self.post_one(action, ActionKind::PostDead, text, line),
            _ => self.post_one(action, kind, text, line),
        }
    }

    /// Missed blinds in one number: the big blind is live, what is beyond it is dead.
    fn post_both(&mut self, action: Action, text: &str, line: &str) -> Result<(), ParseError> {
        let amount = self.amount(text, line)?;
        let live = self.hand.stakes.big_blind.map_or(amount, |big_blind| amount.min(big_blind));
        for (kind, amount) in
            [(ActionKind::PostDead, amount - live), (ActionKind::PostBigBlind, live)]
        {
            self.hand.actions.push(Action { kind, amount: Amount::Added(amount), ..action });
        }
        Ok(())
    }

    /// Reads `[Ah Kd] (a pair of Aces)` after `shows `.
    fn show(&mut self, seat: u8, rest: &str, line: &str, at: &At) -> Result<(), ParseError> {
        let cards = groups(rest).next().and_then(cards).ok_or_else(|| self.card_error(line))?;
        self.learn(seat, cards, CardsSource::Shown);
        self.record_cards(seat, CardsPlace::Shown, (at.street, at.run_no), cards, rest);
        self.hand.actions.push(Action {
            street: at.street,
            seat,
            kind: ActionKind::Show,
            amount: Amount::Added(0),
            is_all_in: false,
            is_capped: false,
            cards,
        });
        Ok(())
    }

    /// Keeps what is known of a seat's cards; fewer cards never replace more.
    pub(super) fn learn(&mut self, seat: u8, cards: CardList, source: CardsSource) {
        let seat = &mut self.hand.seats[usize::from(seat)];
        if cards.is_empty() || cards.len() < seat.hole_cards.len() {
            return;
        }
        // A stud player's open cards are seen by all; that the rest was mucked is the source of the whole.
        let is_open_part = seat.cards_source == Some(CardsSource::Shown)
            && source == CardsSource::Mucked
            && cards.len() > seat.hole_cards.len();
        let known = seat.cards_source.filter(|_| !is_open_part);
        seat.hole_cards = cards;
        seat.cards_source = known.max(Some(source));
    }

    fn added(&self, text: &str, line: &str) -> Result<Amount, ParseError> {
        self.amount(text, line).map(Amount::Added)
    }

    /// An amount of the hand's money, at the front of a text.
    pub(super) fn amount(&self, text: &str, line: &str) -> Result<i64, ParseError> {
        let amount = amounts::leading(text.trim(), self.hand.scale);
        amount.map(|(amount, _)| amount).ok_or_else(|| self.amount_error(line))
    }

    pub(super) fn amount_error(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::Amount(line.to_owned()))
    }

    pub(super) fn card_error(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::Cards(line.to_owned()))
    }
}

/// What follows the word `to`: of `$2 to $4 and is all-in` all from `$4` on.
fn after_to(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let is_word = |at: &usize| bytes[..*at].ends_with(b" ") && bytes[*at..].starts_with(b"to ");
    if let Some(at) = memchr::memchr_iter(b't', bytes).find(is_word) {
        return Some(&text[at + "to ".len()..]);
    }
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        if word.trim_matches(['(', ')']).eq_ignore_ascii_case("to") {
            return Some(rest);
        }
    }
    None
}

/// Where the word of the digit at `digit` starts, or a currency before it: `Rs. 5`.
fn start_of_amount(text: &str, digit: usize) -> usize {
    let start_of_word = |end: usize| text[..end].rfind([' ', '\t']).map_or(0, |space| space + 1);
    let start = start_of_word(digit);
    let before = text[..start].trim_end();
    let currency = start_of_word(before.len());
    let word = &before[currency..];
    let is_currency = chips::currency_of_symbol(word).is_some_and(|(_, len)| len == word.len());
    if is_currency { currency } else { start }
}

/// The words of what is posted, without articles: `an ante of` is `ante`.
fn post_phrase(text: &str) -> Phrase {
    const FILLERS: [&str; 8] = ["a", "an", "the", "of", "for", "his", "her", "their"];
    let mut phrase = Phrase::EMPTY;
    for word in words::words(text) {
        let is_filler = FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word));
        if !is_filler && !phrase.push(word) {
            return Phrase::EMPTY;
        }
    }
    phrase
}
