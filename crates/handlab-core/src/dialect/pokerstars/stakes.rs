//! The brackets of the header: blinds or bets, cap, ante, currency.

use crate::chips;
use crate::game::{Betting, Game, GameFamily};
use crate::hand::{Currency, Hand, Kind};

use super::super::text::strip_prefix_ignore_case;

/// Cuts `Hold'em No Limit ($1/$2 USD)` into the game and the text within the last brackets, if that holds stakes.
///
/// A mixed game may hold them behind a comma: `HORSE (Razz Limit, $0.20/$0.40)`.
pub(super) fn split(text: &str) -> (&str, &str) {
    let Some(open) = text.rfind('(') else { return (text.trim_end(), "") };
    let inside = text[open + 1..].trim_end().trim_end_matches(')');
    match inside.rfind(", ") {
        Some(comma) if has_amount(&inside[comma + 2..]) => {
            (&text[..open + 1 + comma], &inside[comma + 2..])
        }
        _ if has_amount(inside) => (text[..open].trim_end(), inside),
        _ => (text.trim_end(), ""),
    }
}

/// `$1/$2`, `10/20` or `Button Blind $1`, and not `7 Card Stud Hi/Lo Limit`.
fn has_amount(text: &str) -> bool {
    let is_pair = text.split_once('/').is_some_and(|(left, right)| {
        left.ends_with(|letter: char| letter.is_ascii_digit())
            && right.contains(|letter: char| letter.is_ascii_digit())
    });
    is_pair || strip_prefix_ignore_case(text, "Button Blind").is_some()
}

/// Fills currency, scale and stakes from `$0.25/$0.50 - $10 Cap - USD`, `Button Blind $1 - Ante $1 USD` or `10/20`.
pub(super) fn read(text: &str, hand: &mut Hand) -> Option<()> {
    read_currency(text, hand);
    let amount = |text: &str| chips::read(text.trim().as_bytes(), hand.scale);
    // The code is no part of the last amount.
    let text = strip_code(text).trim_end_matches([' ', '-']);
    let mut parts = text.split(" - ").map(str::trim).filter(|part| !part.is_empty());
    let stakes = &mut hand.stakes;
    if let Some(blinds) = parts.next() {
        if let Some(blind) = strip_prefix_ignore_case(blinds, "Button Blind") {
            stakes.big_blind = Some(amount(blind)?);
        } else {
            let (first, second) = blinds.split_once('/')?;
            let (first, second) = (amount(first)?, amount(second)?);
            if hand.betting == Betting::FixedLimit {
                // A fixed-limit header prints the two bets; the big blind equals the first (164 of 164 hands).
                (stakes.small_bet, stakes.big_bet) = (Some(first), Some(second));
                stakes.big_blind = (hand.game.family() != GameFamily::Stud).then_some(first);
            } else {
                (stakes.small_blind, stakes.big_blind) = (Some(first), Some(second));
            }
        }
    }
    for part in parts {
        if let Some(ante) = strip_prefix_ignore_case(part, "Ante") {
            stakes.ante = Some(amount(ante)?);
        } else if let Some(cap) = part.strip_suffix("Cap") {
            stakes.cap = Some(amount(cap)?);
            hand.betting = Betting::Cap;
        }
    }
    if hand.game == Game::ShortDeck {
        stakes.small_blind = None;
    }
    Some(())
}

fn read_currency(text: &str, hand: &mut Hand) {
    let code = text.rsplit(' ').next().filter(|word| is_code(word));
    let symbol = text
        .find(|letter: char| letter.is_ascii_digit() || letter == '.')
        .and_then(|digit| symbol_before(&text[..digit]));
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
    let word = text.rsplit(['/', ' ', '\u{a0}', '\u{fffd}']).find(|word| !word.is_empty())?;
    chips::currency_of_symbol(word).map(|(currency, _)| currency)
}

fn is_code(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase())
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
    fn stakes_are_told_from_the_game() {
        let cases = [
            ("Hold'em No Limit ($1/$2 USD)", "Hold'em No Limit", "$1/$2 USD"),
            ("HORSE (7 Card Stud Hi/Lo Limit)", "HORSE (7 Card Stud Hi/Lo Limit)", ""),
            ("HORSE (Razz Limit, $0.20/$0.40)", "HORSE (Razz Limit", "$0.20/$0.40"),
            ("Level IV (50/100)", "Level IV", "50/100"),
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
