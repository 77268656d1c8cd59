//! Plays out the betting of an answer: `b200c/kb400f`.

use handlab_cards::game::Street;
use handlab_core::hand::ActionKind;

pub(super) const SMALL_BLIND: i64 = 50;
pub(super) const BIG_BLIND: i64 = 100;
/// What each player has at the start of every hand.
pub(super) const STACK: i64 = 20_000;

/// The positions, as `client_pos` numbers them.
pub(super) const IN_BIG_BLIND: usize = 0;
pub(super) const ON_BUTTON: usize = 1;

const RIVER: Street = Street(3);

/// One action: street, position, kind, amount added.
pub(super) type Act = (Street, usize, ActionKind, i64);

/// A hand as it was played, by position.
pub(super) struct Play {
    pub(super) acts: Vec<Act>,
    /// What each has put in, including an uncalled bet.
    pub(super) put_in: [i64; 2],
    on_street: [i64; 2],
    pub(super) street: Street,
    /// Who is to act.
    next: usize,
    /// Whether the street has an action besides the blinds, and whether it is over.
    has_begun: bool,
    is_over: bool,
    pub(super) has_fold: bool,
}

impl Play {
    /// Plays out a hand; `None` if it breaks the rules or does not end.
    pub(super) fn new(action: &str) -> Option<Play> {
        let mut play = Play {
            acts: Vec::with_capacity(action.len() + 2),
            put_in: [0; 2],
            on_street: [0; 2],
            street: Street::FIRST,
            next: ON_BUTTON,
            has_begun: false,
            is_over: false,
            has_fold: false,
        };
        play.add(ActionKind::PostSmallBlind, SMALL_BLIND);
        play.add(ActionKind::PostBigBlind, BIG_BLIND);
        let mut rest = action;
        while let Some(step) = rest.chars().next() {
            rest = &rest[step.len_utf8()..];
            if step == 'b' {
                let end = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
                play.bet(rest[..end].parse().ok()?)?;
                rest = &rest[end..];
            } else {
                play.step(step)?;
            }
        }
        // When both are all-in, the streets that are only dealt may be left out.
        while play.is_all_in() && play.street < RIVER {
            play.step('/')?;
        }
        let is_complete = play.has_fold || play.is_over && play.street == RIVER;
        is_complete.then_some(play)
    }

    fn step(&mut self, step: char) -> Option<()> {
        let to_call = self.on_street[1 - self.next] - self.on_street[self.next];
        match step {
            '/' if self.is_over && !self.has_fold && self.street < RIVER => {
                self.street = Street(self.street.0 + 1);
                (self.on_street, self.next) = ([0; 2], IN_BIG_BLIND);
                (self.has_begun, self.is_over) = (false, self.is_all_in());
            }
            _ if self.is_over => return None,
            'k' if to_call == 0 => {
                // The big blind may check after a call.
                self.is_over = self.has_begun;
                self.add(ActionKind::Check, 0);
                self.has_begun = true;
            }
            'c' if to_call > 0 => {
                let is_limp = self.street == Street::FIRST && !self.has_begun;
                (self.has_begun, self.is_over) = (true, !is_limp);
                self.add(ActionKind::Call, to_call);
            }
            'f' if to_call > 0 => {
                (self.has_fold, self.is_over) = (true, true);
                self.add(ActionKind::Fold, 0);
            }
            _ => return None,
        }
        Some(())
    }

    /// A bet or a raise to a total on the street.
    fn bet(&mut self, total: i64) -> Option<()> {
        let level = self.on_street[1 - self.next];
        let added = total.checked_sub(self.on_street[self.next])?;
        if self.is_over || total <= level || added > STACK - self.put_in[self.next] {
            return None;
        }
        self.has_begun = true;
        self.add(if level == 0 { ActionKind::Bet } else { ActionKind::Raise }, added);
        Some(())
    }

    /// Adds an action of who is next.
    fn add(&mut self, kind: ActionKind, added: i64) {
        let position = self.next;
        self.on_street[position] += added;
        self.put_in[position] += added;
        self.acts.push((self.street, position, kind, added));
        self.next = 1 - position;
    }

    fn is_all_in(&self) -> bool {
        self.put_in == [STACK; 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_ends_with_a_fold_a_showdown_or_an_all_in() {
        for (action, put_in, street) in [
            ("f", [100, 50], 0),
            ("b200f", [100, 200], 0),
            ("ck/kk/kk/kk", [100, 100], 3),
            ("cb300c/kk/kb300c/kb1200c", [1800, 1800], 3),
            ("b200c/kb200c/b400f", [800, 400], 2),
            ("b200b600b1800b5400b20000c", [20_000, 20_000], 3),
            ("b20000c///", [20_000, 20_000], 3),
            ("b200c/b19800c//", [20_000, 20_000], 3),
            ("b200c/kk/kk/kb19800f", [200, 20_000], 3),
        ] {
            let play = Play::new(action).expect(action);
            assert_eq!((play.put_in, play.street), (put_in, Street(street)), "{action}");
        }
    }

    #[test]
    fn what_breaks_the_rules_or_does_not_end_is_no_hand() {
        for action in [
            "",
            "k",
            "c",
            "ck",
            "ck/",
            "b200",
            "b200c",
            "b200c/kk/kk/k",
            "b200k",
            "b200c/c",
            "b200c/f",
            "b200ff",
            "b200ck",
            "b100f",
            "b20001f",
            "b200c/b19801f",
            "b20000b20000c",
            "b20000c////",
            "b200f/",
            "bf",
            "x",
            "b200c/kk/kk/kk/",
            "b99999999999999999999f",
            "cé",
        ] {
            assert!(Play::new(action).is_none(), "{action}");
        }
    }
}
