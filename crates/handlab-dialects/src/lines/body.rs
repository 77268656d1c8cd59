//! The body, line by line: actions and shown cards; posts, draws and streets have files of their own.

use handlab_cards::game::Street;
use handlab_core::dialect::text::cards;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, CardsSource};
use handlab_core::rules::RaisePrinting;

use super::marks::{self, Mark, Opens};
use super::verbs::{self, CASHED_OUT, COLLECTED, Verb};
use super::{Reader, amounts};
use crate::syntax::text::{find, groups, trim, trim_start};

/// Printed when a seat has reached the cap of the hand.
const REACHED: &str = " has reached the ";
const CAPPED: &str = " is capped";

/// The place in the hand of the current line.
pub(super) struct At {
    pub(super) street: Street,
    /// The board that payments are for; 0 unless the hand is run more than once.
    pub(super) run_no: u8,
}

impl<'a> Reader<'a, '_> {
    /// Reads from the line after the seats, which may have been read, to `*** SUMMARY ***`; returns the summary's first
    /// line if it has no title.
    pub(super) fn actions(
        &mut self,
        first: Option<&'a str>,
    ) -> Result<Option<&'a str>, ParseError> {
        let mut at = At { street: Street::FIRST, run_no: 0 };
        let (mut first, mut is_over) = (first, false);
        let game = self.hand.game;
        self.names.list_others(self.hand);
        let has_ambiguous_names = self.names.are_ambiguous;
        let after_name = self.grammar.after_name;
        loop {
            if first.is_none() {
                self.known_acts(&mut at)?;
            }
            let line = match first.take().or_else(|| self.cursor.next_line()) {
                Some(line) => line,
                None if is_over => return Ok(None),
                None if self.grammar.has_no_summary && !self.hand.collected.is_empty() => {
                    return Ok(None);
                }
                None => return Err(self.cursor.error(ParseErrorKind::Truncated)),
            };
            // Stars on both sides: a player may be called `*** FLOP`, and collect.
            let mark = if line.starts_with('*') { marks::read(line, game) } else { None };
            let (act, mark) = if has_ambiguous_names {
                self.act_or_mark(line, mark)
            } else if mark.is_none() {
                (self.split_player(line, after_name), None)
            } else {
                (None, mark)
            };
            match (act, mark) {
                (Some((seat, act)), _) => self.read_action(line, seat, act, &mut at)?,
                (None, Some(Mark { opens: Some(Opens::Summary), .. })) => {
                    if !self.grammar.is_summary_showdown {
                        return Ok(None);
                    }
                    (at.street, is_over) = (Street::SHOWDOWN, true);
                }
                (None, Some(mark)) => self.mark(&mark, line, &mut at)?,
                (None, None) => {
                    if self.notice(line, &mut at)? {
                        return Ok(Some(line));
                    }
                }
            }
        }
    }

    /// The act and the title that a line may be, if names may look like the start of another line.
    fn act_or_mark<'t>(
        &self,
        line: &'t str,
        mark: Option<Mark<'t>>,
    ) -> (Option<(u8, &'t str)>, Option<Mark<'t>>) {
        let mark = mark.filter(|_| !self.is_of_a_title(line));
        let act = self.split_player(line, self.grammar.after_name).filter(|(seat, act)| {
            // `***` is not the player of `*** FLOP *** [..]`, where no colon follows a name.
            let is_stars = || {
                let name = self.hand.player(*seat);
                name.bytes().all(|byte| byte == b'*') && act.contains("***")
            };
            let is_title = || mark.is_some() && (act.trim_start().starts_with('[') || is_stars());
            !(self.is_notice(line, *seat) || is_title())
        });
        (act, mark)
    }

    /// Whether the line is about a player whose name is a title: `*** FLOP *** collected $5 from pot`.
    fn is_of_a_title(&self, line: &str) -> bool {
        self.split_player(line, "").is_some_and(|(seat, rest)| {
            is_about_player(rest) && marks::read(self.hand.player(seat), self.hand.game).is_some()
        })
    }

    /// Whether a longer name than that of `seat` makes the line a payment: `Bob: folds collected $5 from pot`. Without
    /// colons a player may also be called `Dealt` or `Uncalled`.
    fn is_notice(&self, line: &str, seat: u8) -> bool {
        if let Some(rest) = line.strip_prefix("Dealt to ")
            && self.split_player(rest, " [").is_some()
        {
            return true;
        }
        if self.returned_to(line).is_some() {
            return true;
        }
        let len = self.hand.player(seat).len();
        [COLLECTED, CASHED_OUT].iter().any(|after| {
            find(line, after).is_some()
                && self
                    .split_player(line, after)
                    .is_some_and(|(other, _)| self.hand.player(other).len() > len)
        })
    }

    /// Reads what follows `NAME:`.
    pub(super) fn read_action(
        &mut self,
        line: &str,
        seat: u8,
        act: &str,
        at: &mut At,
    ) -> Result<(), ParseError> {
        let act = trim_start(act);
        // The two acts that most lines are about.
        if act == "folds" {
            let fold = Action::new(at.street, seat, ActionKind::Fold, Amount::Added(0));
            self.hand.actions.push(fold);
            return Ok(());
        }
        if act == "checks" {
            let check = Action::new(at.street, seat, ActionKind::Check, Amount::Added(0));
            self.push_action(check, at);
            return Ok(());
        }
        let (verb, word, rest) = verbs::split_common(act).map_or_else(
            || {
                let end = act.bytes().position(|byte| matches!(byte, b' ' | b'\t'));
                let (word, rest) = end.map_or((act, ""), |end| (&act[..end], &act[end + 1..]));
                (verbs::verb(word), word, rest)
            },
            |(verb, word, rest)| (Some(verb), word, rest),
        );
        let rest = trim_start(rest);
        let Some(verb) = verb else {
            if (self.grammar.act)(act, seat, self.hand) {
                return Ok(());
            }
            // Whatever is said is chat.
            if verbs::may_matter(act) && !act.starts_with("said, \"") {
                // `Main pot 1 $5`, where a player is called `Main`.
                let is_event = (self.grammar.event)(line, self.hand);
                return if is_event { Ok(()) } else { Err(self.unknown_line(line)) };
            }
            self.skip_line();
            return Ok(());
        };
        let mut action = Action {
            is_all_in: !matches!(verb, Verb::Show | Verb::Muck)
                && verbs::says_all_in(verbs::common_post(rest).map_or(rest, |(_, rest)| rest)),
            is_capped: rest.ends_with(CAPPED)
                || (rest.len() > REACHED.len() && find(rest, REACHED).is_some()),
            ..Action::new(at.street, seat, ActionKind::Fold, Amount::Added(0))
        };
        match verb {
            Verb::Fold | Verb::Check if !verbs::is_done(word, rest) => {
                return Err(self.unknown_line(line));
            }
            Verb::Fold => {
                self.hand.actions.push(action);
                // `folds [Ah Kd]` and `folds & shows [Ah Kd]`.
                return if rest.as_bytes().contains(&b'[') {
                    self.show(seat, rest, line, at)
                } else {
                    Ok(())
                };
            }
            Verb::Check => action.kind = ActionKind::Check,
            Verb::Call => self.call(&mut action, rest, line)?,
            Verb::Bet if let Some(rest) = rest.strip_prefix("& Muck ") => {
                self.bet_and_muck(&mut action, rest, line)?;
            }
            Verb::Bet => (action.kind, action.amount) = (ActionKind::Bet, self.added(rest, line)?),
            Verb::Raise => {
                (action.kind, action.amount) = (ActionKind::Raise, self.raised(rest, line)?);
            }
            Verb::Post => return self.post(action, rest, line),
            Verb::Ante => return self.post_one(action, ActionKind::PostAnte, rest, line),
            Verb::Straddle => return self.post_one(action, ActionKind::Straddle, rest, line),
            Verb::BringIn => self.bring_in(&mut action, rest, line)?,
            Verb::Discard => self.discard(&mut action, rest, line, at)?,
            Verb::StandPat if rest.starts_with("up") => return Ok(()),
            Verb::StandPat => {
                self.enter_draw(&mut action, at);
                action.kind = ActionKind::StandPat;
            }
            // `shows a pair of Tens`, after cards that everyone has seen.
            Verb::Show if self.grammar.after_name == " " && !rest.contains('[') => return Ok(()),
            Verb::Show => return self.show(seat, rest, line, at),
            Verb::Muck => {
                action.kind = ActionKind::Muck;
                if let Some(cards) = groups(rest).next().and_then(cards) {
                    self.record_hole_cards(seat, cards, CardsSource::Mucked);
                }
            }
            // `wins the $10 bounty`, `is dealt 2 cards`.
            Verb::Collect | Verb::Silence if (self.grammar.act)(act, seat, self.hand) => {
                return Ok(());
            }
            Verb::Collect => return self.collected(line, seat, rest, at),
            // `is all-in for 500` would be money.
            Verb::Silence if !verbs::is_silent(word) && verbs::names_money(rest) => {
                return Err(self.unknown_line(line));
            }
            Verb::Silence => return Ok(()),
        }
        self.push_action(action, at);
        Ok(())
    }

    pub(super) fn push_action(&mut self, action: Action, at: &mut At) {
        if action.kind.is_decision() {
            // Betting continues: the boards were dealt together, and no payment is for a single one.
            at.run_no = 0;
        }
        self.hand.actions.push(action);
    }

    pub(super) fn call(
        &self,
        action: &mut Action,
        text: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        action.amount = self.added(text, line)?;
        // Some tools write `calls 0` where nothing is owed: no chip moves, so it is not a call.
        let is_free = action.amount == Amount::Added(0);
        action.kind = if is_free { ActionKind::Check } else { ActionKind::Call };
        Ok(())
    }

    pub(super) fn bring_in(
        &mut self,
        action: &mut Action,
        text: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        let bring_in = self.amount(text, line)?;
        self.hand.stakes.bring_in = Some(bring_in);
        (action.kind, action.amount) = (ActionKind::BringIn, Amount::Added(bring_in));
        Ok(())
    }

    /// Counts a line that mentions neither money nor cards.
    pub(super) fn skip_line(&mut self) {
        self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
    }

    /// Reads `$2 to $4`, or the one amount of a site that prints no other.
    pub(super) fn raised(&mut self, text: &str, line: &str) -> Result<Amount, ParseError> {
        let Some((by, to)) = split_at_to(text) else {
            // Where the site prints two amounts, tools that print only one disagree on which it is.
            let printing = match self.hand.rules.raises {
                RaisePrinting::ByAndTo => RaisePrinting::Ambiguous,
                printing => printing,
            };
            return self.amount(text, line).map(|amount| Amount::of_raise(printing, amount));
        };
        let amount = self.amount(to, line)?;
        let raised = self.raised_to(amount);
        if raised == Amount::To(amount) {
            self.record_raise(by);
            // A negative raise: the tool did not count what the seat had already put in.
            if text.starts_with('-') {
                return Ok(Amount::Added(amount));
            }
        }
        Ok(raised)
    }

    /// `Bet & Muck $5`, `Bet & Muck $5 to $10`, and `Bet & Muck folds`: a muck if the bet was called, a fold if it was
    /// raised.
    fn bet_and_muck(
        &mut self,
        action: &mut Action,
        rest: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        let is_bet = |action: &&Action| matches!(action.kind, ActionKind::Bet | ActionKind::Raise);
        (action.kind, action.amount) = if rest == "folds" {
            let bet = self.hand.actions.iter().rev().find(is_bet);
            let is_own = bet.is_some_and(|bet| bet.seat == action.seat);
            (if is_own { ActionKind::Muck } else { ActionKind::Fold }, action.amount)
        } else if split_at_to(rest).is_some() {
            (ActionKind::Raise, self.raised(rest, line)?)
        } else {
            (ActionKind::Bet, self.added(rest, line)?)
        };
        Ok(())
    }

    /// A raise to that amount, unless the tools of the site print other amounts in the same way.
    pub(super) fn raised_to(&self, amount: i64) -> Amount {
        let is_ambiguous = self.hand.rules.raises == RaisePrinting::Ambiguous;
        if is_ambiguous { Amount::Ambiguous(amount) } else { Amount::To(amount) }
    }

    pub(super) fn added(&self, text: &str, line: &str) -> Result<Amount, ParseError> {
        self.amount(text, line).map(Amount::Added)
    }

    /// An amount of the hand's money, at the front of a text.
    pub(super) fn amount(&self, text: &str, line: &str) -> Result<i64, ParseError> {
        let amount = amounts::leading(trim(text), self.hand.scale);
        amount.map(|(amount, _)| amount).ok_or_else(|| self.amount_error(line))
    }

    pub(super) fn amount_error(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::Amount(line.to_owned()))
    }

    pub(super) fn card_error(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::Cards(line.to_owned()))
    }
}

/// Whether the text after a name reports something about the player: it is neither empty nor cards.
pub(super) fn is_about_player(rest: &str) -> bool {
    rest.starts_with([' ', ':', ','])
        && !rest.trim_start_matches([' ', ':']).starts_with(['[', '*'])
}

/// The texts before and after the word `to`: `$2 to $4 and is all-in` gives `$2`, and everything from `$4` on. In
/// spellings other than the site's, the first text is empty.
fn split_at_to(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    if let Some(at) = bytes.windows(4).position(|letters| letters == b" to ") {
        return Some((&text[..at], &text[at + " to ".len()..]));
    }
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        if word.trim_matches(['(', ')']).eq_ignore_ascii_case("to") {
            return Some(("", rest));
        }
    }
    None
}
