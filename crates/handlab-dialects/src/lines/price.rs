//! What a tournament costs, and amounts of its money.

use handlab_core::chips;
use handlab_core::hand::{Hand, Tournament};
use handlab_core::money::Currency;

use crate::syntax::text::split_once;

/// Reads `$5+$5+$1 EUR`: the sign of each part, and a code after the last, which alone counts where signs were lost.
pub(crate) fn read_price(text: &str, tournament: &mut Tournament) {
    let last = text.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
    let code = &text[last.len()..];
    let amounts = if code.len() > 1 { last.trim_end() } else { text };
    let symbol = chips::currency_of_symbol(amounts).map(|(currency, _)| currency);
    // Thousands may be separated by spaces: `1 000 €`.
    let is_of_number = |letter: char| {
        letter.is_ascii_digit() || letter.is_whitespace() || matches!(letter, '.' | ',')
    };
    let after = amounts.trim_start_matches(is_of_number);
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
        // The sign was lost, and nothing else names the currency.
        return;
    }
    tournament.buy_in = parts.next().flatten();
    let second = parts.next().flatten();
    match (parts.next(), parts.next()) {
        (None, _) => tournament.fee = second,
        (Some(third), None) => (tournament.bounty, tournament.fee) = (second, third),
        // It is unknown which of four parts is the fee.
        (Some(_), Some(_)) => tournament.buy_in = None,
    }
}

/// Assigns the parts of a price, whose order varies: of three, the first goes to the prizes, and the smaller of the others
/// is the fee. Lotteries have the fee second and the part for the prizes last: `0€ + 0,01€ + 0,19€`.
pub(crate) fn name_parts(tournament: &mut Tournament) {
    let (Some(second), Some(third)) = (tournament.bounty, tournament.fee) else { return };
    if second >= third {
        return;
    }
    tournament.fee = Some(second);
    if tournament.buy_in == Some(0) {
        (tournament.buy_in, tournament.bounty) = (Some(third), None);
    } else {
        tournament.bounty = Some(third);
    }
}

/// An amount of the tournament's money, with or without a full stop after it.
pub(crate) fn money(hand: &Hand, text: &str) -> Option<i64> {
    let scale = hand.tournament.map_or(2, |tournament| tournament.scale);
    // A euro sign that was lost in a conversion.
    let text = text.trim().trim_end_matches(['.', '\u{fffd}']);
    // Indian tables print `₹1520 .35`.
    match split_once(text, " .") {
        Some((whole, cents)) => chips::read(format!("{whole}.{cents}").as_bytes(), scale),
        None => chips::read(text.as_bytes(), scale),
    }
}

/// An amount of the tournament's money. It sets the currency if the header prints none, as for a freeroll.
pub(crate) fn first_money(hand: &mut Hand, text: &str) -> Option<i64> {
    let unknown = hand.tournament.as_mut().filter(|entry| entry.currency == Currency::default());
    if let (Some(tournament), Some((currency, _))) = (unknown, chips::currency_of_symbol(text)) {
        (tournament.currency, tournament.scale) = (currency, chips::scale_of(currency));
    }
    money(hand, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fee_is_the_smaller_part_beside_the_first() {
        for (text, wanted) in [
            ("€0.91 + €0.91 + €0.18", [Some(91), Some(18), Some(91)]),
            ("€2 + €0.40 + €1.60", [Some(200), Some(40), Some(160)]),
            ("0€ + 0,01€ + 0,19€", [Some(19), Some(1), None]),
            ("€0 + €0.90 + €0.10", [Some(0), Some(10), Some(90)]),
            ("€0.24+€0.01", [Some(24), Some(1), None]),
            ("1 000 € + 100 €", [Some(100_000), Some(10_000), None]),
            ("1\u{a0}000,50 €", [Some(100_050), None, None]),
            ("€1 + €1 + €1 + €0.20", [None, None, None]),
        ] {
            let mut price = Tournament::default();
            read_price(text, &mut price);
            name_parts(&mut price);
            assert_eq!([price.buy_in, price.fee, price.bounty], wanted, "{text}");
            assert_eq!(price.currency, Currency::EUR, "{text}");
        }
    }
}
