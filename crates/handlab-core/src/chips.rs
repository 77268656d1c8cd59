//! Reads amounts as sites print them into whole minor units.
//!
//! # Which mark is the decimal one
//! Sites print `1,270.5`, `0,02`, `5 253,30 €` and `€1.234,56`; no header says which format applies. In this order:
//! 1. A space (also U+00A0, U+202F, and what is left of them after two encodings) or an apostrophe (also U+2019) always
//!    separates thousands: `5 253,30`, `5'253.30`, and a mark after it is decimal.
//! 2. With both marks the one that comes last is decimal and may occur once: `1.234.567,89`, `1,234,567.8`.
//! 3. A mark that occurs more than once separates thousands: `1,234,567`, and as Indian tables write `12,34,567`.
//! 4. A mark that occurs once is decimal, `0,02` `12,5` `.05` `0.00012345`, unless it looks like a thousands separator:
//!    one to three digits before it, no leading zero, exactly three after it. Then it separates thousands: `1,234` and
//!    `1.234` are 1234, since no site prints more decimals than its money has. At a scale of three or more (crypto)
//!    that reason does not hold for the dot: `1.234` is 1 and 234 thousandths, `1,234` still 1234.
//!
//! Groups must be whole: `12,34` is decimal, `1,23,4` and `1 23` are not amounts.
//!
//! # Traps
//! Programs that compute in binary floating point print `0.30000000000000004` for 0.30 and `310.49999999999994` for
//! 310.50: a number of fifteen digits or more is read as the nearby amount if only its last digits differ.
//!
//! The scale decides what fits, not what is meant: `82,251.67` at scale 0 is `None`, never 82251 (a tournament whose
//! chips have cents needs scale 2), while `1650.00` at scale 0 is 1650.

use crate::money::Currency;

use common::read_common;

mod common;

/// A printed amount, with the currency that its symbol indicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    /// In units of `10^-scale`.
    pub minor: i64,
    pub scale: u8,
    /// `None` if neither the text nor the hint gives one.
    pub currency: Option<Currency>,
}

