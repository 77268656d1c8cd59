//! Donkhouse (donkhouse.com): home games, in the text of a table's hands that the site gives to download.
//!
//! Written from logs of five tables of 2023, and from the site's own list of features:
//! ```text
//! 2023-05-01 20:15:40: New hand (ID N) of NL Texas Holdem
//! Ann (40, SB),                                 one line per seat, from the small blind on
//! Bea (38.5, BU) are in the hand.
//! Ann posted 0.1                                not which blind
//! Ann straddled to 0.4                          a total
//! Bea raised to 0.8, moving all in | called 0.7 | bet 0.5 | checked | folded | timed out and folded
//! board: 8♦ J♠ 3♣                               the whole board, for each street
//! board: 8♦ J♠ 3♣ / A♦ K♦ 2♦                    run twice
//! Bea showed K♣ 10♥                             before the board of an all-in
//! Bea had K♣ 10♥ (pair/high card)               after it, one name for each board
//! Ann showed K♦ 9♥ (pair) | Bea mucked
//! Ann revealed 9♥                               one card, at any time
//! Cid requested a rabbit hunt
//! Ann won the 72 bounty
//! Bea paid 0.6
//! Ann won 1.8 chips                             from all boards together, with bounty and uncalled bet
//! 2023-05-01 20:16:10: The game has ended       or `started`
//! ```
//!
//! Liberties:
//! * The time has no zone, so no instant is known.
//! * Seats have no numbers: they are numbered in the order of the list.
//! * Heads-up, `SB` and `BB` in the list are the wrong way round. The first to post has the button and the small blind.
//! * An uncalled bet is not printed. `won` includes it; the loser of a showdown may `win` nothing else.
//! * `won` also includes a seven-deuce bounty. Only the rest is from the pot.
//! * The stakes are the posts. A blind that puts its player all-in does not show the stake.
//! * A card that is revealed before its player has acted is of the hand before: one such player lost with cards that
//!   would have won. Revealed cards that contradict those at the showdown, or are too many, are ignored.
//! * A rabbit hunt is requested, but its cards are not in the log.
//! * If everyone posts the same and the flop follows at once, it is a bomb pot. Any other third post is refused, since
//!   none was seen: it may be an ante, or a blind that counts or does not.
//! * A file may begin within a hand. What precedes its first header is ignored, also where it follows the payments of
//!   another file's last hand: from the first action on.
//! * Only hold'em was seen. Omaha is read too; other games are refused.

use handlab_cards::game::{Betting, Game};
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::scales;
use crate::syntax::text::{is_line_start, split_once, trim};

mod boards;
mod play;

use play::Play;

/// See the module.
pub struct Donkhouse;

const SITE: &str = "donkhouse";

/// Follows the time with which a header starts.
const OPENING: &str = "New hand (ID ";

impl Dialect for Donkhouse {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn lead(&self, before: &[u8]) -> usize {
        let form = &TIME[..TIME.len().min(before.len())];
        let end = &before[before.len() - form.len()..];
        if has_form(end, form) { form.len() } else { 0 }
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let lead = self.lead(before);
        lead == TIME.len()
            && is_line_start(&before[..before.len() - lead])
            && new_hand(&first_line(head, 400)).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let mut is_at_end = false;
        scales::read(hand, |scale, hand| read(span, scale, hand, &mut is_at_end)).map_err(|error| {
            // Half a line at the end of a growing file is not an error in the text.
            let is_cut = span.may_break_off() && is_at_end;
            if is_cut { ParseError::new(ParseErrorKind::Truncated, error.at()) } else { error }
        })
    }
}

/// The site takes no rake: in all hands of these logs, what was put in is paid.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    ..SiteRules::PLAIN
};

/// What a header says.
struct Header<'t> {
    time: &'t str,
    id: &'t str,
    game: &'t str,
}

fn header(line: &str) -> Option<Header<'_>> {
    let (time, rest) = timed(line)?;
    let (id, game) = new_hand(rest)?;
    Some(Header { time, id, game })
}

/// The number and the game that follow a header's time.
fn new_hand(text: &str) -> Option<(&str, &str)> {
    let (id, game) = split_once(text.strip_prefix(OPENING)?, ") of ")?;
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_id.then_some((id, game.trim_end()))
}

