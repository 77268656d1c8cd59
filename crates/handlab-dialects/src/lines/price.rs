//! What a tournament costs, and amounts of its money.

use handlab_core::chips;
use handlab_core::hand::{Hand, Tournament};
use handlab_core::money::Currency;

/// Reads `$5+$5+$1 EUR`: the sign of each part, and a code after the last, which alone counts where signs were lost.
pub(crate) fn read_price(text: &str, tournament: &mut Tournament) {
    let last = text.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
    let code = &text[last.len()..];
    let amounts = if code.len() > 1 { last.trim_end() } else { text };
    let symbol = chips::currency_of_symbol(amounts).map(|(currency, _)| currency);
    let after =
        amounts.trim_start_matches(|letter: char| letter.is_ascii_digit() || ".,".contains(letter));
    let after = after.split('+').next().unwrap_or_default().trim();
    let currency = match (
        code,
        symbol.or_else(|| chips::currency_of_symbol(after).map(|(currency, _)| currency)),
    ) {
        (code, _) if code.len() > 1 => Currency::from_code(code),
        (_, Some(currency)) => currency,
        (_, None) => Currency::PLAY,
    };
    let scale = if matches!(code, "SC" | "FPP") { 0 } else { chips::scale_of(currency) };
    let mut parts = amounts.split('+').map(|part| chips::read(part.trim().as_bytes(), scale));
    (tournament.currency, tournament.scale) = (currency, scale);
    if currency == Currency::PLAY && amounts.contains('\u{fffd}') {
        // A sign that was lost, and nothing names the currency.
        return;
    }
    tournament.buy_in = parts.next().flatten();
    let second = parts.next().flatten();
    match parts.next() {
        Some(third) => (tournament.bounty, tournament.fee) = (second, third),
        None => tournament.fee = second,
    }
}

/// An amount of the tournament's money, with or without a full stop after it.
pub(crate) fn money(hand: &Hand, text: &str) -> Option<i64> {
    let scale = hand.tournament.map_or(2, |tournament| tournament.scale);
    // A euro sign that was lost in a conversion.
    let text = text.trim().trim_end_matches(['.', '\u{fffd}']);
    // Indian tables print `₹1520 .35`.
    match text.split_once(" .") {
        Some((whole, cents)) => chips::read(format!("{whole}.{cents}").as_bytes(), scale),
        None => chips::read(text.as_bytes(), scale),
    }
}
