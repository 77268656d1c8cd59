//! Betco.in, which played for hundredths of a bitcoin on the program `poker-network`: the page of one hand.
//!
//! Written from three hands of July 2011 that players quoted, and the site's public template of that page:
//! ```text
//! Betco.in Game #262378: holdem .50-1-no-limit 2011-07-17T12:22:23
//! Table 'N/A' 10-max Seat #3 is the button        the same for all tables
//! Seat 1: NAME ($199.35 in chips)                 counted from 1, whatever the seats; also without a sign
//! NAME: posts big blind $1.00
//! *** HOLE CARDS ***
//! Dealt to NAME [7c 9c]                           the reader of the page; `Dealt to  []` for a reader without cards
//! NAME: bets $2.00                                also a raise
//! *** TURN *** [8c Tc 5c 6d]
//! NAME collected 65.67 from pot                   with the uncalled bet
//! Total pot $66.00 | Rake $0.33                   likewise
//! Seat 2: NAME folded
//! Seat 3: NAME won ($65.67) (Everybody else folded)
//! Seat 3: NAME showed [Ad Kc Qh 8h 6h]            the best five, which the translation drops
//! ```
//!
//! Liberties:
//! * Amounts are the site's chips, whatever their sign: such hands count as club hands.
//! * The number of the button is that of a real seat, which no line gives: the blinds show where the button is.
//! * The first post is always printed as the small blind: one as large as the big blind is the big blind, without a
//!   small one.
//! * What a raise's amount means changed with the program: whichever is possible.
//! * Only hold'em and Omaha are read: the page prints no streets of stud, and no blinds of tournaments.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::common_form::{Header, lines, read_header};
use crate::lines::translate::{Translator, read_translated};
use crate::syntax::text::{is_digits, is_line_start, rsplit_once, split_once, trim, write_line};

/// See the module.
pub struct Betcoin;

const SITE: &str = "betcoin";
const OPENING: &str = "Betco.in Game #";

impl Dialect for Betcoin {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && split_header(&first_line(head, 120)).is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    complete,
    ..Grammar::COMMON
};

const RULES: SiteRules = SiteRules { raises: RaisePrinting::Ambiguous, ..SiteRules::PLAIN };

fn complete(hand: &mut Hand) {
    (hand.kind, hand.currency) = (Kind::Club, Currency::CLUB);
    all_in::name_first_bets(hand);
}

/// Number, game, and time of `Betco.in Game #262378: holdem .50-1-no-limit 2011-07-17T12:22:23`.
fn split_header(line: &str) -> Option<(&str, &str, &str)> {
    let (id, rest) = split_once(line.strip_prefix(OPENING)?, ": ")?;
    let (game, start) = trim(rest).rsplit_once(' ')?;
    let is_start = start.len() == "2011-07-17T12:22:23".len() && start.as_bytes()[10] == b'T';
    (is_digits(id) && is_start).then_some((id, game, start))
}

/// A game in the common form.
#[derive(Default)]
struct Game {
    /// `Hold'em No Limit (0.50/1)`.
    name: String,
    big_blind: i64,
}

impl Game {
    /// Reads `holdem .50-1-no-limit`, or `omaha8 1-2-limit`, whose stakes are the bets.
    fn of(text: &str) -> Option<Game> {
        let (variant, structure) = text.split_once(' ')?;
        let variant =
            VARIANTS.iter().find_map(|(word, name)| (*word == variant).then_some(name))?;
        let (end, limit) = LIMITS.iter().find(|(end, _)| structure.ends_with(end))?;
        let (first, second) = structure.strip_suffix(end)?.split_once('-')?;
        // The program leaves out the zero of `.50`.
        let amount = |text| chips::read(["0", text].concat().as_bytes(), SCALE);
        let (first, second) = (amount(first)?, amount(second)?);
        let decimal = |amount: i64| format!("{}.{:02}", amount / 100, amount % 100);
        Some(Game {
            name: [variant, " ", limit, " (", &decimal(first), "/", &decimal(second), ")"].concat(),
            big_blind: if *end == FIXED { first } else { second },
        })
    }
}

const VARIANTS: [(&str, &str); 3] =
    [("holdem", "Hold'em"), ("omaha", "Omaha"), ("omaha8", "Omaha Hi/Lo")];

const FIXED: &str = "-limit";

/// Each comes before the one that is its end.
const LIMITS: [(&str, &str); 3] =
    [("-no-limit", "No Limit"), ("-pot-limit", "Pot Limit"), (FIXED, "Limit")];

/// All amounts have two decimals.
const SCALE: u8 = 2;

/// State carried from earlier lines to later ones.
#[derive(Default)]
struct Lines<'a> {
    header: Header<'a>,
    big_blind: i64,
    /// Whether the line of the table was read.
    has_place: bool,
    is_summary: bool,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let split = lines(text).next().and_then(split_header);
        let Some((id, game, start)) = split else { return Lines::default() };
        let game = Game::of(game).unwrap_or_default();
        let header = Header {
            id: id.into(),
            game: game.name.into(),
            time: start.replace('-', "/").replace('T', " ").into(),
            ..Header::default()
        };
        Lines { header, big_blind: game.big_blind, ..Lines::default() }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        // A player may be called `Table 'x'`.
        let is_place = !std::mem::replace(&mut self.has_place, true) && line.starts_with("Table '");
        if is_place || line.starts_with("Dealt to  [") {
            return Ok(());
        }
        self.is_summary |= line == "*** SUMMARY ***";
        if self.is_summary
            && let Some((seat, rest)) = rsplit_once(line, " showed [")
        {
            let won = split_once(rest, "] and won ").map(|(_, won)| won);
            let end = if won.is_some() { " won " } else { " lost" };
            return write_line(out, [seat, end, won.unwrap_or_default()]);
        }
        if let Some((name, amount)) = rsplit_once(line, ": posts small blind ")
            && chips::read(trim(amount).as_bytes(), SCALE) == Some(self.big_blind)
        {
            return write_line(out, [name, ": posts big blind ", amount]);
        }
        // A name may hold the same words.
        if let Some((name, amount)) = rsplit_once(line, ": bets ")
            && chips::read(trim(amount).as_bytes(), SCALE).is_some()
        {
            return write_line(out, [name, ": raises ", amount]);
        }
        write_line(out, [line])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_header_starts_a_hand() {
        let claims = |before, head: &str| Betcoin.claims(before, head.as_bytes());
        assert!(claims(b"", "Betco.in Game #1: holdem .50-1-no-limit 2011-07-17T12:22:23 \n"));
        assert!(!claims(b"Bob: ", "Betco.in Game #1: holdem .50-1-no-limit 2011-07-17T12:22:23\n"));
        assert!(!claims(b"", "Betco.in Game #1: see 2011-07-17\n"));
    }

    #[test]
    fn structures_name_blinds_or_bets() {
        for (text, name, big_blind) in [
            ("holdem .02-.04-no-limit", "Hold'em No Limit (0.02/0.04)", 4),
            ("omaha 1-2-pot-limit", "Omaha Pot Limit (1.00/2.00)", 200),
            ("omaha8 10-20-limit", "Omaha Hi/Lo Limit (10.00/20.00)", 1000),
        ] {
            let game = Game::of(text).expect(text);
            assert_eq!((&*game.name, game.big_blind), (name, big_blind), "{text}");
        }
        for text in ["7stud ante-1-2-limit", "holdem level-001", "holdem", "holdem 1-2"] {
            assert!(Game::of(text).is_none(), "{text}");
        }
    }
}
