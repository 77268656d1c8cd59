//! Amounts of a summary: `$89,165.94`, `USD 3,180.00`, `25,750 FPP`, `82,251.67` of play money.

use handlab_core::chips;
use handlab_core::money::Currency;

/// Decimals of every amount of a summary.
pub(super) const SCALE: u8 = 2;

const FPP: Currency = Currency::from_code("FPP");

/// An amount as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Printed<'a> {
    pub(super) text: &'a str,
    /// In units of `10^-SCALE`.
    pub(super) minor: i64,
    /// `PLAY` if it has no sign.
    pub(super) currency: Currency,
}

/// Whether `text` looks like a currency code: `USD`, `SC`.
fn is_code(text: &str) -> bool {
    matches!(text.len(), 2..=4) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Reads an amount with a sign before it, a code before or after it, or neither.
pub(super) fn read(text: &str) -> Option<Printed<'_>> {
    let text = text.trim();
    let start = text.find(|c: char| c.is_ascii_digit() || c == '.')?;
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (sign, code) = (text[..start].trim(), text[end..].trim());
    let digits = text.get(start..end)?;
    // The thousands and decimal separators depend on the client's language: `1 234,50`.
    let is_part =
        |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | ' ' | '\u{a0}' | '\u{202f}');
    if !digits.chars().all(is_part) {
        return None;
    }
    let currency = currency_of(sign, code)?;
    Some(Printed { text, minor: chips::read(digits.as_bytes(), SCALE)?, currency })
}

fn currency_of(sign: &str, code: &str) -> Option<Currency> {
    match (sign, code) {
        ("", "") => Some(Currency::PLAY),
        ("", "StarsCoin") => Some(Currency::from_code("SC")),
        // The sign may have been lost in a wrong charset; the code is reliable.
        (sign, code) if is_code(code) && sign.chars().count() <= 3 => {
            Some(Currency::from_code(code))
        }
        (code, "") if is_code(code) => Some(Currency::from_code(code)),
        (sign, "") | ("", sign) => {
            let (currency, len) = chips::currency_of_symbol(sign)?;
            (len == sign.len()).then_some(currency)
        }
        _ => None,
    }
}

/// The amount, if it is in the tournament's currency; the first amount read determines that currency.
pub(super) fn amount_of(printed: &Printed<'_>, currency: &mut Currency) -> Option<i64> {
    if *currency == Currency::default() {
        *currency = printed.currency;
    }
    let is_same = match currency.code() {
        // Tournaments in StarsCoin print prizes under the older name of the points; pools add up only if the two are
        // the same.
        "SC" => printed.currency == FPP,
        // The buy-in prints the code, the prizes only the sign.
        "CAD" | "AUD" | "NZD" | "HKD" | "MXN" => printed.currency == Currency::USD,
        _ => false,
    };
    (is_same || *currency == printed.currency).then_some(printed.minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_an_amount_is_read() {
        let cases = [
            ("$89,165.94", 8_916_594, "USD"),
            ("$462580.00 USD", 46_258_000, "USD"),
            ("₹11193.00 INR", 1_119_300, "INR"),
            ("€9.04", 904, "EUR"),
            ("USD 3,180.00", 318_000, "USD"),
            ("25,750 FPP", 2_575_000, "FPP"),
            ("250 SC", 25_000, "SC"),
            ("250 StarsCoin", 25_000, "SC"),
            ("\u{fffd}13.50 INR", 1_350, "INR"),
            ("82,251.67", 8_225_167, "PLAY"),
            ("817,000", 81_700_000, "PLAY"),
            ("US$ 3,78 USD", 378, "USD"),
            ("US$ 1,90", 190, "USD"),
            ("1\u{a0}234,50 €", 123_450, "EUR"),
            ("€1.234,50 EUR", 123_450, "EUR"),
        ];
        for (text, minor, code) in cases {
            let read = read(text).expect(text);
            assert_eq!((read.minor, read.currency.code()), (minor, code), "{text}");
        }
    }

    #[test]
    fn an_invalid_amount_is_none() {
        for text in ["", "ticket", "$", "Step 2", "2 tickets", "1 2", "$1.00 and $2.00", "$-5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
