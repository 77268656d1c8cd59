//! From the last bet to the payout: uncalled bets, pots, who shows, who is paid, and the summary.

use crate::config::MOST_SEATS;
use crate::play::Play;
use crate::quality;
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::deal::Deck;
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::score;
use handlab_core::award::{self, Award, Half, OddPolicy, RunoutOdd, Showdown};
use handlab_core::hand::{
    Action, ActionKind, Amount, CardsSource, Collected, PotName, SidePayment, SidePaymentKind,
};
use handlab_core::pot::{self, Pot, Stake};

/// Buffers reused from hand to hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) pots: Vec<Pot>,
    pub(crate) awards: Vec<Award>,
    stakes: Vec<Stake>,
    highs: Vec<Option<u32>>,
    lows: Vec<Option<u32>>,
    order: Vec<u8>,
}

impl Play<'_> {
    /// Pays out the hand and fills in what the text prints about it; the seats then have the stacks after the hand.
    pub(crate) fn settle(&mut self, scratch: &mut Scratch) {
        self.hand.last_street = Street(self.last_street);
        self.return_uncalled(scratch);
        let Scratch { pots, stakes, .. } = scratch;
        pot::pots(stakes, 0, pots);
        if self.config.tournament.is_none() {
            self.config.rake.apply(self.last_street > 0, pots);
        }
        self.order_of_odd_chips(&mut scratch.order);
        let is_showdown = self.betting.left() > 1;
        self.award(scratch);
        if is_showdown {
            self.show(scratch);
            self.sell(scratch);
        } else {
            self.maybe_show_uncontested(scratch);
        }
        self.pay(scratch);
        self.print_totals(scratch);
        self.reveal();
    }

    fn return_uncalled(&mut self, scratch: &mut Scratch) {
        scratch.stakes.clear();
        scratch.stakes.extend(self.betting.chairs().iter().map(|chair| chair.stake));
        if let Some((seat, amount)) = pot::take_uncalled(&mut scratch.stakes) {
            self.betting.chair_mut(seat).stack += amount;
            self.hand.uncalled.push((seat as u8, amount));
        }
    }

    fn order_of_odd_chips(&self, order: &mut Vec<u8>) {
        if self.family() == GameFamily::Stud {
            let holes = self.holes.iter().take(self.betting.chairs().len()).copied();
            return award::odd_order_by_card(holes, order);
        }
        let mut numbers = [0; MOST_SEATS];
        for (number, chair) in numbers.iter_mut().zip(self.betting.chairs()) {
            *number = chair.seated.number;
        }
        let numbers = &numbers[..self.betting.chairs().len()];
        award::odd_order(numbers, self.hand.button_seat, OddPolicy::LeftOfButton, order);
    }

    /// The board of a run, as a set.
    fn board(&self, run_no: u8) -> CardSet {
        self.hand.board(run_no).set()
    }

    fn award(&self, scratch: &mut Scratch) {
        let Scratch { pots, awards, highs, lows, order, .. } = scratch;
        highs.clear();
        lows.clear();
        let runs = if self.hand.n_runouts > 1 { 1..=self.hand.n_runouts } else { 0..=0 };
        for run_no in runs {
            let board = self.board(run_no);
            for index in 0..self.betting.chairs().len() {
                let hole = self.holes[index].set();
                let is_in = self.betting.is_in(index);
                let high = score::strength(self.config.game, hole, board);
                highs.push(high.filter(|_| is_in));
                if self.config.is_hi_lo {
                    let low = score::low(self.config.game, hole, board);
                    lows.push(low.filter(|_| is_in));
                }
            }
        }
        let showdown = Showdown {
            highs,
            lows,
            seats: self.betting.chairs().len(),
            n_runouts: self.hand.n_runouts,
            is_split: self.config.is_hi_lo,
            odd_order: order,
            unit: 1,
            runout_odd: RunoutOdd::OneEach,
        };
        award::awards(pots, &showdown, awards);
    }

    /// Who shows and who mucks, side pots first, and within a pot starting with the last to bet or left of the button.
    fn show(&mut self, scratch: &Scratch) {
        let is_river_bet = self.betting.with_chips() > 1;
        let first = match self.betting.aggressor.filter(|_| is_river_bet) {
            Some(aggressor) => aggressor,
            None if self.family() == GameFamily::Stud => 0,
            None => self.button + 1,
        };
        let runs = usize::from(self.hand.n_runouts);
        let before = self.hand.actions.len();
        let mut acted = [false; MOST_SEATS];
        let (mut best_high, mut best_low) = (None, None);
        for pot in scratch.pots.iter().rev() {
            for index in self.betting.around(first) {
                if !pot.eligible.contains(index) || acted[index] {
                    continue;
                }
                acted[index] = true;
                let (high, low) =
                    (scratch.highs[index], scratch.lows.get(index).copied().flatten());
                let wins = scratch.awards.iter().any(|award| usize::from(award.seat) == index);
                let is_beaten = high < best_high && (low.is_none() || low < best_low);
                let shows = wins || !is_beaten || !is_river_bet || self.choices.chance(150);
                if shows {
                    (best_high, best_low) = (best_high.max(high), best_low.max(low));
                }
                let kind = if shows { ActionKind::Show } else { ActionKind::Muck };
                self.write_show(index, kind, Street::SHOWDOWN);
            }
        }
        let once = before..self.hand.actions.len();
        for _ in 1..runs {
            self.hand.actions.extend_from_within(once.clone());
        }
    }

    fn write_show(&mut self, index: usize, kind: ActionKind, street: Street) {
        let cards = if kind == ActionKind::Show { self.holes[index] } else { CardList::EMPTY };
        let action = Action::new(street, index as u8, kind, Amount::Added(0));
        self.hand.actions.push(Action { cards, ..action });
    }

    fn maybe_show_uncontested(&mut self, scratch: &Scratch) {
        // The text of a stud hand that ended early would not show which cards were up.
        let can_show = self.family() != GameFamily::Stud;
        let winner = scratch.awards.first().map(|award| usize::from(award.seat));
        if let Some(winner) =
            winner.filter(|_| can_show && self.choices.chance(self.config.rates.show))
        {
            self.write_show(winner, ActionKind::Show, Street(self.last_street));
        }
    }

    /// Lets all-in players cash out.
    fn sell(&mut self, scratch: &Scratch) {
        let Some(board) = self.board_at_all_in else { return };
        let can_sell = self.config.tournament.is_none()
            && self.family() == GameFamily::Flop
            && !self.config.is_hi_lo
            && self.hand.n_runouts == 1
            && board.len() < 5;
        for index in 0..self.betting.chairs().len() {
            if can_sell
                && self.betting.is_in(index)
                && self.choices.chance(self.config.rates.cash_out)
            {
                let worth = self.worth_at_all_in(scratch, board, index);
                let fee = (worth / 100).max(1);
                if worth > fee {
                    let (seat, kind) = (index as u8, SidePaymentKind::CashOut);
                    let payment = SidePayment { seat, kind, amount: worth - fee, fee };
                    self.hand.side_payments.push(payment);
                }
            }
        }
    }

    /// What a hand would win on average over some boards.
    fn worth_at_all_in(&mut self, scratch: &Scratch, board: CardList, index: usize) -> i64 {
        const BOARDS: i64 = 60;
        let mut known = board.set();
        for index in 0..self.betting.chairs().len() {
            known = known.union(self.holes[index].set());
        }
        let mut worth = 0;
        for _ in 0..BOARDS {
            let mut deck = self.deck_without(known);
            let mut full = board;
            full.extend(std::iter::from_fn(|| deck.deal(self.choices)).take(5 - board.len()));
            let score = |index: usize| {
                score::strength(self.config.game, self.holes[index].set(), full.set())
            };
            for pot in scratch.pots.iter().filter(|pot| pot.eligible.contains(index)) {
                let best = pot.eligible.iter().map(score).max().flatten();
                let winners =
                    pot.eligible.iter().filter(|index| score(*index) == best).count() as i64;
                if score(index) == best {
                    worth += pot.net() / winners.max(1);
                }
            }
        }
        worth / BOARDS
    }

    fn deck_without(&self, known: CardSet) -> Deck {
        let mut deck = Deck::empty();
        let lowest = quality::lowest_rank(self.config.game);
        let cards = CardSet::FULL.minus(known).iter().filter(|card| card.rank() >= lowest);
        deck.put_back(cards);
        deck
    }

    fn has_sold(&self, seat: u8) -> bool {
        let is_sale =
            |paid: &&SidePayment| paid.kind == SidePaymentKind::CashOut && paid.seat == seat;
        self.hand.side_payments.iter().any(|paid| is_sale(&paid))
    }

    /// Pays the awards, side pots before the main pot, each run separately.
    fn pay(&mut self, scratch: &Scratch) {
        let last = scratch.pots.len().saturating_sub(1) as u8;
        let runs = if self.hand.n_runouts > 1 { 1..=self.hand.n_runouts } else { 0..=0 };
        for run_no in runs {
            for pot_no in (0..=last).rev() {
                for half in [Half::All, Half::High, Half::Low] {
                    let is_of = |award: &&Award| {
                        award.pot_no == pot_no && award.run_no == run_no && award.half == half
                    };
                    for award in scratch.awards.iter().filter(is_of) {
                        self.pay_award(award, last);
                    }
                }
            }
        }
        for payment in 0..self.hand.side_payments.len() {
            let SidePayment { seat, amount, .. } = self.hand.side_payments[payment];
            self.betting.chair_mut(usize::from(seat)).stack += amount;
        }
    }

    fn pay_award(&mut self, award: &Award, last: u8) {
        let Award { seat, amount, run_no, .. } = *award;
        // The house has bought the hand: it takes the pot, and no line is printed.
        if self.has_sold(seat) {
            return;
        }
        self.betting.chair_mut(usize::from(seat)).stack += amount;
        let pot = match (award.pot_no, last) {
            (_, 0) => PotName::Pot,
            (0, _) => PotName::Main,
            (number, _) => PotName::Side(number),
        };
        self.hand.collected.push(Collected { seat, amount, pot, run_no });
    }

    fn print_totals(&mut self, scratch: &Scratch) {
        let printed = &mut self.hand.printed;
        printed.total_pot = Some(scratch.pots.iter().map(|pot| pot.gross).sum());
        printed.rake = Some(scratch.pots.iter().map(|pot| pot.rake).sum());
        if scratch.pots.len() > 1 {
            printed.pots.extend(scratch.pots.iter().map(Pot::net));
        }
        let runs = if self.hand.n_runouts > 1 { 1..=self.hand.n_runouts } else { 0..=0 };
        for seat in 0..self.betting.chairs().len() as u8 {
            for run_no in runs.clone() {
                let of_seat = scratch
                    .awards
                    .iter()
                    .filter(|award| award.seat == seat && award.run_no == run_no);
                let amount: i64 = of_seat.map(|award| award.amount).sum();
                if amount > 0 {
                    let pot = PotName::Pot;
                    self.hand.summary_collected.push(Collected { seat, amount, pot, run_no });
                }
            }
        }
    }

    /// Records in the hand which hole cards the text reveals.
    fn reveal(&mut self) {
        let is_stud = self.family() == GameFamily::Stud;
        let knows_mucked = self.config.knows_mucked && self.hero.is_some();
        for index in 0..self.betting.chairs().len() {
            let hole = self.holes[index];
            let did = |kind| {
                let of_seat = |action: &&Action| usize::from(action.seat) == index;
                self.hand.actions.iter().filter(of_seat).any(|action| action.kind == kind)
            };
            let (cards, source) = if self.hero == Some(index) {
                (hole, CardsSource::Dealt)
            } else if did(ActionKind::Show) {
                (hole, CardsSource::Shown)
            } else if knows_mucked && did(ActionKind::Muck) {
                (hole, CardsSource::Mucked)
            } else if is_stud {
                // Everyone saw the up cards.
                (hole.as_slice().iter().skip(2).take(4).copied().collect(), CardsSource::Shown)
            } else {
                continue;
            };
            if !cards.is_empty() {
                let seat = &mut self.hand.seats[index];
                (seat.hole_cards, seat.cards_source) = (cards, Some(source));
            }
        }
    }
}
