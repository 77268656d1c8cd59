//! DD Poker: the hands that this tournament simulator exports, in the form of Paradise Poker.
//!
//! Written from the program's source of 2024:
//! ```text
//! Game #1000012 - Tournament DD Poker NAME - 10/20 No Limit Texas Hold'em - 2005/03/01-20:15:10.1 (CST)
//! Table "DD Poker NAME 1" Hand #12 -- Seat 3 is the button
//! Seat  1: NAME  (1,000 in chips)
//! NAME: Ante (5)
//! NAME: Post Small Blind (10)
//! Dealing...
//! Dealt to NAME [ As ]                                          one line for each card
//! NAME: Raise (60)                                              what the seat adds
//! *** TURN *** : [ 2d 3c 4h ] [ 5s ]
//! NAME : Winner -- doesn't show cards
//! *** SUMMARY ***
//! Pot: 120 | Side pot 1: 40 | Board: [ 2d 3c 4h 5s 6c ]          without a board, the first player follows on the same
//! line NAME lost 60 (showed hand) [ As Kd ] (high card ace) NAME bet 60, collected 180, net +120
//! including the uncalled bet NAME didn't bet (folded)
//! -----------------------------------------------------
//! ```
//!
//! Liberties:
//! * The time is the computer's local time, whatever zone the program claims.
//! * `Seat 1 is the button` is also printed for the tenth seat: the small blind shows which one is meant.
//! * Its tournament summaries contain invented prizes and players and are not read.

use handlab_cards::game::Betting;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand};
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::lines::Grammar;
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::{Header, Names, between, lines, read_header};
use crate::lines::stakes::take_for_blinds;
use crate::lines::translate::{Translator, read_translated};
use crate::lines::wrapped::{is_header, unwrap};
use crate::syntax::text::{is_digits, is_line_start, replace, rsplit_once, split_once, write_line};

/// See the module.
pub struct DdPoker;

const SITE: &str = "ddpoker";
const OPENING: &str = "Game #";
const TITLE: &str = " - Tournament DD Poker ";

impl Dialect for DdPoker {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        self.may_start(before, head) && is_header(head, 400, is_whole)
    }

    fn may_start(&self, before: &[u8], _: &[u8]) -> bool {
        is_line_start(before)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, is_whole);
        let span = Span { text: &text, ..span };
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && !lines.is_ended;
        hand.printed.rake = Some(0);
        if hand.betting == Betting::FixedLimit {
            take_for_blinds(&mut hand.stakes);
        }
        if hand.button_seat == Some(1) && is_tenth_the_button(hand) {
            hand.button_seat = Some(10);
        }
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// The program takes no rake. Pots and payments may include the uncalled bet.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    is_total_printed: false,
    raises: RaisePrinting::Added,
    ..SiteRules::PLAIN
};

/// Whether the small blind is the first seat's, as it is if the tenth has the button.
fn is_tenth_the_button(hand: &Hand) -> bool {
    let seat_of = |kind| {
        let post = hand.actions.iter().find(|action| action.kind == kind)?;
        Some(hand.seats[usize::from(post.seat)].seat)
    };
    let has_tenth = hand.seats.iter().any(|seat| seat.seat == 10);
    let first = hand.seats.iter().map(|seat| seat.seat).min();
    let small = seat_of(ActionKind::PostSmallBlind);
    // Heads-up, the button has the small blind.
    let next = if hand.seats.len() == 2 { Some(10) } else { first };
    has_tenth && small == next
}

fn is_whole(line: &str) -> bool {
    header(line).is_some()
}

/// Reads the first line.
fn header(line: &str) -> Option<Header<'_>> {
    let (id, rest) = split_once(line.strip_prefix(OPENING)?, TITLE)?;
    let (rest, time) = rsplit_once(rest, " - ")?;
    let (event, game) = rsplit_once(rest, " - ")?;
    let (stakes, game) = game.split_once(' ')?;
    let betting = match game.strip_suffix(" Texas Hold'em")? {
        "No Limit" => "No Limit",
        "Pot Limit" => "Pot Limit",
        "Fixed Limit" => "Limit",
        _ => return None,
    };
    let (date, clock) = time.split_once('-')?;
    let clock = clock.split(['.', ' ']).next()?;
    is_digits(id).then(|| Header {
        id: id.into(),
        game: format!("Hold'em {betting} ({stakes}").into(),
        time: format!("{date} {clock}").into(),
        is_tournament: true,
        event: event.into(),
        ..Header::default()
    })
}

