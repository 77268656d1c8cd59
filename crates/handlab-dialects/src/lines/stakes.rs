//! The brackets of the header: blinds or bets, cap, ante, currency.

use handlab_cards::game::{Betting, GameFamily};
use handlab_core::chips;
use handlab_core::hand::{Hand, Kind, Stakes};
use handlab_core::money::Currency;

use super::amounts;
use crate::syntax::text::{
    self, find_ignore_case, split_at_mark, strip_prefix_ignore_case, strip_suffix_ignore_case, trim,
};

/// Cuts `Hold'em No Limit ($1/$2 USD)` into the game and the text within the last brackets, if that holds stakes.
///
/// A mixed game may hold them after a comma: `HORSE (Razz Limit, $0.20/$0.40)`; brackets within them hold the ante.
pub(crate) fn split(text: &str) -> (&str, &str) {
    let Some(open) = opening(text) else { return (text.trim_end(), "") };
    let inside = text[open + 1..].trim_end().trim_end_matches(')');
    if strip_prefix_ignore_case(inside, "ante ").is_some() && has_amount(inside) {
        return (text[..open].trim_end(), inside);
    }
    let comma = memchr::memrchr_iter(b',', inside.as_bytes())
        .find(|comma| inside.as_bytes().get(comma + 1) == Some(&b' '));
    match comma {
        Some(comma) if has_amount(&inside[comma + 2..]) => {
            (&text[..open + 1 + comma], &inside[comma + 2..])
        }
        _ if has_amount(inside) => (text[..open].trim_end(), inside),
        _ => (text.trim_end(), ""),
    }
}

/// The last bracket that opens, or the one around it if only an ante is within: `(250/500(60))`.
fn opening(text: &str) -> Option<usize> {
    let last = memchr::memrchr(b'(', text.as_bytes())?;
    let ante = text[last + 1..].trim_end().strip_suffix("))");
    let is_ante =
        ante.is_some_and(|ante| chips::read(ante.as_bytes(), amounts::FINEST_PRINTED).is_some());
    let outer = if is_ante { memchr::memrchr(b'(', &text.as_bytes()[..last]) } else { None };
    outer.or(Some(last))
}

/// `$1/$2`, `10 / 20`, `1€/2€` or `Button Blind $1`, and not `7 Card Stud Hi/Lo Limit`.
fn has_amount(text: &str) -> bool {
    let mut amounts = between_slashes(text);
    let is_pair = amounts.next().zip(amounts.next()).is_some_and(|(left, right)| {
        // An ante may come first, and a code after the second amount.
        let left = left.rsplit(", ").next().unwrap_or_default().trim();
        let is_amount = || chips::read(left.as_bytes(), amounts::FINEST_PRINTED).is_some();
        (left.ends_with(|letter: char| letter.is_ascii_digit()) || is_amount())
            && right.contains(|letter: char| letter.is_ascii_digit())
    });
    is_pair || strip_prefix_ignore_case(text, "Button Blind").is_some()
}

/// The amounts between slashes: `S/1/S/2` has two, since that of a sol is part of the sign.
fn between_slashes(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let slashes = memchr::memchr_iter(b'/', text.as_bytes());
        let slash = slashes.into_iter().find(|slash| last_sol(&text[..=*slash]).is_none());
        rest = slash.map(|slash| &text[slash + 1..]);
        Some(&text[..slash.unwrap_or(text.len())])
    })
}

/// The sign of the Peruvian sol at the end of a text, `S/` or `S/.`: the only sign with a slash in it.
fn last_sol(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let start = text.strip_suffix('.').unwrap_or(text).strip_suffix(SOL)?.len();
    let is_word = !text[..start].ends_with(|letter: char| letter.is_alphanumeric());
    is_word.then_some(&text[start..])
}

const SOL: &str = "S/";

/// Fills currency, scale and stakes from `$0.25/$0.50 - $10 Cap - USD`, `Button Blind $1 - Ante $1 USD`, `10/20`,
/// `ante 5, 10/20` or, as converters write, `10/20 ante 5`, `10/20(5` and `$1/$2/$4`. The scale is not below `least_scale`.
pub(crate) fn read(text: &str, least_scale: u8, hand: &mut Hand) -> Option<()> {
    read_currency(text, hand);
    if hand.kind != Kind::Cash && text.contains('\u{fffd}') {
        // The sign was lost, and nothing else names the currency.
        return None;
    }
    hand.scale = hand.scale.max(least_scale);
    let amount = |text: &str| chips::read(trim(text).as_bytes(), hand.scale);
    // The code is not part of the last amount.
    let text = strip_code(text).trim_end_matches([' ', '-']);
    let stakes = &mut hand.stakes;
    let parts = text::split(text, " - ").flat_map(|part| text::split(part, ", ")).map(trim);
    for part in parts.filter(|part| !part.is_empty()) {
        if let Some(blind) = strip_prefix_ignore_case(part, "Button Blind") {
            stakes.big_blind = Some(amount(blind)?);
        } else if let Some(ante) = strip_prefix_ignore_case(part, "Ante") {
            stakes.ante = Some(amount(ante)?);
        } else if let Some(cap) = strip_suffix_ignore_case(part, "Cap") {
            stakes.cap = Some(amount(cap)?);
            hand.betting = Betting::Cap;
        } else {
            let (blinds, ante) = split_ante(part);
            if let Some(ante) = ante {
                stakes.ante = Some(amount(ante)?);
            }
            // A third amount is a straddle or an ante: the posts show which.
            let mut amounts = between_slashes(blinds).map(amount);
            let (first, second) = (amounts.next()??, amounts.next()??);
            if amounts.next().is_some_and(|third| third.is_none()) || amounts.next().is_some() {
                return None;
            }
            if hand.betting == Betting::FixedLimit {
                // A fixed-limit header prints the two bets; the big blind equals the first (164 of 164 hands).
                (stakes.small_bet, stakes.big_bet) = (Some(first), Some(second));
                stakes.big_blind = (hand.game.family() != GameFamily::Stud).then_some(first);
            } else {
                (stakes.small_blind, stakes.big_blind) = (Some(first), Some(second));
            }
        }
    }
    Some(())
}

