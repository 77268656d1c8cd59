//! The first lines of hands from both clients.

use crate::lines::common_form::Header;
use crate::syntax::text::{drop_all, is_digits, rsplit_once, split_once};

/// The start of a hand in 2021, and in 2026.
pub(super) const OLD: &str = "Game #";
pub(super) const NEW: &str = "Unibet Hand #";

/// Reads the first line of either client; `sign` is the currency's. The table of 2026 is on the second line.
pub(super) fn read<'a>(line: &'a str, sign: &str) -> Option<Header<'a>> {
    old(line, sign).or_else(|| new(line, sign))
}

/// Whether a colon follows the number in a hand of 2021: `Game #7 starts.` is a line of another site.
pub(super) fn may_start(head: &[u8]) -> bool {
    head.strip_prefix(OLD.as_bytes()).is_none_or(|rest| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        rest.get(digits) == Some(&b':')
    })
}

/// Reads `Game #1463192545: Table €1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04`; `sign` is the
/// currency's.
fn old<'a>(line: &'a str, sign: &str) -> Option<Header<'a>> {
    let (id, rest) = split_once(line.strip_prefix(OLD)?, ": Table ")?;
    let (rest, clock) = rest.trim_end().rsplit_once(" - ")?;
    let (clock, date) = clock.split_once(' ').filter(|(clock, _)| clock.contains(':'))?;
    let (rest, game) = rsplit_once(rest, " - ").filter(|_| is_digits(id))?;
    let (table, stakes) = rsplit_once(rest, " - ")?;
    let (small, big) = stakes.split_once('/')?;
    let quoted = table.strip_prefix('\'').and_then(|name| name.strip_suffix('\''));
    let stakes = match sign {
        "" => [small, "/", big, " XXX"].concat(),
        _ => [sign, small, "/", sign, big].concat(),
    };
    Some(Header {
        id: id.into(),
        game: [drop_all(game, " Banzai"), " (", &stakes, ")"].concat().into(),
        time: [date, " ", clock].concat().into(),
        table: quoted.unwrap_or(table).into(),
        ..Header::default()
    })
}

/// Reads `Unibet Hand #1558006027 - 0.03/0.05 - Pot Limit Omaha - UTC 21:59:40 2026/06/05`, possibly with `, Tournament
/// #85614762, €0.93 + €0.07` after the number and the prizes after the game.
fn new<'a>(line: &'a str, sign: &str) -> Option<Header<'a>> {
    let (front, clock) = rsplit_once(line.strip_prefix(NEW)?.trim_end(), " - ")?;
    let (zone, clock) = clock.split_once(' ')?;
    let (clock, date) = clock.split_once(' ').filter(|(clock, _)| clock.contains(':'))?;
    let (entry, game) = split_once(front, " - ")?;
    let (stakes, game) = split_once(game, " - ")?;
    let (game, _) = split_once(game, " - ").unwrap_or((game, ""));
    let (id, entry) = split_once(entry, ", Tournament #").unwrap_or((entry, ""));
    if !is_digits(id) {
        return None;
    }
    let (tournament, price) = split_once(entry, ", ").unwrap_or((entry, ""));
    let is_tournament = !tournament.is_empty();
    let chips = stakes.replace(".00", "");
    let (small, big) = (if is_tournament { &chips } else { stakes }).split_once('/')?;
    let stakes = match sign {
        _ if is_tournament => [small, "/", big].concat(),
        "" => [small, "/", big, " XXX"].concat(),
        _ => [sign, small, "/", sign, big].concat(),
    };
    Some(Header {
        id: id.into(),
        game: [game, " (", &stakes, ")"].concat().into(),
        time: [date, " ", clock, " ", zone].concat().into(),
        is_tournament,
        tournament: tournament.into(),
        price: price.into(),
        ..Header::default()
    })
}

/// The name and number of seats in `Table "86113818" 6-max`.
pub(super) fn table(line: &str) -> Option<(&str, &str)> {
    let (table, seats) = rsplit_once(line.strip_prefix("Table \"")?, "\" ")?;
    Some((table, seats.trim_end().strip_suffix("-max")?))
}

#[cfg(test)]
mod tests {
    use super::may_start;

    #[test]
    fn a_number_of_another_site_does_not_start_a_hand() {
        assert!(may_start(b"Game #1463192545: Table"));
        assert!(may_start(b"Unibet Hand #1558006027 - 0.03/0.05"));
        assert!(!may_start(b"Game #1463192545 starts."));
        assert!(!may_start(b"Game #1463192545"));
    }
}
