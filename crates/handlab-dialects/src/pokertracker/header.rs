//! The first two lines of exports with colons.

use crate::common_form::{Header, between};
use crate::lines::clock::find_date;
use crate::lines::stakes::is_code;
use crate::text::{
    before, find, replace_first, rsplit_once, split, split_at_mark, split_once,
    strip_prefix_ignore_case,
};

/// The header of `first`, `Table ...` and the blinds that were posted, which are the stakes of a tournament.
pub(super) fn read<'a>(
    first: &'a str,
    table: &'a str,
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
            // After `No` or `Pot` it is the rest of their name.
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
    let code = if header.is_tournament || is_signed { "" } else { " XXX" };
    let posted = if stakes.is_empty() { blinds() } else { String::new() };
    let stakes = if stakes.is_empty() { &posted } else { stakes };
    header.game = match stakes {
        "" => (name + betting).into(),
        _ => [&name, betting, " (", stakes, code, &cap, ")"].concat().into(),
    };
    read_table(table, &mut header);
    header
}

/// Reads `NAME, 595699511, 4730275101 (Tournament: NAME Buy-In: $2+$0.20)` or `Tropicana - Fast V (80256693), Seats 6`.
fn read_table<'a>(text: &'a str, header: &mut Header<'a>) {
    let (text, entry) = split_once(text, " (Tournament: ").unwrap_or((text, ""));
    let mut parts = split(text, ", ");
    let name = parts.next().unwrap_or_default();
    header.table = before(name, " (").into();
    for part in parts {
        if let Some(seats) = strip_prefix_ignore_case(part, "Seats ") {
            header.max_seats = seats.into();
        } else if header.tournament.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            header.tournament = part.into();
        }
    }
    if let Some((_, price)) = rsplit_once(entry, "Buy-In: ") {
        let price = price.trim_end_matches(')');
        let is_spaced = price.contains(' ');
        header.price = if is_spaced { price.replace(' ', "").into() } else { price.into() };
    }
}

/// Whether a date is written with the year first and hyphens, so that a slash belongs to the zone.
fn is_iso(text: &str) -> bool {
    text.get(4..5) == Some("-")
}

/// Whether the text has a date with the month first and the year last.
pub(super) fn has_us_date(text: &str) -> bool {
    us_date(text).is_some()
}

/// The start of `04/11/2012 19:28:19`.
fn us_date(text: &str) -> Option<usize> {
    const SHAPE: &[u8] = b"00/00/0000 ";
    let fits = |window: &[u8]| {
        window.iter().zip(SHAPE).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            mark => byte == mark,
        })
    };
    let bytes = text.as_bytes();
    let mut starts = memchr::memchr_iter(b'/', bytes).filter_map(|slash| slash.checked_sub(2));
    starts.find(|start| bytes.get(*start..start + SHAPE.len()).is_some_and(fits))
}

/// `12/05/2014 17:08:49 EST | Version:2` with the year first and nothing after the zone; the time may be missing.
fn reordered(text: &str) -> String {
    let text = between(text, "", " |").unwrap_or(text);
    [&text[6..10], "/", &text[..5], " ", text.get(11..).unwrap_or_default()].concat()
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
            let header = read(line, "", || "20/40".to_owned());
            assert_eq!((&*header.id, &*header.game), (id, game), "{line}");
            assert_eq!(header.time, time, "{line}");
        }
    }

    #[test]
    fn a_table_names_its_tournament_and_price() {
        let mut header = Header::default();
        read_table("\"A\" $2, 595, 473 (Tournament: \"A\" $2 Buy-In: €4.55 + €0.45)", &mut header);
        assert_eq!((&*header.tournament, &*header.price), ("595", "€4.55+€0.45"));
        read_table("Tropicana - Fast V (80256693), Seats 6", &mut header);
        assert_eq!((&*header.table, &*header.max_seats), ("Tropicana - Fast V", "6"));
    }
}
