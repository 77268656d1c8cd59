//! Boards after an all-in, which the client has numbered since 2025, as accepted by four public parsers. A hand that is
//! run once has a first board too.
//!
//! ```text
//! ** First runout **
//! ** Dealing turn ** [ 4d ]
//! ** Dealing river ** [ 3h ]
//! ** Second runout **
//! ** Dealing turn ** [ Ks ]
//! ** Dealing river ** [ 2c ]
//! ** Summary **
//! First runout NAME collected [ $4.75 ]
//! Second runout NAME collected [ $4.75 ]
//! ```
//!
//! Clients in other languages translate the number (`Primo runout`): such words count in the order in which they appear.

use crate::lines::translate::Translator;
use crate::syntax::text::{find, split_once, write_line};

const NUMBERS: [&str; 3] = ["First", "Second", "Third"];
const RUNOUT: &str = " runout ";
const DEALING: &str = "** Dealing ";

/// Whether the boards of the hand may be numbered.
pub(super) fn are_numbered(text: &str) -> bool {
    find(text, RUNOUT).is_some()
}

/// Numbers the titles of streets, and writes a showdown before each board's payments.
#[derive(Default)]
pub(super) struct Runouts<'a> {
    /// The board being dealt.
    dealt: Option<&'static str>,
    /// The board being paid for.
    paid: Option<&'static str>,
    /// Numbers in another language.
    words: Vec<&'a str>,
    /// A player's name holds the word after the numbers.
    is_name: bool,
}

impl<'a> Translator<'a> for Runouts<'a> {
    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        self.is_name |= line.starts_with("Seat ") && find(line, RUNOUT).is_some();
        let title = line.strip_prefix("** ").and_then(|title| self.split_number(title, "**"));
        if let Some((number, "**")) = title {
            self.dealt = Some(number);
            return Ok(());
        }
        let payment = self.split_number(line, " collected [");
        match (payment, self.dealt, line.strip_prefix(DEALING)) {
            (Some((number, paid)), _, _) => {
                if self.paid != Some(number) {
                    self.paid = Some(number);
                    write_line(out, ["** ", number, " showdown **"])?;
                }
                write_line(out, [paid])
            }
            (None, Some(number), Some(street)) => {
                write_line(out, ["** ", number, " Dealing ", street])
            }
            _ => write_line(out, [line]),
        }
    }
}

impl<'a> Runouts<'a> {
    /// Splits the number off `First runout NAME collected [ 720 ]`, if the rest holds `words`.
    fn split_number(&mut self, text: &'a str, words: &str) -> Option<(&'static str, &'a str)> {
        let (number, rest) = split_once(text, RUNOUT)?;
        find(rest, words)?;
        let known = NUMBERS.into_iter().find(|known| known.eq_ignore_ascii_case(number));
        if known.is_some() {
            return known.map(|number| (number, rest));
        }
        if self.is_name || !number.chars().all(char::is_alphabetic) {
            return None;
        }
        let at = self.words.iter().position(|word| *word == number).unwrap_or(self.words.len());
        if at == self.words.len() {
            self.words.push(number);
        }
        Some((NUMBERS.get(at)?, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::translate::translated;

    fn rewritten(text: &str) -> String {
        translated(&mut Runouts::default(), text)
    }

    #[test]
    fn numbers_in_another_language_count_in_their_order() {
        let text = "** Primo runout **\n** Dealing river ** [ 3h ]\n** Secondo runout **\n\
            ** Dealing river ** [ 2c ]\nPrimo runout Ann collected [ €5 ]\nSecondo runout Bob collected [ €5 ]\n";
        let wanted = "** First Dealing river ** [ 3h ]\n** Second Dealing river ** [ 2c ]\n\
            ** First showdown **\nAnn collected [ €5 ]\n** Second showdown **\nBob collected [ €5 ]\n";
        assert_eq!(rewritten(text), wanted);
    }

    #[test]
    fn a_player_may_be_called_a_runout() {
        let text = "Seat 1: My runout Ann ( €5 )\nMy runout Ann collected [ €5 ]\n";
        assert_eq!(rewritten(text), text);
    }
}