/// Symbols and words for currencies, longer ones before their prefixes. Codes of three capitals need no entry.
const SYMBOLS: [(&str, &str); 76] = [
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("US$", "USD"),
    ("CA$", "CAD"),
    ("AU$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("C$", "CAD"),
    ("A$", "AUD"),
    ("R$", "BRL"),
    ("Rs.", "INR"),
    ("Rs", "INR"),
    ("mBTC", "MBTC"),
    ("mɃ", "MBTC"),
    ("m฿", "MBTC"),
    ("Ƀ", "BTC"),
    ("฿", "BTC"),
    ("₿", "BTC"),
    ("¥", "CNY"),
    ("CN¥", "CNY"),
    ("元", "CNY"),
    ("₽", "RUB"),
    ("₮", "USDT"),
    ("₱", "PHP"),
    ("₩", "KRW"),
    ("₫", "VND"),
    ("₴", "UAH"),
    ("₺", "TRY"),
    ("NT$", "TWD"),
    ("MX$", "MXN"),
    ("S$", "SGD"),
    ("zł", "PLN"),
    // Danes write the dot.
    ("kr.", "DKK"),
    ("kr", "SEK"),
    ("RM", "MYR"),
    ("Rp", "IDR"),
    ("Kč", "CZK"),
    ("₸", "KZT"),
    ("₾", "GEL"),
    ("₦", "NGN"),
    ("₪", "ILS"),
    ("₼", "AZN"),
    ("֏", "AMD"),
    ("S/.", "PEN"),
    ("S/", "PEN"),
    ("Ft", "HUF"),
    ("lei", "RON"),
    ("Lei", "RON"),
    ("TL", "TRY"),
    // With the dot of the abbreviation, and without it, as one that ends a sentence is removed.
    ("din.", "RSD"),
    ("din", "RSD"),
    ("дин.", "RSD"),
    ("дин", "RSD"),
    ("лв.", "BGN"),
    ("лв", "BGN"),
    ("грн.", "UAH"),
    ("грн", "UAH"),
    ("руб.", "RUB"),
    ("руб", "RUB"),
    ("р.", "RUB"),
    ("р", "RUB"),
    // In full width, as East Asian software writes them.
    ("＄", "USD"),
    ("￡", "GBP"),
    ("￥", "CNY"),
    ("￦", "KRW"),
    // Codes of four capitals.
    ("USDT", "USDT"),
    ("USDC", "USDC"),
    ("EURO", "EUR"),
    ("CHIPS", "CHIPS"),
    ("Chips", "CHIPS"),
    ("chips", "CHIPS"),
    // The euro sign of cp1252 read as cp1251, as latin-1, and as UTF-8 encoded twice.
    ("Ђ", "EUR"),
    ("\u{80}", "EUR"),
    ("â‚¬", "EUR"),
];

/// Signs and words that several currencies share; the header's currency applies if it is one of them.
const SHARED: [(&str, &[&str]); 8] = [
    ("chips", &["PLAY", "CLUB"]),
    ("Chips", &["PLAY", "CLUB"]),
    ("$", &["CAD", "AUD", "NZD", "HKD", "SGD", "MXN"]),
    ("＄", &["CAD", "AUD", "NZD", "HKD", "SGD", "MXN"]),
    ("kr.", &["SEK", "NOK", "ISK"]),
    ("kr", &["NOK", "DKK", "ISK"]),
    ("¥", &["JPY"]),
    ("￥", &["JPY"]),
];

/// An amount in minor units of `10^-scale`: `read(b"1,270.5", 2) == Some(127050)`, `read(b"$.05", 2) == Some(5)`.
///
/// A currency symbol or code may come before or after it, with spaces, or U+FFFD before it. `None` if the text is not a
/// number, has more decimals than the scale holds (zeros excepted), is too large for an `i64`, or has a sign: a signed
/// number is not an amount.
#[inline]
pub fn read(text: &[u8], scale: u8) -> Option<i64> {
    let bare = without_sign(text);
    read_common(bare, scale).or_else(|| match bare {
        [b'0'..=b'9', .., b'0'..=b'9'] => number(bare, scale),
        _ => number(parts(text).1, scale),
    })
}

/// Like [`read`], but only in the most common form: `None` if others must be tried.
#[inline]
pub fn read_bare(text: &[u8], scale: u8) -> Option<i64> {
    read_common(without_sign(text), scale)
}

#[inline]
fn without_sign(text: &[u8]) -> &[u8] {
    match text {
        [b'$', rest @ ..]
        | [0xE2, 0x82, 0xAC | 0xB9, rest @ ..]
        | [0xC2, 0xA3, rest @ ..]
        | [rest @ .., 0xE2, 0x82, 0xAC] => rest,
        _ => text,
    }
}

/// A printed amount and its currency. `hint` is the header's currency: for numbers without a symbol, and to choose
/// among currencies that share a sign (`$5` on a table in CAD). The currency determines the scale.
pub fn read_money(text: &str, hint: Option<Currency>) -> Option<Money> {
    let (before, digits, after) = parts(text.as_bytes());
    // "$5 CAD": the code is less ambiguous than the sign.
    let symbol = if after.is_empty() { before } else { after };
    let symbol = std::str::from_utf8(symbol).ok()?;
    let currency = match currency_of_symbol(symbol) {
        Some((currency, _)) => Some(hint.filter(|hint| shares(symbol, *hint)).unwrap_or(currency)),
        None => hint,
    };
    let scale = currency.map_or(2, scale_of);
    Some(Money { minor: number(digits, scale)?, scale, currency })
}

/// The number of decimals of a currency's minor unit: 0 for tournament chips, play money and clubs, 8 for bitcoin, else
/// 2.
pub fn scale_of(currency: Currency) -> u8 {
    match currency.code() {
        "CHIPS" | "PLAY" | "CLUB" => 0,
        "BTC" => 8,
        _ => 2,
    }
}

/// Whether the text is a currency symbol or code, and nothing else.
pub fn is_symbol(text: &str) -> bool {
    currency_of_symbol(text).is_some_and(|(_, len)| len == text.len())
}

/// The currency whose symbol, or code of three capitals, starts the text, and the symbol's length in bytes.
pub fn currency_of_symbol(text: &str) -> Option<(Currency, usize)> {
    let first = text.as_bytes().first()?;
    if first.is_ascii_digit() {
        return None;
    }
    let is_start = |symbol: &str| symbol.as_bytes()[0] == *first && text.starts_with(symbol);
    let known = SYMBOLS.iter().find(|(symbol, _)| is_start(symbol));
    if let Some((symbol, code)) = known {
        return Some((Currency::from_code(code), symbol.len()));
    }
    // Codes of three capitals, and the points of sites without money: `SC`, `GC`.
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let code = text.get(..letters).filter(|code| matches!(*code, "SC" | "GC") || letters == 3)?;
    code.bytes().all(|b| b.is_ascii_uppercase()).then(|| (Currency::from_code(code), letters))
}

/// Appends minor units as text, without a symbol: 127050 at scale 2 is `1270.50`, -5 is `-0.05`; 1500 at scale 0 is
/// `1500`.
pub fn append_to(text: &mut String, minor: i64, scale: u8) {
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    let mut rest = minor.unsigned_abs();
    while rest > 0 {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let (digits, scale) = (&digits[start..], usize::from(scale));
    let (whole, decimals) = digits.split_at(digits.len().saturating_sub(scale));
    if minor < 0 {
        text.push('-');
    }
    if whole.is_empty() {
        text.push('0');
    }
    text.extend(whole.iter().map(|b| *b as char));
    if scale > 0 {
        text.push('.');
        text.extend(std::iter::repeat_n('0', scale - decimals.len()));
        text.extend(decimals.iter().map(|b| *b as char));
    }
}

/// Whether `symbol` is a sign that several currencies share, `hint` among them besides the one it means by itself.
pub fn shares(symbol: &str, hint: Currency) -> bool {
    SHARED.iter().any(|(sign, codes)| *sign == symbol && codes.contains(&hint.code()))
}

/// The symbol before the number, the number, and the symbol after it; anything else stays with the number.
fn parts(text: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let text = trim(text);
    let front = if text.starts_with(LOST_SIGN) {
        LOST_SIGN.len()
    } else {
        std::str::from_utf8(text).ok().and_then(currency_of_symbol).map_or(0, |(_, len)| len)
    };
    let (before, text) = text.split_at(front);
    let text = trim(text);
    let end = text.iter().rposition(u8::is_ascii_digit).map_or(text.len(), |last| last + 1);
    let after = trim(&text[end..]);
    if std::str::from_utf8(after).is_ok_and(is_symbol) {
        (before, &text[..end], after)
    } else {
        (before, text, b"")
    }
}

/// U+FFFD: a sign that was lost in a conversion. It indicates no currency: the header must name that.
const LOST_SIGN: &[u8] = "\u{fffd}".as_bytes();

/// Between groups of digits, and next to signs. U+00A0 and U+202F may have been read as cp1252 and written again, and
/// half of the first may have become an ordinary space: `3Â 023,50`.
const SPACES: [&[u8]; 7] = [
    b" ",
    "\u{a0}".as_bytes(),
    "\u{202f}".as_bytes(),
    b"\t",
    "Â\u{a0}".as_bytes(),
    "Â ".as_bytes(),
    "â€¯".as_bytes(),
];

/// Removes the spaces at both ends.
fn trim(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = SPACES.iter().find_map(|space| text.strip_prefix(*space)) {
        text = rest;
    }
    // The longest first, since an ordinary space ends another one.
    while let Some(rest) = SPACES.iter().rev().find_map(|space| text.strip_suffix(*space)) {
        text = rest;
    }
    text
}

/// A bare number in any form that the module describes.
fn number(text: &[u8], scale: u8) -> Option<i64> {
    let (head, decimals) = match decimal_mark(text, scale) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &text[..0]),
    };
    if text.is_empty() || head.len() + 1 == text.len() {
        return None;
    }
    let (kept, beyond) = decimals.split_at(decimals.len().min(usize::from(scale)));
    let error = if beyond.iter().all(|byte| *byte == b'0') {
        0
    } else {
        binary_error(head.len() + decimals.len(), beyond)?
    };
    let value = kept.iter().try_fold(whole(head)?, |value, byte| with_digit(value, *byte))?;
    let value = value.checked_add(error)?;
    (kept.len()..usize::from(scale)).try_fold(value, |value, _| value.checked_mul(10))
}

