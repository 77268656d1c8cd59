//! Audits files and prints the verdicts: `cargo run --release -p handlab-dialects --example audit -- PATH...`. With `LOUD=1` each hand with
//! a bad verdict is printed with its checks.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::pipeline::Pipeline;

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<_> =
            std::fs::read_dir(path).expect("a folder").filter_map(Result::ok).collect();
        entries.sort_by_key(std::fs::DirEntry::path);
        for entry in entries {
            files(&entry.path(), found);
        }
    } else {
        found.push(path.to_owned());
    }
}

fn main() {
    let mut paths = Vec::new();
    for path in std::env::args().skip(1) {
        files(Path::new(&path), &mut paths);
    }
    let mut pipeline = Pipeline::default();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let (mut headers, mut unread, mut buffer) = (0, 0, String::new());
    let is_loud = std::env::var("LOUD").is_ok();
    for path in paths {
        let data = std::fs::read(&path).expect("a file");
        let piece = Piece {
            data: &data,
            encoding: Encoding::detect(&data),
            at: Position { byte: 0, line: 1 },
            is_last: true,
        };
        let bytes = framing::transcode(&piece);
        let mut preamble = String::new();
        framing::frames(&piece, &bytes, handlab_dialects::find, |frame| {
            let text = framing::decode(frame.bytes, &mut buffer);
            let dialect = match frame.header {
                Header::Hand(dialect) => dialect,
                Header::Preamble(_) => return text.clone_into(&mut preamble),
                Header::Summary(_) => return,
            };
            headers += 1;
            let (at, is_last, is_terminated) = (frame.at, frame.is_last, frame.is_terminated);
            let span = Span { text, at, is_last, is_terminated, preamble: &preamble };
            let read = pipeline.read(dialect, span, |_| {});
            let Pipeline { hand, replay, audit, .. } = &pipeline;
            let code = match read {
                Ok(()) => {
                    let name = audit.verdict.name();
                    let is_fine = (name.starts_with("exact")
                        && name != "exact_uncalled_in_collected")
                        || name == "odd_chip_only"
                        || name == "reconciled_unverified";
                    if !is_fine && is_loud {
                        println!(
                            "{} #{} {}:{} fault={:?} E1={:?} E3={:?} pots={:?} twice={} winner={:?} uncalled={:?} turns={:?} text={:?}",
                            name,
                            hand.str(hand.hand_id),
                            path.display(),
                            at.line,
                            replay.fault,
                            audit.residual_contributed,
                            audit.residual_collected,
                            audit.pots_agree,
                            audit.has_card_twice,
                            audit.winner_check,
                            replay.residual_uncalled,
                            replay.turn_fault,
                            audit.text_fault
                        );
                    }
                    name.to_owned()
                }
                Err(error) => {
                    println!("REJECT {} {}: {error}", path.display(), error.code());
                    format!("reject {}", error.code())
                }
            };
            *counts.entry(code).or_default() += 1;
            unread += u64::from(hand.unread_lines);
        });
    }
    println!("headers {headers}, unread lines {unread}");
    for (code, count) in counts {
        println!("{count:8} {code}");
    }
}
