//! Amounts computed from several rows.

use handlab_core::chips;

/// Decimals of the amounts that are computed here.
pub(super) const SCALE: u8 = 4;

/// Appends an amount without needless decimals: 20, 0.25.
pub(super) fn push_amount(amount: i64, out: &mut String) {
    let start = out.len();
    chips::append_to(out, amount, SCALE);
    let len = out[start..].trim_end_matches('0').trim_end_matches('.').len();
    out.truncate(start + len);
}
