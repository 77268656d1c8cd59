//! The first two lines, joined by the translation: number, game, stakes or price, level, time.

use std::borrow::Cow;

use handlab_core::chips;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;
use handlab_core::time;

use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::lines::stakes::is_code;
use crate::syntax::text::{
    find, is_digits, split_at_mark, split_at_marks, split_once, start_of, trim,
};

/// Separates the parts of the joined header: number, second line, tournament, level, stakes of the level.
pub(super) const MARK: u8 = 0x1f;

/// Fills the hand from its header. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let mut rest = line;
    let mut part = || {
        let (part, after) = split_at_mark(rest, MARK).unwrap_or((rest, ""));
        rest = after;
        part
    };
    let (id, second, number, level, blinds) = (part(), part(), part(), part(), part());
    hand.hand_id = hand.push_text(id);
    let date = find_date(second).ok_or_else(fault)?;
    read_time(&second[date..], hand).ok_or_else(fault)?;
    let text = second[..date].trim_end_matches([' ', '-']);
    let is_tournament = !number.is_empty() || is_of_tournament(text);
    if is_tournament {
        let mut tournament =
            Tournament { tournament_id: hand.push_text(number), ..Tournament::default() };
        read_entry(text, &mut tournament);
        tournament.level = hand.push_text(level);
        hand.tournament = Some(tournament);
    }
    hand.is_fast_fold = split_at_marks(text, b' ').any(is_fast_fold);
    let Kinds { game, betting, stakes } = kinds(text).ok_or_else(fault)?;
    let stakes = match (is_tournament, blinds.is_empty()) {
        (true, false) => blinds,
        _ if stakes.contains('/') => stakes,
        // The printed amount is the buy-in.
        (false, false) if betting != "Fixed Limit" => blinds,
        _ => "",
    };
    let (open, close) = if stakes.is_empty() { ("", "") } else { (" (", ")") };
    let text = [&game, " ", betting, open, stakes, close].concat();
    // Blinds in whole numbers are money too, even without a sign: `1/2 Omaha Hi Game Table (PL)`.
    let least_scale = if is_tournament { least_scale } else { least_scale.max(MONEY_SCALE) };
    read_game(&text, least_scale, hand).map_err(|kind| kind(line.to_owned()))?;
    if !is_tournament {
        read_currency(&second[..date], least_scale, hand);
    }
    Ok(())
}

/// Whether the second line, or its beginning, names a tournament in words.
pub(super) fn is_of_tournament(text: &str) -> bool {
    find(text, "Tourney").or_else(|| find(text, "Buy-in")).is_some()
}

/// Whether the second line prints stakes; a table named by its buy-in has none.
pub(super) fn has_stakes(second: &str) -> bool {
    let text = find_date(second).map_or(second, |date| &second[..date]);
    kinds(text).is_some_and(|kinds| kinds.stakes.contains('/'))
}

/// Decimals of all currencies that the site uses.
const MONEY_SCALE: u8 = 2;

/// The game, its limit, and the amounts at the front of the text.
struct Kinds<'a> {
    game: String,
    betting: &'static str,
    stakes: &'a str,
}

fn kinds(text: &str) -> Option<Kinds<'_>> {
    let (text, after) = match split_once(text, " Game Table") {
        Some((front, after)) => (front, after),
        None => (text, ""),
    };
    let mut betting = match after.trim_start().get(..4) {
        Some("(NL)") => Some("No Limit"),
        Some("(PL)") => Some("Pot Limit"),
        _ => None,
    };
    let mut stakes = "";
    let mut game = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        match word {
            "NL" => betting = Some("No Limit"),
            "PL" => betting = Some("Pot Limit"),
            "FL" => betting = Some("Fixed Limit"),
            "Tourney" | "Hand" => {}
            // The first form of `Texas Holdem Game Table`, followed by `(Limit)`.
            "TexasHTGameTable" => {
                game.push_str("Texas Hold'em");
                break;
            }
            _ if is_fast_fold(word) || is_code(word) => {}
            // Words after the game belong to the tournament.
            _ if !game.is_empty() && is_end(word) => break,
            _ if game.is_empty() && starts_with_amount(word) && word.len() > 1 => stakes = word,
            _ => {
                if !game.is_empty() {
                    game.push(' ');
                }
                game.push_str(word);
            }
        }
    }
    let betting = betting.unwrap_or("Fixed Limit");
    (!game.is_empty()).then_some(Kinds { game, betting, stakes })
}

