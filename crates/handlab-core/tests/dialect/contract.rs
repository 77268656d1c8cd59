//! What a dialect may do that no site of today does.

use handlab_core::batch::{self, Batch, Options, Preamble};
use handlab_core::dialect::{Header, Registry};
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};

use crate::columns::column;
use crate::made_up::{ACTS, Anywhere, OLD, SIGNED, START, registry};

fn parsed(text: &str) -> Batch {
    parsed_with(text, START, true, None)
}

fn parsed_with(text: &str, at: Position, is_last: bool, preamble: Option<Preamble<'_>>) -> Batch {
    let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at, is_last };
    let dialects = registry();
    batch::parse(&piece, &Options { preamble, ..Options::new(&dialects) })
}

/// Reads a file as ingestion does, in buffers that grow by `size` bytes; returns hand ids, places and verdicts.
fn in_pieces(text: &str, size: usize) -> Vec<[String; 4]> {
    let dialects = registry();
    let find = |bytes: &[u8], from| dialects.find(bytes, from);
    let (mut start, mut at, mut found) = (0, START, Vec::new());
    let mut preamble: Option<(String, Position)> = None;
    let mut end = 0;
    while end < text.len() {
        end = (end + size).min(text.len());
        let is_last = end == text.len();
        let buffer = &text[start..end];
        let piece = Piece { data: buffer.as_bytes(), encoding: Encoding::Utf8, at, is_last };
        let whole = (buffer.len() as u64, 0);
        let cut = if is_last { Some(whole) } else { framing::cut(&piece, find) };
        let Some((length, lines)) = cut.filter(|(length, _)| *length > 0) else { continue };
        let part = &buffer[..length as usize];
        let earlier =
            preamble.as_ref().map(|(data, at)| Preamble { data: data.as_bytes(), at: *at });
        found.extend(rows_of(&parsed_with(part, at, is_last, earlier)));
        let part_piece = Piece { data: part.as_bytes(), ..piece };
        if let Some((range, lines)) = dialects.last_preamble(&part_piece) {
            let at = Position { byte: at.byte + range.start, line: at.line + lines };
            preamble = Some((part[range.start as usize..range.end as usize].to_owned(), at));
        }
        at = Position { byte: at.byte + length, line: at.line + lines };
        start += length as usize;
    }
    found
}

fn rows_of(batch: &Batch) -> Vec<[String; 4]> {
    let column = |name| column(batch, "hands", name);
    let rows = column("hand_id").into_iter().zip(column("source_offset"));
    let rest = column("source_line").into_iter().zip(column("verdict"));
    rows.zip(rest).map(|((id, offset), (line, verdict))| [id, offset, line, verdict]).collect()
}

#[test]
fn dialects_that_share_a_needle_are_tried_in_turn() {
    let found = parsed(&format!("Paper hand #1 (new)\n{ACTS}Paper hand #2 (old)\n{ACTS}"));
    let nobodys = parsed(&format!("Paper hand #3 (other)\n{ACTS}"));

    assert_eq!(found.dialect, Some("paper_new"));
    assert_eq!(column(&found, "hands", "site"), ["paper", "paper"]);
    assert_eq!(column(&found, "hands", "hand_id"), ["1", "2"]);
    assert_eq!(column(&found, "hands", "verdict"), ["exact", "exact"]);
    assert_eq!((nobodys.headers, nobodys.dialect), (0, None));
}

#[test]
fn headers_are_found_wherever_they_are() {
    let dialects = Registry::new(&[&OLD, &SIGNED]);
    let found = |text: &str| {
        let next = |from| Some(dialects.find(text.as_bytes(), from)?.at);
        let first = next(0);
        std::iter::successors(first, |at| next(at + 1)).collect::<Vec<_>>()
    };
    // Long texts are searched in blocks; a header that crosses the end of a block must still be found.
    for gap in (0..40).chain(1000..1060).chain(2030..2060) {
        let gap = "x".repeat(gap);
        let text = format!("{gap}\nPaper hand #1 (old)\n{gap}\n%2\n{gap}\nPaper hand #3 (old)\n%4");
        let places = ["Paper hand #1", "%2", "Paper hand #3", "%4"].map(|start| text.find(start));
        assert_eq!(found(&text).into_iter().map(Some).collect::<Vec<_>>(), places);
    }
}

