//! Blinds that a tournament's text prints as -1, which means that they are unknown.
//!
//! The calls before the flop show them: a small blind that calls 30 where others call 40 is 10, and a big blind is what
//! the first other player calls. So do all-ins, which leave nothing of the stack. A post that nothing shows is refused.

use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand};

use super::parts::{amount, seat};
use crate::inferred::{fixed_bets, short_blinds};
use crate::lines::common_form::{Names, lines};
use crate::syntax::text::find;

/// An unknown amount.
pub(super) const UNKNOWN: &str = "-1";

/// Amounts are compared with these decimals.
const SCALE: u8 = 4;

/// The posts of unknown size, as amounts in the text's form.
#[derive(Default)]
pub(super) struct Blinds {
    pub(super) small: Option<String>,
    pub(super) big: Option<String>,
}

impl Blinds {
    /// Infers both from a hand's text.
    pub(super) fn infer(text: &str) -> Blinds {
        if find(text, " blind -1").is_none() {
            return Blinds::default();
        }
        let mut round = Round::default();
        for line in lines(text) {
            if line.starts_with("*** ") || line.starts_with("***SHOW") || round.line(line).is_none()
            {
                break;
            }
        }
        let Round { small, big, .. } = round;
        // A small blind above the big one was misread.
        let is_odd = small.zip(round.posted_big.or(big)).is_some_and(|(small, big)| small > big);
        let text = |amount: Option<i64>| {
            let unit = 10_i64.pow(SCALE.into());
            let amount = amount.filter(|amount| !is_odd && *amount > 0 && amount % unit == 0)?;
            Some((amount / unit).to_string())
        };
        Blinds { small: text(small), big: text(big) }
    }

    /// What replaces the amount of a post.
    pub(super) fn amount(&self, kind: ActionKind) -> Option<&str> {
        match kind {
            ActionKind::PostSmallBlind => self.small.as_deref(),
            ActionKind::PostBigBlind => self.big.as_deref(),
            _ => None,
        }
    }
}

/// A player before the flop.
struct Player {
    /// What is left, without an unknown blind.
    stack: i64,
    bet: i64,
    /// The blind that is missing in `bet`.
    unknown: Option<ActionKind>,
}

impl Player {
    fn add(&mut self, chips: i64) {
        self.stack = self.stack.saturating_sub(chips);
        self.bet = self.bet.saturating_add(chips);
    }
}

/// The betting before the flop.
#[derive(Default)]
struct Round<'a> {
    names: Names<'a>,
    players: Vec<Player>,
    /// What a player must have in to stay, if that is known.
    level: Option<i64>,
    /// A big blind that the text prints.
    posted_big: Option<i64>,
    small: Option<i64>,
    big: Option<i64>,
}

impl<'a> Round<'a> {
    /// Follows a line; `None` if nothing after it can be trusted.
    fn line(&mut self, line: &'a str) -> Option<()> {
        if let Some((_, name, stack)) = seat(line) {
            let stack = chips::read(stack.as_bytes(), SCALE)?;
            self.names.push(name);
            self.players.push(Player { stack, bet: 0, unknown: None });
            return Some(());
        }
        let Some((name, act)) = self.names.split(line, ": ") else { return Some(()) };
        let at = self.names.iter().position(|known| known == name)?;
        let number = |words: &str| Some(amount(act.strip_prefix(words)?));
        let read = |text: &str| chips::read(text.as_bytes(), SCALE);
        if let Some(text) = number("posts ante of ").or_else(|| number("posts ante ")) {
            let player = &mut self.players[at];
            player.stack = player.stack.saturating_sub(read(text)?);
        } else if let Some(text) = number("posts small blind ") {
            self.post(at, ActionKind::PostSmallBlind, text)?;
        } else if let Some(text) = number("posts big blind ") {
            self.post(at, ActionKind::PostBigBlind, text)?;
        } else if let Some(text) = number("calls ") {
            self.call(at, read(text)?)?;
        } else if let Some(text) = number("raises to ") {
            let to = read(text)?;
            self.level = self.level.max(Some(to));
            let player = &mut self.players[at];
            player.add(to.saturating_sub(player.bet));
            // The total includes the blind, whatever that was.
            player.unknown = None;
        } else if let Some(text) = number("is all in ") {
            self.all_in(at, read(text)?)?;
        } else if act != "folds" && act != "checks" {
            return None;
        }
        Some(())
    }

    fn post(&mut self, at: usize, kind: ActionKind, text: &str) -> Option<()> {
        let player = &mut self.players[at];
        if text == UNKNOWN {
            player.unknown = Some(kind);
            return Some(());
        }
        let blind = chips::read(text.as_bytes(), SCALE)?;
        player.add(blind);
        if kind == ActionKind::PostBigBlind {
            self.posted_big = Some(blind);
            // Last chips may be less than the blind.
            self.level = (player.stack > 0).then_some(blind);
        }
        Some(())
    }

