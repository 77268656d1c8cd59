//! Rewrites each line into the common form.

use handlab_core::hand::ActionKind;

use super::OPENING;
use super::blinds::{Blinds, UNKNOWN};
use super::parts::{amount, last_amount, seat, side_pot};
use crate::lines::acts::{Acts, Deed};
use crate::lines::clock::find_date;
use crate::lines::common_form::{Header, Names, between, has_digit, lines, refuse_if_chips_move};
use crate::lines::translate::Translator;
use crate::syntax::text::{before, find, is_digits, replace_first, split, split_once, write_line};

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_paid: bool,
    names: Names<'a>,
    acts: Acts<'a>,
    blinds: Blinds,
    /// As it was posted.
    small_blind: &'a str,
}

impl<'a> Lines<'a> {
    /// Whether the header of a tournament does not print the blinds.
    pub(super) fn are_stakes_unknown(&self) -> bool {
        self.header.is_tournament && !self.header.game.ends_with(')')
    }

    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let lines = lines(text);
        let has_euros = find(text, " (EUR ").is_some();
        let post = |words: &str| {
            if !has_euros {
                return None;
            }
            let line = lines.clone().find(|line| {
                // A player may have such a name.
                line.contains(words) && line.contains(" (EUR ") && !line.contains(" in chips)")
            })?;
            Some(amount(split_once(line, words)?.1))
        };
        let posted = post(": posts small blind ").zip(post(": posts big blind "));
        let mut header = header(lines.clone().next().unwrap_or_default(), posted);
        let dealer = lines.clone().find_map(|line| {
            line.strip_prefix("Dealer: Seat ").or_else(|| {
                let marked = line.ends_with(" DEALER").then_some(line)?;
                between(marked, "Seat ", ":")
            })
        });
        header.button = dealer.unwrap_or_default().into();
        header.is_play_money &= lines
            .clone()
            .filter_map(seat)
            .all(|(_, _, stack)| stack.starts_with(|first: char| first.is_ascii_digit()));
        Lines {
            header,
            is_paid: false,
            names: Names::default(),
            acts: Acts::default(),
            blinds: Blinds::infer(text),
            small_blind: "",
        }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_paid {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some((number, name, stack)) = seat(line) {
            self.names.push(name);
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]);
        }
        if let Some((name, act)) = self.names.split(line, ": ") {
            return self.act(name, act, out);
        }
        if let Some((name, won)) = self.names.split(line, " wins ") {
            return self.wins(name, won, out);
        }
        // The newest logs print a post of both blinds this way. Chat is `NAME  chats: text`.
        if let Some((name, act)) = self.names.split(line, ":")
            && act.starts_with("posts ")
        {
            return self.act(name, act, out);
        }
        if let Some((name, act)) = self.split_at_muck(line) {
            return self.act(name, act, out);
        }
        if line.starts_with("***SHOW") {
            out.push_str("*** SHOW DOWN ***\n");
            return Ok(());
        }
        let is_kept = line.starts_with("*** ")
            || line.starts_with("Dealt to ")
            || line.starts_with("Tournament: ")
            || line.ends_with(" players.");
        if is_kept { write_line(out, [line]) } else { refuse_unknown_player(line, out) }
    }
}

