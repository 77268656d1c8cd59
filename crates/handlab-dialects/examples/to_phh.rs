//! Writes the hands of files as PHH into a folder, one file per hand: `cargo run --release -p handlab-dialects --example
//! to_phh -- FOLDER PATH...`. Counts what is refused and what is lost.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::Path;

use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::pipeline::Pipeline;
use handlab_dialects::phh::write::write;

fn main() {
    let mut paths = std::env::args().skip(1);
    let folder = paths.next().expect("a folder to write to");
    let mut pipeline = Pipeline::default();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let (mut number, mut buffer) = (0, String::new());
    for path in paths {
        let data = std::fs::read(&path).expect("a readable file");
        let encoding = Encoding::detect(&data);
        let at = Position { byte: 0, line: 1 };
        let piece = Piece { data: &data, encoding, at, is_last: true };
        let bytes = framing::transcode(&piece);
        framing::frames(&piece, &bytes, handlab_dialects::find, |frame| {
            let Header::Hand(dialect) = frame.header else { return };
            let text = framing::decode(frame.bytes, &mut buffer);
            let (at, is_last, is_terminated) = (frame.at, frame.is_last, frame.is_terminated);
            let span = Span { text, at, is_last, is_terminated, preamble: "" };
            if pipeline.read(dialect, span, |_| {}).is_err() {
                return;
            }
            let mut out = String::new();
            let Pipeline { hand, replay, audit, .. } = &pipeline;
            match write(hand, replay, audit, &mut out) {
                Ok(losses) => {
                    number += 1;
                    let file = Path::new(&folder).join(format!("{number}.phh"));
                    std::fs::write(file, out).expect("a writable folder");
                    for loss in losses {
                        *counts.entry(format!("loss: {loss:?}")).or_default() += 1;
                    }
                }
                Err(refusal) => *counts.entry(format!("refused: {refusal}")).or_default() += 1,
            }
        });
    }
    println!("written: {number}");
    for (what, count) in counts {
        println!("{what}: {count}");
    }
}
