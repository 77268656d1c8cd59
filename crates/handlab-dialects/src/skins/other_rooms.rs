//! Hands like `PokerStars`' under the title of a room that handlab does not know: club apps and converters have dozens.
//! ```text
//! Jack Poker Hand #1:  Hold'em No Limit ($0.50/$1.00) - 2024/03/17 20:08:32 UTC
//! Jack Poker Zoom Hand #1: Tournament #2, $5+$0.50 Hold'em No Limit - Level I (10/20) - 2024/03/17 20:08:32 UTC
//! ```
//!
//! Written from no log: what differs between the rooms of [`super`] is left open.
//!
//! Liberties:
//! * The site is the title in lower case, without what is neither letter nor digit: `jackpoker`.
//! * Only complete headers at the start of a line are read: title, number, game and date.
//! * What the second amount of a raise means follows from the hand's other numbers.
//! * Titles of dialects that decline a header are not read here.

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

use super::{CLUB, header};
use crate::lines::clock::{MOST_HEADER_BREAKS, find_date};
use crate::lines::games::find_game;
use crate::lines::stakes;
use crate::lines::{self, Grammar};
use crate::names::rooms::site_titled;
use crate::syntax::text::{is_line_start, split_once};

/// See the module.
pub struct OtherRooms;

/// What ends a title.
const ENDS: [&str; 2] = ["Hand #", "Game #"];

/// `GGPoker`'s needle is not searched for another one within.
const NEEDLES: [&str; 3] = [ENDS[0], ENDS[1], "Poker Hand #"];

/// The most bytes of a title, with the space after it.
const LONGEST_TITLE: usize = 30;

const LONGEST_HEADER: usize = 400;

/// Words that follow a room's name where players change tables after each hand.
const FAST_FOLD: [&str; 5] = ["Zoom", "Rush", "Fast", "Snap", "Blitz"];

const GRAMMAR: Grammar = Grammar { rules: &RULES, ..CLUB };

const RULES: SiteRules = SiteRules { raises: RaisePrinting::Ambiguous, ..SiteRules::PLAIN };

impl Dialect for OtherRooms {
    fn site(&self) -> &'static str {
        "otherrooms"
    }

    fn needles(&self) -> &'static [&'static str] {
        &NEEDLES
    }

    fn lead(&self, before: &[u8]) -> usize {
        title(before).len()
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let title = title(before);
        !title.is_empty()
            && is_line_start(&before[..before.len() - title.len()])
            && !is_of_dialect(title, head)
            && is_complete(&header_of(head))
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let title = ENDS.iter().filter_map(|needle| span.text.find(needle)).min();
        let title =
            title.and_then(|end| str::from_utf8(self::title(&span.text.as_bytes()[..end])).ok());
        let (room, is_fast_fold) = split_fast_fold(title.unwrap_or_default().trim_end());
        let site = site_titled(room).ok_or_else(|| {
            let line = span.text.lines().next().unwrap_or_default();
            ParseError::new(ParseErrorKind::Header(line.to_owned()), span.at)
        })?;
        let read = lines::read(&GRAMMAR, span, hand);
        (hand.site, hand.network) = (site, Some(site));
        hand.is_fast_fold |= is_fast_fold;
        read
    }
}

/// The title at the end of what precedes a needle on its line, with the space after it; empty if it is none.
fn title(before: &[u8]) -> &[u8] {
    let is_mark = |byte: &&u8| !byte.is_ascii_alphanumeric();
    let title = &before[before.iter().take_while(is_mark).count()..];
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b" .'&-".contains(byte);
    let is_title = title.ends_with(b" ")
        && title.len() <= LONGEST_TITLE
        && title.iter().all(is_part)
        && title.iter().any(u8::is_ascii_alphabetic);
    if is_title { title } else { &[] }
}

/// Whether a dialect reads headers that start like this.
fn is_of_dialect(title: &[u8], head: &[u8]) -> bool {
    let starts_with = |needle: &&str| match needle.as_bytes().split_at_checked(title.len()) {
        Some((start, rest)) => start == title && head.starts_with(rest),
        None => title.starts_with(needle.as_bytes()),
    };
    crate::DIALECTS.iter().any(|dialect| dialect.needles().iter().any(starts_with))
}

/// What may be a header from its needle on, without the line ends of a mail.
fn header_of(head: &[u8]) -> String {
    let text = String::from_utf8_lossy(&head[..head.len().min(LONGEST_HEADER)]);
    let lines = text.lines().take(1 + MOST_HEADER_BREAKS);
    lines.take_while(|line| !line.starts_with("Table ")).collect::<Vec<_>>().join(" ")
}

/// Whether a header from its needle on has a number, a game with stakes, and a date.
fn is_complete(header: &str) -> bool {
    let Some((_, rest)) = header.split_once('#') else { return false };
    let Some((number, rest)) = rest.split_once(':') else { return false };
    let Some(date) = find_date(rest) else { return false };
    let game = rest[..date].trim_end_matches([' ', '-']);
    let (game, stakes) = stakes::split(game);
    let (game, _) = split_once(game, " - Level").unwrap_or((game, ""));
    header::is_number(number) && !stakes.is_empty() && find_game(game).is_some()
}

/// A title without the word for fast-fold games, and whether it has one.
fn split_fast_fold(title: &str) -> (&str, bool) {
    match title.rsplit_once(' ') {
        Some((room, word)) if FAST_FOLD.iter().any(|fast| word.eq_ignore_ascii_case(fast)) => {
            (room, true)
        }
        _ => (title, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_headers_of_unknown_rooms_are_claimed() {
        let rest = "#1:  Hold'em No Limit ($0.50/$1.00) - 2024/03/17 20:08:32 UTC";
        let claims =
            |before: &str, head: &str| OtherRooms.claims(before.as_bytes(), head.as_bytes());
        let hand = format!("Hand {rest}");
        for title in ["Jack Poker ", "JackPoker ", "> Jack Poker ", "1Up Room ", "Joe's & Co. "] {
            assert!(claims(title, &hand), "{title}");
            assert!(claims(title, &format!("Game {rest}\nTable 'x'")), "{title}");
        }
        for title in [
            "",
            "77 ",
            "Jack",
            "PokerStars ",
            "Run It Once Poker ",
            "Bob: ",
            "Bob said, \"Jack ",
            "A title that is longer than any room's ",
        ] {
            assert!(!claims(title, &hand), "{title}");
        }
        for head in [
            "Hand #1 was mine",
            "Hand #1: Hold'em No Limit ($1/$2)",
            "Hand #1: Chess ($1/$2) - 2024/03/17 20:08:32 UTC",
            "Hand #1: Hold'em No Limit - 2024/03/17 20:08:32 UTC",
            "Hand #one?: Hold'em No Limit ($1/$2) - 2024/03/17 20:08:32 UTC",
        ] {
            assert!(!claims("Jack Poker ", head), "{head}");
        }
    }
}
