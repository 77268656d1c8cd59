//! The pot that a payment names.

use handlab_core::hand::PotName;

use crate::syntax::text::{split_at_mark, strip_prefix_ignore_case, trim_start};
use crate::syntax::words;

/// The pot, the board if it is named, and the amount of `the side pot #1 ($5) with a pair of Kings`, `the high pot ($5)`
/// or `for pot 2 ($5)`, in which the number is the board's.
pub(super) fn named_pot(text: &str) -> Option<(PotName, Option<u8>, &str)> {
    let (name, rest) = split_at_mark(text, b'(')?;
    let (amount, _) = split_at_mark(rest, b')')?;
    let mut words = words::words(name).filter(|word| {
        !["for", "the", "high", "low", "hi", "lo"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    });
    let mut pot = PotName::Pot;
    let mut word = words.next()?;
    if word.eq_ignore_ascii_case("main") {
        (pot, word) = (PotName::Main, words.next()?);
    } else if word.eq_ignore_ascii_case("side") {
        (pot, word) = (PotName::Side(1), words.next()?);
    }
    let number = words.next().map(words::number).unwrap_or_default();
    let is_pot = word.eq_ignore_ascii_case("pot") && words.next().is_none();
    let run_no = match (pot, number) {
        (PotName::Side(_), Some(number)) => {
            pot = PotName::Side(number);
            None
        }
        (PotName::Pot, Some(number @ 1..=3)) => Some(number),
        _ => None,
    };
    is_pot.then_some((pot, run_no, amount))
}

/// Which pot `side pot-1`, `the main pot` or `Side Pot #2` is.
pub(super) fn pot_name(text: &str) -> PotName {
    let text = trim_start(strip_prefix_ignore_case(text, "the ").unwrap_or(text));
    if let Some(number) = strip_prefix_ignore_case(text, "side pot") {
        let number = number.trim_start_matches(['-', ' ', '#']);
        let word = number.split(' ').next().unwrap_or_default();
        // In a hand that is run twice, the board may come first: `side pot 1-2`.
        let word = word.rsplit('-').next().unwrap_or_default();
        PotName::Side(words::number(word).unwrap_or(1))
    } else if strip_prefix_ignore_case(text, "main pot").is_some() {
        PotName::Main
    } else {
        PotName::Pot
    }
}
