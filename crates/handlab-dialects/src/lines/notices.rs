//! Lines of the body that do not start with a player's name and a colon: cards dealt, bets returned, payments.

use std::borrow::Cow;

use handlab_cards::card::CardList;
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::dialect::text::{cards, find_player};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{
    CardsPlace, CardsSource, Collected, PotName, SidePayment, SidePaymentKind,
};

use super::body::{At, is_about_player};
use super::pot_names::{named_pot, pot_name};
use super::verbs::{self, CASHED_OUT, COLLECTED, Verb};
use super::{MOST_DEAL_BREAKS, Reader, amounts};
use crate::syntax::text::{
    find, find_ignore_case, split_once, strip_prefix_ignore_case, trim, trim_start,
};

/// Stands between the amount of a returned bet and the name: as the site writes it, and with a typo of some converters.
const RETURNED: [&str; 2] = [" returned to ", " retured to "];

impl<'a> Reader<'a, '_> {
    /// Reads a line that does not start with a player's name and a colon; true if it begins a summary that has no
    /// title.
    pub(super) fn notice(&mut self, line: &str, at: &mut At) -> Result<bool, ParseError> {
        // Nearly all lines are about a player: who that may be is looked up once.
        let player = self.split_player(line, " ");
        let payments = self.hand.side_payments.len();
        if let Some(dealt) = strip_prefix_ignore_case(line, "Dealt to ")
            .or_else(|| self.dealt_in_other_words(line, player))
            && !self.is_about_player_called_dealt(line)
        {
            if !self.grammar.draws_for_button || self.before_deal.is_some() {
                self.dealt(dealt, at);
            }
        } else if let Some((seat, rest)) = self.split_said(line, player, COLLECTED) {
            self.collected(line, seat, rest, at)?;
        } else if let Some(rest) = strip_prefix_ignore_case(line, "Uncalled bet")
            && (rest.starts_with(" (") || split_returned(rest).is_some())
        {
            self.uncalled(rest, line)?;
        } else if is_cancellation(line) {
            self.hand.is_cancelled = true;
        } else if let Some((seat, rest)) = self.split_said(line, player, CASHED_OUT) {
            let (amount, fee) = split_once(rest, " | Cash Out Fee ").unwrap_or((rest, "0"));
            let (amount, fee) = (self.amount(amount, line)?, self.amount(fee, line)?);
            let kind = SidePaymentKind::CashOut;
            self.hand.side_payments.push(SidePayment { seat, kind, amount, fee });
        } else if !(self.grammar.event)(line, self.hand) {
            return self.other(line, player, at);
        }
        if self.hand.side_payments.len() > payments {
            self.drop_repeated(payments, line);
        }
        Ok(false)
    }

    /// Takes back the bounties after the first `before` if their line names the loser and was read already: no one is
    /// knocked out twice in a hand.
    fn drop_repeated(&mut self, before: usize, line: &str) {
        let is_bounty = self.hand.side_payments[before].kind == SidePaymentKind::Bounty;
        let loser = [" for eliminating ", " knocked out "].iter().find_map(|words| {
            let (_, rest) = split_once(line, words)?;
            self.split_player(rest, "")
        });
        if is_bounty && loser.is_some() && !self.paid_lines.insert(line.to_owned()) {
            self.hand.side_payments.truncate(before);
            self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
        }
    }

    /// Removes the second of two equal cash-outs of a seat that are more than the pot together: the line was printed twice.
    /// Smaller ones may be of two halves, or of two boards.
    pub(super) fn drop_repeated_cash_outs(&mut self) {
        let hand = &mut *self.hand;
        let Some(total) = hand.printed.total_pot.filter(|_| hand.n_runouts <= 1) else { return };
        let (mut last, before) = ([None; MAX_SEATS], hand.side_payments.len());
        hand.side_payments.retain(|paid| {
            if paid.kind != SidePaymentKind::CashOut {
                return true;
            }
            let last = last[usize::from(paid.seat)].replace((paid.amount, paid.fee));
            let sum = paid.amount.saturating_add(paid.fee).saturating_mul(2);
            last != Some((paid.amount, paid.fee)) || sum <= total
        });
        let dropped = u16::try_from(before - hand.side_payments.len()).unwrap_or(u16::MAX);
        hand.unread_lines = hand.unread_lines.saturating_add(dropped);
    }

    /// As [`Reader::split_player`] with words that start with a space, where `player` is what it finds with the space alone.
    fn split_said<'t>(
        &self,
        line: &'t str,
        player: Option<(u8, &'t str)>,
        words: &str,
    ) -> Option<(u8, &'t str)> {
        let (seat, rest) = player?;
        // The words may come after a shorter name, of which this one is a continuation.
        if self.hand.player(seat).bytes().any(|byte| byte == b' ') {
            return self.split_player(line, words);
        }
        let words = words.strip_prefix(' ')?;
        rest.strip_prefix(words).map(|rest| (seat, rest))
    }

    /// What follows the words with which converters deal cards: `Dealt to: NAME [..]`, `Dealt cards to NAME [..]`,
    /// `Dealt NAME [..]`. A player may be called `Dealt`.
    fn dealt_in_other_words<'t>(
        &self,
        line: &'t str,
        player: Option<(u8, &str)>,
    ) -> Option<&'t str> {
        let rest = strip_prefix_ignore_case(line, "Dealt").filter(|_| player.is_none())?;
        let rest = [" to:", " cards to:", " cards to"]
            .iter()
            .find_map(|words| strip_prefix_ignore_case(rest, words))
            .unwrap_or(rest);
        let rest = rest.strip_prefix([' ', ':']).unwrap_or(rest);
        self.split_player(trim_start(rest), " [").map(|_| rest)
    }

    /// Whether a line that starts with `Dealt to ` is about a player whose name starts so.
    fn is_about_player_called_dealt(&self, line: &str) -> bool {
        self.split_player(line, "").is_some_and(|(seat, rest)| {
            let name = self.hand.player(seat);
            // About a player called `Dealt to`, it is a line without cards.
            (name.len() > "Dealt to ".len() && is_about_player(rest))
                || (name == "Dealt to" && !rest.contains('['))
        })
    }

    /// Reads a line in none of the site's own forms: an action without its colon, or the first line of a summary.
    fn other(
        &mut self,
        line: &str,
        player: Option<(u8, &str)>,
        at: &mut At,
    ) -> Result<bool, ParseError> {
        if let Some((seat, act)) = player.and_then(|player| self.action_without_colon(player)) {
            self.read_action(line, seat, act, at)?;
        } else if let Some(rest) = strip_prefix_ignore_case(line, "Total pot")
            && self.split_player(line, "").is_none()
        {
            let total = rest.trim_start_matches(':').split(['|', 'M']).next().unwrap_or_default();
            return Ok(amounts::leading(total.trim(), self.hand.scale).is_some());
        } else if is_foreign_action(after_name(line, player)) {
            return Err(self.cursor.error(ParseErrorKind::UnknownPlayer(line.to_owned())));
        } else if player.is_some_and(|(_, rest)| verbs::names_price(rest)) {
            self.skip_line();
        }
        Ok(false)
    }

    /// The seat and action of `NAME : folds` and `NAME folds`: of the latter only actions that move money or show
    /// cards.
    fn action_without_colon<'t>(&self, (seat, rest): (u8, &'t str)) -> Option<(u8, &'t str)> {
        let rest = trim_start(rest);
        if let Some(act) = rest.strip_prefix(':') {
            return Some((seat, act));
        }
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let is_act = match verbs::verb(word)? {
            // Of a pot, not of a bounty or a tournament.
            Verb::Collect => match find_ignore_case(after, " from ") {
                Some(from) => find_ignore_case(&after[from..], "pot").is_some(),
                None => self.is_amount(after),
            },
            Verb::Silence | Verb::Muck => false,
            Verb::Fold | Verb::Check => after.is_empty() || after.starts_with('['),
            _ => verbs::may_matter(after),
        };
        is_act.then_some((seat, rest))
    }

    pub(super) fn is_amount(&self, text: &str) -> bool {
        let read = amounts::leading(trim(text), self.hand.scale);
        read.is_some_and(|(_, rest)| {
            let sign = rest.trim_matches(['[', ']', ' ']);
            sign.is_empty() || chips::is_symbol(sign)
        })
    }

    /// Reads `($5) returned to NAME` after `Uncalled bet `.
    fn uncalled(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        let (amount, name) = split_returned(text).ok_or_else(|| self.unknown_line(line))?;
        let amount = amount.trim_start_matches(['s', ' ']);
        let inside = amount.strip_prefix('(').and_then(|amount| amount.strip_suffix(')'));
        let amount = self.amount(inside.unwrap_or(amount), line)?;
        let seat = self
            .owner_of_returned(name)
            .ok_or_else(|| self.cursor.error(ParseErrorKind::UnknownPlayer(line.to_owned())))?;
        self.hand.uncalled.push((seat, amount));
        Ok(())
    }

    /// The player to whom `Uncalled bet ($5) returned to NAME` gives a bet back.
    pub(super) fn returned_to(&self, line: &str) -> Option<u8> {
        let (_, name) = split_returned(strip_prefix_ignore_case(line, "Uncalled bet")?)?;
        self.owner_of_returned(name)
    }

    fn owner_of_returned(&self, name: &str) -> Option<u8> {
        let name = name.trim_start();
        find_player(self.hand, name)
            .or_else(|| self.split_player(name, "").map(|(seat, _)| seat))
            // A space that ends a name is trimmed with the line's trailing spaces.
            .or_else(|| find_player(self.hand, &format!("{name} ")))
    }

    /// Reads `NAME [Ah Kd] [2c]`: all brackets together are the cards that the seat holds now. A bracket that holds anything
    /// but cards is skipped and counted as unread: its other cards would pass for the whole holding.
    fn dealt(&mut self, text: &str, at: &At) {
        let mut text = Cow::Borrowed(trim_start(text));
        for _ in 0..MOST_DEAL_BREAKS {
            let Some(rest) = self.rest_of_cards(&text) else { break };
            text = Cow::Owned([&text, " ", rest].concat());
        }
        let text = &*text;
        // Some clients write this line for every player, with cards only in the hero's. A name may have brackets, too.
        if find_player(self.hand, text.trim_end()).is_some() {
            return;
        }
        let Some((seat, rest)) = self
            .split_player(text, " [")
            .or_else(|| self.split_player(text, ":").filter(|(_, rest)| rest.contains('[')))
            .or_else(|| self.split_player(text, "["))
            .or_else(|| self.split_bare_cards(text))
        else {
            return;
        };
        let mut all = CardList::EMPTY;
        // The first bracket is already open.
        for group in rest.split('[') {
            let (inside, outside) = group.split_once(']').unwrap_or((group, ""));
            match cards(trim(inside)) {
                Some(group) => all.extend(group.as_slice().iter().copied()),
                None => self.hand.unread_lines = self.hand.unread_lines.saturating_add(1),
            }
            // Some copies have the new card of a street without its bracket.
            let bare = cards(trim(outside)).unwrap_or_default();
            all.extend(bare.as_slice().iter().copied());
        }
        self.record_cards(seat, CardsPlace::Dealt, (at.street, at.run_no), all, "");
        let hand = &mut *self.hand;
        // A stud opponent's up cards are dealt for all to see; the hero's down cards are printed as well.
        let sees_down = hand.last_street == Street::FIRST && all.len() >= hand.game.dealt_cards();
        let is_open =
            hand.game.family() == GameFamily::Stud && hand.hero != Some(seat) && !sees_down;
        if is_open {
            return self.record_hole_cards(seat, all, CardsSource::Shown);
        }
        self.record_hole_cards(seat, all, CardsSource::Dealt);
        let hand = &mut *self.hand;
        let is_hero = |seat: u8| hand.player(seat) == "Hero";
        match hand.hero {
            Some(_) if self.is_hero_marked => {}
            // Where all cards are dealt face up there is no hero, unless the name is `Hero`.
            Some(other) if other != seat && is_hero(seat) => hand.hero = Some(seat),
            Some(other) if other != seat && !is_hero(other) => {
                (hand.hero, self.are_all_dealt) = (None, true);
            }
            None if self.are_all_dealt && !is_hero(seat) => {}
            Some(_) => {}
            None => hand.hero = Some(seat),
        }
    }

    /// Splits `NAME (Ah Kd)` and `NAME Ah Kd`, as some converters write them.
    fn split_bare_cards<'t>(&self, text: &'t str) -> Option<(u8, &'t str)> {
        let (seat, rest) = self.split_player(text, " ")?;
        let rest = trim(rest);
        let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
        cards(inside).filter(|cards| !cards.is_empty()).map(|_| (seat, inside))
    }

    /// The next line, if it is the rest of the cards: a mail has wrapped the line before them or between two of them.
    fn rest_of_cards(&mut self, text: &str) -> Option<&'a str> {
        let mut after = self.cursor.clone();
        let next = after.next_line()?;
        // Nearly all lines end with something else.
        let front = next.strip_suffix(']')?;
        let is_open = text.rfind('[') > text.rfind(']');
        cards(trim(if is_open { front } else { front.strip_prefix('[')? }))?;
        self.cursor = after;
        Some(next)
    }

    /// Reads `$5 from side pot-1` after ` collected `.
    pub(super) fn collected(
        &mut self,
        line: &str,
        seat: u8,
        text: &str,
        at: &At,
    ) -> Result<(), ParseError> {
        if let Some((pot, run_no, amount)) = named_pot(text) {
            let run_no = run_no.unwrap_or(at.run_no);
            let amount = self.amount(amount, line)?;
            self.hand.collected.push(Collected { seat, amount, pot, run_no });
            return Ok(());
        }
        let from = find(text, " from ").or_else(|| find_ignore_case(text, " from "));
        let (amount, pot) = match from {
            Some(from) => (&text[..from], pot_name(trim_start(&text[from + " from ".len()..]))),
            // For a single pot, converters print only its amount.
            None if self.is_amount(text) => (trim(text), PotName::Pot),
            // The amount may have more decimals than the stakes.
            None if text.starts_with('[') => return Err(self.amount_error(line)),
            None => return Err(self.unknown_line(line)),
        };
        let amount = self.amount(amount, line)?;
        self.hand.collected.push(Collected { seat, amount, pot, run_no: at.run_no });
        Ok(())
    }
}

