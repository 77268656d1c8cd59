//! The first lines, up to the end of the list of players: facts about the hand as a whole.

use handlab_core::framing::first_line;

use crate::lines::common_form::Header;
use crate::syntax::text::{rsplit_once, split_once, trim_start};

pub(super) const OPENING: &str = "*** HEADER ***";
pub(super) const PLAYERS: &str = "*** PLAYERS ***";
const SITE: &str = "Site: Betclic";
/// The title is within this many bytes.
const MAX_TITLE: usize = 100;

/// Whether a hand starts with `head`. The title alone decides, so that it does not matter how much of the next line a
/// growing file has; texts of other sites are refused when they are read.
pub(super) fn claims(head: &[u8]) -> bool {
    first_line(head, MAX_TITLE).trim_end() == OPENING
}

/// The line that names another site.
pub(super) fn other_site(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim).take_while(|line| *line != PLAYERS);
    lines.find(|line| line.starts_with("Site: ") && !line.starts_with(SITE))
}

/// The header's fields, and what the translation needs from them.
#[derive(Default)]
pub(super) struct Fields<'a> {
    pub(super) header: Header<'a>,
    pub(super) total: &'a str,
    pub(super) rake: &'a str,
    /// The player whose small blind is not dead; `None` if no seat is marked.
    pub(super) small_blind: Option<&'a str>,
    pub(super) has_marks: bool,
}

impl<'a> Fields<'a> {
    /// Reads the lines up to the first title after the list of players.
    pub(super) fn read(mut lines: impl Iterator<Item = &'a str>) -> Fields<'a> {
        let mut fields = Fields::default();
        let (mut game, mut blinds, mut ante, mut mode) = ("", "", "", "");
        let header = &mut fields.header;
        for line in lines.by_ref() {
            if line == PLAYERS {
                break;
            }
            let Some((key, value)) = split_once(line, ": ") else { continue };
            match key {
                "Game Mode" => mode = value,
                "Game Type" => game = value,
                "Game Name" => {
                    header.max_seats = max_seats(value).into();
                    header.event = value.into();
                }
                "Game ID" => header.tournament = value.into(),
                "Buy In" => header.price = value.into(),
                "Hand ID" => header.id = value.into(),
                "Date & Time" => header.time = value.replace(['(', ')'], "").into(),
                "Table ID" => header.table = value.into(),
                "Ante" => ante = value,
                "Blinds" => blinds = value,
                "Total Pot" => fields.total = value,
                "Rake" => fields.rake = value,
                _ => {}
            }
        }
        header.is_tournament = match mode {
            "" => !header.price.is_empty(),
            _ => !mode.starts_with("Cash"),
        };
        let has_ante = ante.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
        let ante = if has_ante { [" - Ante ", ante].concat() } else { String::new() };
        header.game = [game, " (", blinds, &ante, ")"].concat().into();
        fields.read_marks(lines);
        fields
    }

    /// Finds the button's seat number and the small blind in the list of players.
    fn read_marks(&mut self, lines: impl Iterator<Item = &'a str>) {
        let (mut button, mut count) = (None, 0);
        for seat in lines.map_while(seat) {
            count += 1;
            for mark in seat.marks.split(' ') {
                match mark {
                    "BTN" => {
                        self.header.button = seat.number.into();
                        button = Some(seat.name);
                    }
                    "SB" => self.small_blind = Some(seat.name),
                    _ => {}
                }
                self.has_marks |= matches!(mark, "SB" | "BB");
            }
        }
        // Heads-up, some texts mark only the button.
        if count == 2 {
            self.small_blind = self.small_blind.or(button);
        }
    }

    /// Whether a small blind posted by this player is one that a newcomer owes.
    pub(super) fn is_dead(&self, name: &str) -> bool {
        self.has_marks && self.small_blind != Some(name)
    }
}

/// A line of the list of players.
pub(super) struct Seat<'a> {
    pub(super) number: &'a str,
    pub(super) name: &'a str,
    pub(super) stack: &'a str,
    /// `, €5.00 bounty`, or empty.
    pub(super) bounty: &'a str,
    /// `BTN SB Hero`, or empty.
    pub(super) marks: &'a str,
}

/// Reads `Seat 1: NAME (40960, €5.00 bounty) [BTN Hero]`: a name may contain brackets.
pub(super) fn seat(line: &str) -> Option<Seat<'_>> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    number.parse::<u8>().ok()?;
    let (rest, marks) = match rest.strip_suffix(')') {
        Some(rest) => (rest, ""),
        None => rsplit_once(rest.strip_suffix(']')?, ") [")?,
    };
    let (name, inside) = rsplit_once(rest, " (")?;
    let (stack, bounty) = inside.split_at(inside.find(", ").unwrap_or(inside.len()));
    Some(Seat { number, name: trim_start(name), stack, bounty, marks })
}

/// The number of seats in `NLHE 1/2 6 max Deep` and `NLHE 2.5/5 HU Deep`; empty if the name does not give it.
fn max_seats(name: &str) -> &str {
    let mut before = "";
    for word in name.split(' ') {
        match word {
            "HU" => return "2",
            "max" => return before,
            _ => before = word,
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_end_as_a_seat_does() {
        let parts = |line| {
            seat(line).map(|seat| (seat.name, seat.stack, seat.bounty, seat.marks)).expect("a seat")
        };
        assert_eq!(parts("Seat 1: Ann (500)"), ("Ann", "500", "", ""));
        assert_eq!(parts("Seat 1: Ann (2) [BB] (500)"), ("Ann (2) [BB]", "500", "", ""));
        let (bounty, marks) = (", €5.00 bounty", "BTN SB Hero");
        assert_eq!(
            parts("Seat 10: A: b (500, €5.00 bounty) [BTN SB Hero]"),
            ("A: b", "500", bounty, marks)
        );
        assert!(seat("Seat 1: Ann").is_none() && seat("Seat x: Ann (500)").is_none());
    }

    #[test]
    fn a_table_may_be_named_after_its_seats() {
        let found = ["NLHE 1/2 6 max Deep", "NLHE 2.5/5 HU Deep", "MARATHON"].map(max_seats);
        assert_eq!(found, ["6", "2", ""]);
    }

    #[test]
    fn marks_show_whose_small_blind_is_dead() {
        let read = |seats: &str| {
            let text = format!("{PLAYERS}\n{seats}\n*** HOLE CARDS ***").leak();
            Fields::read(text.lines())
        };
        let fields = read("Seat 1: Ann (5) [BTN]\nSeat 2: Bea (5) [SB]\nSeat 3: Cid (5) [BB]");
        assert!(fields.is_dead("Ann") && !fields.is_dead("Bea") && fields.is_dead("Cid"));
        let fields = read("Seat 1: Ann (5) [BTN Hero]\nSeat 2: Bea (5) [BB]");
        assert!(!fields.is_dead("Ann"));
        let fields = read("Seat 1: Ann (5)\nSeat 2: Bea (5)");
        assert!(!fields.is_dead("Ann") && !fields.is_dead("Bea"));
    }
}
