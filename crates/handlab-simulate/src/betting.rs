//! The rules of a betting round: whose turn it is, what the player may do, and when it is over.

use crate::config::MOST_SEATS;
use crate::decision::{Choice, Legal};
use crate::table::Seated;
use handlab_cards::game::{Betting as Limit, Street};
use handlab_core::hand::{Action, ActionKind, Amount, Hand};
use handlab_core::pot::Stake;

/// A seat in the hand being played, with the same index as in [`Hand::seats`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chair {
    pub(crate) seated: Seated,
    /// Chips outside the pot.
    pub(crate) stack: i64,
    /// Chips put in on this street that count towards the call.
    pub(crate) street: i64,
    pub(crate) stake: Stake,
    pub(crate) has_acted: bool,
}

/// The money of one hand.
#[derive(Clone, Debug)]
pub(crate) struct Betting {
    chairs: [Chair; MOST_SEATS],
    len: usize,
    limit: Limit,
    /// The most that each player may put in during the hand.
    cap: i64,
    big_blind: i64,
    pub(crate) street: Street,
    /// The fixed-limit bet on this street.
    fixed: i64,
    /// The amount to match on this street.
    pub(crate) bet_level: i64,
    least_raise: i64,
    pub(crate) raises: u32,
    /// Who bet or raised last on this street.
    pub(crate) aggressor: Option<usize>,
}

impl Betting {
    pub(crate) fn new(limit: Limit, big_blind: i64, cap: i64) -> Self {
        Betting {
            chairs: [Chair::default(); MOST_SEATS],
            len: 0,
            limit,
            cap: if limit == Limit::Cap { cap } else { i64::MAX },
            big_blind,
            street: Street::FIRST,
            fixed: big_blind,
            bet_level: 0,
            least_raise: big_blind,
            raises: 0,
            aggressor: None,
        }
    }

    /// Takes a seat into the hand; one that is not dealt in counts as folded.
    pub(crate) fn seat(&mut self, seated: Seated) {
        if let Some(chair) = self.chairs.get_mut(self.len) {
            let stake = Stake { is_folded: !seated.is_dealt_in, ..Stake::default() };
            *chair = Chair { seated, stack: seated.stack, stake, ..Chair::default() };
            self.len += 1;
        }
    }

    pub(crate) fn chairs(&self) -> &[Chair] {
        &self.chairs[..self.len]
    }

    pub(crate) fn chair_mut(&mut self, index: usize) -> &mut Chair {
        &mut self.chairs[index]
    }

    pub(crate) fn is_in(&self, index: usize) -> bool {
        !self.chairs[index].stake.is_folded
    }

    /// The number of players who have not folded.
    pub(crate) fn left(&self) -> usize {
        self.chairs().iter().filter(|chair| !chair.stake.is_folded).count()
    }

    /// The number of players who can still bet.
    pub(crate) fn with_chips(&self) -> usize {
        (0..self.len).filter(|index| self.can_act(*index)).count()
    }

    /// The indexes from `first` on, once around the table.
    pub(crate) fn around(&self, first: usize) -> impl Iterator<Item = usize> + use<> {
        let len = self.len.max(1);
        (0..self.len).map(move |step| (first + step) % len)
    }

    /// The first player from `first` on who is in the hand.
    pub(crate) fn next_in(&self, first: usize) -> Option<usize> {
        self.around(first).find(|index| self.is_in(*index))
    }

    /// Everything that has been put in.
    pub(crate) fn pot(&self) -> i64 {
        self.chairs().iter().map(|Chair { stake, .. }| stake.live + stake.ante + stake.dead).sum()
    }

    /// The most that the player can still put in.
    fn room(&self, index: usize) -> i64 {
        let chair = &self.chairs[index];
        chair.stack.min(self.cap.saturating_sub(chair.stake.live))
    }

    fn can_act(&self, index: usize) -> bool {
        self.is_in(index) && self.room(index) > 0
    }

    fn others_can_act(&self, index: usize) -> bool {
        (0..self.len).any(|other| other != index && self.can_act(other))
    }

    /// Posts forced money, up to the whole stack; an amount of 0 is not an action.
    pub(crate) fn post(&mut self, hand: &mut Hand, index: usize, kind: ActionKind, amount: i64) {
        let paid = match kind {
            ActionKind::PostAnte | ActionKind::PostDead => amount.min(self.chairs[index].stack),
            _ => amount.min(self.room(index)),
        };
        if paid <= 0 {
            return;
        }
        let chair = &mut self.chairs[index];
        chair.stack -= paid;
        match kind {
            ActionKind::PostAnte => chair.stake.ante += paid,
            ActionKind::PostDead => chair.stake.dead += paid,
            _ => {
                chair.stake.live += paid;
                chair.street += paid;
                // The player who brings it in acts again only after a raise; a blind still has the option to raise.
                chair.has_acted = kind == ActionKind::BringIn;
            }
        }
        self.write(hand, index, kind, Amount::Added(paid));
    }

    /// Sets the amount to match after the posts, and the minimum raise.
    pub(crate) fn open(&mut self, bet_level: i64, least_raise: i64) {
        self.bet_level = bet_level;
        self.least_raise = least_raise.max(1);
    }