/// What the last unit lacks because a program computed in binary floating point: `digits` is the number's digit count,
/// `beyond` those after the scale. `None` if they show no such error.
fn binary_error(digits: usize, beyond: &[u8]) -> Option<i64> {
    /// The number of decimal digits that a binary float holds.
    const EXACT: usize = 15;
    /// The number of digits beyond the scale that must be alike.
    const ALIKE: usize = 6;
    let first = *beyond.first().filter(|_| digits >= EXACT)?;
    let is_alike = beyond.iter().take_while(|byte| **byte == first).count() >= ALIKE;
    let error = match first {
        b'0' => 0,
        b'9' => 1,
        _ => return None,
    };
    (is_alike && beyond.iter().all(u8::is_ascii_digit)).then_some(error)
}

fn with_digit(value: i64, byte: u8) -> Option<i64> {
    let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
    value.checked_mul(10)?.checked_add(digit)
}

/// The position of the decimal mark, by the rules of the module.
fn decimal_mark(text: &[u8], scale: u8) -> Option<usize> {
    let is_mark = |byte: &u8| matches!(byte, b'.' | b',');
    let last = text.iter().rposition(is_mark)?;
    let first = text.iter().position(is_mark)?;
    if first < last {
        // A mark that occurs twice separates thousands; if both kinds occur, the last is decimal.
        return (!text[..last].contains(&text[last])).then_some(last);
    }
    let is_first_group = (1..=3).contains(&last) && text[0] != b'0';
    let is_grouped =
        text.len() - last == 4 && is_first_group && text[..last].iter().all(u8::is_ascii_digit);
    let is_thousands = is_grouped && (text[last] == b',' || scale < 3);
    (!is_thousands).then_some(last)
}

