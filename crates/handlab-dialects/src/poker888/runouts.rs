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

use crate::lines::translate::Translator;
use crate::syntax::text::{find, strip_prefix_ignore_case, write_line};

const NUMBERS: [&str; 3] = ["First", "Second", "Third"];
const RUNOUT: &str = " runout ";
const DEALING: &str = "** Dealing ";

/// Whether the boards of the hand may be numbered.
pub(super) fn are_numbered(text: &str) -> bool {
    find(text, RUNOUT).is_some()
}

/// Numbers the titles of streets, and writes a showdown before each board's payments.
#[derive(Default)]
pub(super) struct Runouts {
    /// The board being dealt.
    dealt: Option<&'static str>,
    /// The board being paid for.
    paid: Option<&'static str>,
}

impl Translator<'_> for Runouts {
    fn line(&mut self, line: &str, out: &mut String) {
        let title = line.strip_prefix("** ").and_then(split_number);
        if let Some((number, "**")) = title {
            self.dealt = Some(number);
            return;
        }
        let payment = split_number(line).filter(|(_, paid)| find(paid, " collected [").is_some());
        // Writing to a string cannot fail.
        match (payment, self.dealt, line.strip_prefix(DEALING)) {
            (Some((number, paid)), _, _) => {
                if self.paid != Some(number) {
                    self.paid = Some(number);
                    write_line(out, ["** ", number, " showdown **"]).unwrap_or_default();
                }
                write_line(out, [paid])
            }
            (None, Some(number), Some(street)) => {
                write_line(out, ["** ", number, " Dealing ", street])
            }
            _ => write_line(out, [line]),
        }
        .unwrap_or_default();
    }
}

/// Splits the number off `First runout NAME collected [ 720 ]`.
fn split_number(text: &str) -> Option<(&'static str, &str)> {
    NUMBERS.into_iter().find_map(|number| {
        let rest = strip_prefix_ignore_case(text, number)?;
        Some((number, strip_prefix_ignore_case(rest, RUNOUT)?))
    })
}
