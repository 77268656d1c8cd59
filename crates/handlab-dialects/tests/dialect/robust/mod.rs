//! For any input a batch finishes in time, counts every header once, and does not panic.

use handlab_core::batch::{self, Batch, Options};
use handlab_core::error::Position;
use handlab_core::framing::{Encoding, Piece};
use handlab_dialects::ALL;
use proptest::prelude::*;

use crate::columns::column;
use crate::numbers::Numbers;
use crate::samples::samples;
use crate::spoil::spoil;

mod borders;
mod copied;
mod cuts;
mod encodings;
mod limits;
mod mutations;
mod names;
mod pasted;
mod pieces;
mod repeated;

/// Columns with positions in the file.
const PLACES: [&str; 4] = ["source_offset", "source_length", "byte_offset", "byte_length"];

const HEADER: &str = "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET
Table 'T' 9-max Seat #1 is the button
";

fn piece(data: &[u8]) -> Piece<'_> {
    let encoding = Encoding::detect(data);
    Piece { data, encoding, at: Position { byte: 0, line: 1 }, is_last: true }
}

/// The batch of a whole file; checks that every header is counted once.
fn parsed(data: &[u8]) -> Batch {
    let batch = batch::parse(&piece(data), &Options { keep_text: true, ..Options::new(&ALL) });
    let hands = batch.tables.hands.len() as u64;
    assert_eq!(batch.headers, hands + batch.partial + batch.rejected);
    assert!(batch.cancelled <= hands);
    batch
}

#[test]
fn a_hundred_thousand_spoiled_hands_are_read_without_a_panic() {
    let samples: Vec<_> = samples().into_values().collect();
    let mut numbers = Numbers::from_seed(0x5EED);
    // SPOILED_HANDS sets another number, for manual runs.
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
    fn any_bytes_after_a_header_are_read_without_a_panic(
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
        let mut text = include_str!("../../data/robust_amounts.txt").replace("{game}", game);
        for (at, amount) in amounts.iter().enumerate() {
            text = text.replace(&format!("{{{at}}}"), &amount.unsigned_abs().to_string());
        }
        parsed(text.as_bytes());
    }

    #[test]
    fn names_of_any_letters_are_read_as_they_are(names in prop::collection::hash_set(".{1,40}", 2..9)) {
        let is_name = |name: &&String| name.trim() == name.as_str() && !name.contains(['\n', '\r', '\t']);
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

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}
