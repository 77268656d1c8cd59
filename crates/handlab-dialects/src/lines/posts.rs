//! Blinds, antes and straddles: what a seat posts.

use handlab_core::chips;
use handlab_core::error::ParseError;
use handlab_core::hand::{Action, ActionKind, Amount, Seat};

use super::verbs::{self, Post};
use super::{Reader, amounts};
use crate::inferred::missed_blinds;
use crate::syntax::words::{self, Phrase};

/// The end of a post that is not a blind of the seat's position.
const OUT_OF_POSITION: &str = " out of position";

impl Reader<'_, '_> {
    /// Reads what follows `NAME: posts `: the words before the amount, or after it, say what is posted.
    pub(super) fn post(
        &mut self,
        action: Action,
        text: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        // `small blind (dead) 0.01` and `big blind ante 5` are other posts.
        let is_longer = |amount: &str| {
            ["(dead)", "dead ", "ante ", "& ", "+ ", "and "]
                .iter()
                .any(|word| amount.starts_with(word))
        };
        if let Some((kind, amount)) = verbs::common_post(text)
            && !is_longer(amount)
        {
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
            let words = without_sign(amount[end..].trim_start());
            let end_of_words = words.find(" and is ").unwrap_or(words.len());
            phrase = post_phrase(&words[..end_of_words]);
            amount = &amount[..end];
        }
        if phrase.is_empty() && self.grammar.has_bare_posts {
            return self.post_both(action, amount, line);
        }
        let post = verbs::post(&phrase).ok_or_else(|| self.unknown_line(line))?;
        self.post_as(post, action, amount, line)
    }

    pub(super) fn post_as(
        &mut self,
        post: Post,
        action: Action,
        amount: &str,
        line: &str,
    ) -> Result<(), ParseError> {
        // `dead blind [0.50 + 1]`: a dead part and a live one.
        if post == Post::One(ActionKind::PostDead)
            && let Some((dead, live)) = amount.split_once('+')
        {
            self.post_one(action, ActionKind::PostDead, dead, line)?;
            return self.post_one(action, ActionKind::PostBigBlind, live, line);
        }
        match post {
            Post::One(kind) => self.post_one(action, kind, amount, line),
            Post::Both => self.post_both(action, amount, line),
        }
    }

    pub(super) fn post_one(
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
            ActionKind::BringIn => stakes.bring_in = Some(amount),
            ActionKind::PostSmallBlind if stakes.small_bet.is_some() => {
                let half = stakes.big_blind.map(|big| big / 2);
                // A blind of last chips may be short: in tournaments the full one is half the big blind. If a larger one is
                // known, nothing changes.
                let is_whole = half == Some(amount)
                    || stakes.small_blind >= half.max(Some(amount))
                    || !takes_all(&self.hand.seats, &self.hand.actions, action.seat, amount);
                let is_tournament = self.hand.tournament.is_some();
                let whole = if is_whole { Some(amount) } else { half.filter(|_| is_tournament) };
                stakes.small_blind = stakes.small_blind.max(whole);
            }
            _ => {}
        }
        let is_total = kind == ActionKind::Straddle && self.hand.rules.is_straddle_total;
        let amount = if is_total { Amount::To(amount) } else { Amount::Added(amount) };
        self.hand.actions.push(Action { kind, amount, ..action });
        Ok(())
    }

    /// What a seat posts to join the game: a big blind is live. A small blind is dead, unless it is larger than the big
    /// blind: then it is both blinds in one number, and a line `posts big blind 0` accompanies it.
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

    /// Missed blinds in one number.
    fn post_both(&mut self, action: Action, text: &str, line: &str) -> Result<(), ParseError> {
        let post = Action { amount: Amount::Added(self.amount(text, line)?), ..action };
        self.hand.actions.extend(missed_blinds::parts(post, self.hand.stakes.big_blind));
        Ok(())
    }
}

/// Whether a post of `amount` leaves the seat without chips.
fn takes_all(seats: &[Seat], actions: &[Action], seat: u8, amount: i64) -> bool {
    let mut posts = actions.iter().filter(|post| post.seat == seat);
    let mut total = amount;
    seats.get(usize::from(seat)).filter(|seat| !seat.has_unknown_stack).is_some_and(|seat| {
        seat.starting_stack <= total
            || posts.any(|post| {
                total = total.saturating_add(post.amount.printed());
                seat.starting_stack <= total
            })
    })
}

/// The start of the word with the digit at `digit`, or of a currency before it: `Rs. 5`.
fn start_of_amount(text: &str, digit: usize) -> usize {
    let start_of_word = |end: usize| text[..end].rfind([' ', '\t']).map_or(0, |space| space + 1);
    let start = start_of_word(digit);
    let before = text[..start].trim_end();
    let currency = start_of_word(before.len());
    let word = &before[currency..];
    if chips::is_symbol(word) { currency } else { start }
}

/// What follows the sign of a currency: `2 kr big blind`. Three capitals may be a word of the post.
fn without_sign(text: &str) -> &str {
    let end = text.find(' ').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let is_code = word.bytes().all(|byte| byte.is_ascii_uppercase());
    if chips::is_symbol(word) && !is_code { rest.trim_start() } else { text }
}

/// The words of what is posted, without articles: `an ante of` is `ante`.
fn post_phrase(text: &str) -> Phrase {
    let mut phrase = Phrase::EMPTY;
    for word in words::words(text) {
        if !amounts::is_article(word) && !phrase.push(word) {
            return Phrase::EMPTY;
        }
    }
    phrase
}
