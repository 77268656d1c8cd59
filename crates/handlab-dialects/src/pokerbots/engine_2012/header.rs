//! The lines that start a match and a hand.

use super::super::betting::result;
use super::{MATCHES, OPENING};
use crate::syntax::text::{is_digits, rsplit_once, split_once};

/// What a match's first line says.
pub(super) struct Match<'a> {
    players: &'a str,
    pub(super) stack: i64,
    pub(super) big_blind: i64,
}

impl<'a> Match<'a> {
    /// Reads `6.176 MIT Pokerbots - Abe vs Bea (stack=400, bb=2)`.
    pub(super) fn read(line: &'a str) -> Option<Match<'a>> {
        let named = MATCHES.iter().find_map(|start| line.strip_prefix(start))?;
        let (players, stakes) = rsplit_once(named.trim_end(), " (stack=")?;
        let (stack, big_blind) = split_once(stakes.strip_suffix(')')?, ", bb=")?;
        let number = |text: &str| is_digits(text).then(|| result(text)).flatten();
        Some(Match { players, stack: number(stack)?, big_blind: number(big_blind)? })
    }

    /// Whether that player takes part.
    pub(super) fn names(&self, player: &str) -> bool {
        self.players.split(" vs ").any(|name| name == player)
            // A name may hold ` vs `.
            || self.players.contains(player) && player.contains(" vs ")
    }
}

/// The number in `Hand #1`.
pub(super) fn bare_number(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix(OPENING).filter(|number| is_digits(number))
}

/// Number and players of `Hand #6, Abe (196), Bea (75), Cy (329)`.
pub(super) fn header(line: &str) -> Option<(&str, Vec<(&str, i64)>)> {
    let (number, players) = split_once(line.trim_end().strip_prefix(OPENING)?, ", ")?;
    let mut rest = players.strip_suffix(')')?;
    let mut seats = Vec::new();
    loop {
        // A name may contain `), ` as well.
        let mut ends = rest.match_indices("), ").map(|(end, _)| end).chain([rest.len()]);
        let (end, seat) = ends.find_map(|end| {
            let (name, chips) = rsplit_once(&rest[..end], " (")?;
            Some((end, (name, result(chips)?)))
        })?;
        seats.push(seat);
        let Some(next) = rest.get(end + "), ".len()..) else { break };
        rest = next;
    }
    (is_digits(number) && seats.len() >= 2).then_some((number, seats))
}

/// Seat number, whether it has the button, and name of `Seat 1 (Button): Abe3006 0`.
pub(super) fn seat_line(line: &str) -> Option<(u8, bool, &str)> {
    let (number, rest) = split_once(line.trim_end().strip_prefix("Seat ")?, " (")?;
    let (label, rest) = split_once(rest, "): ")?;
    let (name, won) = rest.rsplit_once(' ')?;
    result(won)?;
    let is_button = match label {
        "Button" => true,
        "SB" | "BB" => false,
        _ => return None,
    };
    let number = is_digits(number).then(|| number.parse().ok()).flatten()?;
    (!name.is_empty()).then_some((number, is_button, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_what_separates_names() {
        let (_, players) = header("Hand #6, a (b), c (-4), d (4), e (f) (0)").expect("a header");
        assert_eq!(players, [("a (b), c", -4), ("d", 4), ("e (f)", 0)]);
    }

    #[test]
    fn a_match_names_its_players_and_stakes() {
        let line = "6.176 MIT Pokerbots - Abe vs Bea's (B) (stack=400, bb=2)";
        let found = Match::read(line).expect("a match");
        assert_eq!((found.stack, found.big_blind), (400, 2));
        assert!(found.names("Abe") && found.names("Bea's (B)") && !found.names("Be"));
        // Neither in 2012 nor since 2020.
        assert!(Match::read("6.S912 MIT Pokerbots - Abe vs. Bea vs. Cy").is_none());
    }
}
