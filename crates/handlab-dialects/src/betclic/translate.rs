//! Rewrites each line into the common form.

use handlab_core::hand::ActionKind;

use super::header::{Fields, PLAYERS, seat};
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::{Names, between, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{split_at_mark, split_once, write_line};

const FINISHED: &str = " finished the tournament in ";
/// The length of `21:53:15 - `.
const CLOCK: usize = 11;

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    fields: Fields<'a>,
    part: Part,
    names: Names<'a>,
    acts: Acts<'a>,
    /// Posts of newcomers, which are printed before the blinds.
    late: Vec<(&'a str, &'a str)>,
    won: Vec<Won<'a>>,
}

/// What a player gets from a pot.
struct Won<'a> {
    name: &'a str,
    amount: &'a str,
    pot: &'static str,
    number: &'a str,
}

/// The part of the text that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Header,
    Players,
    HoleCards,
    Street,
    Showdown,
    Summary,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        Lines {
            fields: Fields::read(lines(text)),
            part: Part::Header,
            names: Names::default(),
            acts: Acts::default(),
            late: Vec::new(),
            won: Vec::new(),
        }
    }

    /// Reads what follows the time of an action.
    fn act(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        let Some((name, act)) = self.names.split(line, ": ") else {
            // The engine refuses a line that moves chips of no one at the table.
            return write_line(out, [line]);
        };
        let (verb, rest) = split_at_mark(act, b' ').unwrap_or((act, ""));
        if verb == "Posts" {
            return self.post(name, act, rest, out);
        }
        self.push_late(out)?;
        match verb {
            "Folds" if rest.is_empty() => self.acts.push(name, Deed::Fold, rest, out),
            "Checks" if rest.is_empty() => self.acts.push(name, Deed::Check, rest, out),
            "Calls" => self.acts.push(name, Deed::Call, rest, out),
            "Bets" => self.acts.push(name, Deed::Bet, rest, out),
            "Raises" if let Some(to) = rest.strip_prefix("to ") => {
                self.acts.push(name, Deed::RaiseTo, to, out)
            }
            "Sits" | "Disconnected" | "Reconnected" => Ok(()),
            _ => write_line(out, [name, ": ", act]),
        }
    }

    fn post(
        &mut self,
        name: &'a str,
        act: &str,
        posted: &'a str,
        out: &mut String,
    ) -> std::fmt::Result {
        let (kind, amount) = match split_at_mark(posted, b' ') {
            Some(("Ante", amount)) => (ActionKind::PostAnte, amount),
            Some(("SB", amount)) if self.fields.is_dead(name) => {
                self.late.push((name, amount));
                return Ok(());
            }
            Some(("SB", amount)) => (ActionKind::PostSmallBlind, amount),
            Some(("BB", amount)) => (ActionKind::PostBigBlind, amount),
            _ => return write_line(out, [name, ": ", act]),
        };
        self.acts.push(name, Deed::Post(kind), amount, out)
    }

    fn push_late(&mut self, out: &mut String) -> std::fmt::Result {
        for (name, amount) in self.late.drain(..) {
            self.acts.push(name, Deed::Post(ActionKind::PostDead), amount, out)?;
        }
        Ok(())
    }

    fn title(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        self.push_late(out)?;
        self.part = match line {
            PLAYERS => Part::Players,
            "*** HOLE CARDS ***" => Part::HoleCards,
            "*** SHOWDOWN ***" => Part::Showdown,
            "*** SUMMARY ***" => Part::Summary,
            _ => Part::Street,
        };
        match line {
            PLAYERS | "*** PRE-FLOP ***" | "*** SUMMARY ***" => Ok(()),
            "*** SHOWDOWN ***" => write_line(out, ["*** SHOW DOWN ***"]),
            _ => write_line(out, [line]),
        }
    }

    /// Reads a line of the showdown or the summary.
    fn result(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        let Some((name, act)) = self.names.split(line, " ") else {
            return if line.bytes().all(|byte| byte == b'-') {
                Ok(())
            } else {
                write_line(out, [line])
            };
        };
        if let Some(won) = act.strip_prefix("wins ") {
            if let Some((amount, eliminated)) = split_once(won, " for eliminating ")
                && !amount.contains(' ')
            {
                return write_line(out, [name, " wins ", amount, " for eliminating ", eliminated]);
            }
            let Some(won) = won_pot(name, won) else { return write_line(out, [line]) };
            self.won.push(won);
            return Ok(());
        }
        // The second bracket holds the five cards that play.
        if let Some(shown) = act.strip_prefix("shows [")
            && let Some((cards, rest)) = split_at_mark(shown, b']')
        {
            let made = between(rest, "(", ")").unwrap_or_default();
            return write_line(out, [name, ": shows [", cards, "] (", made, ")"]);
        }
        if let Some(finish) = act.strip_prefix("finished ") {
            let (place, prize) = split_once(finish, " and wins ").unwrap_or((finish, ""));
            let (amount, _) = split_at_mark(prize, b' ').unwrap_or((prize, ""));
            let received = if amount.is_empty() { "" } else { " and received " };
            return write_line(out, [name, FINISHED, place, " place", received, amount]);
        }
        // From older clients, which do not name the loser.
        if let Some(won) = act.strip_prefix("won Bounty ") {
            let (amount, _) = split_at_mark(won, b' ').unwrap_or((won, ""));
            return write_line(out, [name, " wins ", amount, " for eliminating someone"]);
        }
        write_line(out, [line])
    }
}

