//! A made-up dialect whose text is escaped: a CSV with one act per row, in the notation of `paper.rs`.

use std::fmt::Write;
use std::sync::Mutex;

use handlab_core::batch::{self, Options};
use handlab_core::dialect::{Dialect, Registry};
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::{Encoding, Piece, Span};
use handlab_core::hand::Hand;

use crate::columns::column;
use crate::made_up::{ACTS, START, take_line};
use crate::paper;

/// Rows such as `"name 1 Ann ""the ace"", Jr",4`: the act and its number, the first of a hand with the hand's.
struct Csv {
    /// The capacity of the scratch at the start of each hand.
    rooms: Mutex<Vec<usize>>,
}

static CSV: Csv = Csv { rooms: Mutex::new(Vec::new()) };

/// Appends the first field of a row, without its quotation marks; false if it has no end.
fn unescape(row: &str, out: &mut String) -> bool {
    let Some(mut rest) = row.strip_prefix('"') else { return false };
    while let Some((text, after)) = rest.split_once('"') {
        out.push_str(text);
        let Some(more) = after.strip_prefix('"') else { return after.starts_with(',') };
        out.push('"');
        rest = more;
    }
    false
}

impl Dialect for Csv {
    fn site(&self) -> &'static str {
        "csv"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["\"hand #"]
    }

    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        before.is_empty()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        assert!(scratch.is_empty(), "{scratch:?} is left from another hand");
        self.rooms.lock().expect("one thread").push(scratch.capacity());
        *hand = paper::blank();
        hand.site = self.site();
        for (line, row) in (span.at.line..).zip(span.text.lines()) {
            let at = Position { line, ..span.at };
            scratch.clear();
            if !unescape(row, scratch) {
                return Err(ParseError::new(ParseErrorKind::UnknownLine(row.to_owned()), at));
            }
            if let Some(number) = scratch.strip_prefix("hand #") {
                hand.hand_id = hand.push_text(number);
            } else if let Some((chair, name)) =
                scratch.strip_prefix("name ").and_then(|name| name.split_once(' '))
            {
                let seat = hand.seat_index(chair.parse().expect("a chair")).expect("a seat");
                hand.seats[usize::from(seat)].player = hand.push_text(name);
            } else {
                take_line(hand, scratch, at)?;
            }
        }
        Ok(())
    }
}

/// A hand as CSV, with a name that needs escapes.
fn hand(number: u32) -> String {
    let (seats, acts) = ACTS.split_at(ACTS.find("2 sb").expect("a blind"));
    let rows = format!("hand #{number}\n{seats}name 1 Ann \"the ace\", Jr\n{acts}");
    let mut csv = String::new();
    for (row, act) in rows.lines().enumerate() {
        writeln!(csv, "\"{}\",{row}", act.replace('"', "\"\"")).expect("a string has room");
    }
    csv
}

#[test]
fn escaped_texts_are_read_in_one_buffer_for_all_hands() {
    let text = format!("{}{}\"hand #3\",0\n\"no end\n{}", hand(1), hand(2), hand(4));
    let dialects = Registry::new(&[&CSV]);
    let data = text.as_bytes();
    let piece = Piece { data, encoding: Encoding::Utf8, at: START, is_last: true };

    let found = batch::parse(&piece, &Options::new(&dialects));

    assert_eq!(column(&found, "hands", "hand_id"), ["1", "2", "4"]);
    assert_eq!(column(&found, "hands", "verdict"), ["exact"; 3]);
    assert_eq!(column(&found, "seats", "player")[0], "Ann \"the ace\", Jr");
    // Also after a hand that could not be read.
    assert!(column(&found, "rejects", "message")[0].contains("\"no end"));
    let rooms = CSV.rooms.lock().expect("one thread");
    assert_eq!((rooms.len(), rooms[0]), (4, 0));
    assert!(rooms[1] > 0 && rooms[1..].iter().all(|room| *room == rooms[1]), "{rooms:?}");
}
