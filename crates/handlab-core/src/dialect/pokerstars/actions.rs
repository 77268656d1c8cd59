//! The body: posts, streets, actions, showdown, payments.

use crate::card::CardList;
use crate::chips;
use crate::error::{ParseError, ParseErrorKind};
use crate::game::{Game, GameFamily, Street};
use crate::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, PotName, SidePayment,
    SidePaymentKind,
};

use super::super::text::{cards, groups, split_player};
use super::{Reader, tournament};

impl<'a> Reader<'a, '_> {
    /// Reads from the line behind the seats to `*** SUMMARY ***`.
    pub(super) fn actions(&mut self, first: &'a str) -> Result<(), ParseError> {
        let mut at = At { street: Street::FIRST, run_no: 0 };
        let mut line = first;
        // Names can start as other lines do, if they hold a colon or start with a star.
        let has_odd_names =
            self.hand.seats.iter().any(|seat| {
                self.hand.str(seat.player).bytes().any(|byte| matches!(byte, b':' | b'*'))
            });
        loop {
            // Stars on both sides: a player may be called `*** FLOP`, and collect.
            let marker = line.strip_prefix("*** ").filter(|marker| marker.contains(" ***"));
            let act = match marker {
                Some(_) if !has_odd_names => None,
                _ => split_player(self.hand, line, ":"),
            };
            let act = act.filter(|(seat, _)| !(has_odd_names && self.is_notice(line, *seat)));
            match (act, marker) {
                (Some((seat, act)), _) => self.act(line, seat, act.trim_start(), &mut at)?,
                (None, Some(marker)) if marker.starts_with("SUMMARY") => return Ok(()),
                (None, Some(marker)) => self.marker(marker, &mut at)?,
                (None, None) => self.notice(line, &at)?,
            }
            line = self.line()?;
        }
    }

    /// Whether a longer name than that of `seat` makes the line a payment: `Bob: folds collected $5 from pot`.
    fn is_notice(&self, line: &str, seat: u8) -> bool {
        let len = self.hand.player(seat).len();
        [" collected ", " cashed out the hand for "].iter().any(|after| {
            line.contains(after)
                && split_player(self.hand, line, after)
                    .is_some_and(|(other, _)| self.hand.player(other).len() > len)
        })
    }

    /// Reads `FLOP *** [Ah Kd 2c]`, `SECOND RIVER *** [...] [3c]`, `3rd STREET ***`, `SHOW DOWN ***`.
    fn marker(&mut self, text: &str, at: &mut At) -> Result<(), ParseError> {
        let Some((title, rest)) = text.split_once(" ***") else { return Ok(()) };
        let (run_no, title) = match title.split_once(' ') {
            Some(("FIRST", title)) if !title.starts_with("DRAW") => (1, title),
            Some(("SECOND", title)) if !title.starts_with("DRAW") => (2, title),
            Some(("THIRD", title)) if !title.starts_with("DRAW") => (3, title),
            _ => (0, title),
        };
        at.run_no = run_no;
        self.hand.n_runouts = self.hand.n_runouts.max(run_no);
        at.street = match title {
            "HOLE CARDS" | "DEALING HANDS" | "3rd STREET" | "PRE-FLOP" => Street(0),
            "FLOP" | "4th STREET" | "FIRST DRAW" => Street(1),
            "TURN" | "5th STREET" | "SECOND DRAW" => Street(2),
            "RIVER" if self.hand.game.family() == GameFamily::Stud => Street(4),
            "6th STREET" | "THIRD DRAW" | "RIVER" => Street(3),
            "SHOW DOWN" => Street::SHOWDOWN,
            _ => return Err(self.unknown_line(text)),
        };
        if at.street != Street::SHOWDOWN {
            self.hand.last_street = self.hand.last_street.max(at.street);
        }
        // The last brackets hold what is new. A stud board is the one card that all share when the deck runs out.
        if let Some(new) = groups(rest).last().filter(|new| !new.is_empty()) {
            let mut cards = cards(new).ok_or_else(|| self.card_error(text))?;
            if groups(rest).count() == 1 {
                // A lone group repeats what lies there already: a Courchevel flop with its first card.
                let before = self.hand.board(run_no);
                if let Some(rest) = cards.as_slice().strip_prefix(before.as_slice()) {
                    cards = rest.iter().copied().collect();
                }
            }
            let is_repeated =
                |board: &BoardCards| (board.run_no, board.street) == (run_no, at.street);
            if self.hand.boards.iter().any(is_repeated) {
                return Err(self.unknown_line(text));
            }
            self.hand.boards.push(BoardCards { run_no, street: at.street, cards });
        }
        Ok(())
    }

    /// Reads what follows `NAME: `.
    fn act(&mut self, line: &str, seat: u8, act: &str, at: &mut At) -> Result<(), ParseError> {
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        let mut action = Action {
            street: at.street,
            seat,
            kind: ActionKind::Fold,
            amount: Amount::Added(0),
            is_all_in: rest.ends_with("all-in"),
            is_capped: rest.contains(" has reached the "),
            cards: CardList::EMPTY,
        };
        let amount = rest.split_once(" and ").map_or(rest, |(amount, _)| amount);
        match verb {
            "folds" => {
                self.hand.actions.push(action);
                // `folds [Ah Kd]` and `folds & shows [Ah Kd]`.
                return if rest.contains('[') { self.show(seat, rest, at) } else { Ok(()) };
            }
            "checks" => action.kind = ActionKind::Check,
            "calls" => (action.kind, action.amount) = (ActionKind::Call, self.added(amount, line)?),
            "bets" => (action.kind, action.amount) = (ActionKind::Bet, self.added(amount, line)?),
            "raises" => {
                let (_, to) = amount.split_once(" to ").ok_or_else(|| self.amount_error(line))?;
                action.kind = ActionKind::Raise;
                action.amount = Amount::To(self.amount(to, line)?);
            }
            "posts" => return self.post(action, amount, line),
            "brings" | "brings-in" => {
                let (_, amount) =
                    amount.split_once("for ").ok_or_else(|| self.amount_error(line))?;
                let bring_in = self.amount(amount, line)?;
                self.hand.stakes.bring_in = Some(bring_in);
                (action.kind, action.amount) = (ActionKind::BringIn, Amount::Added(bring_in));
            }
            "discards" => {
                self.enter_draw(&mut action, at);
                action.kind = ActionKind::Discard;
                let count = rest.split(' ').next().and_then(|count| count.parse().ok());
                action.amount = Amount::Added(count.ok_or_else(|| self.amount_error(line))?);
                action.cards = groups(rest).next().and_then(cards).unwrap_or_default();
            }
            "stands" => {
                self.enter_draw(&mut action, at);
                action.kind = ActionKind::StandPat;
            }
            "shows" => return self.show(seat, rest, at),
            "mucks" => action.kind = ActionKind::Muck,
            // "doesn't show hand" is silence of a winner, the rest is the chair's business.
            "" | "doesn't" | "sits" | "is" | "Table" | "Seat" => return Ok(()),
            _ => return Err(self.unknown_line(line)),
        }
        self.hand.actions.push(action);
        Ok(())
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

    /// Reads what follows `NAME: posts `.
    fn post(&mut self, action: Action, text: &str, line: &str) -> Result<(), ParseError> {
        const POSTS: [(&str, ActionKind); 8] = [
            ("small blind ", ActionKind::PostSmallBlind),
            ("big blind ", ActionKind::PostBigBlind),
            ("the ante ", ActionKind::PostAnte),
            ("ante ", ActionKind::PostAnte),
            ("button blind ", ActionKind::PostButtonBlind),
            ("straddle ", ActionKind::Straddle),
            ("the straddle ", ActionKind::Straddle),
            ("dead ", ActionKind::PostDead),
        ];
        if let Some(text) = text.strip_prefix("small & big blinds ") {
            return self.post_both(action, text, line);
        }
        let (kind, amount) = POSTS
            .iter()
            .find_map(|(prefix, kind)| Some((*kind, text.strip_prefix(prefix)?)))
            .ok_or_else(|| self.unknown_line(line))?;
        let amount = self.amount(amount, line)?;
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

    /// Reads `[Ah Kd] (a pair of Aces)` behind `shows `.
    fn show(&mut self, seat: u8, rest: &str, at: &At) -> Result<(), ParseError> {
        let cards = groups(rest).next().and_then(cards).ok_or_else(|| self.card_error(rest))?;
        self.learn(seat, cards, CardsSource::Shown);
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

    /// Reads a line that no player's name and colon start.
    fn notice(&mut self, line: &str, at: &At) -> Result<(), ParseError> {
        if let Some(dealt) = line.strip_prefix("Dealt to ") {
            self.dealt(dealt);
        } else if let Some(rest) = line.strip_prefix("Uncalled bet (") {
            let (amount, name) =
                rest.split_once(") returned to ").ok_or_else(|| self.unknown_line(line))?;
            let amount = self.amount(amount, line)?;
            let (seat, _) = split_player(self.hand, name, "")
                .ok_or_else(|| self.cursor.error(ParseErrorKind::UnknownPlayer(line.to_owned())))?;
            self.hand.uncalled.push((seat, amount));
        } else if line == "Hand cancelled" {
            self.hand.is_cancelled = true;
        } else if let Some((seat, rest)) = split_player(self.hand, line, " collected ") {
            self.collected(line, seat, rest, at)?;
        } else if let Some((seat, rest)) =
            split_player(self.hand, line, " cashed out the hand for ")
        {
            let (amount, fee) = rest.split_once(" | Cash Out Fee ").unwrap_or((rest, "0"));
            let (amount, fee) = (self.amount(amount, line)?, self.amount(fee, line)?);
            let kind = SidePaymentKind::CashOut;
            self.hand.side_payments.push(SidePayment { seat, kind, amount, fee });
        } else if !tournament::read_line(line, self.hand) && is_foreign_act(line) {
            return Err(self.cursor.error(ParseErrorKind::UnknownPlayer(line.to_owned())));
        }
        Ok(())
    }

    /// Reads `NAME [Ah Kd] [2c]`: all brackets together are the cards that the seat has now.
    fn dealt(&mut self, text: &str) {
        let Some((seat, rest)) = split_player(self.hand, text, " [") else { return };
        let mut all = CardList::EMPTY;
        let inside = rest.replace(['[', ']'], " ");
        for token in inside.split_whitespace() {
            all.extend(cards(token).iter().flat_map(|list| list.as_slice().iter().copied()));
        }
        let hand = &mut *self.hand;
        // Up cards of a stud opponent are dealt to everybody's eyes; only the owner of the file sees three on third street.
        let sees_three = hand.last_street == Street::FIRST && all.len() >= 3;
        let is_open =
            hand.game.family() == GameFamily::Stud && hand.hero != Some(seat) && !sees_three;
        if is_open {
            return self.learn(seat, all, CardsSource::Shown);
        }
        self.learn(seat, all, CardsSource::Dealt);
        let hand = &mut *self.hand;
        let is_hero = |seat: u8| hand.player(seat) == "Hero";
        match hand.hero {
            // Where all cards are dealt face up nobody is the owner, unless the name says so.
            Some(other) if other != seat && is_hero(seat) => hand.hero = Some(seat),
            Some(other) if other != seat && !is_hero(other) => hand.hero = None,
            Some(_) => {}
            None => hand.hero = Some(seat),
        }
    }

    /// Keeps what is known of a seat's cards; fewer cards never replace more.
    pub(super) fn learn(&mut self, seat: u8, cards: CardList, source: CardsSource) {
        let seat = &mut self.hand.seats[usize::from(seat)];
        if !cards.is_empty() && cards.len() >= seat.hole_cards.len() {
            seat.hole_cards = cards;
            seat.cards_source = seat.cards_source.max(Some(source));
        }
    }

    /// Reads `$5 from side pot-1` behind ` collected `.
    fn collected(&mut self, line: &str, seat: u8, text: &str, at: &At) -> Result<(), ParseError> {
        let (amount, pot) = text.split_once(" from ").ok_or_else(|| self.unknown_line(line))?;
        let pot = match pot.strip_prefix("side pot") {
            Some(number) => PotName::Side(number.trim_start_matches('-').parse().unwrap_or(1)),
            None if pot.starts_with("main pot") => PotName::Main,
            None => PotName::Pot,
        };
        let amount = self.amount(amount, line)?;
        self.hand.collected.push(Collected { seat, amount, pot, run_no: at.run_no });
        Ok(())
    }

    fn added(&self, text: &str, line: &str) -> Result<Amount, ParseError> {
        self.amount(text, line).map(Amount::Added)
    }

    /// An amount of the hand's money.
    pub(super) fn amount(&self, text: &str, line: &str) -> Result<i64, ParseError> {
        chips::read(text.trim().as_bytes(), self.hand.scale).ok_or_else(|| self.amount_error(line))
    }

    pub(super) fn amount_error(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::Amount(line.to_owned()))
    }

    pub(super) fn card_error(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::Cards(line.to_owned()))
    }
}

/// Where the body is.
struct At {
    street: Street,
    /// 0 unless the hand is run more than once.
    run_no: u8,
}

/// Whether the line is an act with money of somebody without a seat: to pass over it would lose chips.
fn is_foreign_act(line: &str) -> bool {
    const ACTS: [&str; 6] = [": posts ", ": calls ", ": bets ", ": raises ", ": folds", ": brings"];
    !line.contains(" said, \"")
        && (ACTS.iter().any(|act| line.contains(act)) || line.contains(" collected "))
}
