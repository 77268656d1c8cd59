//! A hand shared from the client: titles in forum markup, cards on separate lines.
//!
//! ```text
//! [b]FLOP[/b]
//! [3D] [6D] [9C]                                     *** FLOP *** [3d 6d 9c]
//! Dealt to NAME
//! [AS] [3H]                                          Dealt to NAME [As 3h]
//! Board:
//! [3D] [6D] [9C] [4H] [QH]
//! ```
//!
//! Written from one hand of 2026, which ends without a showdown. The text after the cards of a `shows` is taken from
//! their line or the next one.

use crate::lines::common_form::{lines, lines_with};
use crate::lines::translate::Translator;
use crate::syntax::text::trim_end;

/// Whether a hand is in this form.
pub(super) fn is_shared(text: &str) -> bool {
    lines_with(text, "[/b]").any(|line| title_of(line).is_some())
}

/// Rewrites the lines into the form of the files.
pub(super) struct Lines<'a, I> {
    /// The lines after the current one.
    ahead: I,
    /// How many of these were already consumed with an earlier line.
    taken: usize,
    /// The cards of a line.
    cards: Vec<&'a str>,
}

pub(super) fn new(text: &str) -> Lines<'_, impl Iterator<Item = &str> + Clone> {
    Lines { ahead: lines(text), taken: 0, cards: Vec::new() }
}

impl<'a, I: Iterator<Item = &'a str> + Clone> Translator<'a> for Lines<'a, I> {
    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        self.ahead.next();
        if self.taken > 0 {
            self.taken -= 1;
            return Ok(());
        }
        let title = title_of(line);
        match title {
            Some(title) => out.extend(["*** ", title, " ***"]),
            None => out.push_str(line),
        }
        let (mut ahead, shows) = (self.ahead.clone(), is_of_shown_cards(line));
        // A player may have a card as name.
        if let Some(rest) = ahead.next().and_then(|next| self.read_cards(next))
            && (shows || rest.is_empty())
        {
            self.taken = 1;
            // The file prints the new card separately.
            let has_new_card = title.is_some() && self.cards.len() > 3;
            self.write_cards(if has_new_card { self.cards.len() - 1 } else { 0 }, out);
            out.push_str(rest);
            if rest.is_empty() && shows {
                let more =
                    ahead.next().filter(|next| next.starts_with('(') || next.starts_with("and "));
                self.taken += usize::from(more.is_some());
                out.extend(more.into_iter().flat_map(|more| [" ", more]));
            }
        }
        out.push('\n');
        Ok(())
    }
}

impl<'a, I> Lines<'a, I> {
    /// Reads `[3D] [6D] [9C]`; returns what follows.
    fn read_cards(&mut self, line: &'a str) -> Option<&'a str> {
        self.cards.clear();
        let mut rest = line;
        while let Some((card, more)) =
            rest.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'))
            && is_card(card)
        {
            self.cards.push(card);
            rest = more;
        }
        (!self.cards.is_empty() && (rest.is_empty() || rest.starts_with(' '))).then_some(rest)
    }

    /// Writes the cards in one bracket, those from `second` on in a second one.
    fn write_cards(&self, second: usize, out: &mut String) {
        for (place, card) in self.cards.iter().enumerate() {
            out.push_str(match place {
                0 => " [",
                _ if place == second => "][",
                _ => " ",
            });
            out.push_str(&card[..1]);
            out.push(char::from(card.as_bytes()[1].to_ascii_lowercase()));
        }
        out.push(']');
    }
}

/// Reads `[b]PRE-FLOP[/b]`. A player's name may start with `[b]`, but actions are in lower case.
fn title_of(line: &str) -> Option<&str> {
    let title = trim_end(line).strip_prefix("[b]")?.strip_suffix("[/b]")?;
    let is_of_title = |byte: u8| !byte.is_ascii_lowercase() && !matches!(byte, b'[' | b']' | b':');
    (!title.is_empty() && title.bytes().all(is_of_title)).then_some(title)
}

fn is_of_shown_cards(line: &str) -> bool {
    let line = trim_end(line);
    line.ends_with(" shows") || line.ends_with(" showed")
}

/// Reads `AS`.
fn is_card(text: &str) -> bool {
    matches!(text.as_bytes(), [rank, suit] if b"23456789TJQKA".contains(rank) && b"CDHS".contains(suit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::translate::translated;

    #[test]
    fn cards_and_their_description_join_the_previous_line() {
        for (text, wanted) in [
            (
                "[b]FLOP[/b]\n[3D] [6D] [9C]\nand so checks",
                "*** FLOP *** [3d 6d 9c]\nand so checks\n",
            ),
            ("[b]TURN[/b] \n\n[3D] [6D] [9C] [4H]", "*** TURN *** [3d 6d 9c][4h]\n"),
            ("Board: \n[3D] [6D] [9C] [4H] [QH]", "Board: [3d 6d 9c 4h Qh]\n"),
            (
                "Ann shows \n[KD] [KS] (One pair)\nBob folds",
                "Ann shows [Kd Ks] (One pair)\nBob folds\n",
            ),
            (
                "Ann shows\n[KD] [KS]\n(One pair)\nBob folds",
                "Ann shows [Kd Ks] (One pair)\nBob folds\n",
            ),
            (
                "[b]ox[/b] folds\n[AS] bets 2€\n[b]X[/b]",
                "[b]ox[/b] folds\n[AS] bets 2€\n*** X ***\n",
            ),
        ] {
            assert_eq!(translated(&mut new(text), text), wanted);
        }
    }

    #[test]
    fn only_a_title_identifies_the_form() {
        assert!(is_shared("Winamax Poker\n[b]PRE-FLOP[/b] \nAnn folds\n"));
        assert!(!is_shared("Winamax Poker\nSeat 1: [b]A[/b] (2€)\n[b]A[/b] folds\n"));
    }
}