#[test]
fn a_header_may_start_before_its_needle() {
    let text = format!(
        "noise\n7: numbered\n{ACTS}12: numbered\n{ACTS}Paper hand #3 (old)\n{ACTS}456: numbered\n{ACTS}"
    );
    let found = parsed(&text);

    assert_eq!(column(&found, "hands", "hand_id"), ["7", "12", "3", "456"]);
    assert_eq!(column(&found, "hands", "verdict"), ["exact"; 4]);
    assert_eq!(column(&found, "hands", "source_line"), ["2", "11", "20", "29"]);
    for size in [1, 11, 60, 300, 5000] {
        assert_eq!(in_pieces(&text, size), rows_of(&found), "by {size}");
    }
    // Each is found once, also from the middle of its number on, where it is no header.
    let dialects = registry();
    let next = |from| dialects.find(b"12: numbered 345: numbered", from).map(|found| found.at);
    assert_eq!([0, 1, 2, 13, 14].map(next), [Some(0), Some(13), Some(13), Some(13), None]);
    for unfinished in ["4", "45: num", "> 45: numb"] {
        assert!(dialects.may_be_header(unfinished.as_bytes()), "{unfinished}");
    }
    for other in ["45 num", "45: numbered (one)"] {
        assert!(!dialects.may_be_header(other.as_bytes()), "{other}");
    }
}

#[test]
fn the_words_of_a_header_are_not_the_header_of_another_site() {
    let registry = Registry::new(&[&OLD, &Anywhere]);
    let found = |text: &str| {
        let mut found = Vec::new();
        let mut next = registry.find(text.as_bytes(), 0);
        while let Some(header) = next {
            let Header::Hand(dialect) = header.header else { panic!("only hands") };
            found.push((dialect.site(), header.at));
            next = registry.find(text.as_bytes(), header.at + 1);
        }
        found
    };

    assert_eq!(found("Paper hand #7 (old)\nx\n"), [("paper", 0)]);
    assert_eq!(found("Paper hand #7 (lost)\nx\n"), [("anywhere", 12)]);
    assert_eq!(found("Paper hand #7 (old)\n7 (x\n"), [("paper", 0), ("anywhere", 20)]);
}

#[test]
fn summaries_are_read_by_the_dialect_that_writes_them() {
    let text = format!("Paper hand summary (new)\nann\n\nPaper hand #1 (old)\n{ACTS}");

    let found = parsed(&text);

    assert_eq!((found.summaries, found.headers, found.rejected), (1, 1, 0));
    assert_eq!(column(&found, "tournament_reports", "tournament_id"), ["paper_new"]);
    let cut = parsed("Paper hand summary (old)");
    assert_eq!(cut.summaries, 0);
    assert_eq!(column(&cut, "rejects", "dialect"), ["paper_old"]);
}

#[test]
fn tournaments_without_a_number_are_different_tournaments() {
    let of = |number: u32| format!("Paper hand #{number} tournament (new)\n{ACTS}");
    let found = parsed(&format!("{}{}Paper hand summary (new)\nnowhere\n", of(1), of(2)));

    assert_eq!(column(&found, "hands", "tournament_id"), ["null", "null"]);
    assert!(column(&found, "tournament_reports", "player").is_empty());
    assert_eq!((found.headers, found.rejected, found.summaries), (2, 0, 0));
    assert_eq!(column(&found, "rejects", "code"), ["header"]);
}

/// The acts of a hand from the last to the first, and its header.
fn upward(number: u32) -> String {
    let acts: Vec<&str> = ACTS.lines().rev().collect();
    format!("{}\n\"-- starting hand #{number}\"\n", acts.join("\n"))
}

#[test]
fn a_header_may_be_the_last_line_of_its_hand() {
    let text = format!("{}\n{}", upward(2), upward(1));

    let found = parsed(&text);

    assert_eq!(column(&found, "hands", "hand_id"), ["2", "1"]);
    assert_eq!(column(&found, "hands", "verdict"), ["exact", "exact"]);
    let first = upward(2).len();
    assert_eq!(column(&found, "hands", "source_offset"), ["0".to_owned(), (first + 1).to_string()]);
    assert_eq!(column(&found, "hands", "source_line"), ["1", "11"]);
    assert_eq!((found.tail, found.headers, found.rejected), (None, 2, 0));
    for size in [7, 40, 100, 1000] {
        assert_eq!(in_pieces(&text, size), rows_of(&found), "by {size}");
    }
}

