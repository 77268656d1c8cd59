//! A batch of any bytes ends without a panic and counts every header once.
#![cfg_attr(feature = "libfuzzer", no_main)]

use handlab_core::batch::{self, Options};
use handlab_core::error::Position;
use handlab_core::framing::{Encoding, Piece};
use handlab_dialects::ALL;

fn run(data: &[u8]) {
    let encoding = Encoding::detect(data);
    let piece = Piece { data, encoding, at: Position { byte: 0, line: 1 }, is_last: true };
    let batch = batch::parse(&piece, &Options { keep_text: true, ..Options::new(&ALL) });
    let hands = batch.tables.hands.len() as u64;
    assert_eq!(batch.headers, hands + batch.partial + batch.rejected);
}

#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_target!(|data: &[u8]| run(data));

#[cfg(not(feature = "libfuzzer"))]
mod mutated;

#[cfg(not(feature = "libfuzzer"))]
fn main() {
    mutated::main("batch", run);
}
