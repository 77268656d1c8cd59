//! The first lines of exports with colons.

use handlab_core::chips;

use super::story_head::NO_CURRENCY;
use crate::lines::clock::find_date;
use crate::lines::common_form::{Header, between, lines};
use crate::lines::stakes::is_code;
use crate::syntax::text::{
    before, find, is_digits, replace_first, rsplit_once, split, split_at_mark, split_once,
    strip_prefix_ignore_case,
};

/// What the lines starting with `Table` say.
#[derive(Clone, Copy, Default)]
pub(super) struct Tables<'a> {
    /// `NAME, 595699511 (Tournament: NAME Buy-In: $2+$0.20)`.
    name: &'a str,
    size: &'a str,
    /// The blinds and the ante of a tournament's level.
    pub(super) level: Option<(&'a str, &'a str, &'a str)>,
    has_info: bool,
}

impl<'a> Tables<'a> {
    /// Reads the lines before the first seat.
    pub(super) fn read(text: &'a str) -> Self {
        let mut tables = Tables::default();
        for line in lines(text).skip(1).take_while(|line| !line.starts_with("Seat ")) {
            let Some(table) = line.strip_prefix("Table ") else { continue };
            if let Some(info) = table.strip_prefix("Info: Size: ") {
                let (size, level) = split_once(info, ", Blinds: ").unwrap_or((info, ""));
                let (blinds, ante) = split_once(level, ", Ante: ").unwrap_or((level, ""));
                (tables.size, tables.has_info) = (size, true);
                tables.level = split_once(blinds, "/").map(|(small, big)| (small, big, ante));
            } else if let Some(size) = table.strip_prefix("Size ").filter(|size| is_digits(size)) {
                tables.size = size;
            } else if tables.name.is_empty() {
                tables.name = table;
            }
        }
        tables
    }
}

/// The header from `first`, the tables, and the blinds, which are the stakes of a tournament. Stakes without a sign are
/// in the currency of the `stack`.
pub(super) fn read<'a>(
    first: &'a str,
    tables: Tables<'a>,
    stack: &str,
    blinds: impl FnOnce() -> String,
) -> Header<'a> {
    let mut header = Header::default();
    let Some((_, rest)) = split_at_mark(first, b'#') else { return header };
    let end = rest.find([':', ' ']).unwrap_or(rest.len());
    header.id = rest[..end].into();
    let rest = rest[end..].trim_start_matches([':', ' ', '|']);
    let (game, clock) = if let Some(at) = us_date(rest) {
        (&rest[..at], reordered(&rest[at..]).into())
    } else {
        let at = find_date(rest).unwrap_or(rest.len());
        let clock = &rest[at..];
        let zone = if is_iso(clock) { " " } else { "/" };
        (&rest[..at], replace_first(clock, "/", zone))
    };
    header.time = clock;
    let (mut cap, mut last_amount) = (String::new(), "");
    let (mut stakes, mut betting, mut name) = ("", "", String::with_capacity(game.len()));
    for word in game.split([' ', '|', '(', ')']).filter(|word| !word.is_empty()) {
        match word {
            "NL" | "No" => betting = "No Limit",
            "PL" | "Pot" => betting = "Pot Limit",
            "L" | "FL" => betting = "Limit",
            // After `No` or `Pot` it is the rest of that name.
            "Limit" | "LIMIT" if betting.is_empty() => betting = "Limit",
            "Cap" => cap = [" - ", last_amount, " Cap"].concat(),
            "Tournament" => header.is_tournament = true,
            "-" | "Limit" | "LIMIT" => {}
            _ if word.starts_with("Version:") || word.starts_with("Uncalled:") => {}
            _ if word.contains('/') && word.ends_with(|last: char| last.is_ascii_digit()) => {
                stakes = word;
            }
            _ if !stakes.is_empty() && word.ends_with(|last: char| last.is_ascii_digit()) => {
                last_amount = word;
            }
            _ if is_code(word) => {}
            _ => {
                name.push_str(word);
                name.push(' ');
            }
        }
    }
    if betting.is_empty() {
        betting = if find(&name, "Omaha").is_some() { "Pot Limit" } else { "Limit" };
    }
    let is_signed = stakes.starts_with(|first: char| !first.is_ascii_digit());
    let currency = chips::currency_of_symbol(stack).map_or(NO_CURRENCY, |(currency, _)| currency);
    let is_named = header.is_tournament || is_signed;
    let code = if is_named { String::new() } else { [" ", currency.code()].concat() };
    let posted = if stakes.is_empty() { blinds() } else { String::new() };
    let stakes = if stakes.is_empty() { &posted } else { stakes };
    header.game = match stakes {
        "" => (name + betting).into(),
        _ => [&name, betting, " (", stakes, &*code, &cap, ")"].concat().into(),
    };
    header.max_seats = tables.size.into();
    read_table(tables, &mut header);
    header
}