/// State carried from earlier lines to later ones.
#[derive(Default)]
struct Lines<'a> {
    header: Header<'a>,
    names: Names<'a>,
    acts: Acts<'a>,
    /// The owner's first card.
    dealt: Option<&'a str>,
    is_summary: bool,
    is_ended: bool,
    /// The player and cards of each show.
    shown: Vec<(&'a str, &'a str)>,
    /// The player and amount of each payment.
    collected: Vec<(&'a str, &'a str)>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let mut header = lines.next().and_then(header).unwrap_or_default();
        let antes = text.lines().filter_map(|line| between(line.trim_end(), ": Ante (", ")"));
        let ante = antes.filter_map(|ante| ante.parse::<i64>().ok()).max();
        let ante = ante.map(|ante| format!(" ante {ante}")).unwrap_or_default();
        header.game = format!("{}{ante})", header.game).into();
        let table = lines.next().unwrap_or_default();
        let (front, button) = rsplit_once(table, " -- Seat ").unwrap_or((table, ""));
        let name = front.strip_prefix("Table \"").and_then(|rest| rsplit_once(rest, "\" Hand #"));
        header.table = name.map_or("", |(name, _)| name).into();
        header.button = button.strip_suffix(" is the button").unwrap_or_default().into();
        Lines { header, ..Lines::default() }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if self.is_ended {
            return Ok(());
        }
        if self.is_summary {
            self.is_ended = line.starts_with("-----");
            self.summary(line);
            return Ok(());
        }
        if line == "*** SUMMARY ***" {
            self.is_summary = true;
            return Ok(());
        }
        if let Some((name, act)) = self.names.split(line, ": ") {
            return self.act(name, act, out);
        }
        if let Some((name, act)) = self.names.split(line, " : ")
            && act.starts_with("Winner ")
        {
            return write_line(out, [name, ": doesn't show hand"]);
        }
        if line == "Dealing..." {
            return write_line(out, ["*** HOLE CARDS ***"]);
        }
        if let Some(rest) = line.strip_prefix("Dealt to ")
            && let Some((name, card)) = self.names.split(rest, " [ ")
        {
            let card = card.trim_end_matches([' ', ']']);
            return match self.dealt.replace(card) {
                None => Ok(()),
                Some(first) => write_line(out, ["Dealt to ", name, " [", first, " ", card, "]"]),
            };
        }
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, ": "))
            && let Some((name, stack)) = rsplit_once(rest, "  (")
        {
            self.names.push(name);
            return write_line(out, ["Seat ", number.trim(), ": ", name, " (", stack]);
        }
        if let Some((title, cards)) =
            line.strip_prefix("*** ").and_then(|line| split_once(line, " *** : "))
        {
            let cards = replace(&replace(cards, "[ ", "["), " ]", "]");
            return write_line(out, ["*** ", title, " *** ", &cards]);
        }
        if line.is_empty() || line.starts_with("Table \"") {
            return Ok(());
        }
        // Any other line is not the program's: the engine refuses it if it could move chips.
        write_line(out, [line])
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if !self.is_summary {
            return Ok(());
        }
        if !self.shown.is_empty() {
            out.push_str("*** SHOW DOWN ***\n");
        }
        for (name, cards) in &self.shown {
            write_line(out, [name, ": shows [", cards, "]"])?;
        }
        for (name, amount) in &self.collected {
            write_line(out, [name, " collected ", amount, " from pot"])?;
        }
        out.push_str("*** SUMMARY ***\n");
        Ok(())
    }
}

impl<'a> Lines<'a> {
    /// Rewrites `Post Small Blind (10)`.
    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (verb, amount) = split_once(act, " (").unwrap_or((act, ""));
        let amount = amount.trim_end_matches(')');
        let verb = match verb {
            "Ante" => "posts the ante ",
            "Post Small Blind" => "posts small blind ",
            "Post Big Blind" => "posts big blind ",
            "Fold" => return self.acts.push(name, Deed::Fold, "", out),
            "Check" => return self.acts.push(name, Deed::Check, "", out),
            "Call" => return self.acts.push(name, Deed::Call, amount, out),
            "Bet" => return self.acts.push(name, Deed::Bet, amount, out),
            "Raise" => "raises ",
            _ => return write_line(out, [name, ": ", act]),
        };
        write_line(out, [name, ": ", verb, amount])
    }

    fn summary(&mut self, line: &'a str) {
        let mut line = line;
        // Without a board, the first player follows the pots.
        while is_pot(line)
            && let Some((_, rest)) = split_once(line, " | ")
        {
            line = rest;
        }
        let Some((name, rest)) = self.names.split(line, " ") else { return };
        if let Some(cards) = between(rest, " (showed hand) [ ", " ]") {
            self.shown.push((name, cards));
        }
        if rest.starts_with("bet ")
            && let Some(amount) = between(rest, ", collected ", ", net ")
        {
            self.collected.push((name, amount));
        }
    }
}

/// Whether a text starts like `Pot: 1,200 | ` or `Side pot 1: 40 | `.
fn is_pot(text: &str) -> bool {
    let Some((title, amount)) = split_once(text, ": ") else { return false };
    (title == "Pot" || title.starts_with("Side pot "))
        && amount.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_programs_headers_are_claimed() {
        let claims = |line: &str| DdPoker.claims(b"", line.as_bytes());
        let time = "2005/03/01-20:15:10.1 (CST)";
        let title = "Game #1000012 - Tournament DD Poker A - B - 10/20";
        assert!(claims(&format!("{title} No Limit Texas Hold'em - {time}\r\n")));
        assert!(!claims(&format!("{title} Texas Hold'em - {time}\r\n")));
        assert!(!claims("Game #1 - $0.50/$1 Texas Hold'em - 2003/11/25-16:52:24.1 (CST)\r\n"));
    }
}
