//! Hands like `PokerStars`' under the title of a room that handlab does not know: club apps and converters have dozens.
//! ```text
//! Jack Poker Hand #1:  Hold'em No Limit ($0.50/$1.00) - 2024/03/17 20:08:32 UTC
//! Jack Poker Zoom Hand #1: Tournament #2, $5+$0.50 Hold'em No Limit - Level I (10/20) - 2024/03/17 20:08:32 UTC
//! ```
//!
//! Written from no log of such a room. 26,900 hands of `PokerStars` under another title give the same rows, but for the
//! rules that hold at `PokerStars` only: its former chip of five cents, and what some winners paid in 2021.
//!
//! Liberties:
//! * The site is the title in lower case, without what is neither letter nor digit: `jackpoker`.
//! * Only complete headers at the start of a line are read: title, number, game, stakes and date.
//! * What the second amount of a raise means follows from the hand's other numbers.
//! * A title with which the headers of another dialect start is left to that dialect, even if it declines the header.

use std::sync::LazyLock;

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

use super::{CLUB, header};
use crate::lines::Grammar;
use crate::lines::clock::find_date;
use crate::lines::wrapped::is_header;
use crate::names::rooms::site_titled;
use crate::pokerstars;
use crate::syntax::text::{find, is_line_start, strip_suffix_ignore_case};

/// See the module.
pub struct OtherRooms;

const SITE: &str = "otherrooms";

/// What ends a title.
const ENDS: [&str; 2] = ["Hand #", "Game #"];

/// Within the needles of other dialects no further one is searched for.
const NEEDLES: [&str; 4] = [ENDS[0], ENDS[1], "Poker Hand #", "Game Hand #"];

/// The most bytes of a title, with the space after it.
const LONGEST_TITLE: usize = 30;

const LONGEST_HEADER: usize = 400;

/// Words after a room's name for games in which players change tables after each hand.
const FAST_FOLD: [&str; 5] = ["Zoom", "Rush", "Fast", "Snap", "Blitz"];

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &SiteRules { raises: RaisePrinting::Ambiguous, ..SiteRules::PLAIN },
    header: read_header,
    ..CLUB
};

impl Dialect for OtherRooms {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &NEEDLES
    }

    fn lead(&self, before: &[u8]) -> usize {
        title(before).len()
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let title = title(before);
        // In one piece: how long the first line is shows whether a mail has wrapped it.
        let header = || [title, &head[..head.len().min(LONGEST_HEADER)]].concat();
        self.may_start(before, head)
            && !is_of_dialect(title, head)
            && is_header(&header(), LONGEST_HEADER, is_whole)
    }

    fn may_start(&self, before: &[u8], head: &[u8]) -> bool {
        let title = title(before);
        !title.is_empty()
            && is_line_start(&before[..before.len() - title.len()])
            && is_numbered(head)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let line = span.text.lines().next().unwrap_or_default();
        let site = Opening::of(line).and_then(|opening| site_titled(opening.room));
        let site =
            site.ok_or_else(|| ParseError::new(ParseErrorKind::Header(line.to_owned()), span.at))?;
        pokerstars::read(&GRAMMAR, span, hand, scratch)?;
        (hand.site, hand.network) = (site, Some(site));
        Ok(())
    }
}

/// What precedes the number of a hand, and what follows it.
struct Opening<'a> {
    room: &'a str,
    is_fast_fold: bool,
    is_home_game: bool,
    rest: &'a str,
}

impl<'a> Opening<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (end, after) =
            ENDS.iter().filter_map(|end| Some((find(line, end)?, end.len()))).min()?;
        let mut opening = Opening {
            room: line[..end].trim_end(),
            is_fast_fold: false,
            is_home_game: false,
            rest: &line[end + after..],
        };
        if let Some((room, word)) = opening.room.rsplit_once(' ')
            && FAST_FOLD.iter().any(|fast| word.eq_ignore_ascii_case(fast))
        {
            (opening.room, opening.is_fast_fold) = (room, true);
        }
        if let Some(room) = strip_suffix_ignore_case(opening.room, " Home Game") {
            (opening.room, opening.is_home_game) = (room, true);
        }
        Some(opening)
    }
}

/// Fills the hand from its first line, as `PokerStars` or the rooms of [`super`] print it.
fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let opening = Opening::of(line).ok_or_else(|| ParseErrorKind::Header(line.to_owned()))?;
    let Opening { is_fast_fold, is_home_game, rest, .. } = opening;
    if find(rest, ": Tournament (").is_some() {
        header::read(line, least_scale, hand)?;
        hand.is_fast_fold = is_fast_fold;
        return Ok(());
    }
    let home = if is_home_game { "Home Game " } else { "" };
    let zoom = if is_fast_fold { "Zoom " } else { "" };
    let known = ["PokerStars ", home, zoom, ENDS[0], rest].concat();
    (pokerstars::GRAMMAR.header)(&known, least_scale, hand).map_err(|kind| match kind {
        ParseErrorKind::UnknownGame(_) => ParseErrorKind::UnknownGame(line.to_owned()),
        _ => ParseErrorKind::Header(line.to_owned()),
    })
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

/// Whether a number and a colon follow the needle, as in hardly any other header.
fn is_numbered(head: &[u8]) -> bool {
    // All needles end with the sign.
    let Some(sign) = memchr::memchr(b'#', head) else { return false };
    let is_number = |byte: &&u8| byte.is_ascii_alphanumeric() || b" -_".contains(byte);
    head[sign + 1..].iter().find(|byte| !is_number(byte)) == Some(&b':')
}

/// Whether a dialect reads headers that start like this.
fn is_of_dialect(title: &[u8], head: &[u8]) -> bool {
    let starts_with = |needle: &&[u8]| match needle.split_at_checked(title.len()) {
        Some((start, rest)) => start == title && head.starts_with(rest),
        None => title.starts_with(needle),
    };
    title.first().is_some_and(|first| BY_LETTER[usize::from(*first)].iter().any(starts_with))
}

/// The needles of all dialects for each first byte.
static BY_LETTER: LazyLock<Vec<Vec<&[u8]>>> = LazyLock::new(|| {
    let mut found = vec![Vec::new(); usize::from(u8::MAX) + 1];
    for needle in crate::DIALECTS.iter().flat_map(|dialect| dialect.needles()) {
        found[usize::from(needle.as_bytes()[0])].push(needle.as_bytes());
    }
    found
});

/// Whether a line is a whole header, with a date and stakes.
fn is_whole(line: &str) -> bool {
    let mut hand = Hand::default();
    find_date(line).is_some()
        && read_header(line, 0, &mut hand).is_ok()
        && hand.stakes.big_blind.or(hand.stakes.small_bet).is_some()
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