impl<'a> Lines<'a> {
    /// Splits `Bob_11: mucks [Ah,Jh] (Pair) .`: in a line that names the cards after the payments, `_` stands for each
    /// space of the name. Nothing is split if two players may be meant.
    fn split_at_muck(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let at = find(line, ": mucks ")?;
        let (printed, act) = (&line[..at], &line[at + 2..]);
        let mut meant = self.names.iter().filter(|name| is_spaced(name, printed));
        meant.next().filter(|_| meant.next().is_none()).map(|name| (name, act))
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        const DEEDS: [(&str, Deed); 13] = [
            ("calls ", Deed::Call),
            ("bets ", Deed::Bet),
            ("raises to ", Deed::RaiseTo),
            ("is all in ", Deed::AllIn),
            ("posts small blind ", Deed::Post(ActionKind::PostSmallBlind)),
            ("posts big blind ", Deed::Post(ActionKind::PostBigBlind)),
            ("posts ante of ", Deed::Post(ActionKind::PostAnte)),
            ("posts ante ", Deed::Post(ActionKind::PostAnte)),
            ("posts dead blind ", Deed::Post(ActionKind::PostDead)),
            ("posts dead ", Deed::Post(ActionKind::PostDead)),
            ("posts small & big blind ", Deed::PostBoth),
            ("posts straddle ", Deed::Post(ActionKind::Straddle)),
            ("brings in for ", Deed::BringIn),
        ];
        match act {
            "folds" => return self.acts.push(name, Deed::Fold, "", out),
            "checks" => return self.acts.push(name, Deed::Check, "", out),
            _ => {}
        }
        for (words, deed) in DEEDS {
            if let Some(text) = act.strip_prefix(words) {
                if deed == Deed::Post(ActionKind::PostDead)
                    && let Some((dead, live)) = split_once(text, " and big blind ")
                {
                    // No amount is negative: the small blind was missed.
                    let is_negative = dead.trim_start_matches(['$', '€', '£']).starts_with('-');
                    let dead = if is_negative { self.small_blind } else { amount(dead) };
                    self.acts.push(name, deed, dead, out)?;
                    let big_blind = Deed::Post(ActionKind::PostBigBlind);
                    return self.acts.push(name, big_blind, amount(live), out);
                }
                let amount = amount(text);
                if deed == Deed::Post(ActionKind::PostSmallBlind) {
                    self.small_blind = amount;
                }
                if amount == UNKNOWN
                    && let Deed::Post(kind) = deed
                    && let Some(blind) = self.blinds.amount(kind)
                {
                    return write_line(out, [name, ": ", words, blind]);
                }
                return self.acts.push(name, deed, amount, out);
            }
        }
        if let Some(text) = act.strip_prefix("returns uncalled bet ") {
            return write_line(out, ["Uncalled bet (", amount(text), ") returned to ", name]);
        }
        if let Some(won) = act.strip_prefix("wins ") {
            return self.wins(name, won, out);
        }
        if let Some(cards) = act.strip_prefix("mucks ") {
            return match between(cards, "[", "]") {
                Some(cards) => write_line(out, [name, ": mucks [", cards.trim(), "]"]),
                None => write_line(out, [name, ": mucks"]),
            };
        }
        if let Some(cards) = act.strip_prefix("shows ") {
            // Before the title as well, if everyone is all-in.
            let cards = between(cards, "[", "]").unwrap_or_default().trim();
            return write_line(out, [name, ": shows [", cards, "]"]);
        }
        write_line(out, [name, ": ", act])
    }

    /// Rewrites `$3,55 with Two Pairs Aces and Queens   (EUR 2,80)`, `high pot 327 with ..`, `side pot 1 $5`.
    fn wins(&mut self, name: &str, won: &str, out: &mut String) -> std::fmt::Result {
        self.is_paid = true;
        let won = before(won, " (EUR ");
        let won = before(won, " with").trim_end();
        let amount = last_amount(won);
        let (pot, number) = if let Some((number, _)) = side_pot(won) {
            ("side pot-", number)
        } else if won.starts_with("side pot") {
            ("side pot", "")
        } else if won.starts_with("main pot") {
            ("main pot", "")
        } else {
            ("pot", "")
        };
        write_line(out, [name, " collected ", amount, " from ", pot, number])
    }
}

/// Whether a printed name is that of a seat with `_` for each space.
fn is_spaced(name: &str, printed: &str) -> bool {
    let letters = name.bytes().map(|byte| if byte == b' ' { b'_' } else { byte });
    letters.eq(printed.bytes())
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 6] =
        [": posts ", ": calls ", ": bets ", ": raises ", ": is all in ", " wins "];
    refuse_if_chips_move(line, &ACTS, |_, rest| has_digit(rest), out)
}