#[test]
fn lines_before_an_unwritten_header_are_read_again_with_it() {
    let (whole, next) = (upward(1), upward(2));
    let cut_off = &next[..next.len() / 2];

    let found = parsed(&format!("{whole}{cut_off}"));

    assert_eq!((found.headers, found.tail), (1, Some(whole.len() as u64)));
    assert_eq!(found.reread, Some(0));
    let tail = Position { byte: whole.len() as u64, line: 10 };
    let resumed = parsed_with(&next, tail, true, None);
    assert_eq!(rows_of(&resumed)[0][..2], ["2".to_owned(), whole.len().to_string()]);
}

#[test]
fn a_file_that_grows_at_its_start_gives_the_same_hands_again() {
    let older = parsed(&upward(1));

    let grown = parsed(&(upward(2) + &upward(1)));

    let digests = |batch: &Batch| column(batch, "hands", "deal_digest");
    assert_eq!(digests(&grown)[1..], digests(&older));
    assert_eq!(column(&grown, "hands", "hand_id")[1..], column(&older, "hands", "hand_id"));
}

fn session(table: &str, numbers: &[u32]) -> String {
    let game = |number: &u32| format!("<game {number}>\n{ACTS}</game>\n");
    let games: String = numbers.iter().map(game).collect();
    format!("<session {table}>\n<general>x</general>\n{games}</session>\n")
}

#[test]
fn a_preamble_applies_to_the_hands_of_its_file() {
    let text = session("Oslo", &[1, 2]) + &session("Bergen", &[3]);

    let found = parsed(&text);

    assert_eq!(column(&found, "hands", "table_name"), ["Oslo", "Oslo", "Bergen"]);
    assert_eq!(column(&found, "hands", "verdict"), ["exact"; 3]);
    assert_eq!((found.headers, found.rejected, found.tail), (3, 0, None));
    for size in [11, 60, 300, 5000] {
        assert_eq!(in_pieces(&text, size), rows_of(&found), "by {size}");
    }
    let orphan = parsed("<game 4>\n</game>\n");
    assert_eq!((orphan.headers, orphan.rejected), (1, 1));
}

#[test]
fn a_file_that_grew_is_read_from_its_preamble() {
    let text = session("Oslo", &[1, 2]);
    let cut_off = &text[..text.rfind("</game>").expect("an end")];

    let found = parsed(&format!("noise\n{cut_off}"));

    assert_eq!((found.headers, found.partial, found.tail), (2, 1, Some(6)));
    assert_eq!(found.reread, Some(6));
}

#[test]
fn a_longer_file_is_read_from_its_last_hand_though_that_seems_whole() {
    let hands = parsed(&format!("{}{}", session("Oslo", &[1, 2]), upward(3)));
    let in_session = parsed(&format!("noise\n{}", session("Oslo", &[1, 2])));
    let nothing = parsed("no hand\nat all\n");

    assert_eq!((in_session.headers, in_session.tail, in_session.reread), (2, None, Some(6)));
    assert_eq!((hands.headers, hands.tail, hands.reread), (3, None, Some(0)));
    assert_eq!((nothing.headers, nothing.tail, nothing.reread), (0, None, Some(0)));
}

#[test]
fn only_requested_hands_are_read_and_they_have_their_preamble() {
    let text = session("Oslo", &[1, 2]);
    let places = column(&parsed(&text), "hands", "source_offset");
    let second = places[1].parse().expect("a byte");
    let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at: START, is_last: true };
    let dialects = registry();
    let only: &[u64] = &[second];

    let options = Options { only: Some(only), ..Options::new(&dialects) };

    let found = batch::parse(&piece, &options);
    assert_eq!(column(&found, "hands", "hand_id"), ["2"]);
    assert_eq!(column(&found, "hands", "table_name"), ["Oslo"]);
}

#[test]
fn totals_of_seats_are_compared_with_their_actions() {
    let hand = |total: &str| format!("Paper hand #1 (new)\n{ACTS}{total}\n");
    for (total, verdict, fault) in [
        ("total 3 in 5 won 10 left 1005", "exact", "null"),
        // The uncalled bet as contributed and won.
        ("total 3 in 10 won 15 left 1005", "exact", "null"),
        ("total 2 in 5 won 0 left 995", "exact", "null"),
        ("total 2 in 5 won 0 left 1000", "mismatch", "seat_totals"),
        ("total 3 in 10 won 10 left 1005", "mismatch", "seat_totals"),
        ("total 1 in 5 won 0 left 995", "mismatch", "seat_totals"),
    ] {
        let found = parsed(&hand(total));
        assert_eq!(column(&found, "hands", "verdict"), [verdict], "{total}");
        assert_eq!(column(&found, "hands", "text_check"), [fault], "{total}");
    }
}