    /// A call shows an unknown blind of the caller, or else what there is to call.
    fn call(&mut self, at: usize, added: i64) -> Option<()> {
        let level = self.level;
        let player = &mut self.players[at];
        player.add(added);
        match (player.unknown.take(), level) {
            (Some(kind), Some(level)) => {
                let blind = level.saturating_sub(player.bet);
                player.add(blind);
                // A call of last chips may be short.
                if player.stack <= 0 {
                    return None;
                }
                self.resolve(kind, blind);
            }
            (Some(kind), None) => player.unknown = Some(kind),
            (None, None) if player.stack > 0 => {
                let bet = player.bet;
                self.level = Some(bet);
                let unknown =
                    |player: &&mut Player| player.unknown == Some(ActionKind::PostBigBlind);
                if let Some(player) = self.players.iter_mut().find(unknown)
                    && player.stack >= bet
                {
                    player.add(bet);
                    player.unknown = None;
                    self.resolve(ActionKind::PostBigBlind, bet);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// An all-in shows an unknown blind of its player: it is what the stack is short of.
    fn all_in(&mut self, at: usize, added: i64) -> Option<()> {
        // Without a level it may be less than the big blind.
        let level = self.level?;
        let player = &mut self.players[at];
        player.add(added);
        if let Some(kind) = player.unknown.take() {
            let blind = player.stack;
            player.add(blind);
            self.resolve(kind, blind);
        }
        self.level = Some(level.max(self.players[at].bet));
        Some(())
    }

    fn resolve(&mut self, kind: ActionKind, blind: i64) {
        let known = if kind == ActionKind::PostBigBlind { &mut self.big } else { &mut self.small };
        *known = Some(blind);
    }
}

/// Takes the stakes from the posts, for a header that does not print them.
pub(super) fn infer_stakes(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    let post = |kind: ActionKind| {
        let post = hand.actions.iter().find(|action| action.kind == kind)?;
        Some(post.amount.printed())
    };
    let blinds = (post(ActionKind::PostSmallBlind), post(ActionKind::PostBigBlind));
    (hand.stakes.small_blind, hand.stakes.big_blind) = blinds;
    short_blinds::resolve(hand);
    fixed_bets::infer(hand);
    if hand.stakes.small_blind.is_some() && hand.stakes.big_blind.is_some() {
        return Ok(());
    }
    let header = lines(span.text).next().unwrap_or_default().to_owned();
    Err(ParseError::new(ParseErrorKind::Header(header), span.at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Seat 1: Ann (1 000 in chips)
Seat 2: Bob B (1 000 in chips)
Seat 3: Cid (1 000 in chips)
Bob B: posts small blind -1
Cid: posts big blind 20
Ann: raises to 60
Bob B: calls 50
Cid: calls 40
*** FLOP *** [2c,3d,4h]
Bob B: bets 70
";

    #[test]
    fn calls_and_all_ins_before_the_flop_show_an_unknown_blind() {
        let big = TEXT.replace("big blind 20", "big blind -1");
        let limped = big.replace("raises to 60", "calls 20").replace("calls 50", "calls 10");
        let only_big = big.replace("small blind -1", "small blind 10");
        for (text, small, big) in [
            (TEXT, Some("10"), None),
            (&big, Some("10"), Some("20")),
            (&limped.replace("Cid: calls 40", "Cid: checks"), Some("10"), Some("20")),
            (&only_big, None, Some("20")),
            (
                &only_big
                    .replace("Ann: raises to 60", "Ann: folds")
                    .replace("calls 50", "calls 10"),
                None,
                Some("20"),
            ),
            (&TEXT.replace("calls 50", "is all in 990"), Some("10"), None),
            // Nothing shows these.
            (&TEXT.replace("calls 50", "folds"), None, None),
            (&TEXT.replace("calls 50", "raises to 200"), None, None),
            (&TEXT.replace("calls 50", "calls 60"), None, None),
            (&TEXT.replace("calls 50", "calls 35"), None, None),
            (&TEXT.replace("B (1 000", "B (60"), None, None),
            (&TEXT.replace("Ann: raises to 60", "Ann: jokes"), None, None),
            (&limped.replace("Ann (1 000", "Ann (20"), None, None),
            (&TEXT.replace("-1", "10"), None, None),
        ] {
            let found = Blinds::infer(text);
            assert_eq!((found.small.as_deref(), found.big.as_deref()), (small, big), "{text}");
        }
    }
}
