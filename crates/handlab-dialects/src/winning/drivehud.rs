//! What `DriveHUD` adds to the first line of a hand, from the table's window title and the site's own file next to the
//! log.
//!
//! ```text
//! .. *** Summary: GameType: NL                                for cash tables
//! .. *** Summary: GameType: PL, TournamentId: 8192538, TournamentBuyIn: 12.60, TournamentSpeed: Turbo, TableType: 8
//! ```
//!
//! The game type is `NL`, `PL`, `FL`, or `XX` if the title gives none, for which newer versions write `NL`. The price
//! is that of an entry including the fee, or 0 if the title does not give it. The table type is the number of seats.

use handlab_core::hand::{Speed, Tournament};

use crate::lines::price::read_price;
use crate::syntax::text::{is_digits, split_once};

const MARK: &str = " *** Summary: GameType: ";

/// The fields that are read; missing ones are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Added<'a> {
    /// The limit in the wording of headers, such as `No Limit`.
    pub(crate) betting: &'static str,
    pub(crate) tournament: &'a str,
    pub(crate) max_seats: &'a str,
    price: &'a str,
    speed: Option<Speed>,
}

/// Splits a first line from what was added to it.
pub(crate) fn split(line: &str) -> (&str, Added<'_>) {
    let Some((line, rest)) = split_once(line, MARK) else { return (line, Added::default()) };
    let mut fields = rest.trim_end().split(", ");
    let betting = match fields.next() {
        Some("NL") => "No Limit",
        Some("PL") => "Pot Limit",
        Some("FL") => "Limit",
        _ => "",
    };
    let mut added = Added { betting, ..Added::default() };
    for (name, value) in fields.filter_map(|field| split_once(field, ": ")) {
        match name {
            "TournamentId" if is_digits(value) => added.tournament = value,
            "TournamentBuyIn" => added.price = value,
            "TournamentSpeed" => added.speed = Speed::of_word(value),
            "TableType" => added.max_seats = value,
            _ => {}
        }
    }
    (line, added)
}

impl Added<'_> {
    /// The price such as `$12.60`, or nothing. Some versions print it in the computer's locale: `12,60`.
    pub(crate) fn price(&self) -> String {
        let digits = self.price.replacen(',', ".", 1);
        let is_paid = digits.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
        if is_paid { format!("${digits}") } else { String::new() }
    }

    /// Adds price and speed of the hand's tournament.
    pub(super) fn add_to(&self, tournament: &mut Tournament) {
        tournament.speed = self.speed;
        let price = self.price();
        if !price.is_empty() {
            read_price(&price, tournament);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_is_read() {
        let none = Added::default();
        for (line, wanted, price) in [
            ("2018/1/7 15:34:19", none, ""),
            ("2018/1/7 15:34:19 *** Summary: GameType: XX", none, ""),
            (
                "2018/1/7 15:34:19 *** Summary: GameType: PL, TableType: 6",
                Added { betting: "Pot Limit", max_seats: "6", ..none },
                "",
            ),
            (
                "2018/1/7 15:34:19 *** Summary: GameType: FL, TournamentId: 77, TournamentBuyIn: 12,60, TournamentSpeed: Turbo",
                Added {
                    betting: "Limit",
                    tournament: "77",
                    price: "12,60",
                    speed: Some(Speed::Turbo),
                    ..none
                },
                "$12.60",
            ),
            (
                "2018/1/7 15:34:19 *** Summary: GameType: NL, TournamentId: (7), TournamentBuyIn: 0.0",
                Added { betting: "No Limit", price: "0.0", ..none },
                "",
            ),
        ] {
            let (time, added) = split(line);
            assert_eq!((time, added), ("2018/1/7 15:34:19", wanted), "{line}");
            assert_eq!(added.price(), price, "{line}");
        }
    }
}