    /// Starts the next street.
    pub(crate) fn next_street(&mut self, street: Street, fixed: i64) {
        for chair in &mut self.chairs[..self.len] {
            chair.street = 0;
            chair.has_acted = false;
        }
        self.street = street;
        self.fixed = fixed;
        self.raises = 0;
        self.aggressor = None;
        self.open(0, self.big_blind);
    }

    /// Lets everyone act from `first` on until the bets are even or only one player is left.
    pub(crate) fn round(
        &mut self,
        hand: &mut Hand,
        first: usize,
        mut decide: impl FnMut(&Betting, usize, Legal) -> Choice,
    ) {
        let mut turn = first;
        while self.left() > 1 {
            let Some(index) = self.around(turn).find(|index| self.must_act(*index)) else { return };
            let legal = self.legal(index);
            let choice = decide(self, index, legal);
            self.act(hand, index, legal, choice);
            turn = index + 1;
        }
    }

    fn must_act(&self, index: usize) -> bool {
        if !self.can_act(index) {
            return false;
        }
        let chair = &self.chairs[index];
        let may_bet = !chair.has_acted || chair.street < self.bet_level;
        self.highest_other(index) > chair.street || (may_bet && self.others_can_act(index))
    }

    /// The most that another player in the hand has put in on this street.
    fn highest_other(&self, index: usize) -> i64 {
        let others = (0..self.len).filter(|other| *other != index && self.is_in(*other));
        others.map(|other| self.chairs[other].street).max().unwrap_or_default()
    }

    fn legal(&self, index: usize) -> Legal {
        let chair = &self.chairs[index];
        let room = self.room(index);
        let has_rival = self.others_can_act(index);
        // Against players who are all-in for less than a blind, no one pays the full blind.
        let bet_level = if has_rival { self.bet_level } else { self.highest_other(index) };
        let owed = (bet_level - chair.street).max(0);
        let call_only = Legal { to_call: owed.min(room), min_to: 0, max_to: 0 };
        // An incomplete raise does not reopen the betting to those who have acted.
        if room <= owed || chair.has_acted || !has_rival {
            return call_only;
        }
        let all_in = chair.street + room;
        let (min_to, most) = match self.limit {
            Limit::FixedLimit => {
                let next = (self.bet_level / self.fixed + 1) * self.fixed;
                if next > self.fixed * 4 {
                    return call_only;
                }
                (next, next)
            }
            Limit::PotLimit | Limit::PotLimitPreflop if self.is_pot_limit() => {
                let least = self.bet_level + self.least_raise;
                (least, least.max(self.bet_level + self.pot() + owed))
            }
            _ => (self.bet_level + self.least_raise, all_in),
        };
        Legal { min_to: min_to.min(all_in), max_to: most.min(all_in), ..call_only }
    }

    fn is_pot_limit(&self) -> bool {
        self.limit == Limit::PotLimit || self.street == Street::FIRST
    }

    fn act(&mut self, hand: &mut Hand, index: usize, legal: Legal, choice: Choice) {
        let chair = &mut self.chairs[index];
        chair.has_acted = true;
        match choice {
            Choice::Raise(to) if legal.max_to > 0 => {
                let to = to.clamp(legal.min_to, legal.max_to);
                self.raise(hand, index, to);
            }
            Choice::Fold if legal.to_call > 0 => {
                chair.stake.is_folded = true;
                self.write(hand, index, ActionKind::Fold, Amount::Added(0));
            }
            _ if legal.to_call == 0 => self.write(hand, index, ActionKind::Check, Amount::Added(0)),
            _ => {
                self.pay(index, legal.to_call);
                self.write(hand, index, ActionKind::Call, Amount::Added(legal.to_call));
            }
        }
    }

    fn raise(&mut self, hand: &mut Hand, index: usize, to: i64) {
        let added = to - self.chairs[index].street;
        let by = to - self.bet_level;
        let (kind, amount) = match self.bet_level {
            0 => (ActionKind::Bet, Amount::Added(added)),
            _ => (ActionKind::Raise, Amount::To(to)),
        };
        self.pay(index, added);
        self.write(hand, index, kind, amount);
        let is_full = match self.limit {
            // Half a bet counts as a full one, and so does completing a bring-in.
            Limit::FixedLimit => {
                by * 2 >= self.fixed || (self.bet_level < self.fixed && to >= self.fixed)
            }
            _ => by >= self.least_raise,
        };
        if is_full {
            self.least_raise = by.max(self.least_raise);
            for (other, chair) in self.chairs[..self.len].iter_mut().enumerate() {
                chair.has_acted = other == index;
            }
        }
        self.bet_level = to;
        self.raises += 1;
        self.aggressor = Some(index);
    }

    fn pay(&mut self, index: usize, amount: i64) {
        let chair = &mut self.chairs[index];
        chair.stack -= amount;
        chair.street += amount;
        chair.stake.live += amount;
    }

    fn write(&self, hand: &mut Hand, index: usize, kind: ActionKind, amount: Amount) {
        let chair = &self.chairs[index];
        let moves_money = !matches!(kind, ActionKind::Fold | ActionKind::Check);
        hand.actions.push(Action {
            street: self.street,
            seat: index as u8,
            kind,
            amount,
            is_all_in: moves_money && chair.stack == 0,
            is_capped: moves_money && chair.stack > 0 && chair.stake.live >= self.cap,
            cards: handlab_cards::card::CardList::EMPTY,
        });
    }
}