/// A line's time, with zeros for its digits.
const TIME: &[u8] = b"0000-00-00 00:00:00: ";

/// The time with which a line starts, and the rest of the line.
fn timed(line: &str) -> Option<(&str, &str)> {
    let (time, rest) = line.split_at_checked(TIME.len())?;
    has_form(time.as_bytes(), TIME).then(|| (time.trim_end_matches(": "), rest))
}

/// Whether some bytes are digits where a form has zeros, and the same elsewhere.
fn has_form(bytes: &[u8], form: &[u8]) -> bool {
    bytes.len() == form.len()
        && bytes.iter().zip(form).all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            form => byte == form,
        })
}

/// Betting and game of `NL Texas Holdem`.
fn game_of(text: &str) -> Option<(Betting, Game)> {
    let (betting, game) = text.split_once(' ')?;
    let betting = match betting {
        "NL" => Betting::NoLimit,
        "PL" => Betting::PotLimit,
        _ => return None,
    };
    match game {
        "Texas Holdem" => Some((betting, Game::Holdem)),
        "Omaha" => Some((betting, Game::Omaha)),
        _ => None,
    }
}

/// Makes an error of some kind about the line.
type Fault = fn(String) -> ParseErrorKind;

/// Reads a hand; `is_at_end` is set to whether an error is in the last line.
fn read(
    span: Span<'_>,
    scale: u8,
    hand: &mut Hand,
    is_at_end: &mut bool,
) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency, hand.scale) = (Kind::Club, Currency::CLUB, scale);
    let mut cursor = Cursor::new(span.text, span.at);
    let first = trim(cursor.next_line().unwrap_or_default());
    *is_at_end = cursor.is_at_end();
    let Header { time, id, game } =
        header(first).ok_or_else(|| cursor.error(ParseErrorKind::Header(first.to_owned())))?;
    (hand.betting, hand.game) =
        game_of(game).ok_or_else(|| cursor.error(ParseErrorKind::UnknownGame(first.to_owned())))?;
    (hand.started_raw, hand.hand_id) = (hand.push_text(time), hand.push_text(id));
    hand.printed.rake = Some(0);
    let mut play = Play::new(hand);
    while let Some(line) = cursor.next_line() {
        let line = trim(line);
        *is_at_end = cursor.is_at_end();
        play.line(line).map_err(|kind| cursor.error(kind(line.to_owned())))?;
    }
    play.finish().map_err(|kind| cursor.error(kind(first.to_owned())))?;
    if hand.collected.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    // Nothing marks the end: another payment may follow, or a card that is revealed.
    (hand.is_open, hand.may_go_on) = (span.is_last, span.is_last);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_time_and_a_new_hand_start_a_hand() {
        let claims = |text: &str| {
            let (before, head) = text.split_at(text.find(OPENING).expect("a needle"));
            Donkhouse.claims(before.as_bytes(), head.as_bytes())
        };
        let text = "2023-06-16 23:06:40: New hand (ID Vwim5) of NL Texas Holdem\r\nAnn (40, SB),";
        assert!(claims(text));
        assert!(!claims(&["Ann: ", text].concat()), "chat");
        for other in [
            "New hand (ID Vwim5) of NL Texas Holdem",
            "23:06:40: New hand (ID Vwim5) of NL Texas Holdem",
            "2023-06-16 23:06: New hand (ID Vwim5) of NL Texas Holdem",
            "2023-06-16 23:06:40: New hand (ID ) of NL Texas Holdem",
            "2023-06-16 23:06:40: New hand (ID a b) of NL Texas Holdem",
            "2023-06-16 23:06:40: New hand (ID Vwim5)",
        ] {
            assert!(!claims(other), "{other}");
        }
    }

    #[test]
    fn games_that_no_log_shows_are_unknown() {
        assert_eq!(game_of("NL Texas Holdem"), Some((Betting::NoLimit, Game::Holdem)));
        assert_eq!(game_of("PL Omaha"), Some((Betting::PotLimit, Game::Omaha)));
        for other in ["Texas Holdem", "L Texas Holdem", "PL Omaha Hi-Lo", "NL Short Deck", "NL"] {
            assert_eq!(game_of(other), None, "{other}");
        }
    }
}
