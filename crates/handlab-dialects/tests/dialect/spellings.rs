//! A hand in other words is the same hand: case, spaces, plurals, ordinals, articles and trailing words are varied at
//! random (with a fixed seed) in every sample, and the rows must not change.

use handlab_core::batch::{self, Batch, Options};
use handlab_core::error::Position;
use handlab_core::framing::{Encoding, Piece};
use handlab_dialects::ALL;

use crate::columns::column;
use crate::numbers::Numbers;
use crate::rows::rows;
use crate::samples::samples;

fn parsed(text: &str) -> Batch {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at, is_last: true };
    batch::parse(&piece, &Options::new(&ALL))
}

/// Columns with positions in the file, and messages that quote a line.
const PLACES: [&str; 6] =
    ["source_offset", "source_length", "byte_offset", "byte_length", "message", "text"];

/// One of several texts.
fn one_of<'a>(numbers: &mut Numbers, texts: &[&'a str]) -> &'a str {
    texts[numbers.below(texts.len())]
}

fn in_some_case(numbers: &mut Numbers, text: &str) -> String {
    match numbers.below(4) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => {
            let mut letters = text.chars();
            letters
                .next()
                .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
        }
        _ => text.to_owned(),
    }
}

/// `*** FIRST FLOP *** [Ah Kd 2c]` in other words.
fn vary_mark(line: &str, numbers: &mut Numbers) -> String {
    let Some((title, rest)) = line.trim_start_matches("*** ").split_once(" ***") else {
        return line.to_owned();
    };
    let mut title = title.to_owned();
    for (ordinal, others) in [
        ("FIRST", ["1st", "1ST", "one"]),
        ("SECOND", ["2nd", "2ND", "two"]),
        ("THIRD", ["3rd", "3RD", "three"]),
        ("3rd", ["third", "3", "THIRD"]),
        ("4th", ["fourth", "4", "FOURTH"]),
        ("5th", ["fifth", "5", "FIFTH"]),
    ] {
        if let Some(noun) = title.strip_prefix(ordinal) {
            let other = one_of(numbers, &others);
            let is_before = numbers.below(2) == 0;
            title = if is_before {
                format!("{other}{noun}")
            } else {
                format!("{} {other}", noun.trim())
            };
            break;
        }
    }
    title = title.replace(
        "SHOW DOWN",
        one_of(numbers, &["SHOW DOWN", "SHOWDOWN", "SHOW-DOWN", "SHOW  DOWN"]),
    );
    title = title.replace(
        "HOLE CARDS",
        one_of(numbers, &["HOLE CARDS", "HOLECARDS", "HOLE CARD", "POCKET CARDS"]),
    );
    let title = in_some_case(numbers, &title);
    match numbers.below(4) {
        0 => format!("***{title}***{rest}"),
        1 => format!("*** {title}***{rest}"),
        2 => format!("***  {title} *** {rest}"),
        _ => format!("*** {title} ***{rest}"),
    }
}

/// What follows `NAME: ` in other words.
fn vary_act(act: &str, numbers: &mut Numbers) -> String {
    let mut act = act.trim_end().to_owned();
    for (words, others) in [
        (
            "posts small & big blinds",
            ["posts small and big blinds", "posts small & big blind of", "posts SB & BB"],
        ),
        ("posts small blind", ["posts the small blind of", "posts SB", "posts a small blind"]),
        ("posts big blind", ["posts the big blind", "posts BB", "posts  big  blind  of"]),
        ("posts the ante", ["posts an ante of", "posts ante", "antes"]),
        ("brings in for", ["brings-in for", "brings in", "bring in for"]),
        ("doesn't show hand", ["does not show hand", "doesn’t show", "didn't show hand"]),
        (" and is all-in", [" and is all in", " (ALL-IN)", ", all-in!"]),
    ] {
        act = act.replace(words, one_of(numbers, &[words, others[0], others[1], others[2]]));
    }
    if act.starts_with("raises ")
        && numbers.below(3) == 0
        && let Some((_, to)) = act.split_once(" to ")
    {
        act = format!("raises to {to}");
    }
    let (verb, rest) = act.split_once(' ').unwrap_or((&act, ""));
    let is_plain =
        ["folds", "checks", "calls", "bets", "raises", "posts", "shows", "mucks", "stands"];
    let mut verb = verb.to_owned();
    let is_short = is_plain.contains(&verb.as_str()) && numbers.below(3) == 0;
    if is_short {
        verb.pop();
    }
    let verb = in_some_case(numbers, &verb);
    let space = if rest.is_empty() { "" } else { one_of(numbers, &[" ", "  ", "\t"]) };
    let is_money = ["calls", "bets", "raises", "posts"].iter().any(|money| act.starts_with(money));
    let trailing = match (is_money, rest.is_empty()) {
        // `fold at once` may be chat.
        (false, true) if is_short => one_of(numbers, &["", ".", "  "]),
        (true, _) => one_of(numbers, &["", ".", " after a while", " USD", "  "]),
        (false, true) => one_of(numbers, &["", ".", "  ", " at once"]),
        _ => "",
    };
    format!("{verb}{space}{rest}{trailing}")
}

