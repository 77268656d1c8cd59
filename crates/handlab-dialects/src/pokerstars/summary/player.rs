//! One line of the list of places.
//!
//! `name [3] (country), $89,165.94 (19.275%)`: the name may contain brackets, parentheses and commas, and so may the
//! country, which until 2011 was a town that the player typed: `Horn (HOLLAND)`. So the line is read from its
//! end: the last `),` closes the country, whose `(` is the one that balances it.

use super::money::{self, Printed};

/// A line as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayerLine<'a> {
    /// The place, or only a count if the player is still playing.
    pub(super) number: u32,
    pub(super) name: &'a str,
    /// The number of this entry among the player's, from 1; 1 if none is printed.
    pub(super) entry_no: u32,
    pub(super) is_still_playing: bool,
    pub(super) prize: Option<Printed<'a>>,
    /// A prize that is not an amount.
    pub(super) prize_text: Option<&'a str>,
}

/// Reads what follows `1:`.
pub(super) fn read_player(number: u32, text: &str) -> Option<PlayerLine<'_>> {
    let text = text.strip_prefix(' ').unwrap_or(text);
    let (person, tail) = match text.rfind("),") {
        Some(end) => (&text[..=end], text[end + 2..].trim()),
        None => (text.strip_suffix(')').map(|_| text)?, ""),
    };
    let name = name_of(person)?;
    let (name, entry_no) = split_entry(name);
    let mut line = PlayerLine {
        number,
        name,
        entry_no,
        is_still_playing: tail == "still playing",
        prize: None,
        prize_text: None,
    };
    if !line.is_still_playing {
        read_prize(tail, &mut line);
    }
    (!name.is_empty()).then_some(line)
}

/// The name in `name (country)`.
fn name_of(person: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let bytes = person.as_bytes();
    for (at, byte) in bytes.iter().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if *byte == b'(' && depth == 0 && at > 0 && bytes[at - 1] == b' ' {
            return Some(&person[..at - 1]);
        }
    }
    // A smiley in the name of a town leaves the parentheses unbalanced.
    person.split_once(" (").map(|(name, _)| name)
}

/// Splits `name [3]`.
fn split_entry(name: &str) -> (&str, u32) {
    let split = name.strip_suffix(']').and_then(|name| name.rsplit_once(" ["));
    let entry = split.and_then(|(name, entry)| Some((name, entry.parse().ok()?)));
    entry.filter(|(name, entry)| !name.is_empty() && *entry > 0).unwrap_or((name, 1))
}

/// Reads `$20.00 (100%)`, `25,750 FPP`, `Sunday Million ticket`, `(qualified for the target tournament)`.
fn read_prize<'a>(tail: &'a str, line: &mut PlayerLine<'a>) {
    let mut rest = tail;
    while let Some((front, note)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        if note.starts_with("qualified") {
            line.prize_text = Some(note);
        } else if !note.ends_with('%') {
            break;
        }
        rest = front.trim_end();
    }
    line.prize = money::read(rest);
    if line.prize.is_none() && !rest.is_empty() {
        line.prize_text = Some(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_any_characters() {
        let cases = [
            ("Ann (Peru),", "Ann", 1),
            ("Ann [2] (Peru),", "Ann", 2),
            ("An[n]1 [3] (Peru), $1.00 (5%)", "An[n]1", 3),
            ("Ann(RU) (Russia),", "Ann(RU)", 1),
            ("(.)(.)ann (Russia), still playing", "(.)(.)ann", 1),
            (")I(ann (Russia),", ")I(ann", 1),
            ("an(n (Peru),", "an(n", 1),
            ("Ann, (Bob), (Peru),", "Ann, (Bob),", 1),
            ("A nn (klp) (Latvia),", "A nn (klp)", 1),
            ("Ann (Horn (HOLLAND)),", "Ann", 1),
            ("Ann (monzon  (huesca)), still playing", "Ann", 1),
            ("Ann (a town :)),", "Ann", 1),
            ("Ann Lee(a)(b) (Peru),", "Ann Lee(a)(b)", 1),
            ("Ann (),", "Ann", 1),
            ("Ann (Peru)", "Ann", 1),
            ("[2] (Peru),", "[2]", 1),
        ];
        for (text, name, entry_no) in cases {
            let line = read_player(1, text).expect(text);
            assert_eq!((line.name, line.entry_no), (name, entry_no), "{text}");
        }
    }

    #[test]
    fn a_line_without_a_player_is_none() {
        for text in ["", " ", "Ann", "Ann Peru,", "A nn(Peru),", "(Peru),", " (Peru),", ")(", "),"]
        {
            assert_eq!(read_player(1, text), None, "{text}");
        }
    }

    #[test]
    fn a_prize_is_an_amount_or_a_text() {
        let prize = |text| {
            let line = read_player(1, text).expect(text);
            (line.prize.map(|prize| prize.minor), line.prize_text)
        };
        assert_eq!(prize("Ann (Peru), $1,234.50 (19.275%)"), (Some(123_450), None));
        assert_eq!(prize("Ann (Peru), 25,750 FPP"), (Some(2_575_000), None));
        assert_eq!(prize("Ann (Peru), Big Sunday ticket"), (None, Some("Big Sunday ticket")));
        let qualified = Some("qualified for the target tournament");
        assert_eq!(prize("Ann (Peru),  (qualified for the target tournament)"), (None, qualified));
        let both = "Ann (Peru), $5.00 (qualified for the target tournament)";
        assert_eq!(prize(both), (Some(500), qualified));
        assert_eq!(prize("Ann (Peru), Ticket (Step 2)"), (None, Some("Ticket (Step 2)")));
    }
}
