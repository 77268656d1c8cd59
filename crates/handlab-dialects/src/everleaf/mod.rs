//! The Everleaf network: cash tables and tournaments.
//!
//! Written from logs of 2010 to 2019. What differs from `lines`' common form:
//! ```text
//! ***** Hand history for game #285997460 *****
//! *** Historique des Mains pour la partie 25324991 ***              Partouche, in French
//! Tournament #1 - Level 2                             in tournaments only
//! Blinds $0.05/$0.10 NL Hold'em - 6 Max - 2011/07/08 - 00:08:53     stud: the two bets, without `Blinds`
//! Table Clarkdale 20
//! Seat 2: NAME ( $ 1.29 USD ) | Seat 2: NAME ( 1.29 GEL ) | Seat 3: NAME ( new player ) | Seat 4: NAME ( All-in )
//! NAME: posts both blinds [$ 0.15 USD]
//! NAME: bets [$ 0.10 USD] | NAME raises [ 40 Chips] | NAME completes to $0.05. | NAME folds
//! **** dealing 4th street **** | ** Dealing 4th Street **
//! Dealt to NAME [ 6c ].                               stud since August 2011: the new cards, of each player
//! NAME wins $ 0.08 USD from main pot with a pair of queens [Qc, Qd, ..]
//! ```
//!
//! Liberties:
//! * There is no summary: neither total nor rake nor uncalled bet is printed, and the audit infers them. A hand without any
//!   payment is truncated.
//! * `( All-in )` instead of a stack is a player without chips, who is not dealt in.
//! * A raise is printed as what the seat adds, as 18 hands show and none contradicts.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.

use std::borrow::Cow;

use handlab_cards::seat::MAX_SEATS;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{Hand, Tournament};
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};
use memchr::memmem;

use crate::lines::clock::{find_date, read_time};
use crate::lines::common_form;
use crate::lines::games::{is_game, read_game};
use crate::lines::{self, Grammar};
use crate::syntax::text::{find, is_digits, is_line_start, rsplit_once, split, split_once};

/// See the module.
pub struct Everleaf;

const SITE: &str = "everleaf";
/// The second belongs to the skin Partouche.
const OPENINGS: &[&str] =
    &["***** Hand history for game #", "*** Historique des Mains pour la partie "];

impl Dialect for Everleaf {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        OPENINGS
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && hand_id(&first_line(head, 100)).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let grammar = if is_in_lari(span.text) { &LARI } else { &GRAMMAR };
        let text = with_earlier_cards(span.text);
        lines::read(grammar, Span { text: &text, ..span }, hand)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    header_lines: 4,
    lists_all_seats: false,
    has_no_summary: true,
    ..Grammar::COMMON
};

/// For a skin whose headers have no sign: only later amounts name the currency.
const LARI: Grammar = Grammar {
    header: |text, least_scale, hand| header_in(" GEL", text, least_scale, hand),
    ..GRAMMAR
};

/// Whether the first seat's stack is in lari: `Seat 2: NAME ( 1.29 GEL )`.
fn is_in_lari(text: &str) -> bool {
    let seat = common_form::lines(text)
        .take(12)
        .find(|line| line.starts_with("Seat ") && line.contains(": "));
    seat.is_some_and(|line| line.trim_end_matches([' ', ')']).ends_with(" GEL"))
}

