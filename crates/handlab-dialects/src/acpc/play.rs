//! Plays out the betting of a line in a game, and checks whether the results fit.

use std::ops::Range;

use handlab_cards::game::{Betting, Street};
use handlab_core::hand::ActionKind;

use super::game::{Game, MOST_PLAYERS};
use super::line::{Size, Step};

/// What each seat starts with, if it is known.
type Stacks = [Option<i64>; MOST_PLAYERS];

/// One action: street, seat, kind, amount added.
pub(super) type Act = (Street, usize, ActionKind, i64);

/// A hand as it was played. Amounts are whole chips.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) acts: Vec<Act>,
    /// What each seat put in, including an uncalled bet.
    pub(super) put_in: [i64; MOST_PLAYERS],
    has_folded: [bool; MOST_PLAYERS],
    game: Game,
    /// Each seat's stack at the start, if it is known.
    stacks: Stacks,
    size: Size,
    street: Street,
    /// What each seat must have in to stay, and its value at the start of the street.
    level: i64,
    street_level: i64,
    next: usize,
    acts_on_street: usize,
}

impl Play {
    /// Plays out the hand, if these steps are possible in the game.
    pub(super) fn new(
        game: Game,
        stacks: Stacks,
        size: Size,
        steps: &[Step],
        streets: usize,
    ) -> Option<Play> {
        let count = game.players;
        let mut play = Play {
            // Plus the blinds.
            acts: Vec::with_capacity(steps.len() + 2),
            put_in: [0; MOST_PLAYERS],
            has_folded: [false; MOST_PLAYERS],
            game,
            stacks,
            size,
            street: Street::FIRST,
            level: game.big_blind,
            street_level: 0,
            next: if count == 2 { 1 } else { 2 % count },
            acts_on_street: 0,
        };
        let (small, big) = if count == 2 { (1, 0) } else { (0, 1) };
        for (seat, kind, blind) in [
            (small, ActionKind::PostSmallBlind, game.small_blind),
            (big, ActionKind::PostBigBlind, game.big_blind),
        ] {
            play.add(seat, kind, stacks[seat].map_or(blind, |stack| stack.min(blind)));
        }
        play.acts_on_street = 0;
        for step in steps {
            play.step(*step)?;
        }
        // When all are all-in, some writers omit the streets that were only dealt.
        while usize::from(play.street.0) < streets {
            play.step(Step::Street)?;
        }
        let is_dealt = usize::from(play.street.0) == streets;
        let is_over = play.left() == 1 || play.street == Street(3) && play.is_street_over();
        (is_dealt && is_over).then_some(play)
    }

    /// The number of seats that have not folded.
    pub(super) fn left(&self) -> usize {
        self.seats().filter(|seat| !self.has_folded[*seat]).count()
    }

    pub(super) fn is_in(&self, seat: usize) -> bool {
        !self.has_folded[seat]
    }

    fn seats(&self) -> Range<usize> {
        0..self.game.players
    }

    pub(super) const fn game(&self) -> Game {
        self.game
    }

    pub(super) const fn stack(&self, seat: usize) -> Option<i64> {
        self.stacks[seat]
    }

    fn can_act(&self, seat: usize) -> bool {
        !self.has_folded[seat] && self.stacks[seat] != Some(self.put_in[seat])
    }

    /// Whether everyone has answered the last raise or has nothing to decide.
    fn is_street_over(&self) -> bool {
        let able = self.seats().filter(|seat| self.can_act(*seat));
        let is_idle = self.acts_on_street == 0 && able.clone().count() > 1;
        !is_idle && able.into_iter().all(|seat| self.put_in[seat] == self.level)
    }

    fn step(&mut self, step: Step) -> Option<()> {
        if self.left() < 2 {
            return None;
        }
        if step == Step::Street {
            let is_possible = self.street < Street(3) && self.is_street_over();
            (self.street, self.street_level) = (Street(self.street.0 + 1), self.level);
            (self.next, self.acts_on_street) = (0, 0);
            return is_possible.then_some(());
        }
        let count = self.game.players;
        let mut order = (0..count).map(|offset| (self.next + offset) % count);
        let Some(seat) = order.clone().find(|seat| self.can_act(*seat)) else {
            let seat = order.find(|seat| self.is_in(*seat));
            return self.check_idly(seat?, step);
        };
        let left = self.stacks[seat].map_or(i64::MAX, |stack| stack - self.put_in[seat]);
        let call = (self.level - self.put_in[seat]).min(left);
        match step {
            Step::Fold => {
                self.add(seat, ActionKind::Fold, 0);
                self.has_folded[seat] = true;
            }
            Step::Call if call == 0 => self.add(seat, ActionKind::Check, 0),
            Step::Raise(size) => self.raise(seat, size)?,
            _ => self.add(seat, ActionKind::Call, call),
        }
        self.next = seat + 1;
        Some(())
    }

    /// A check when all are all-in, which decides nothing.
    fn check_idly(&mut self, seat: usize, step: Step) -> Option<()> {
        let may_check = self.size == Size::AboveCall && self.acts_on_street < self.left();
        if step != Step::Call || !may_check {
            return None;
        }
        self.add(seat, ActionKind::Check, 0);
        self.next = seat + 1;
        Some(())
    }

    fn raise(&mut self, seat: usize, size: Option<i64>) -> Option<()> {
        let unit = self.game.big_blind;
        let to = match (self.game.betting, size) {
            (Betting::NoLimit, Some(size)) => match self.size {
                Size::Hand => size,
                Size::Street => self.street_level.checked_add(size)?,
                Size::AboveCall => self.level.checked_add(size)?,
            },
            (Betting::FixedLimit, None) => {
                self.level + if self.street.0 < 2 { unit } else { 2 * unit }
            }
            _ => return None,
        };
        let is_all_in = self.stacks[seat] == Some(to);
        let is_large = to >= self.level.checked_add(unit)? || is_all_in && to > self.level;
        if !is_large || self.stacks[seat].is_some_and(|stack| to > stack) {
            return None;
        }
        let is_bet = self.level == self.street_level;
        let kind = if is_bet { ActionKind::Bet } else { ActionKind::Raise };
        self.add(seat, kind, to - self.put_in[seat]);
        self.level = to;
        Some(())
    }

    fn add(&mut self, seat: usize, kind: ActionKind, added: i64) {
        self.put_in[seat] += added;
        self.acts_on_street += 1;
        self.acts.push((self.street, seat, kind, added));
    }

    /// Whether the results could be those of this hand: whoever folds, or loses at showdown, loses what they put in;
    /// the others win as much.
    pub(super) fn fits(&self, results: &[i64], unit: i64) -> bool {
        // The part of an all-in that nobody could call is returned.
        let others = |seat: usize| self.seats().filter(move |other| *other != seat);
        let called = |seat: usize| others(seat).map(|other| self.put_in[other]).max().unwrap_or(0);
        let lost = |seat: usize| results[seat] == -self.put_in[seat].min(called(seat)) * unit;
        let is_paid = self.seats().any(|seat| self.is_in(seat) && !lost(seat));
        is_paid
            && self.seats().all(|seat| self.is_in(seat) || lost(seat))
            && self.seats().all(|seat| lost(seat) || results[seat] >= 0)
            && results.iter().sum::<i64>() == 0
    }
}