/// Reads `Hand#29 - Odesa (6-Max) 13495 -- 0,04/0,08 PL Omaha -- 2012-06-21 - 05:30:58`.
fn header<'a>(line: &'a str, posted: Option<(&str, &str)>) -> Header<'a> {
    let mut header = Header::default();
    let Some((id, rest)) = line.strip_prefix(OPENING).and_then(|rest| split_once(rest, " - "))
    else {
        return header;
    };
    header.id = id.into();
    let date = find_date(rest).unwrap_or(rest.len());
    header.time = rest[date..].into();
    let mut parts: Vec<&str> =
        split(&rest[..date], " -- ").map(|part| part.trim_matches([' ', '-'])).collect();
    parts.retain(|part| !part.is_empty());
    let (Some(game), Some(table)) = (parts.pop(), parts.first()) else { return header };
    header.max_seats = between(table, "(", "-").unwrap_or_default().into();
    for part in &parts {
        if let Some(seats) = part.strip_suffix(" Max") {
            header.max_seats = seats.into();
        } else if find(part, " + ").is_some() {
            header.price = part.replace(' ', "").into();
        }
    }
    // `$5 Bounty T11244010`, `Odesa (6-Max) 13495`.
    let (name, number) = table.rsplit_once(' ').unwrap_or((table, ""));
    match number.strip_prefix('T').filter(|number| is_digits(number)) {
        Some(number) => {
            header.is_tournament = true;
            header.tournament = number.into();
            header.event = name.into();
            let table = parts.iter().find_map(|part| part.strip_prefix("Table "));
            header.table = table.unwrap_or_default().into();
        }
        None => header.table = before(name, " (").into(),
    }
    let (stakes, game) = game.split_once(' ').unwrap_or((game, ""));
    let (betting, game) = game.split_once(' ').unwrap_or(("", game));
    let betting = match betting {
        "NL" => "No Limit",
        "PL" => "Pot Limit",
        _ => "Limit",
    };
    let game = replace_first(game, "HiLo", " Hi/Lo");
    let is_signed = stakes.starts_with(|first: char| !first.is_ascii_digit());
    header.is_play_money = !header.is_tournament && !is_signed;
    let code = match (header.is_tournament, is_signed) {
        (true, _) | (_, true) => "",
        _ => " XXX",
    };
    // In a tournament: ante, small and big blind.
    let stakes = match stakes.split_once('/') {
        Some((_, blinds)) if header.is_tournament && blinds.contains('/') => blinds,
        _ => stakes,
    };
    header.game = match posted {
        // Unknown blinds: the posts are the stakes.
        _ if header.is_tournament && stakes.contains('-') => [&game, " ", betting].concat().into(),
        Some((small, big)) => [&game, " ", betting, " (", small, "/", big, ")"].concat().into(),
        None => [&game, " ", betting, " (", stakes, code, ")"].concat().into(),
    };
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::translate::translated;

    #[test]
    fn an_underscore_stands_for_a_space_if_one_player_can_be_meant() {
        let text = |other: &str| {
            format!("Hand#1 - A\nSeat 1: Bob 1 1 ($5 in chips)\nSeat 2: {other} ($5 in chips)\n")
        };
        for (other, wanted) in [
            ("Ann", "Bob 1 1: mucks [Ah,Jh]\n"),
            ("Bob_1_1", "Bob_1_1: mucks [Ah,Jh]\n"),
            ("Bob 1_1", ""),
        ] {
            let text = text(other);
            let (mut translation, mut out) = (Lines::new(&text), String::new());
            translated(&mut translation, &text);
            let written = translation.line("Bob_1_1: mucks [Ah,Jh] (Pair) .", &mut out);
            assert_eq!(written, Ok(()));
            assert_eq!(out, wanted, "{other}");
        }
    }
}
