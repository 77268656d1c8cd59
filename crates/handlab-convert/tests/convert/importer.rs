//! Hands as PokerStars writes them, read as the importers of other programs do: by blocks, markers and first words.
//!
//! fpdb and those like it split a file at empty lines, take the number of a hand and of a tournament as digits, know
//! fixed names of games, take the last date of the first line as Eastern time, and match each action by the name of a
//! seat and a fixed word after it. The words here are those that such programs look for.

use handlab_cards::game::GameFamily;
use handlab_convert::{Converter, Format, Refusal};
use handlab_core::hand::Hand;

use crate::files::{all_samples, sample};
use crate::read::each_hand;

const GAMES: [&str; 12] = [
    "Hold'em",
    "6+ Hold'em",
    "Omaha",
    "5 Card Omaha",
    "6 Card Omaha",
    "Courchevel",
    "7 Card Stud",
    "Razz",
    "5 Card Draw",
    "Single Draw 2-7 Lowball",
    "Triple Draw 2-7 Lowball",
    "Badugi",
];

const ACTS: [&str; 14] = [
    "posts small blind ",
    "posts big blind ",
    "posts small & big blinds ",
    "posts the ante ",
    "posts button blind ",
    "posts straddle ",
    "brings in for ",
    "folds ",
    "checks ",
    "calls ",
    "bets ",
    "raises ",
    "discards ",
    "stands pat ",
];

const ENDS: [&str; 3] = ["shows [", "mucks hand ", "doesn't show hand "];

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// What an importer would object to; empty if nothing.
fn objections(block: &str, hand: &Hand) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut object = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    let lines: Vec<&str> = block.lines().collect();
    object(lines.len() > 5, "too short");
    let (first, table) = (lines[0], lines[1]);
    object(is_header(first, hand.tournament.is_some()), first);
    let name = table.strip_prefix("Table '").and_then(|rest| rest.rsplit_once('\''));
    let is_table = name
        .is_some_and(|(name, rest)| !name.is_empty() && (rest.is_empty() || rest.starts_with(' ')));
    object(is_table, table);
    let seats: Vec<&str> =
        lines[2..].iter().copied().take_while(|line| line.starts_with("Seat ")).collect();
    object(seats.len() >= 2, "fewer than two seats");
    for seat in &seats {
        object(seat.contains(" in chips") && digits(&seat[5..]).1.starts_with(": "), seat);
    }
    let cards = match hand.game.family() {
        GameFamily::Flop => "*** HOLE CARDS ***",
        GameFamily::Draw => "*** DEALING HANDS ***",
        GameFamily::Stud => "*** 3rd STREET ***",
    };
    let place = |marker: &str| lines.iter().position(|line| *line == marker);
    let (Some(cards), Some(summary)) = (place(cards), place("*** SUMMARY ***")) else {
        wrong.push(format!("no `{cards}` or no `*** SUMMARY ***`"));
        return wrong;
    };
    let (mut posted, mut paid, mut total) = (0, 0, None);
    for (number, line) in
        lines.iter().enumerate().skip(2 + seats.len()).take(summary.saturating_sub(2 + seats.len()))
    {
        let act = (0..hand.seats.len() as u8)
            .filter_map(|seat| line.strip_prefix(hand.player(seat))?.strip_prefix(": "))
            .min_by_key(|rest| rest.len());
        if let Some(act) = act {
            // A name may end with a colon, or with the end of another line.
            let is_paid = line.contains(" collected ");
            let known = ACTS.iter().chain(&ENDS).any(|known| act.starts_with(known));
            paid += usize::from(is_paid);
            object(known || is_paid, line);
            posted += usize::from(number < cards && act.starts_with("posts "));
        } else if line.contains(" collected ") {
            paid += 1;
        } else {
            let starts = ["*** ", "Dealt to ", "Uncalled bet (", "Hand cancelled", "No low hand"];
            let is_known = starts.iter().any(|start| line.starts_with(start));
            let words = [
                " wins the ",
                " finished the tournament",
                " wins an entry to ",
                " also received a ",
                " cashed out the hand",
            ];
            object(is_known || words.iter().any(|words| line.contains(words)), line);
        }
    }
    for line in &lines[summary..] {
        total = total.or(line.strip_prefix("Total pot "));
    }
    object(posted > 0 || hand.game.family() == GameFamily::Stud, "no post before the cards");
    object(paid > 0 || hand.is_cancelled, "no line of a payment");
    object(total.is_some_and(|total| total.contains(" | Rake ")), "no total with its rake");
    wrong
}

