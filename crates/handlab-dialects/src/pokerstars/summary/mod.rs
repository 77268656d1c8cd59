//! `PokerStars`' tournament summaries.
//!
//! Written from summaries of 2007 to 2021, and from what later ones are known to print. [`claims`] finds where in a
//! text a summary starts, whatever precedes it; [`parse`] reads one. A page lists all of a player's tournaments, see
//! `archive`. French and German summaries are read too, see `languages`; in other languages they are claimed and then
//! refused with a reason, so that they are among the rejects.
//!
//! # Grammar
//! ```text
//! PokerStars Tournament #2874010306, Pot Limit Omaha    | PokerStars Grand Tour Tournament #2651000001, No Limit Hold'em
//! [a line that describes it: `Super Satellite`]
//! Buy-In: $505.00/$25.00 USD                            pool/fee, pool/bounty/fee, or all in one
//! 236 players
//! Total Prize Pool: $462580.00 USD
//! Tournament started 2020/05/06 22:15:00 CUST [2020/05/06 14:15:00 ET]
//! Tournament finished ...
//!   1: name (country), $89,165.94 (19.275%)             see `player`
//! You finished in 47th place (eliminated at hand #1).
//! You made 5 rebuys and 1 addons for a total of USD 3,180.00.     see `owner`
//! You finished in 1st place. You won the race and a $60 award has been credited to your Stars Account.    Grand Tour
//! ```
//!
//! # Liberties
//! - What mail programs do to a text does not matter, see `lines`; nor does prose before and after it.
//! - Lines about the target of a satellite, money added by the house, points and advertisements are ignored.
//! - A freeroll prints no buy-in: it is 0. A progressive knockout prints bounty and pool as one number: `buy_in` is
//!   then their sum, and `bounty` is unknown.
//! - A Grand Tour table prints no buy-in, which is paid once for all tables of a race: it is unknown. `You started
//!   with a value of $5 and finished with $9` is about the bounty that goes on to the next table, and is ignored.
//! - Play money has cents in summaries, points (`FPP`, `SC`) do not: the scale is always 2, so that none are lost.

pub(crate) mod archive;
mod french;
mod game;
mod german;
mod language;
mod languages;
mod lines;
mod money;
mod owner;
mod player;
mod read;

use handlab_core::error::{ParseError, Position};
use handlab_core::framing::first_line;
use handlab_core::summary::TournamentSummary;

use self::languages::LANGUAGES;

pub(crate) use game::{SummaryGame, read_game};

const HEADER: &str = "PokerStars Tournament #";

/// The start of a summary of a Grand Tour table.
const GRAND_TOUR: &str = "PokerStars Grand Tour Tournament #";

/// Texts with which a summary may start, in other languages too; [`claims`] examines each occurrence.
pub const NEEDLES: [&str; 3] = [archive::ROW, "PokerStars-", "PokerStars "];

/// The name in the `site` column, the same as in the hands.
const SITE: &str = "pokerstars";

/// Whether a summary starts with `head`; `before` is what precedes it on its line.
///
/// Quotation marks before it are ignored. In the middle of a line a summary counts only if the rest follows on that
/// line, and never within the chat of a hand.
pub fn claims(before: &[u8], head: &[u8]) -> bool {
    if head.starts_with(archive::ROW.as_bytes()) {
        return true;
    }
    let in_languages = LANGUAGES.iter().map(|language| language.title);
    let title = [HEADER, GRAND_TOUR]
        .into_iter()
        .chain(in_languages)
        .find(|title| head.starts_with(title.as_bytes()));
    let Some(title) = title else {
        // `Torneio PokerStars #1`
        let is_word = |before: &str| before.chars().all(|c| c.is_alphabetic() || lines::is_mark(c));
        return is_foreign(head)
            && before.len() < 40
            && std::str::from_utf8(before).is_ok_and(is_word);
    };
    let line = first_line(head, LONGEST_HEADER);
    let rest = &line[title.len()..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_named = digits > 0 && rest[digits..].trim_start().starts_with([',', ':']);
    let is_chat = || memchr::memmem::find(before, b" said, \"").is_some();
    is_named && (lines::opens_line(before) || (lines::is_glued(&line) && !is_chat()))
}

/// Whether this is the first line of a summary in another language: the game is named in English in all of them.
///
/// Such a summary is refused with its reason, so that it is not silently lost.
fn is_foreign(head: &[u8]) -> bool {
    // Every word that starts like the site's name is checked, so anything else must be recognised at once.
    const NEAR: usize = 40;
    let Some(sign) = memchr::memchr(b'#', &head[..head.len().min(NEAR)]) else { return false };
    let after = head[sign + 1..].iter().find(|byte| !byte.is_ascii_digit());
    if after != Some(&b',') {
        return false;
    }
    let line = first_line(head, LONGEST_HEADER);
    let Some((front, rest)) = line.split_once('#') else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_site =
        front.starts_with("PokerStars") && !front.contains(" Hand") && !front.contains(" Game");
    let game = rest[digits..].strip_prefix(',').map(|game| read_game(game.trim()));
    is_site && digits > 0 && game.is_some_and(|game| game.betting.is_some() && game.game.is_some())
}

/// No first line of a summary is longer.
const LONGEST_HEADER: usize = 1000;

/// Reads one summary into `out`, which is cleared first. `at` is the place of `text` in the file.
///
/// # Errors
/// [`ParseError`] with byte and line: if the header is missing or repeated, the list of players is missing, a line of
/// it cannot be read, or the buy-in is not an amount. `out` is then partly filled.
pub fn parse(text: &str, at: Position, out: &mut TournamentSummary) -> Result<(), ParseError> {
    out.clear();
    read::read(text, at, out)
}