/// Reads `NAME, 595699511, 4730275101 (Tournament: NAME Buy-In: $2+$0.20)` or `Tropicana - Fast V (80256693), Seats 6`.
///
/// Since 2026 a line describing the table comes first; then the second number is the `tournamentcode` of iPoker's own
/// documents, and the first the table's; in 2011 a document had only the first.
fn read_table<'a>(tables: Tables<'a>, header: &mut Header<'a>) {
    let (text, entry) = split_once(tables.name, " (Tournament: ").unwrap_or((tables.name, ""));
    let mut parts = split(text, ", ");
    let name = parts.next().unwrap_or_default();
    header.table = before(name, " (").into();
    for part in parts {
        if let Some(seats) = strip_prefix_ignore_case(part, "Seats ") {
            header.max_seats = seats.into();
        } else if (header.tournament.is_empty() || tables.has_info) && is_digits(part) {
            header.tournament = part.into();
        }
    }
    if let Some((event, price)) = rsplit_once(entry, "Buy-In: ") {
        // Merge's end with their number.
        let end = [", ", &*header.tournament].concat();
        header.event = event.trim().strip_suffix(&*end).unwrap_or(event).to_owned().into();
        let price = price.trim_end_matches(')');
        let is_spaced = price.contains(' ');
        header.price = if is_spaced { price.replace(' ', "").into() } else { price.into() };
    }
}

/// Whether a date has the year first and hyphens, so that a slash belongs to the zone.
fn is_iso(text: &str) -> bool {
    text.get(4..5) == Some("-")
}

/// Whether the text has a date with the month first and the year last.
pub(super) fn has_us_date(text: &str) -> bool {
    us_date(text).is_some()
}

/// The start of `04/11/2012 19:28:19` or `04-11-2012 19:28:19`.
fn us_date(text: &str) -> Option<usize> {
    const SHAPE: &[u8] = b"00/00/0000 ";
    let bytes = text.as_bytes();
    let mut starts = memchr::memchr2_iter(b'/', b'-', bytes).filter_map(|mark| mark.checked_sub(2));
    starts.find(|start| {
        let window = bytes.get(*start..start + SHAPE.len());
        window.is_some_and(|window| {
            window.iter().zip(SHAPE).all(|(byte, shape)| match shape {
                b'0' => byte.is_ascii_digit(),
                b'/' => *byte == window[2],
                mark => byte == mark,
            })
        })
    })
}

