//! Amounts that are a unit off, or ten times what they were.

use super::{Kind, Part, pick};
use crate::numbers::Numbers;

pub(super) fn kinds() -> Vec<Kind> {
    use Part::{Body, Seats, Summary};
    let places: [(&str, Part, &str, &str); 15] = [
        ("small blind", Body, "", ": posts small blind "),
        ("big blind", Body, "", ": posts big blind "),
        ("ante", Body, "", ": posts the ante "),
        ("call", Body, "", ": calls "),
        ("bet", Body, "", ": bets "),
        ("raise", Body, ": raises ", " to "),
        ("bring-in", Body, ": brings", " for "),
        ("uncalled bet", Body, "", "Uncalled bet ("),
        ("payment", Body, " from ", " collected "),
        ("total pot", Summary, "", "Total pot "),
        ("rake", Summary, "", " Rake "),
        ("main pot", Summary, "", " Main pot "),
        ("side pot", Summary, "Total pot ", " Side pot"),
        ("payment of the summary", Summary, "Seat ", " ("),
        ("stack", Seats, " in chips", " ("),
    ];
    let mut kinds = Vec::new();
    for (name, part, with, mark) in places {
        for is_large in [false, true] {
            let way = if is_large { "times ten" } else { "a unit off" };
            kinds.push(Kind::new(format!("{name} {way}"), move |text, numbers| {
                let has_amount =
                    |line: &str| line.contains(with) && amount_after(line, mark).is_some();
                let at = pick(text, numbers, part, has_amount)?;
                let (start, end) = amount_after(&text.lines[at], mark)?;
                let changed = changed_amount(&text.lines[at][start..end], is_large, numbers)?;
                text.lines[at].replace_range(start..end, &changed);
                Some(())
            }));
        }
    }
    kinds
}

/// The range of the amount that follows the last `mark`, after a sign or a pot's number.
pub(super) fn amount_after(line: &str, mark: &str) -> Option<(usize, usize)> {
    let from = line.rfind(mark)? + mark.len();
    let rest = &line[from..];
    let rest_at = match rest.strip_prefix('-').and_then(|rest| rest.find(' ')) {
        Some(space) => from + 1 + space,
        None => from,
    };
    let sign = line[rest_at..].find(|letter: char| letter.is_ascii_digit())?;
    // Only a space or a currency sign may precede it.
    if line[rest_at..rest_at + sign].chars().any(|letter| !matches!(letter, ' ' | '$' | '€')) {
        return None;
    }
    let start = rest_at + sign;
    let is_of_amount = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    let len = line[start..].find(|letter| !is_of_amount(letter)).unwrap_or(line.len() - start);
    let end = start + line[start..start + len].trim_end_matches(['.', ',']).len();
    Some((start, end))
}

/// The number of characters in an amount that a binary fraction replaces, as `0.30000000000000004`.
const BINARY: usize = 16;

pub(super) fn changed_amount(
    amount: &str,
    is_large: bool,
    numbers: &mut Numbers,
) -> Option<String> {
    if amount.len() >= BINARY && !is_large {
        // The last digit is not a unit: the second decimal is.
        let cut = amount.find('.').map(|dot| dot + 3).filter(|cut| *cut < amount.len())?;
        return Some(changed_amount(&amount[..cut], is_large, numbers)? + &amount[cut..]);
    }
    let places = amount.find('.').map_or(0, |dot| amount.len() - dot - 1);
    let digits: String = amount.chars().filter(char::is_ascii_digit).collect();
    let value: u64 = digits.parse().ok()?;
    let changed = match numbers.below(2) {
        _ if is_large => value * 10,
        0 if value > 1 => value - 1,
        _ => value + 1,
    };
    let digits = format!("{changed:0width$}", width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    Some(if places > 0 { format!("{whole}.{rest}") } else { whole.to_owned() })
}

pub(super) fn moved_amount(amount: &str, is_up: bool) -> Option<String> {
    let places = amount.find('.').map_or(0, |dot| amount.len() - dot - 1);
    let digits: String = amount.chars().filter(char::is_ascii_digit).collect();
    let value: u64 = digits.parse().ok().filter(|value| *value > 1)?;
    let digits =
        format!("{:0width$}", if is_up { value + 1 } else { value - 1 }, width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    Some(if places > 0 { format!("{whole}.{rest}") } else { whole.to_owned() })
}