/// Reads `1st side pot of 6400`, which `name` wins.
fn won_pot<'a>(name: &'a str, won: &'a str) -> Option<Won<'a>> {
    let (pot, amount) = split_once(won, " of ")?;
    let (pot, number) = match split_once(pot, " side pot") {
        Some((ordinal, "")) => ("side pot-", ordinal.trim_end_matches(char::is_alphabetic)),
        _ if pot == "main pot" => ("main pot", ""),
        _ if pot.ends_with("pot") => ("pot", ""),
        _ => return None,
    };
    Some(Won { name, amount, pot, number })
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.fields.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        match self.part {
            Part::Street if has_clock(line) => self.act(&line[CLOCK..], out),
            Part::HoleCards if let Some((name, cards)) = self.names.split(line, ": [") => {
                write_line(out, ["Dealt to ", name, " [", cards])
            }
            _ if line.starts_with("*** ") && !self.names.has_act(line) => self.title(line, out),
            Part::Header => Ok(()),
            Part::Players => match seat(line) {
                Some(seat) => {
                    self.names.push(seat.name);
                    let is_owner = seat.marks.split(' ').any(|mark| mark == "Hero");
                    let owner = if is_owner { " [hero]" } else { "" };
                    let (name, stack) = (seat.name, seat.stack);
                    write_line(
                        out,
                        [
                            "Seat ",
                            seat.number,
                            ": ",
                            name,
                            " (",
                            stack,
                            " in chips",
                            seat.bounty,
                            ")",
                            owner,
                        ],
                    )
                }
                None => write_line(out, [line]),
            },
            Part::Showdown | Part::Summary => self.result(line, out),
            Part::HoleCards | Part::Street => write_line(out, [line]),
        }
    }

    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        self.push_late(out)?;
        // Side pots first, as the engine expects: an uncalled bet belongs to the last one.
        for Won { name, amount, pot, number } in self.won.iter().rev() {
            write_line(out, [name, " collected ", amount, " from ", pot, number])?;
        }
        if self.part == Part::Summary {
            let Fields { total, rake, .. } = self.fields;
            let rake = if rake.is_empty() { ["", ""] } else { [" | Rake ", rake] };
            match total {
                "" => write_line(out, ["*** SUMMARY ***"]),
                _ => write_line(out, ["*** SUMMARY ***\nTotal pot ", total, rake[0], rake[1]]),
            }?;
        }
        Ok(())
    }
}

/// Whether a line starts with the time of an action.
fn has_clock(line: &str) -> bool {
    line.len() > CLOCK
        && matches!(line.as_bytes(), [_, _, b':', _, _, b':', _, _, b' ', b'-', b' ', ..])
        && line.is_char_boundary(CLOCK)
}