/// A whole number, possibly with thousands separators, all the same; 0 if empty.
fn whole(mut text: &[u8]) -> Option<i64> {
    let mut value = 0;
    let mut mark = None;
    let mut group = 0;
    while let [byte, rest @ ..] = text {
        if byte.is_ascii_digit() {
            value = with_digit(value, *byte)?;
            group += 1;
            text = rest;
            continue;
        }
        let (found, rest) = match text {
            [0xC2, 0xA0, rest @ ..] | [0xE2, 0x80, 0xAF, rest @ ..] | [b' ', rest @ ..] => {
                (b' ', rest)
            }
            // The garbled ones of `SPACES`.
            [0xC3, 0x82, b' ', rest @ ..]
            | [0xC3, 0x82, 0xC2, 0xA0, rest @ ..]
            | [0xC3, 0xA2, 0xE2, 0x82, 0xAC, 0xC2, 0xAF, rest @ ..] => (b' ', rest),
            [b'\'', rest @ ..] | [0xE2, 0x80, 0x99, rest @ ..] => (b'\'', rest),
            [found @ (b'.' | b','), rest @ ..] => (*found, rest),
            _ => return None,
        };
        let is_whole_group = match mark {
            None => (1..=3).contains(&group),
            // Indian tables group two digits above the thousands: 12,34,567.
            Some(b',') => matches!(group, 2 | 3),
            Some(_) => group == 3,
        };
        if !is_whole_group || mark.is_some_and(|mark| mark != found) {
            return None;
        }
        (mark, group, text) = (Some(found), 0, rest);
    }
    (mark.is_none() || group == 3).then_some(value)
}