/// `Seat 1: NAME ($10 in chips)` in other words.
fn vary_seat(line: &str, numbers: &mut Numbers) -> String {
    let Some(open) = line.rfind('(') else { return line.to_owned() };
    let (front, stack) = line.split_at(open);
    let front = match numbers.below(3) {
        0 => front.replacen("Seat ", "seat ", 1).replacen(": ", " : ", 1),
        1 => front.replacen("Seat ", "SEAT  ", 1),
        _ => front.to_owned(),
    };
    let words = one_of(numbers, &[" in chips", " in Chips", " chips", "", " in chips "]);
    let stack = stack.replacen(" in chips", words, 1);
    format!("{front}{}", if numbers.below(2) == 0 { stack.replacen('(', "( ", 1) } else { stack })
}

fn vary(line: &str, names: &[String], is_body: &mut bool, numbers: &mut Numbers) -> String {
    if line.starts_with("PokerStars ") {
        *is_body = true;
    }
    let act = names
        .iter()
        .filter_map(|name| Some((name, line.strip_prefix(name.as_str())?.strip_prefix(": ")?)))
        .max_by_key(|(name, _)| name.len());
    if let Some((name, act)) = act.filter(|_| *is_body) {
        let colon = one_of(numbers, &[": ", ":", " : ", ":  "]);
        return format!("{name}{colon}{}", vary_act(act, numbers));
    }
    if line.starts_with("*** ") && line.contains(" ***") {
        *is_body &= !line.contains("SUMMARY");
        return vary_mark(line, numbers);
    }
    if line.starts_with("Seat ") && *is_body && line.contains(" in chips") {
        return vary_seat(line, numbers);
    }
    for opening in ["Dealt to", "Total pot", "Uncalled bet", "Board", "Hand cancelled"] {
        if let Some(rest) = line.strip_prefix(opening) {
            let rest = if opening == "Uncalled bet" && numbers.below(2) == 0 {
                rest.replacen(" (", " of ", 1).replacen(") returned", " returned", 1)
            } else {
                rest.replacen("| Rake ", one_of(numbers, &["| Rake ", "| rake: ", "|Rake  "]), 1)
            };
            return format!("{}{rest}", in_some_case(numbers, opening));
        }
    }
    line.to_owned()
}

/// Complete samples in which no name imitates a line.
fn plain_samples() -> impl Iterator<Item = (String, String)> {
    let is_plain = |name: &str| {
        ![
            "_name_",
            "names",
            "encoding",
            "reject",
            "framing",
            "converter",
            "capitals",
            "chat",
            "unread",
        ]
        .iter()
        .any(|part| name.contains(part))
    };
    samples()
        .into_iter()
        .filter(move |(name, _)| is_plain(name))
        .filter_map(|(name, data)| Some((name, String::from_utf8(data).ok()?)))
}

