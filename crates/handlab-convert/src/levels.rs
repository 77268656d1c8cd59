//! Levels of a tournament: `IV` at PokerStars, `4` elsewhere.

/// The most that fpdb and programs like it read: it knows no letter above `C`.
const HIGHEST: u16 = 399;

/// A level in Roman numerals: one in digits converted, others as they are; `None` for a number that has none, such as 0.
pub(crate) fn roman(level: &str) -> Option<String> {
    const NUMERALS: [(u16, &str); 9] = [
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if level.is_empty() || !level.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(level.to_owned());
    }
    let mut rest = level.parse().ok().filter(|number| (1..=HIGHEST).contains(number))?;
    let mut numeral = String::new();
    for (worth, letters) in NUMERALS {
        while rest >= worth {
            numeral.push_str(letters);
            rest -= worth;
        }
    }
    Some(numeral)
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
