//! The level of a tournament, which PokerStars prints as a Roman numeral.

/// The most that letters without bars can say.
const HIGHEST: u32 = 3999;

/// A number from 1 to 3999 as a Roman numeral; `None` for any other.
pub fn numeral(number: u32) -> Option<String> {
    const LETTERS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
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
    let mut rest = Some(number).filter(|number| (1..=HIGHEST).contains(number))?;
    let mut numeral = String::new();
    for (worth, letters) in LETTERS {
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
    fn numbers_become_numerals() {
        for (number, written) in [
            (0, None),
            (1, Some("I")),
            (4, Some("IV")),
            (14, Some("XIV")),
            (40, Some("XL")),
            (1999, Some("MCMXCIX")),
            (3999, Some("MMMCMXCIX")),
            (4000, None),
        ] {
            assert_eq!(numeral(number).as_deref(), written, "{number}");
        }
    }
}
