//! The same hands in every encoding and with every line end.

use super::{PLACES, parsed, utf16};
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::rows::rows;
use crate::samples::{samples, samples_of};

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

#[test]
fn a_text_that_was_encoded_twice_is_read_in_languages_of_other_letters() {
    let without: Vec<_> = PLACES.iter().copied().chain(["text", "message"]).collect();
    for dialect in ["pokerstars_russian", "pokerstars_greek", "pokerstars_chinese"] {
        for (name, data) in samples_of(dialect) {
            let twice = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&data).0;
            let (found, wanted) = (parsed(twice.as_bytes()), parsed(&data));
            assert_eq!(rows(&found, &without), rows(&wanted, &without), "{name}");
        }
    }
}

/// The byte in the message of a reject.
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

/// The name of a change that copying makes, and the text after it.
type Copying = (&'static str, fn(&str) -> String);

const COPYING: [Copying; 7] = [
    ("a byte order mark", |text| format!("\u{feff}{text}")),
    ("spaces at the end of lines", |text| text.replace('\n', "  \n")),
    ("lines with an empty one after each", |text| text.replace('\n', "\n\n")),
    ("empty lines of spaces", |text| text.replace("\n\n", "\n \t \n")),
    ("more empty lines", |text| text.replace("\n\n", "\n\n\n\n")),
    ("the end of a file of DOS", |text| format!("{text}\u{1a}")),
    ("carriage returns twice", |text| text.replace('\n', "\r\r\n")),
];

#[test]
fn whitespace_that_copying_adds_changes_no_hand_of_any_dialect() {
    let without: Vec<_> =
        PLACES.iter().copied().chain(["message", "text", "source_line", "line"]).collect();
    for (name, data) in DIALECTS.iter().flat_map(|dialect| samples_of(dialect)) {
        let Ok(text) = std::str::from_utf8(&data) else { continue };
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_end().to_owned() + "\n";
        let wanted = rows(&parsed(text.as_bytes()), &without);
        for (copying, change) in COPYING {
            // TOML allows a carriage return only before a line feed.
            if copying == "carriage returns twice" && text.contains("variant = ") {
                continue;
            }
            let copied = rows(&parsed(change(&text).as_bytes()), &without);
            assert_eq!(copied, wanted, "{name}: {copying}");
        }
    }
}