/// The blinds and the ante of `250/500(60` and `250/500 ante 60`.
fn split_ante(text: &str) -> (&str, Option<&str>) {
    let split = split_at_mark(text, b'(').or_else(|| {
        let at = find_ignore_case(text, ANTE)?;
        Some((&text[..at], &text[at + ANTE.len()..]))
    });
    split.map_or((text, None), |(blinds, ante)| (blinds, Some(ante)))
}

const ANTE: &str = " ante ";

/// Corrects the stakes of a fixed limit where the site prints blinds: they were read as the two bets, which are as large as
/// the big blind, and twice that.
pub(crate) fn take_for_blinds(stakes: &mut Stakes) {
    let Some((small_blind, big_blind)) = stakes.small_bet.zip(stakes.big_bet) else { return };
    (stakes.small_blind, stakes.big_blind) = (Some(small_blind), Some(big_blind));
    (stakes.small_bet, stakes.big_bet) = (Some(big_blind), big_blind.checked_mul(2));
}

fn read_currency(text: &str, hand: &mut Hand) {
    let code = text.rsplit(' ').next().filter(|word| is_code(word));
    let symbol = text
        .find(|letter: char| letter.is_ascii_digit() || letter == '.')
        .and_then(|digit| symbol_before(&text[..digit]).or_else(|| symbol_after(&text[digit..])));
    (hand.kind, hand.currency) = match (code, symbol) {
        _ if hand.tournament.is_some() => (Kind::Tournament, Currency::CHIPS),
        (Some(code), _) => (Kind::Cash, Currency::from_code(code)),
        (None, Some(currency)) => (Kind::Cash, currency),
        (None, None) if hand.kind == Kind::Club => (Kind::Club, Currency::CLUB),
        (None, None) => (Kind::Play, Currency::PLAY),
    };
    // Chips have no decimals, unless the table says that they do.
    let has_decimals = text.contains('.') && hand.kind != Kind::Cash;
    hand.scale = if has_decimals { 2 } else { chips::scale_of(hand.currency) };
}

fn symbol_before(text: &str) -> Option<Currency> {
    if let Some(sol) = last_sol(text) {
        return chips::currency_of_symbol(sol).map(|(currency, _)| currency);
    }
    let word = text.rsplit(['/', ' ', '\u{a0}', '\u{fffd}']).find(|word| !word.is_empty())?;
    chips::currency_of_symbol(word).map(|(currency, _)| currency)
}

/// The currency after the first amount: `1€/2€`, `1 000 $/2 000 $`.
fn symbol_after(text: &str) -> Option<Currency> {
    // `25Â $`: the space was encoded twice.
    let is_number = |letter: char| {
        letter.is_ascii_digit() || letter.is_whitespace() || matches!(letter, '.' | ',' | 'Â')
    };
    let symbol = between_slashes(text).next()?.trim_start_matches(is_number).trim();
    let (currency, len) = chips::currency_of_symbol(symbol)?;
    (len == symbol.len()).then_some(currency)
}

