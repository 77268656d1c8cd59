//! What each step of the core costs per hand: `cargo run --release -- RUNS FILE...`; `bench/parse.py` calls it.
//!
//! Every pass does one step more than the one before it, so that the differences are the steps. Prints
//! `step<TAB>microseconds per hand`, medians of the runs.
//!
//! With `HANDLAB_STEPS=N`, the first steps are only done, for a program that counts their instructions.

use cpu_time::ThreadTime;

use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::pipeline::{Pipeline, Step};
use handlab_core::table::{Source, Tables};

const STEPS: [&str; 6] =
    ["framing", "parse", "replay", "pots, score, audit", "all-in EV", "tables"];

/// As many bytes as ingestion hands out at once.
const PIECE: usize = 8 << 20;

fn main() {
    let mut words = std::env::args().skip(1);
    let runs: usize = words.next().and_then(|runs| runs.parse().ok()).expect("RUNS FILE...");
    let pieces: Vec<Vec<u8>> = words
        .map(|path| std::fs::read(path).expect("a file"))
        .flat_map(|data| cut(&data))
        .collect();
    let (mut hands, mut tables) = (0, Tables::default());
    if let Some(steps) = std::env::var("HANDLAB_STEPS").ok().and_then(|steps| steps.parse().ok()) {
        for piece in std::iter::repeat_n(&pieces, runs).flatten() {
            hands += pass(piece, steps, &mut tables);
        }
        return println!("hands\t{hands}");
    }
    let mut times = [const { Vec::new() }; STEPS.len()];
    for _ in 0..runs {
        for (steps, times) in times.iter_mut().enumerate() {
            let start = ThreadTime::now();
            hands = pieces.iter().map(|piece| pass(piece, steps, &mut tables)).sum();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let mut before = 0.0;
    println!("hands\t{hands}");
    for (step, times) in STEPS.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        println!("{step}\t{}", (median - before) * 1e6 / f64::from(hands));
        before = median;
    }
    let write = (0..runs).map(|_| write(&pieces)).fold(f64::INFINITY, f64::min);
    println!("write\t{}", write * 1e6 / f64::from(hands));
}

/// Seconds to write all tables of all pieces, the best form of `bench/ingest.py`'s measure: on one thread, to memory or to
/// the folder `HANDLAB_OUT`.
fn write(pieces: &[Vec<u8>]) -> f64 {
    let batches: Vec<Tables> = pieces
        .iter()
        .map(|piece| {
            let mut tables = Tables::default();
            pass(piece, STEPS.len(), &mut tables);
            tables
        })
        .collect();
    let start = ThreadTime::now();
    let mut size = 0;
    for (table, name) in Tables::default().columns().iter().map(|(name, _)| *name).enumerate() {
        let mut file = Vec::new();
        let columns: Vec<_> =
            batches.iter().map(|batch| batch.columns()[table].1.clone()).collect();
        handlab_parquet::write(&mut file, &columns, &[], 1).expect("memory");
        size += file.len();
        if let Some(folder) = std::env::var_os("HANDLAB_OUT") {
            let path = std::path::Path::new(&folder).join(format!("{name}.parquet"));
            std::fs::write(path, file).expect("a folder");
        }
    }
    eprintln!("{size} bytes");
    start.elapsed().as_secs_f64()
}

fn cut(data: &[u8]) -> Vec<Vec<u8>> {
    let (mut pieces, mut rest) = (Vec::new(), data);
    while rest.len() > PIECE {
        let at = Position { byte: 0, line: 1 };
        let piece = Piece { data: &rest[..PIECE], encoding: Encoding::Utf8, at, is_last: false };
        let (end, _) = framing::cut(&piece, handlab_dialects::find).expect("a header");
        pieces.push(rest[..end as usize].to_vec());
        rest = &rest[end as usize..];
    }
    pieces.push(rest.to_vec());
    pieces
}

/// The hands of a piece, after that many steps.
fn pass(data: &[u8], steps: usize, tables: &mut Tables) -> u32 {
    tables.clear();
    let mut pipeline = Pipeline::default();
    let (mut buffer, mut preamble, mut hands) = (String::new(), String::new(), 0);
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data, encoding: Encoding::Utf8, at, is_last: true };
    let bytes = framing::transcode(&piece);
    framing::frames(&piece, &bytes, handlab_dialects::find, |frame| {
        let text = framing::decode(frame.bytes, &mut buffer);
        let dialect = match frame.header {
            Header::Hand(dialect) => dialect,
            Header::Preamble(_) => return text.clone_into(&mut preamble),
            Header::Summary(_) => return,
        };
        hands += 1;
        let last = match steps {
            0 => return,
            1 => Step::Parse,
            2 => Step::Replay,
            3 => Step::Audit,
            _ => Step::Expectation,
        };
        let (at, is_last, is_terminated) = (frame.at, frame.is_last, frame.is_terminated);
        let span = Span { text, at, is_last, is_terminated, preamble: &preamble };
        // Real archives hold hands that were cut off.
        if pipeline.read_until(last, dialect, span, |_| {}).is_ok() && steps >= 5 {
            tables.push(&pipeline.audited(Source::default()));
        }
    });
    std::hint::black_box(&tables);
    hands
}
