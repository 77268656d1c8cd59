//! A file that is cut at its last header and read in two pieces gives the frames of the whole.
#![cfg_attr(feature = "libfuzzer", no_main)]

use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};

/// Byte, line and length of each frame.
fn frames(piece: &Piece<'_>) -> Vec<(u64, u64, u64)> {
    let bytes = framing::transcode(piece);
    let mut found = Vec::new();
    framing::frames(piece, &bytes, handlab_dialects::find, |frame| {
        found.push((frame.at.byte, frame.at.line, frame.length));
    });
    found
}

fn run(data: &[u8]) {
    // Half a surrogate pair cannot be located in a file: only whole texts are cut.
    let encoding = Encoding::detect(data);
    if encoding != Encoding::Utf8
        && String::from_utf8_lossy(&framing::transcode(&whole(data))).contains('\u{fffd}')
    {
        return;
    }
    let whole = whole(data);
    let Some((cut, lines)) = framing::cut(&whole, handlab_dialects::find) else {
        // Of a header that comes last the rest of its line may still be missing.
        let is_unfinished = framing::unfinished_line(&whole, &framing::transcode(&whole)).is_some();
        return assert!(is_unfinished || frames(&whole).is_empty());
    };
    let (front, back) = data.split_at(usize::try_from(cut).expect("a place in the data"));
    let mut found = frames(&Piece { data: front, encoding, is_last: false, ..whole });
    let at = Position { byte: cut, line: 1 + lines };
    found.extend(frames(&Piece { data: back, encoding, at, is_last: true }));
    assert_eq!(found, frames(&whole));
}

fn whole(data: &[u8]) -> Piece<'_> {
    let encoding = Encoding::detect(data);
    Piece { data, encoding, at: Position { byte: 0, line: 1 }, is_last: true }
}

#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_target!(|data: &[u8]| run(data));

#[cfg(not(feature = "libfuzzer"))]
mod mutated;

#[cfg(not(feature = "libfuzzer"))]
fn main() {
    mutated::main("framing", run);
}
