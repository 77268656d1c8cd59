//! Input is data: whatever the bytes, a batch comes to an end in time, counts every header once, and does not panic.

use std::time::{Duration, Instant};

use handlab_core::batch::{self, Batch, Options};
use handlab_core::dialect;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};
use proptest::prelude::*;

use crate::numbers::Numbers;
use crate::rows::{Rows, append, column, rows};
use crate::samples::samples;
use crate::spoil::spoil;

fn piece(data: &[u8]) -> Piece<'_> {
    let encoding = Encoding::detect(data);
    Piece { data, encoding, at: Position { byte: 0, line: 1 }, is_last: true }
}

/// The batch of a whole file, with the law that every header is counted once.
fn parsed(data: &[u8]) -> Batch {
    let batch = batch::parse(&piece(data), &Options { keep_text: true, ..Options::default() });
    let hands = batch.tables.hands.len() as u64;
    assert_eq!(batch.headers, hands + batch.partial + batch.rejected);
    assert!(batch.cancelled <= hands);
    batch
}

#[test]
fn a_hundred_thousand_spoiled_hands_are_read_without_a_panic() {
    let samples: Vec<_> = samples().into_values().collect();
    let mut numbers = Numbers::from_seed(0x5EED);
    // SPOILED_HANDS asks for more, by hand.
    let wanted = std::env::var("SPOILED_HANDS").ok().and_then(|text| text.parse().ok());
    let wanted = wanted.unwrap_or(100_000);
    let mut headers = 0;
    while headers < wanted {
        let mut data = samples[numbers.below(samples.len())].clone();
        for _ in 0..=numbers.below(4) {
            spoil(&mut data, &mut numbers);
        }
        headers += parsed(&data).headers;
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(data in prop::collection::vec(any::<u8>(), 0..600)) {
        parsed(&data);
    }

    #[test]
    fn any_bytes_behind_a_header_are_read_without_a_panic(
        seats in 0..4_usize,
        data in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let seat = |seat| format!("Seat {seat}: P{seat} ($100 in chips)\n");
        let seats: Vec<_> = (1..=seats).map(seat).collect();
        let text = [HEADER.as_bytes(), seats.concat().as_bytes(), &data].concat();
        prop_assert!(parsed(&text).headers >= 1);
    }

    #[test]
    fn amounts_at_the_edge_of_what_fits_are_read_without_a_panic(
        amounts in prop::collection::vec(prop_oneof![
            Just(0_i64),
            Just(1),
            Just(i64::MAX),
            Just(i64::MAX - 1),
            Just(i64::MAX / 2),
            any::<i64>(),
        ], 12),
        game in prop::sample::select(vec!["Omaha", "7 Card Stud", "Hold'em"]),
    ) {
        let mut text = include_str!("../data/robust_amounts.txt").replace("{game}", game);
        for (at, amount) in amounts.iter().enumerate() {
            text = text.replace(&format!("{{{at}}}"), &amount.unsigned_abs().to_string());
        }
        parsed(text.as_bytes());
    }

    #[test]
    fn names_of_any_letters_are_read_as_they_are(names in prop::collection::hash_set(".{1,40}", 2..9)) {
        let is_name = |name: &&String| name.trim() == name.as_str() && !name.contains(['\n', '\r']);
        let names: Vec<_> = names.iter().filter(is_name).collect();
        prop_assume!(names.len() >= 2);
        let seats = names.iter().enumerate();
        let seat = |(at, name)| format!("Seat {}: {name} ($100 in chips)\n", at + 1);
        let seats: Vec<_> = seats.map(seat).collect();
        let text = format!("{HEADER}{}*** SUMMARY ***\nTotal pot $0 | Rake $0\n", seats.concat());
        let batch = parsed(text.as_bytes());
        let wanted: Vec<_> = names.iter().map(|name| (*name).clone()).collect();
        prop_assert_eq!(column(&batch, "seats", "player"), wanted);
    }
}

const HEADER: &str = "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET
Table 'T' 9-max Seat #1 is the button
";

/// Whole hands in a file: bytes where each starts, from the batch itself.
fn starts(batch: &Batch) -> Vec<usize> {
    let offsets = column(batch, "hands", "source_offset");
    offsets.iter().map(|offset| offset.parse().expect("an offset")).collect()
}

#[test]
fn a_file_cut_at_any_byte_loses_its_last_hand_alone() {
    for (name, data) in samples() {
        let whole = parsed(&data);
        let is_other =
            whole.rejected + whole.partial > 0 || Encoding::detect(&data) != Encoding::Utf8;
        if is_other || data.len() > 2000 {
            continue;
        }
        let starts = starts(&whole);
        for end in 0..data.len() {
            let cut = parsed(&data[..end]);
            let place = format!("{name} cut at {end}: {:?}", column(&cut, "rejects", "message"));
            assert_eq!(cut.rejected, whole.rejected, "{place}");
            let begun = starts.iter().filter(|start| **start < end).count();
            let read = cut.tables.hands.len();
            assert!(read >= begun.saturating_sub(1) && read <= begun, "{place}");
            if cut.partial > whole.partial {
                let last = *starts.get(begun - 1).expect("a hand has begun") as u64;
                assert_eq!(cut.tail, Some(last), "{place}");
            }
        }
    }
}

#[test]
fn a_last_hand_whose_summary_lacks_seats_counts_and_is_read_again() {
    let data = &samples()["five_card_draw_6max_limit"];
    let text = std::str::from_utf8(data).expect("UTF-8");
    // The last line holds what the loser had: without it nothing shows that the right hand won.
    let (cut, _) = text.split_once("Seat 3: Wim (big").expect("a last line");
    for end in ["", "\n", "Seat 3: Wi"] {
        let batch = parsed(format!("{}\n{end}", cut.trim_end()).as_bytes());
        assert_eq!((batch.partial, batch.tail), (0, Some(0)), "{end:?}");
        assert_eq!(column(&batch, "hands", "verdict"), ["reconciled_unverified"], "{end:?}");
    }
    // Whole, but for its line end: it may be longer yet.
    let batch = parsed(text.trim_end().as_bytes());
    assert_eq!((batch.partial, batch.tail, batch.tables.hands.len()), (0, Some(0), 1));
    // In the middle of a file there is nothing to wait for.
    let batch = parsed(format!("{cut}\n\n{text}").as_bytes());
    assert_eq!((batch.partial, batch.tail, batch.tables.hands.len()), (0, None, 2));
    assert_eq!(column(&batch, "hands", "verdict"), ["reconciled_unverified", "exact"]);
}

#[test]
fn a_last_hand_whose_money_does_not_add_up_is_not_done() {
    let data = &samples()["five_card_draw_6max_limit"];
    let text = std::str::from_utf8(data).expect("UTF-8");
    let total = text.find("Total pot").expect("a total");
    let rake = text[total..].find(" | Rake").expect("a rake") + total;
    // No total; a total without its rake; a total cut within its number.
    for end in [total, rake, total + "Total pot $".len()] {
        let batch = parsed(&text.as_bytes()[..end]);
        assert_eq!((batch.partial, batch.tail, batch.tables.hands.len()), (1, Some(0), 0));
    }
}

/// A text of several samples, so that there is something to cut.
fn several() -> Vec<u8> {
    let samples = samples();
    let is_plain = |name: &str| name.starts_with("nlhe") || name.starts_with("framing_no");
    let plain: Vec<_> =
        samples.iter().filter(|(name, _)| is_plain(name)).map(|(_, data)| data.clone()).collect();
    plain.join(&b"\n\n"[..])
}

#[test]
fn a_file_read_in_pieces_of_any_size_gives_the_rows_of_the_whole() {
    let data = several();
    let wanted = rows(&parsed(&data), &[]);
    for size in [700, 1000, 4096, 10_000, 50_000] {
        for encoding in [Encoding::Utf8, Encoding::Utf16Le] {
            let (data, wanted) = if encoding == Encoding::Utf8 {
                (data.clone(), wanted.clone())
            } else {
                let text = String::from_utf8(data.clone()).expect("UTF-8");
                let data = utf16(&text, u16::to_le_bytes);
                let wanted = rows(&parsed(&data), &[]);
                (data, wanted)
            };
            let found = once_per_seat(read_in_pieces(&data, encoding, size));
            // Not `assert_eq!`, which would print megabytes.
            for (table, rows) in once_per_seat(wanted) {
                assert!(found.get(&table) == Some(&rows), "{table}: {encoding:?} by {size}");
            }
        }
    }
}

/// Leaves out what a piece repeats of an earlier one: players who are still at a table of their tournament.
fn once_per_seat(mut rows: Rows) -> Rows {
    if let Some(reports) = rows.get_mut("tournament_reports") {
        let mut seen = std::collections::HashSet::new();
        reports.retain(|row| seen.insert(row.clone()));
    }
    rows
}

/// Reads as a file is read: a buffer grows by `size` bytes and is cut at its last header.
fn read_in_pieces(data: &[u8], encoding: Encoding, size: usize) -> Rows {
    let mut found = Rows::new();
    let mut at = Position { byte: 0, line: 1 };
    let (mut start, mut end) = (0, 0);
    let options = Options { keep_text: true, ..Options::default() };
    loop {
        end = data.len().min(end + size);
        let is_last = end == data.len();
        let buffer = Piece { data: &data[start..end], encoding, at, is_last };
        let cut = if is_last { None } else { framing::cut(&buffer, dialect::find) };
        let (length, lines) = cut.unwrap_or((0, 0));
        if is_last {
            append(&mut found, rows(&batch::parse(&buffer, &options), &[]));
            return found;
        }
        if length > 0 {
            let length = length as usize;
            let whole = Piece { data: &data[start..start + length], is_last: false, ..buffer };
            let batch = batch::parse(&whole, &options);
            assert_eq!(batch.lines, lines, "lines of a piece");
            append(&mut found, rows(&batch, &[]));
            start += length;
            at = Position { byte: at.byte + length as u64, line: at.line + lines };
        }
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}

/// Columns that give places in the file.
const PLACES: [&str; 4] = ["source_offset", "source_length", "byte_offset", "byte_length"];

#[test]
fn utf16_gives_the_hands_of_utf8_at_their_own_places() {
    for (name, data) in samples() {
        let Ok(text) = std::str::from_utf8(&data) else { continue };
        let text = text.trim_start_matches('\u{feff}');
        let plain = parsed(text.as_bytes());
        for (order, bytes) in
            [("le", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("be", u16::to_be_bytes)]
        {
            let encoded = utf16(text, bytes);
            let wide = parsed(&encoded);
            let without: Vec<_> = PLACES.iter().copied().chain(["message"]).collect();
            assert_eq!(rows(&wide, &without), rows(&plain, &without), "{name} {order}");
            for (table, offset, length) in [
                ("hands", "source_offset", "source_length"),
                ("rejects", "byte_offset", "byte_length"),
            ] {
                let numbers = |column_name| {
                    column(&wide, table, column_name)
                        .iter()
                        .map(|number| number.parse::<usize>().expect("a number"))
                        .collect::<Vec<_>>()
                };
                let places = numbers(offset).into_iter().zip(numbers(length));
                for ((offset, length), text) in places.zip(column(&wide, table, "text")) {
                    let wanted: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
                    assert_eq!(encoded[offset..offset + length], wanted, "{name} {order}");
                }
            }
        }
    }
}

/// The byte that a reject's message names.
fn byte_of(message: &str) -> usize {
    let (_, rest) = message.split_once("(byte ").expect("a byte");
    rest.split_once(')').expect("a byte").0.parse().expect("a number")
}

#[test]
fn a_reject_names_the_byte_of_its_line_in_every_encoding() {
    let samples = samples();
    let text = std::str::from_utf8(&samples["reject_board_card"]).expect("UTF-8").to_owned();
    let line = "*** FLOP *** [Jd 8h 1x]";
    let encodings: [(&str, Vec<u8>, Vec<u8>); 4] = [
        ("utf-8", text.clone().into_bytes(), line.into()),
        ("cp1252", cp1252(&text), line.into()),
        ("utf-16-le", utf16(&text, u16::to_le_bytes), wide(line, u16::to_le_bytes)),
        ("utf-16-be", utf16(&text, u16::to_be_bytes), wide(line, u16::to_be_bytes)),
    ];
    for (encoding, data, line) in encodings {
        let batch = parsed(&data);
        let messages = column(&batch, "rejects", "message");
        let byte = byte_of(&messages[0]);
        assert!(data[byte..].starts_with(&line), "{encoding}: {}", messages[0]);
    }
}

fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

fn cp1252(text: &str) -> Vec<u8> {
    encoding_rs::WINDOWS_1252.encode(text).0.into_owned()
}

#[test]
fn every_line_end_gives_the_same_hands() {
    for (name, data) in samples() {
        let Ok(text) = std::str::from_utf8(&data) else { continue };
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let without: Vec<_> = PLACES.iter().copied().chain(["message", "text"]).collect();
        let wanted = rows(&parsed(text.as_bytes()), &without);
        for line_end in ["\r\n", "\r"] {
            let other = text.replace('\n', line_end);
            assert_eq!(rows(&parsed(other.as_bytes()), &without), wanted, "{name} {line_end:?}");
        }
    }
}

/// Runs in time, on a busy machine too.
fn in_time(what: &str, data: &[u8]) -> Batch {
    let start = Instant::now();
    let batch = parsed(data);
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(5), "{what}: {taken:?} for {} bytes", data.len());
    batch
}

const SEATS: &str = "Seat 1: A ($100 in chips)\nSeat 2: B ($100 in chips)\n";
const END: &str = "*** SUMMARY ***\nTotal pot $0 | Rake $0\nSeat 1: A\nSeat 2: B\n";

#[test]
fn endless_lines_and_lists_are_read_in_time() {
    let many = |line: &str| line.repeat(100_000);
    let long = "x".repeat(1_000_000);
    let seats: Vec<_> =
        (1..=100_000).map(|seat| format!("Seat {seat}: P{seat} ($1 in chips)\n")).collect();
    let seats = seats.concat();
    let header = HEADER.lines().next().expect("a header");
    let cases = [
        ("a line of a megabyte", format!("{HEADER}{SEATS}{long}\n{END}")),
        ("a name of a megabyte", format!("{HEADER}Seat 1: {long} ($100 in chips)\n{END}")),
        ("a header of a megabyte", format!("PokerStars Hand #1:  {long}\n{SEATS}{END}")),
        ("a hand number of a megabyte", format!("PokerStars Hand #{}:  \n", "1".repeat(1_000_000))),
        ("a hundred thousand seats", format!("{HEADER}{seats}{END}")),
        ("a seat again and again", format!("{HEADER}{}{END}", many("Seat 1: A ($100 in chips)\n"))),
        ("checks", format!("{HEADER}{SEATS}{}{END}", many("A: checks\n"))),
        ("raises", format!("{HEADER}{SEATS}{}{END}", many("A: raises $1 to $2\n"))),
        ("shows", format!("{HEADER}{SEATS}{}{END}", many("A: shows [Ah Kd]\n"))),
        ("payments", format!("{HEADER}{SEATS}{}{END}", many("A collected $1 from pot\n"))),
        (
            "uncalled bets",
            format!("{HEADER}{SEATS}{}{END}", many("Uncalled bet ($1) returned to A\n")),
        ),
        ("streets", format!("{HEADER}{SEATS}{}{END}", many("*** HOLE CARDS ***\n"))),
        (
            "finishes",
            format!("{HEADER}{SEATS}{}{END}", many("A finished the tournament in 2nd place\n")),
        ),
        ("chat", format!("{HEADER}{SEATS}{}{END}", many("A said, \"B: folds\"\n"))),
        (
            "totals",
            format!(
                "{HEADER}{SEATS}*** SUMMARY ***\n{}",
                many("Total pot $1 Main pot $1. Side pot $1. | Rake $0\n")
            ),
        ),
        (
            "summaries of a seat",
            format!("{HEADER}{SEATS}*** SUMMARY ***\n{}", many("Seat 1: A won ($1)\n")),
        ),
        (
            "payments in one line of a summary",
            format!("{HEADER}{SEATS}*** SUMMARY ***\nSeat 1: A {}\n", many("won (1), and ")),
        ),
        (
            "open brackets in a summary",
            format!("{HEADER}{SEATS}*** SUMMARY ***\nSeat 1: A {})\n", many("won (")),
        ),
        ("quotes", format!("{HEADER}{SEATS}{}{END}", many("> > A: checks\n"))),
        ("stars", format!("{HEADER}{SEATS}{}\n{END}", many("* * ["))),
        ("words of an act", format!("{HEADER}{SEATS}A: bets {}\n{END}", many("of the 1 "))),
        ("all but all-in", format!("{HEADER}{SEATS}A: calls $1 {}\n{END}", many("all "))),
        ("words of a post", format!("{HEADER}{SEATS}A: posts {}1\n{END}", many("the "))),
        ("brackets of a seat", format!("{HEADER}{SEATS}Seat 3: B{}\n{END}", many(" (1 "))),
        ("seats without stacks", format!("{HEADER}Seat 3: B{}\n{END}", many("(x)"))),
        ("dots in a header", format!("{header}{}\n{SEATS}{END}", many("2020/"))),
        ("words of a price", format!("PokerStars Hand #1: Tournament #1, {}\n", many("5 "))),
        ("brackets", format!("{HEADER}{SEATS}A: shows {}\n{END}", many("["))),
        ("headers", many(&format!("{header}\n"))),
        ("headers without line ends", format!("{header} ").repeat(20_000)),
        ("openings without line ends", "PokerStars ".repeat(800_000)),
        ("carriage returns", "\r".repeat(1_000_000)),
        ("empty lines in a hand", format!("{HEADER}{SEATS}{}{END}", "\n".repeat(1_000_000))),
    ];
    for (what, text) in cases {
        in_time(what, text.as_bytes());
    }
}

#[test]
fn cash_outs_and_payments_do_not_multiply() {
    let cash_outs = "A cashed out the hand for $1 | Cash Out Fee $0.01\n".repeat(3000);
    let won = "Seat 1: A won ($1)\n".repeat(3000);
    let text = format!("{HEADER}{SEATS}{cash_outs}*** SUMMARY ***\nTotal pot $0 | Rake $0\n{won}");
    let batch = in_time("cash-outs", text.as_bytes());
    assert!(batch.tables.awards.len() <= 3000, "{} awards", batch.tables.awards.len());
}

#[test]
fn who_cashes_out_twice_is_paid_twice_and_wins_once() {
    let data = &samples()["nlhe_6max_cash_out_by_winner"];
    let text = std::str::from_utf8(data).expect("UTF-8");
    let line = "Uma cashed out the hand for $15.40 | Cash Out Fee $0.16\n";
    let halves = "Uma cashed out the hand for $7.70 | Cash Out Fee $0.08\n".repeat(2);
    let once = parsed(text.as_bytes());
    let twice = parsed(text.replace(line, &halves).as_bytes());
    let without: Vec<_> = PLACES.iter().copied().chain(["text"]).collect();
    assert_eq!(rows(&twice, &without), rows(&once, &without));
}