/// The names of fast-fold tables.
fn is_fast_fold(word: &str) -> bool {
    ["fastforward", "SPOTPOKER"].iter().any(|name| word.eq_ignore_ascii_case(name))
}

fn is_end(word: &str) -> bool {
    const ENDS: [&str; 6] = ["Buy-in", "Trny", "Level", "Blinds", "Stakes", "("];
    ENDS.iter().any(|end| word.starts_with(end)) || is_priced(word)
}

/// `$0.25`, but not the `7` of `7 Card Stud`.
fn is_priced(word: &str) -> bool {
    word.starts_with(['$', '€', '£']) && starts_with_amount(word)
}

fn starts_with_amount(word: &str) -> bool {
    word.trim_start_matches(['$', '€', '£']).starts_with(|first: char| first.is_ascii_digit())
}

/// The currency is a code after the amounts or the sign before them; since 2013 only other lines give it.
fn read_currency(text: &str, least_scale: u8, hand: &mut Hand) {
    let code = text.split_whitespace().find(|word| is_code(word));
    let signs = [("€", "EUR"), ("£", "GBP")];
    let of_sign =
        || signs.iter().find(|(sign, _)| find(text, sign).is_some()).map(|(_, code)| *code);
    let currency = Currency::from_code(code.or_else(of_sign).unwrap_or("USD"));
    (hand.kind, hand.currency) = (Kind::Cash, currency);
    hand.scale = chips::scale_of(currency).max(least_scale);
}

/// Reads `(Buyin $50.0 + $5.0)`, `$30 Buy-in  + $3 Entry Fee`, `$215 USD Buy-in`, and `$0.25 USD` after the game.
fn read_entry(text: &str, tournament: &mut Tournament) {
    let price = if let Some((_, price)) = split_once(text, "(Buyin ") {
        price.split(')').next().unwrap_or_default().to_owned()
    } else if let Some((before, after)) = split_once(text, " Buy-in") {
        let amount = before.rsplit(' ').find(|word| starts_with_amount(word)).unwrap_or_default();
        let fee = split_once(after, "+ ").and_then(|(_, fee)| fee.split(' ').next());
        fee.map_or(amount.to_owned(), |fee| format!("{amount}+{fee}"))
    } else {
        // Before the game they are stakes.
        let mut words = text.split_whitespace().skip(1).skip_while(|word| !is_priced(word));
        let Some(first) = words.next() else { return };
        let rest = words.take_while(|word| *word == "+" || is_priced(word) || is_code(word));
        rest.fold(first.to_owned(), |price, word| price + word)
    };
    read_price(&price.replace(' ', ""), tournament);
}

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The start of `Tuesday, June 19, 23:00:41 EDT 2018`, after a hyphen. The last one may be that of `GMT-03:00`.
fn find_date(text: &str) -> Option<usize> {
    memchr::memrchr_iter(b'-', text.as_bytes()).find_map(|at| {
        let date = text[at + 1..].trim_start();
        DAYS.iter().any(|day| date.starts_with(day)).then(|| text.len() - date.len())
    })
}

/// Whether a line ends with weekday, month, day, time, zone and year.
pub(super) fn is_whole(line: &str) -> bool {
    find_date(line).is_some_and(|date| words(&line[date..]).count() >= 6)
}

/// The words of a date.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = split_at_marks(text, b' ').flat_map(|part| split_at_marks(part, b','));
    words.filter(|word| !word.is_empty())
}

const MONTHS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

/// Reads a date. Its zone, whatever stands between time and year, need not be known.
fn read_time(text: &str, hand: &mut Hand) -> Option<()> {
    let mut words = words(text);
    words.next()?;
    let month = words.next()?;
    let month = MONTHS.get(time::month(month)? - 1)?;
    let (day, clock) = (words.next()?, words.next()?);
    let year = words.find(|word| is_year(word))?;
    let (start, end) = (start_of(clock, text) + clock.len(), start_of(year, text));
    let (front, zone, rest) = (&text[..start], trim(&text[start..end]), &text[end..]);
    let local = [&year[..4], "/", month, "/", day, " ", clock].concat();
    let passes = time::utc_passes(&local, &in_digits(zone));
    hand.started_at = passes.map(|(first, _)| first);
    hand.started_at_later = passes.and_then(|(_, later)| later);
    hand.started_raw = hand.push_text(&[trim(front), " ", trim(rest)].concat());
    hand.zone = hand.push_text(zone);
    Some(())
}