/// `PokerStars Hand #1: [Tournament #2, $1+$1 USD ]Hold'em No Limit - Level I (10/20) - 2024/01/01 1:00:00 ET`.
fn is_header(line: &str, is_tournament: bool) -> bool {
    let rest =
        line.strip_prefix("PokerStars Hand #").or(line.strip_prefix("PokerStars Zoom Hand #"));
    let Some((id, rest)) = rest.map(digits) else { return false };
    let Some(rest) = rest.strip_prefix(": ") else { return false };
    let game = match rest.strip_prefix("Tournament #").map(digits) {
        Some((number, rest)) => !number.is_empty() && rest.starts_with(", ") && is_tournament,
        None => !is_tournament && GAMES.iter().any(|game| rest.trim_start().starts_with(game)),
    };
    let date = line.rsplit_once(" - ").map(|(_, date)| date).unwrap_or_default();
    // The last date of the line.
    let date = date.rsplit_once('[').map_or(date, |(_, date)| date);
    let mark = |at: usize| date.as_bytes().get(at);
    let is_date = mark(4) == Some(&b'/') && mark(7) == Some(&b'/') && digits(date).0.len() == 4;
    !id.is_empty()
        && id.len() <= 18
        && game
        && is_date
        && GAMES.iter().any(|game| rest.contains(game))
}

#[test]
fn pokerstars_output_is_what_importers_look_for() {
    let mut converter = Converter::new(Format::PokerStars);
    let (mut written, mut wrong) = (0, Vec::new());
    for (name, data) in all_samples() {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            if converter.write(followed).is_err() || followed.hand.is_cancelled {
                return;
            }
            written += 1;
            let text = converter.text();
            // One block, and empty lines after it.
            let block = text.strip_suffix("\n\n\n\n").unwrap_or_default();
            if block.contains("\n\n") || block.is_empty() {
                wrong.push(format!("{name}: not one block\n{text}"));
            }
            for objection in objections(block, &followed.hand) {
                wrong.push(format!("{name}: {objection}"));
            }
        });
    }
    assert!(written > 220, "only {written} samples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_ambiguous_name_is_rejected() {
    let text = sample("ohh", OHH);
    let mut converter = Converter::new(Format::PokerStars);
    for (name, refusal) in [
        ("Ann", None),
        ("Ann: folds", None),
        ("Ann\\nSeat 9: Eve (5 in chips)", Some(Refusal::Unreadable)),
        ("  ", Some(Refusal::Players)),
    ] {
        let text = text.replace("\"Ann\"", &format!("\"{name}\""));
        each_hand(text.as_bytes(), |read| {
            let followed = read.outcome.as_ref().expect("a hand");
            assert_eq!(converter.write(followed).err(), refusal, "{name}");
            assert_eq!(converter.text().is_empty(), refusal.is_some(), "{name}");
        });
    }
}

const OHH: &str = "nlhe_players_are_texts_words_in_lower_case";

#[test]
fn tournaments_without_a_number_stay_separate() {
    let text = sample("ohh", "tournament_in_one_line_cards_in_one_text");
    let number = "\"tournament_number\": \"";
    let at = text.find(number).expect("a number") + number.len();
    let end = at + text[at..].find('"').expect("its end");
    let text = format!("{}{}", &text[..at], &text[end..]);
    let mut converter = Converter::new(Format::PokerStars);
    let mut found = Vec::new();
    for hand in ["3", "4"] {
        let text = text.replace("\"game_number\": \"3\"", &format!("\"game_number\": \"{hand}\""));
        each_hand(text.as_bytes(), |read| {
            converter.write(read.outcome.as_ref().expect("a hand")).expect("a text");
            let (_, tournament) = converter.text().split_once("Tournament #").expect("one");
            found.push(digits(tournament).0.to_owned());
        });
    }
    assert_eq!(found, ["3", "4"]);
}
