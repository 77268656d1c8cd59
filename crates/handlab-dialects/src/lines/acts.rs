//! Acts that a translator has already identified: the engine records them without reading words again.

use handlab_core::dialect::text::find_player;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount};

use super::Reader;
use super::body::At;
use super::verbs::{self, Post};
use crate::syntax::text::split_at_mark;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Fold,
    Check,
    Call,
    Bet,
    /// The rules of the site define the meaning of a raise's single amount.
    Raise,
    RaiseTo,
    /// What the seat adds, whatever that makes of the bet.
    AllIn,
    BringIn,
    Post(ActionKind),
    /// The missed small blind, dead, and the big blind, in one number.
    PostBoth,
}

/// What a player does between two lines of a translation.
pub(super) struct Act<'a> {
    /// The place in the translation where an empty line stands for the act.
    at: u64,
    name: &'a str,
    deed: Deed,
    /// As printed; ignored if no chips move.
    amount: &'a str,
}

/// The known acts of a hand, in their order.
#[derive(Default)]
pub(crate) struct Acts<'a>(Vec<Act<'a>>);

impl<'a> Acts<'a> {
    pub(super) const NONE: Self = Acts(Vec::new());

    /// Few hands have more acts, and a kilobyte is allocated fast.
    const MANY: usize = 20;

    /// Adds what a player does after the lines that `out` holds, which gets an empty line in its place.
    #[expect(clippy::unnecessary_wraps, reason = "translators return what `writeln!` returns")]
    pub(crate) fn push(
        &mut self,
        name: &'a str,
        deed: Deed,
        amount: &'a str,
        out: &mut String,
    ) -> std::fmt::Result {
        if self.0.is_empty() {
            self.0.reserve(Self::MANY);
        }
        self.0.push(Act { at: out.len() as u64, name, deed, amount });
        out.push('\n');
        Ok(())
    }

    /// Adds what one word and an amount say, as `folds` or `Calls $5`; false if there is more to it.
    pub(crate) fn push_plain(&mut self, name: &'a str, act: &'a str, out: &mut String) -> bool {
        let (verb, amount) = split_at_mark(act, b' ').unwrap_or((act, ""));
        let deed = match verb {
            "folds" | "Folds" => Deed::Fold,
            "checks" | "Checks" => Deed::Check,
            "calls" | "Calls" => Deed::Call,
            "bets" | "Bets" => Deed::Bet,
            _ => return false,
        };
        let is_plain = match deed {
            Deed::Fold | Deed::Check => amount.is_empty(),
            _ => amount.ends_with(|last: char| last.is_ascii_digit()) && !amount.contains(' '),
        };
        is_plain && self.push(name, deed, amount, out).is_ok()
    }

    pub(super) fn as_slice(&self) -> &[Act<'a>] {
        &self.0
    }
}

impl Reader<'_, '_> {
    /// Whether an act comes before the next line.
    pub(super) fn is_act_next(&self) -> bool {
        self.acts.first().is_some_and(|act| act.at == self.cursor.next_byte())
    }

    /// Records the acts that come before the next line.
    pub(super) fn known_acts(&mut self, at: &mut At) -> Result<(), ParseError> {
        while self.is_act_next()
            && let Some((act, rest)) = self.acts.split_first()
        {
            self.acts = rest;
            self.cursor.next_empty_line();
            self.known_act(act, at)?;
        }
        Ok(())
    }

    fn known_act(&mut self, act: &Act<'_>, at: &mut At) -> Result<(), ParseError> {
        let text = act.amount;
        let seat = find_player(self.hand, act.name)
            .ok_or_else(|| self.cursor.error(ParseErrorKind::UnknownPlayer(act.name.to_owned())))?;
        let mut action = Action {
            is_all_in: act.deed == Deed::AllIn || verbs::says_all_in(text),
            ..Action::new(at.street, seat, ActionKind::Fold, Amount::Added(0))
        };
        match act.deed {
            Deed::Fold => {}
            Deed::Check => action.kind = ActionKind::Check,
            Deed::Call => self.call(&mut action, text, text)?,
            Deed::Bet => (action.kind, action.amount) = (ActionKind::Bet, self.added(text, text)?),
            Deed::AllIn => {
                (action.kind, action.amount) = (ActionKind::Raise, self.added(text, text)?);
            }
            Deed::Raise => {
                (action.kind, action.amount) = (ActionKind::Raise, self.raised(text, text)?);
            }
            Deed::RaiseTo => {
                let amount = self.amount(text, text)?;
                (action.kind, action.amount) = (ActionKind::Raise, self.raised_to(amount));
            }
            Deed::BringIn => self.bring_in(&mut action, text, text)?,
            Deed::Post(kind) => return self.post_as(Post::One(kind), action, text, text),
            Deed::PostBoth => return self.post_as(Post::Both, action, text, text),
        }
        self.push_action(action, at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_verb_with_its_amount_is_plain() {
        let found = |act: &'static str| {
            let (mut acts, mut out) = (Acts::default(), String::new());
            let is_plain = acts.push_plain("Ann", act, &mut out);
            assert_eq!((is_plain, acts.0.len()), (!out.is_empty(), out.len()), "{act}");
            acts.0.first().map(|act| (act.deed, act.amount))
        };
        assert_eq!(found("folds"), Some((Deed::Fold, "")));
        assert_eq!(found("Checks"), Some((Deed::Check, "")));
        assert_eq!(found("calls $5.50"), Some((Deed::Call, "$5.50")));
        assert_eq!(found("Bets 10"), Some((Deed::Bet, "10")));
        for other in [
            "folds [Ah Kd]",
            "checks, says Bob",
            "calls",
            "calls 5 and is all-in",
            "bets 5x",
            "raises 5",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
