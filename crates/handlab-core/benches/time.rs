//! Local times to UTC; a hand has one or two: `cargo bench -p handlab-core --bench time`.

use divan::black_box;
use handlab_core::time::utc_micros;

fn main() {
    divan::main();
}

#[divan::bench(args = [("2008/01/07 22:59:37", "ET"), ("2025/08/02 11:24:53", "CET")])]
fn utc((local, zone): &(&str, &str)) -> Option<i64> {
    utc_micros(black_box(local), black_box(zone))
}