/// The amount and the name of `($5) returned to NAME`.
fn split_returned(text: &str) -> Option<(&str, &str)> {
    // Nearly always in brackets, whose end is nearer than any search would be.
    if text.starts_with(" (")
        && let Some(close) = text.bytes().position(|byte| byte == b')')
        && let Some(name) = text[close + 1..].strip_prefix(RETURNED[0])
    {
        return Some((&text[..=close], name));
    }
    RETURNED.iter().find_map(|returned| {
        let at = find_ignore_case(text, returned)?;
        Some((&text[..at], &text[at + returned.len()..]))
    })
}

/// What follows the name of a player, who may be called `a: calls`, from the space on; else the whole line.
fn after_name<'a>(line: &'a str, player: Option<(u8, &str)>) -> &'a str {
    player.map_or(line, |(_, rest)| &line[line.len() - rest.len() - 1..])
}

/// Whether the site cancelled the hand.
pub(super) fn is_cancellation(line: &str) -> bool {
    let Some(rest) = strip_prefix_ignore_case(line, "Hand cancel") else { return false };
    let rest = rest.trim_end_matches('.');
    rest.eq_ignore_ascii_case("led") || rest.eq_ignore_ascii_case("ed")
}

/// Whether the line is an action with money by someone without a seat: ignoring it would lose chips.
fn is_foreign_action(line: &str) -> bool {
    const ACTS: [&str; 7] =
        [": posts ", ": calls ", ": bets ", ": raises ", ": folds", ": brings", " collected "];
    let may_be = find(line, ": ").is_some() || find_ignore_case(line, ACTS[6]).is_some();
    may_be
        && find(line, " said, \"").is_none()
        && ACTS.iter().any(|act| find_ignore_case(line, act).is_some())
}