/// The text of a stud hand in which each deal repeats the earlier cards of the player, in a bracket before the new ones.
fn with_earlier_cards(text: &str) -> Cow<'_, str> {
    const DEALT: &str = "Dealt to ";
    // Seven cards, each in a bracket, are shorter.
    const LONGEST: usize = 100;
    let mut deals = memmem::find_iter(text.as_bytes(), DEALT);
    let header = &text[..deals.next().unwrap_or_default()];
    if deals.next().is_none() || find(header, " Stud - ").is_none() {
        return Cow::Borrowed(text);
    }
    let mut held: Vec<(&str, String)> = Vec::new();
    let mut whole = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive(['\n', '\r']) {
        // A mail quotes a line with marks before it.
        let deal = split_once(line, DEALT);
        let deal = deal.filter(|(marks, _)| marks.trim_matches([' ', '\t', '>', '|']).is_empty());
        let parts = deal.and_then(|(marks, deal)| Some((marks, rsplit_once(deal, " [")?)));
        let parts =
            parts.and_then(|(marks, (name, cards))| Some((marks, name, cards.split_once(']')?)));
        let Some((marks, name, (cards, end))) = parts else {
            whole.push_str(line);
            continue;
        };
        let known = held.iter().position(|(other, _)| *other == name);
        let index = known.unwrap_or_else(|| {
            held.truncate(MAX_SEATS);
            held.push((name, String::new()));
            held.len() - 1
        });
        let earlier = &mut held[index].1;
        if earlier.len() + cards.len() > LONGEST {
            earlier.clear();
        }
        earlier.push_str(&[" [", cards, "]"].concat());
        whole.extend([marks, DEALT, name, earlier, end]);
    }
    Cow::Owned(whole)
}

/// No log prints rake or total.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    raises: RaisePrinting::Added,
    ..SiteRules::PLAIN
};

fn hand_id(line: &str) -> Option<&str> {
    let rest = OPENINGS.iter().find_map(|opening| line.strip_prefix(opening))?;
    let id = rest.split(' ').next()?;
    is_digits(id).then_some(id)
}

/// Fills the hand from its first lines. Amounts are read with `least_scale` decimals at least.
fn read_header(text: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    header_in("", text, least_scale, hand)
}

/// Like [`read_header`], for stakes in a currency whose code the header lacks.
fn header_in(
    code: &str,
    text: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseErrorKind> {
    let fault = |line: &str| ParseErrorKind::Header(line.to_owned());
    let (mut stakes, mut date) = ("", None);
    for line in text.lines() {
        if let Some(id) = hand_id(line) {
            hand.hand_id = hand.push_text(id);
        } else if let Some(entry) = line.strip_prefix("Tournament #") {
            let (id, level) = split_once(entry, " - Level ").unwrap_or((entry, ""));
            let (id, level) = (hand.push_text(id.trim()), hand.push_text(level.trim()));
            hand.tournament =
                Some(Tournament { tournament_id: id, level, ..Tournament::default() });
        } else if let Some(name) = line.strip_prefix("Table ") {
            hand.table_name = hand.push_text(name.trim());
        } else if let Some(button) =
            line.strip_prefix("Seat ").and_then(|line| line.strip_suffix(" is the button"))
        {
            hand.button_seat = button.trim().parse().ok();
        } else if date.is_none() {
            (stakes, date) = (line, find_date(line));
        }
    }
    let date = date.ok_or_else(|| fault(text))?;
    read_time(&stakes[date..], hand).ok_or_else(|| fault(stakes))?;
    let mut parts = split(&stakes[..date], " - ").map(str::trim);
    let game = parts.next().unwrap_or_default();
    let game = game.strip_prefix("Blinds ").unwrap_or(game);
    for part in parts {
        if let Some(seats) = part.strip_suffix(" Max") {
            hand.max_seats = seats.parse().ok();
        }
    }
    let game = game.trim_start();
    // `Blinds  €0.01/ €0.02 NL Hold'em`.
    let joined = split_once(game, "/ ").map(|(small, rest)| [small, "/", rest].concat());
    let (blinds, game) =
        joined.as_deref().unwrap_or(game).split_once(' ').ok_or_else(|| fault(stakes))?;
    // Fixed limit is not printed.
    let limit = if is_game(game) { "" } else { " Limit" };
    let code = if hand.tournament.is_some() { "" } else { code };
    read_game(&[game, limit, " (", blinds, code, ")"].concat(), least_scale, hand)
        .map_err(|kind| kind(stakes.to_owned()))
}