#[test]
fn a_hand_in_other_words_gives_the_same_rows() {
    let rounds: usize =
        std::env::var("SPELLING_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let mut numbers = Numbers::from_seed(0x5BE1);
    let mut count = 0;
    for (name, text) in plain_samples() {
        let plain = parsed(&text);
        assert_eq!(plain.rejected, 0, "{name}");
        let names = column(&plain, "seats", "player");
        let wanted = rows(&plain, &PLACES);
        for _ in 0..rounds {
            let mut is_body = false;
            let lines: Vec<_> =
                text.lines().map(|line| vary(line, &names, &mut is_body, &mut numbers)).collect();
            let varied = lines.join("\n") + "\n";
            let found = parsed(&varied);
            let messages = column(&found, "rejects", "message");
            assert!(messages.is_empty(), "{name}: {messages:?}\n{varied}");
            assert!(rows(&found, &PLACES) == wanted, "{name} has other rows:\n{varied}");
            count += 1;
        }
    }
    assert!(count > 50 * rounds, "only {count} hands in other words");
}

/// The header of the sample.
const HEADER: &str =
    "PokerStars Hand #240600000015:  Hold'em No Limit ($1/$2 USD) - 2024/06/09 10:00:00 ET";

#[test]
fn hands_of_rooms_that_nobody_knows_are_read_under_their_titles() {
    let sample = &samples()["nlhe_6max_unread_line"];
    let text = std::str::from_utf8(sample).expect("UTF-8");
    for (words, site) in [
        ("Nowhere Poker Hand #", "nowherepoker"),
        ("Nowhere Game #", "nowhere"),
        ("Nowhere Zoom Hand #", "nowhere"),
        ("Nowhere Home Game Hand #", "nowhere"),
        ("> Winamax Hand #", "winamax"),
    ] {
        let other = text.replace("PokerStars Hand #", words);
        let found = parsed(&format!("{text}\n\n{other}\n\n{other}"));
        assert_eq!((found.headers, found.rejected), (3, 0), "{other}");
        assert_eq!(column(&found, "hands", "site"), ["pokerstars", site, site]);
        assert_eq!(column(&found, "hands", "network"), ["pokerstars", site, site]);
        assert_eq!(column(&found, "hands", "verdict"), ["exact"; 3]);
        let is_fast_fold = words.contains("Zoom").to_string();
        assert_eq!(column(&found, "hands", "is_fast_fold")[1..], [is_fast_fold.as_str(); 2]);
        let first = column(&parsed(text), "seats", "net");
        assert_eq!(column(&found, "seats", "net"), [&first[..]; 3].concat());
    }
}

#[test]
fn hands_of_an_unknown_room_in_an_unknown_form_are_not_read_as_part_of_the_hand_before() {
    let sample = &samples()["nlhe_6max_unread_line"];
    let text = std::str::from_utf8(sample).expect("UTF-8");
    for header in ["Nowhere Poker Hand #7, no-limit hold'em 1/2", "Nowhere Game #7: 2024/06/09"] {
        let other = text.replace(HEADER, header);
        let found = parsed(&format!("{text}\n\n{other}\n\n{other}"));
        assert_eq!((found.headers, found.rejected), (2, 1), "{other}");
        assert_eq!(column(&found, "rejects", "code"), ["header"]);
        assert!(column(&found, "rejects", "text")[0].starts_with(header));
        let lines = text.lines().count() + 3;
        assert_eq!(column(&found, "rejects", "line"), [lines.to_string()]);
        for (table, name) in [("hands", "text_check"), ("seats", "won"), ("actions", "amount")] {
            assert_eq!(column(&found, table, name), column(&parsed(text), table, name), "{table}");
        }
    }
}

#[test]
fn a_word_that_could_move_money_is_never_ignored() {
    let sample = &samples()["nlhe_6max_unread_line"];
    let text = std::str::from_utf8(sample).expect("UTF-8");
    let harmless = "Hugo: waves at Inga";
    assert_eq!(column(&parsed(text), "hands", "unread_lines"), ["2"]);
    for act in [
        "tips $1",
        "wagers 5",
        "clals",
        "callls $2",
        "Raisess",
        "flashes [Ah]",
        "shows Ah",
        "pays €3",
        "goes all-in",
        "is all-in for 5",
        "bets",
        "raises",
        "posts",
        "posts a blind of $1",
        "fold pre",
        "check it out",
        "does not show [Ah Kd]",
        "calls $1 and $2",
        "calls $1 $2",
    ] {
        let found = parsed(&text.replace(harmless, &format!("Hugo: {act}")));
        let messages = column(&found, "rejects", "message");
        assert_eq!(found.rejected, 1, "{act}");
        assert!(messages[0].contains(&format!("`Hugo: {act}`")), "the whole line: {messages:?}");
    }
    for act in ["waves", "sits out", "does not show hand", "is thinking", "says nothing at all"] {
        let found = parsed(&text.replace(harmless, &format!("Hugo: {act}")));
        assert_eq!((found.rejected, found.tables.hands.len()), (0, 1), "{act}");
    }
}

#[test]
fn chat_is_never_an_action() {
    let sample = &samples()["nlhe_6max_unread_line"];
    let text = std::str::from_utf8(sample).expect("UTF-8");
    let without: Vec<_> = PLACES.iter().copied().chain(["unread_lines"]).collect();
    let wanted = rows(&parsed(text), &without);
    for said in [
        "Hugo: raises $100 to $200",
        "*** SHOWDOWN ***",
        "Total pot $5 | Rake $0",
        "folds",
        "Uncalled bet ($1) returned to Hugo",
        "Inga collected $5 from pot",
        "Dealt to Hugo [Ah Kd]",
        "Hand cancelled",
        "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET",
    ] {
        for teller in ["Hugo", "Inga", "A railbird"] {
            let chat = format!("{teller} said, \"{said}\"");
            let found = parsed(&text.replace("Hugo: waves at Inga", &chat));
            assert!(
                rows(&found, &without) == wanted,
                "{chat}: {:?}",
                column(&found, "rejects", "message")
            );
        }
    }
}

#[test]
fn a_payment_may_name_no_pot_but_nothing_else() {
    let sample = &samples()["nlhe_6max_unread_line"];
    let text = std::str::from_utf8(sample).expect("UTF-8");
    let (line, amount) = text
        .lines()
        .find_map(|line| Some((line, line.split_once(" collected ")?.1.strip_suffix(" from pot")?)))
        .expect("a payment");
    let wanted = rows(&parsed(text), &PLACES);
    let bare = line.strip_suffix(" from pot").expect("a pot");
    for other in [bare.to_owned(), bare.replace(" collected ", ": collected ")] {
        assert_eq!(rows(&parsed(&text.replace(line, &other)), &PLACES), wanted, "{other}");
    }
    for other in [format!("{bare} bounty"), bare.replace(amount, "a lot"), format!("{bare} $1")] {
        let found = parsed(&text.replace(line, &other));
        assert_eq!(found.rejected, 1, "{other}");
    }
}