/// `GMT+2` as `GMT+02:00`. As the year follows, no digit of it is missing.
fn in_digits(zone: &str) -> Cow<'_, str> {
    match zone.split_once(['+', '-']) {
        Some((name, hours)) if matches!(hours.len(), 1 | 2) && is_digits(hours) => {
            format!("{name}{}{hours:0>2}:00", &zone[name.len()..=name.len()]).into()
        }
        _ => zone.into(),
    }
}

/// Four digits at the start of a word.
fn is_year(word: &str) -> bool {
    word.len() >= 4 && word.as_bytes()[..4].iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generation_of_the_second_line_is_read() {
        for (text, game, betting, stakes) in [
            ("$5 USD NL Texas Hold'em", "Texas Hold'em", "No Limit", "$5"),
            ("$0.10/$0.25 USD NL Texas Hold'em", "Texas Hold'em", "No Limit", "$0.10/$0.25"),
            ("$15/$30 USD Texas Hold'em", "Texas Hold'em", "Fixed Limit", "$15/$30"),
            ("$1,000 USD PL  Omaha Hi", "Omaha Hi", "Pot Limit", "$1,000"),
            ("$0.50/$1 USD 7 Card Stud Hi-Lo", "7 Card Stud Hi-Lo", "Fixed Limit", "$0.50/$1"),
            ("$10 USD fastforward NL Texas Hold'em", "Texas Hold'em", "No Limit", "$10"),
            ("$1/$2 USD SPOTPOKER NL Texas Hold'em", "Texas Hold'em", "No Limit", "$1/$2"),
            ("0.05/0.10 Omaha Hi/Lo Game Table (PL)", "Omaha Hi/Lo", "Pot Limit", "0.05/0.10"),
            ("3/6 TexasHTGameTable (Limit)", "Texas Hold'em", "Fixed Limit", "3/6"),
            (
                "NL Texas Hold'em $30 Buy-in  + $3 Entry Fee  Trny:15",
                "Texas Hold'em",
                "No Limit",
                "",
            ),
            ("NL Texas Hold'em €0.25 EUR", "Texas Hold'em", "No Limit", ""),
            ("FL Texas Hold'em  Trny:71207318 Level:4", "Texas Hold'em", "Fixed Limit", ""),
            (
                "20/40 Tourney Texas Holdem Game Table (NL) (SNG",
                "Texas Holdem",
                "No Limit",
                "20/40",
            ),
        ] {
            let found = kinds(text).expect(text);
            assert_eq!((found.game.as_str(), found.betting), (game, betting), "{text}");
            assert_eq!(found.stakes, stakes, "{text}");
        }
    }

    #[test]
    fn a_zone_may_be_an_offset_or_unknown() {
        for (zone, hour) in [
            ("EDT", Some(3)),
            ("GMT-03:00", Some(2)),
            ("GMT+2", Some(21)),
            ("GMT+10", Some(13)),
            ("UTC", Some(23)),
            ("AMT", None),
            ("Hora de Brasilia", None),
        ] {
            let mut hand = Hand::default();
            let text = format!("Fri May 29 23:26:09 {zone} 2026");
            assert_eq!(read_time(&text, &mut hand), Some(()), "{zone}");
            let found = hand.started_at.and_then(|at| time::clock(at, "UTC"));
            assert_eq!(found.map(|clock| clock.hour), hour, "{zone}");
            assert_eq!(hand.str(hand.started_raw), "Fri May 29 23:26:09 2026");
            assert_eq!(hand.str(hand.zone), zone);
        }
    }

    #[test]
    fn prices_are_read() {
        for (text, parts) in [
            ("x (Buyin $50.0 + $5.0)", [Some(5000), Some(500)]),
            ("NL Texas Hold'em $30 Buy-in  + $3 Entry Fee  Trny:1", [Some(3000), Some(300)]),
            ("NL Texas Hold'em $215 USD Buy-in Trny: 47928230", [Some(21500), None]),
            ("NL Texas Hold'em $0.25 USD", [Some(25), None]),
            ("PL Omaha Hi-Lo €4.50 + €0.50 EUR Trny:8 Level:2", [Some(450), Some(50)]),
            ("7 Card Stud £2 GBP", [Some(200), None]),
            ("Tourney Hand NL Texas Hold'em", [None, None]),
            ("$20/$40 Tourney NL Texas Hold'em", [None, None]),
        ] {
            let mut tournament = Tournament::default();
            read_entry(text, &mut tournament);
            assert_eq!([tournament.buy_in, tournament.fee], parts, "{text}");
        }
    }
}
