#![allow(clippy::print_stdout)]
use std::time::Instant;
fn main() {
    let t = Instant::now();
    let c = handlab_core::score::keys::Classes::standard();
    println!("tables {:?}", t.elapsed());
    let _ = c;
    let t = Instant::now();
    handlab_core::score::keys::Classes::short_deck(Default::default());
    println!("short deck {:?}", t.elapsed());
}
