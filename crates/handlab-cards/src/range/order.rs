//! The 169 starting hands from best to worst.

use std::sync::LazyLock;

use super::StartingHand;
use crate::card::rank_of;

/// Hand, showdowns won, showdowns tied; see `examples/preflop_order.rs`.
const TABLE: &str = include_str!("order.tsv");

static BEST_FIRST: LazyLock<Vec<StartingHand>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| match row.as_bytes() {
        [high, low, mark, ..] => StartingHand::new(rank_of(*high)?, rank_of(*low)?, *mark == b's'),
        _ => None,
    })
    .collect()
});

/// All combos of two cards.
const COMBOS: u64 = 1326;

/// Percentages are in hundred-millionths of a percent, so that they are compared exactly as written.
pub(super) const PERCENT: u64 = 100_000_000;

/// The 169 starting hands by their equity against a random hand, aces first.
pub fn best_first() -> impl Iterator<Item = StartingHand> {
    BEST_FIRST.iter().copied()
}

/// The hands after the best `from` up to the best `to`, both in hundred-millionths of a percent (15 % is
/// 1,500,000,000). A starting hand is located at the middle of its combos.
pub(super) fn between(from: u64, to: u64) -> impl Iterator<Item = StartingHand> {
    let mut half_combos_before = 0;
    best_first().filter(move |hand| {
        let half_combos = hand.combos().count() as u64;
        let middle = half_combos_before + half_combos;
        half_combos_before += 2 * half_combos;
        let is_within = |share: u64| middle * 100 * PERCENT <= share.saturating_mul(2 * COMBOS);
        is_within(to) && !is_within(from)
    })
}