/// `USD`, dollars as tokens, and the points of a site that has no money: `SC`, `GC`.
pub(crate) fn is_code(word: &str) -> bool {
    matches!(word, "SC" | "GC" | "USDT" | "USDC")
        || (word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

fn strip_code(text: &str) -> &str {
    match text.rsplit_once(' ') {
        Some((front, word)) if is_code(word) => front.trim_end(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_print_a_currency_is_read() {
        for (text, kind, code, blinds) in [
            ("$1/$2 USD", Kind::Cash, "USD", (100, 200)),
            ("€1/€2", Kind::Cash, "EUR", (100, 200)),
            ("1€/2€", Kind::Cash, "EUR", (100, 200)),
            ("\u{fffd}1/\u{fffd}2 EUR", Kind::Cash, "EUR", (100, 200)),
            ("0,50 € / 1,00 €", Kind::Cash, "EUR", (50, 100)),
            ("£1/£2 GBP", Kind::Cash, "GBP", (100, 200)),
            ("Rs. 5/Rs. 10 INR", Kind::Cash, "INR", (500, 1000)),
            ("₹5/₹10", Kind::Cash, "INR", (500, 1000)),
            ("¥1,000/¥2,000 CNY", Kind::Cash, "CNY", (100_000, 200_000)),
            ("SC 0.10/SC 0.20", Kind::Cash, "SC", (10, 20)),
            ("1/2 GC", Kind::Cash, "GC", (100, 200)),
            ("R$1/R$2 BRL", Kind::Cash, "BRL", (100, 200)),
            ("$1/$2 - CAD", Kind::Cash, "CAD", (100, 200)),
            ("$1/$2 USDT", Kind::Cash, "USDT", (100, 200)),
            ("₮1/₮2 USDT", Kind::Cash, "USDT", (100, 200)),
            ("1/2 USDC", Kind::Cash, "USDC", (100, 200)),
            ("S/1/S/2", Kind::Cash, "PEN", (100, 200)),
            ("S/ 0.50/S/ 1.00 PEN", Kind::Cash, "PEN", (50, 100)),
            ("S/.1/S/.2", Kind::Cash, "PEN", (100, 200)),
            ("50 Ft/100 Ft", Kind::Cash, "HUF", (5000, 10_000)),
            ("1,50 lei/3,00 lei", Kind::Cash, "RON", (150, 300)),
            ("10 руб./20 руб.", Kind::Cash, "RUB", (1000, 2000)),
            ("10р./20р.", Kind::Cash, "RUB", (1000, 2000)),
            ("₪1/₪2", Kind::Cash, "ILS", (100, 200)),
            ("1 000 $/2 000 $", Kind::Cash, "USD", (100_000, 200_000)),
            ("25Â\u{a0}$/50Â\u{a0}$", Kind::Cash, "USD", (2500, 5000)),
            ("1Â 000,50Â €/2Â 001Â €", Kind::Cash, "EUR", (100_050, 200_100)),
            ("1 000/2 000", Kind::Play, "PLAY", (1000, 2000)),
            ("10/20", Kind::Play, "PLAY", (10, 20)),
        ] {
            let mut hand = Hand::default();
            assert!(read(text, 0, &mut hand).is_some(), "{text}");
            let found = (hand.stakes.small_blind, hand.stakes.big_blind);
            assert_eq!((hand.kind, hand.currency.code()), (kind, code), "{text}");
            assert_eq!(found, (Some(blinds.0), Some(blinds.1)), "{text}");
        }
    }

    #[test]
    fn an_ante_may_follow_the_blinds_in_every_way_and_a_third_amount_is_left_to_the_posts() {
        for (text, ante) in [
            ("$1/$2 - Ante $0.50 USD", Some(50)),
            ("$1/$2, ante $0.50", Some(50)),
            ("$1/$2 ante $0.50", Some(50)),
            ("$1/$2($0.50", Some(50)),
            ("$1/$2/$4(0.50", Some(50)),
            ("$1/$2/$4", None),
        ] {
            let mut hand = Hand::default();
            assert!(read(text, 0, &mut hand).is_some(), "{text}");
            let Stakes { small_blind, big_blind, ante: found, straddle, .. } = hand.stakes;
            assert_eq!((small_blind, big_blind), (Some(100), Some(200)), "{text}");
            assert_eq!((found, straddle), (ante, None), "{text}");
        }
        for text in ["$1/$2/x", "$1/$2/$4/$8", "$1/$2(x", "$1/"] {
            assert!(read(text, 0, &mut Hand::default()).is_none(), "{text}");
        }
    }

    #[test]
    fn stakes_are_separated_from_the_game() {
        let cases = [
            ("Hold'em No Limit ($1/$2 USD)", "Hold'em No Limit", "$1/$2 USD"),
            ("HORSE (7 Card Stud Hi/Lo Limit)", "HORSE (7 Card Stud Hi/Lo Limit)", ""),
            ("HORSE (Razz Limit, $0.20/$0.40)", "HORSE (Razz Limit", "$0.20/$0.40"),
            ("Level IV (50/100)", "Level IV", "50/100"),
            ("Level IV (ante 5, 50/100)", "Level IV", "ante 5, 50/100"),
            ("Level IV (50/100(10))", "Level IV", "50/100(10"),
            ("HORSE (Razz Limit (1/2))", "HORSE (Razz Limit", "1/2"),
            ("Hold'em No Limit (1€/2€)", "Hold'em No Limit", "1€/2€"),
            ("Hold'em No Limit (Rs. 1 / Rs. 2 INR)", "Hold'em No Limit", "Rs. 1 / Rs. 2 INR"),
            (
                "6+ Hold'em No Limit (Button Blind $1 - Ante $1 USD)",
                "6+ Hold'em No Limit",
                "Button Blind $1 - Ante $1 USD",
            ),
        ];
        for (text, game, stakes) in cases {
            assert_eq!(split(text), (game, stakes), "{text}");
        }
    }
}
