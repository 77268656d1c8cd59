//! Amounts computed from several rows.

use handlab_core::chips;

use super::rows::Row;
use crate::syntax::text::rsplit_once;

/// Decimals of the amounts that are computed here.
pub(super) const SCALE: u8 = 4;

/// Appends an amount without needless decimals: 20, 0.25.
pub(super) fn push_amount(amount: i64, out: &mut String) {
    let start = out.len();
    chips::append_to(out, amount, SCALE);
    let len = out[start..].trim_end_matches('0').trim_end_matches('.').len();
    out.truncate(start + len);
}

/// Whether the table has hundredths: its stacks are then printed with decimals, even if all of them are whole.
pub(super) fn has_cents(rows: &[Row]) -> bool {
    let stacks = rows.iter().find_map(|row| row.entry.strip_prefix("Player stacks: "));
    let mut seats = stacks.into_iter().flat_map(|stacks| stacks.split(" | #"));
    seats.any(|seat| rsplit_once(seat, "\" (").is_some_and(|(_, stack)| stack.contains('.')))
}
