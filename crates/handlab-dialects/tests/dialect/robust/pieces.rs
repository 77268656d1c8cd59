//! Files that end early, and files that are read piece by piece.

use handlab_core::batch::{self, Batch, Options};
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};
use handlab_dialects::ALL;

use super::{parsed, utf16};
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::rows::{Rows, append, rows};
use crate::samples::{samples, samples_of};

/// The bytes at which the hands of a file start, according to the batch.
fn starts(batch: &Batch) -> Vec<usize> {
    let offsets = column(batch, "hands", "source_offset");
    offsets.iter().map(|offset| offset.parse().expect("an offset")).collect()
}

#[test]
fn a_file_cut_at_any_byte_loses_only_its_last_hand() {
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
    // The last line has the loser's cards: without it the winner cannot be verified.
    let (cut, _) = text.split_once("Seat 3: Wim (big").expect("a last line");
    for end in ["", "\n", "Seat 3: Wi"] {
        let batch = parsed(format!("{}\n{end}", cut.trim_end()).as_bytes());
        assert_eq!((batch.partial, batch.tail), (0, Some(0)), "{end:?}");
        assert_eq!(column(&batch, "hands", "verdict"), ["reconciled_unverified"], "{end:?}");
    }
    // Complete except for its line end: the line may still grow.
    let batch = parsed(text.trim_end().as_bytes());
    assert_eq!((batch.partial, batch.tail, batch.tables.hands.len()), (0, Some(0), 1));
    // In the middle of a file there is no more to wait for.
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

#[test]
fn rows_of_json_are_cut_between_two_even_on_one_line() {
    for (name, data) in samples_of("pokernow_log_json") {
        let wanted = rows(&parsed(&data), &[]);
        for size in [60, 300, 700, 2000] {
            assert_eq!(read_in_pieces(&data, Encoding::Utf8, size), wanted, "{name} by {size}");
        }
    }
}

#[test]
fn a_file_with_other_spaces_is_cut_at_its_hands_too() {
    let text = String::from_utf8(several()).expect("UTF-8");
    // The first hand has plain spaces: behind it, too, headers are found.
    let second = text.find("\n\n").expect("a second hand");
    let (first, rest) = text.split_at(second);
    for space in ["\t", "\u{a0}"] {
        for data in [text.replace(' ', space), [first, &rest.replace(' ', space)].concat()] {
            let data = data.as_bytes();
            let wanted = once_per_seat(rows(&parsed(data), &[]));
            for size in [1000, 10_000] {
                let found = once_per_seat(read_in_pieces(data, Encoding::Utf8, size));
                assert!(found == wanted, "{space:?} by {size}");
            }
            let at = Position { byte: 0, line: 1 };
            let piece = Piece { data, encoding: Encoding::Utf8, at, is_last: false };
            let (cut, _) = framing::cut(&piece, handlab_dialects::find).expect("a header");
            assert!(cut as usize > data.len() / 2, "{space:?}: the last hand starts at {cut}");
        }
    }
}

/// Byte, line and length of each frame.
fn frames(piece: &Piece<'_>) -> Vec<(u64, u64, u64)> {
    let mut found = Vec::new();
    framing::frames(piece, piece.data, handlab_dialects::find, |frame| {
        found.push((frame.at.byte, frame.at.line, frame.length));
    });
    found
}

#[test]
fn a_header_does_not_depend_on_a_line_that_starts_before_the_piece() {
    // The first line of a hand of every dialect, cut short, on one line with a complete hand of every other.
    let firsts: Vec<_> = DIALECTS
        .iter()
        .filter_map(|dialect| Some((*dialect, samples_of(dialect).into_values().next()?)))
        .filter(|(_, data)| Encoding::detect(data) == Encoding::Utf8)
        .collect();
    assert!(firsts.len() > 30, "only {} dialects", firsts.len());
    for (of, first) in &firsts {
        let line = &first[..first.iter().position(|byte| *byte == b'\n').unwrap_or(first.len())];
        for (second, next) in &firsts {
            for (before, kept) in [("\"-", line.len()), ("> ", line.len()), ("", 17)] {
                let head = &line[..line.len().min(kept)];
                let data = [before.as_bytes(), head, b"0", next].concat();
                assert_same_in_pieces(
                    &data,
                    &format!("{second} on the line of {before:?} and {of}"),
                );
            }
        }
    }
}

#[test]
fn a_truncated_row_is_not_a_header_whatever_is_joined_to_it() {
    let rows = samples_of("pokernow");
    let firsts: Vec<_> =
        DIALECTS.iter().filter_map(|dialect| samples_of(dialect).into_values().next()).collect();
    for (name, text) in &rows {
        let starts: Vec<_> = memchr::memmem::find_iter(text, "-- starting hand #").collect();
        for start in starts {
            let line = &text[start..];
            let end = line.iter().position(|byte| *byte == b'\n').unwrap_or(line.len());
            for kept in (0..=end).step_by(3) {
                for next in firsts.iter().filter(|next| Encoding::detect(next) == Encoding::Utf8) {
                    let data = [&text[..start + kept], next].concat();
                    assert_same_in_pieces(
                        &data,
                        &format!("{name} cut after {kept} bytes of a row"),
                    );
                }
            }
        }
    }
}

/// A file that is cut at its last header and read in two pieces has the frames of the whole.
fn assert_same_in_pieces(data: &[u8], name: &str) {
    let at = Position { byte: 0, line: 1 };
    let whole = Piece { data, encoding: Encoding::Utf8, at, is_last: true };
    let Some((cut, lines)) = framing::cut(&whole, handlab_dialects::find) else { return };
    let (front, back) = data.split_at(cut as usize);
    let mut found = frames(&Piece { data: front, is_last: false, ..whole });
    let at = Position { byte: cut, line: 1 + lines };
    found.extend(frames(&Piece { data: back, at, ..whole }));
    assert_eq!(found, frames(&whole), "{name}, cut at {cut}");
}

/// Drops rows that a piece repeats from an earlier one: players who are still in their tournament.
fn once_per_seat(mut rows: Rows) -> Rows {
    if let Some(reports) = rows.get_mut("tournament_reports") {
        let mut seen = std::collections::HashSet::new();
        reports.retain(|row| seen.insert(row.clone()));
    }
    rows
}

/// Reads like a file: a buffer grows by `size` bytes and is cut at its last header.
fn read_in_pieces(data: &[u8], encoding: Encoding, size: usize) -> Rows {
    let mut found = Rows::new();
    let mut at = Position { byte: 0, line: 1 };
    let (mut start, mut end) = (0, 0);
    let options = Options { keep_text: true, ..Options::new(&ALL) };
    loop {
        end = data.len().min(end + size);
        let is_last = end == data.len();
        let buffer = Piece { data: &data[start..end], encoding, at, is_last };
        let cut = if is_last { None } else { framing::cut(&buffer, handlab_dialects::find) };
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
