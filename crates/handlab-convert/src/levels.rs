//! Levels of a tournament: `IV` at PokerStars, `4` elsewhere.

use handlab_dialects::pokerstars::write::numeral;

/// The most that fpdb and programs like it read: it knows no letter above `C`.
const HIGHEST: u32 = 399;

/// A level in Roman numerals: one in digits converted, others as they are; `None` for a number that has none, such as 0.
pub(crate) fn roman(level: &str) -> Option<String> {
    if level.is_empty() || !level.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(level.to_owned());
    }
    numeral(level.parse().ok().filter(|number| *number <= HIGHEST)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_numerals() {
        for (level, written) in [
            ("4", Some("IV")),
            ("09", Some("IX")),
            ("48", Some("XLVIII")),
            ("399", Some("CCCXCIX")),
            ("0", None),
            ("400", None),
            ("", Some("")),
            ("IV", Some("IV")),
            ("Match Round I, Level II", Some("Match Round I, Level II")),
        ] {
            assert_eq!(roman(level).as_deref(), written, "{level}");
        }
    }
}
