//! The first line: game, stakes and time.

use super::OPENING;
use crate::lines::clock::find_date;
use crate::lines::common_form::Header;
use crate::syntax::text::find;

/// Reads `Stage #C379012708: Holdem  No Limit $0.10 Turbo - 2011-02-21 05:08:53.010 (ET) [ 2011-02-21 05:08:53 ]`.
/// `played` is the game being played in a mixed one.
pub(super) fn read<'a>(line: &'a str, small: &str, played: Option<&str>) -> Header<'a> {
    let mut header = Header::default();
    let Some(rest) = line.strip_prefix(OPENING) else { return header };
    let end = rest.find([':', ' ']).unwrap_or(rest.len());
    header.id = rest[..end].trim_start_matches('C').into();
    let mut rest = rest[end..].trim_start_matches([':', ' ']);
    if let Some(entry) = rest.strip_prefix("Tourney ID ") {
        let (tournament, after) = entry.split_once(' ').unwrap_or((entry, ""));
        header.is_tournament = true;
        header.tournament = tournament.into();
        rest = after;
    }
    let date = find_date(rest).unwrap_or(rest.len());
    let time = rest[date..].split(" [").next().unwrap_or_default();
    header.time = time.into();
    let mut game = rest[..date].trim_end_matches([' ', '-']);
    let (mut name, mut stakes) = (Vec::new(), "");
    while let Some((word, rest)) = next_word(game) {
        game = rest;
        if is_amount(word) {
            stakes = word;
            break;
        }
        if word.eq_ignore_ascii_case(HEADS_UP) {
            header.max_seats = "2".into();
        } else if KINDS.iter().any(|kind| word.eq_ignore_ascii_case(kind)) {
            header.is_tournament = true;
        } else {
            name.push(word);
        }
    }
    // Chips have no currency sign; neither has play money, but the table line marks it.
    header.is_tournament |= stakes.starts_with(|first: char| first.is_ascii_digit());
    let name = name.join(" ");
    let name = if name.starts_with("HORSE") { played.map_or(name, limit_last) } else { name };
    let name = match name.strip_suffix(" Normal").or_else(|| name.strip_suffix(" NORMAL")) {
        Some(name) => format!("{name} Limit"),
        None => name,
    };
    let name = if find(&name, "Stud").is_some() {
        name
    } else {
        name.replace("Seven Card", "Seven Card Stud")
    };
    let stakes = stakes.trim_end_matches(',');
    let stakes = match (stakes.contains('/'), small.is_empty()) {
        (true, _) => stakes.to_owned(),
        (false, false) => format!("{small}/{stakes}"),
        // No one posted the small blind.
        (false, true) => format!("{stakes}/{stakes}"),
    };
    header.game = format!("{name} ({stakes})").into();
    header
}

const HEADS_UP: &str = "(1 on 1)";

/// What a header calls a tournament: `Single Tournament`, `Multi Normal Tournament`. `Normal` alone means a limit game.
const KINDS: [&str; 6] = [
    "Multi Normal Tournament",
    "Multi Rebuy Tournament",
    "Single Tournament",
    "Multi Tournament",
    "Rebuy Tournament",
    "Tournament",
];

/// The next word, or group of words that belong together.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let starts = |words: &&str| {
        text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
    };
    let end = match KINDS.iter().copied().chain([HEADS_UP]).find(starts) {
        Some(words) => words.len(),
        None => text.find(' ').unwrap_or(text.len()),
    };
    (end > 0).then(|| text.split_at(end))
}

pub(super) fn is_amount(word: &str) -> bool {
    word.trim_start_matches(['$', '€', '£']).starts_with(|first: char| first.is_ascii_digit())
}

/// `Limit Holdem` as `Holdem Limit`.
fn limit_last(game: &str) -> String {
    game.strip_prefix("Limit ").map_or_else(|| game.to_owned(), |name| format!("{name} Limit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_first_line_is_read() {
        const DATE: &str = " - 2009-07-14 08:40:28 (ET)";
        for (line, game, seats, is_tournament) in [
            ("Holdem (1 on 1)  No Limit $10", "Holdem No Limit ($5/$10)", "2", false),
            ("HOLDEM (1 ON 1) NO LIMIT $10", "HOLDEM NO LIMIT ($5/$10)", "2", false),
            ("Holdem  No Limit $10, $2.50 ante", "Holdem No Limit ($5/$10)", "", false),
            ("Holdem  No Limit $10 (7-2)", "Holdem No Limit ($5/$10)", "", false),
            ("Holdem  No Limit  €10", "Holdem No Limit ($5/€10)", "", false),
            ("Holdem  No Limit 30", "Holdem No Limit ($5/30)", "", true),
            (
                "Tourney ID 9 Holdem Single Tournament No Limit 1/2",
                "Holdem No Limit (1/2)",
                "",
                true,
            ),
            ("OMAHA MULTI NORMAL TOURNAMENT NORMAL 1/2", "OMAHA Limit (1/2)", "", true),
            ("Seven Card Hi/Lo  Normal $1/$2", "Seven Card Stud Hi/Lo Limit ($1/$2)", "", false),
            ("HORSE (1 on 1) $1/$2", "Seven Card Stud Limit ($1/$2)", "2", false),
        ] {
            let line = format!("Stage #7: {line}{DATE}");
            let header = read(&line, "$5", Some("Limit Seven Card"));
            assert_eq!((&*header.game, &*header.max_seats), (game, seats), "{line}");
            assert_eq!(header.is_tournament, is_tournament, "{line}");
        }
    }
}