/// Rewrites `12/05/2014 17:08:49 EST | Version:2` with the year first and nothing after the zone; the time may be
/// missing.
fn reordered(text: &str) -> String {
    let text = between(text, "", " |").unwrap_or(text);
    let clock = replace_first(text.get(11..).unwrap_or_default(), "/", " ");
    [&text[6..10], "/", &text[..2], "/", &text[3..5], " ", &clock].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_first_line_is_read() {
        for (line, id, game, time) in [
            (
                "GAME #4402 Version:18.9.3.4 Uncalled:Y Texas Hold'em NL 0.05/0.10 2019-01-03 11:56:34/GMT",
                "4402",
                "Texas Hold'em No Limit (0.05/0.10 XXX)",
                "2019-01-03 11:56:34 GMT",
            ),
            (
                "GAME #4999: Omaha 50/100 - 2013-08-01 22:16:18",
                "4999",
                "Omaha Pot Limit (50/100 XXX)",
                "2013-08-01 22:16:18",
            ),
            (
                "GAME #2607: Texas Hold'em NL $0.50/$1 2011/01/23 20:16:35",
                "2607",
                "Texas Hold'em No Limit ($0.50/$1)",
                "2011/01/23 20:16:35",
            ),
            (
                "MERGE_GAME #53-134: Omaha Hi  Pot Limit $0.10/$0.25 04/11/2012 19:28:19",
                "53-134",
                "Omaha Hi Pot Limit ($0.10/$0.25)",
                "2012/04/11 19:28:19",
            ),
            (
                "MERGE_GAME #53-135: Holdem NL $0.10/$0.25 - $5.00 Cap - 04/11/2012 19:28:19",
                "53-135",
                "Holdem No Limit ($0.10/$0.25 - $5.00 Cap)",
                "2012/04/11 19:28:19",
            ),
            (
                "MERGE_GAME #4290961700035: Holdem NL Tournament 11/02/2011 21:16:13",
                "4290961700035",
                "Holdem No Limit (20/40)",
                "2011/11/02 21:16:13",
            ),
            (
                "GAME #2608 Uncalled:Y Texas Hold'em NL £0.15/£0.30 09-05-2015 20:15:00/GMT",
                "2608",
                "Texas Hold'em No Limit (£0.15/£0.30)",
                "2015/09/05 20:15:00 GMT",
            ),
            (
                "Merge Game #80-236 | Holdem NL ($0.02/$0.04) | 12/05/2014 17:08:49 EST | Version:2",
                "80-236",
                "Holdem No Limit ($0.02/$0.04)",
                "2014/12/05 17:08:49 EST",
            ),
            (
                "Merge Game #80-237 | Holdem NL ($0.02/$0.04) | 12/05/2014 | Version:2",
                "80-237",
                "Holdem No Limit ($0.02/$0.04)",
                "2014/12/05 ",
            ),
        ] {
            let header = read(line, Tables::default(), "10.00", || "20/40".to_owned());
            assert_eq!((&*header.id, &*header.game), (id, game), "{line}");
            assert_eq!(header.time, time, "{line}");
        }
    }

    #[test]
    fn stakes_without_a_sign_are_in_the_currency_of_the_stacks() {
        for (line, stack, game) in [
            ("GAME #1: Omaha 50/100 - 2013-08-01 22:16:18", "$10,000.00", "(50/100 USD)"),
            ("GAME #1: Omaha 50/100 - 2013-08-01 22:16:18", "€90.00", "(50/100 EUR)"),
            ("GAME #1: Omaha €50/€100 - 2013-08-01 22:16:18", "$90.00", "(€50/€100)"),
            ("GAME #1: Omaha PL Tournament 2013-08-01 22:16:18", "$90.00", "(5/10)"),
        ] {
            let header = read(line, Tables::default(), stack, || "5/10".to_owned());
            assert_eq!(header.game, ["Omaha Pot Limit ", game].concat(), "{line} {stack}");
        }
    }

    #[test]
    fn a_table_names_its_tournament_and_price() {
        let read = |tables: &'static str| {
            read(
                "GAME #1: Texas Hold'em NL Tournament 2011-06-15 21:58:37",
                Tables::read(tables),
                "",
                String::new,
            )
        };
        let header =
            read("GAME\nTable \"A\" $2, 595, 473 (Tournament: \"A\" $2 Buy-In: €4.55 + €0.45)\n");
        assert_eq!((&*header.tournament, &*header.price), ("595", "€4.55+€0.45"));
        let header = read("GAME\nTable Tropicana - Fast V (80256693), Seats 6\n");
        assert_eq!((&*header.table, &*header.max_seats), ("Tropicana - Fast V", "6"));
        let header = read(
            "GAME\nTable Info: Size: 3, Blinds: 15/30, Ante: 5\n\
             Table A €20, 1211, 1210 (Tournament: A €20 Buy-In: €18.60 + €1.40)\nSeat 1: Table B\n",
        );
        assert_eq!((&*header.tournament, &*header.price), ("1210", "€18.60+€1.40"));
        assert_eq!((&*header.table, &*header.max_seats), ("A €20", "3"));
        let header = read("GAME\nTable Size 6\nTable [FR] Luna, 5602\n");
        assert_eq!((&*header.table, &*header.max_seats), ("[FR] Luna", "6"));
    }
}
