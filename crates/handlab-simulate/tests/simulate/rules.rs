//! The rules again, written independently of the simulator: who may act, how much, and where the money goes.

use std::collections::HashMap;

use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::{Betting, Game, GameFamily, Street};
use handlab_core::hand::{Action, ActionKind, Amount, Hand, SidePaymentKind};
use handlab_simulate::Config;

/// One seat while the hand is followed.
#[derive(Clone, Copy, Default)]
struct Chair {
    stack: i64,
    street: i64,
    live: i64,
    paid: i64,
    folded: bool,
    acted: bool,
    dealt_in: bool,
}

/// Reports what is against the rules.
pub(crate) fn check(hand: &Hand, holes: &[CardList]) -> Result<(), String> {
    cards(hand, holes)?;
    let mut chairs: Vec<Chair> = hand
        .seats
        .iter()
        .map(|seat| Chair { stack: seat.starting_stack, ..Chair::default() })
        .collect();
    for action in &hand.actions {
        chairs[usize::from(action.seat)].dealt_in = true;
    }
    let last = hand
        .actions
        .iter()
        .map(|action| action.street)
        .filter(|street| *street < Street::SHOWDOWN)
        .max();
    for street in 0..=last.map_or(0, |street| street.0) {
        let actions: Vec<&Action> =
            hand.actions.iter().filter(|action| action.street == Street(street)).collect();
        follow_street(hand, street, &actions, &mut chairs)
            .map_err(|fault| format!("street {street}: {fault}"))?;
    }
    money(hand, &chairs)
}

fn cards(hand: &Hand, holes: &[CardList]) -> Result<(), String> {
    let mut seen = CardSet::EMPTY;
    let boards = hand.boards.iter().map(|board| board.cards);
    for card in holes.iter().copied().chain(boards).flat_map(|list| list.as_slice().to_vec()) {
        if seen.contains(card) {
            return Err(format!("{card} stands twice"));
        }
        if hand.game == Game::ShortDeck && card.rank() < 6 {
            return Err(format!("{card} is not in the pack"));
        }
        seen = seen.with(card);
    }
    let board_len = match (hand.game.family(), hand.game, hand.last_street.0) {
        (GameFamily::Flop, Game::Courchevel, 0) => 1,
        (GameFamily::Flop, _, 0) | (GameFamily::Stud | GameFamily::Draw, ..) => 0,
        (GameFamily::Flop, _, street) => usize::from(street) + 2,
    };
    for run_no in 1..=hand.n_runouts {
        let len = hand.board(run_no).len();
        if len != board_len {
            return Err(format!("board {run_no} has {len} cards on street {}", hand.last_street.0));
        }
    }
    Ok(())
}

fn follow_street(
    hand: &Hand,
    street: u8,
    actions: &[&Action],
    chairs: &mut [Chair],
) -> Result<(), String> {
    for chair in chairs.iter_mut() {
        (chair.street, chair.acted) = (0, false);
    }
    let big_blind = hand.stakes.small_bet.or(hand.stakes.big_blind).unwrap_or(1);
    let has_blinds = hand.game.family() != GameFamily::Stud;
    let (mut price, mut least) = (0, big_blind);
    let mut turn: Option<usize> = None;
    if street == 0 && has_blinds {
        price = big_blind;
    }
    for action in actions {
        let index = usize::from(action.seat);
        let before = chairs[index];
        let fault = |text: &str| Err(format!("{text}: {action:?}"));
        if before.folded && action.kind != ActionKind::Show {
            return fault("acts after folding");
        }
        if action.kind.is_decision() {
            let expected = turn.map(|turn| next(hand, chairs, turn + 1, price));
            if expected.is_some_and(|expected| expected != Some(index)) {
                return fault(&format!("not his turn, but of {expected:?}"));
            }
            turn = Some(index);
        }
        let added = match action.amount {
            Amount::Added(amount) => amount,
            Amount::To(to) => to - before.street,
            other => return fault(&format!("no simulated amount: {other:?}")),
        };
        let rivals = |chair: &Chair| chair.dealt_in && !chair.folded;
        let others =
            || chairs.iter().enumerate().filter(|(other, chair)| *other != index && rivals(chair));
        let has_rival = others().any(|(_, other)| room(hand, other) > 0);
        let highest = others().map(|(_, other)| other.street).max().unwrap_or_default();
        let owed = (if has_rival { price } else { highest } - before.street).max(0);
        let room = room(hand, &before);
        match action.kind {
            ActionKind::Fold if owed == 0 => return fault("folds for nothing"),
            ActionKind::Check if owed > 0 => return fault("checks a bet"),
            ActionKind::Call if added != owed.min(room) => return fault("calls another amount"),
            ActionKind::Bet | ActionKind::Raise => {
                let to = before.street + added;
                if (action.kind == ActionKind::Bet) != (price == 0) {
                    return fault("a bet is no raise");
                }
                if before.acted {
                    return fault("raises without right");
                }
                let is_all_of_it = added == room;
                let is_enough = match hand.betting {
                    Betting::FixedLimit => {
                        to % fixed_bet(hand, street) == 0 && to <= fixed_bet(hand, street) * 4
                    }
                    _ => to - price >= least,
                };
                if to <= price || !(is_enough || is_all_of_it) {
                    return fault("too small a raise");
                }
                let pot_limited = hand.betting == Betting::PotLimit
                    || (hand.betting == Betting::PotLimitPreflop && street == 0);
                let in_pot: i64 = chairs.iter().map(|chair| chair.paid).sum();
                if pot_limited && to > (price + in_pot + owed).max(price + least) {
                    return fault("more than the pot");
                }
                let is_full = match hand.betting {
                    Betting::FixedLimit => {
                        let bet = fixed_bet(hand, street);
                        (to - price) * 2 >= bet || (price < bet && to >= bet)
                    }
                    _ => to - price >= least,
                };
                if is_full {
                    least = least.max(to - price);
                    for chair in chairs.iter_mut() {
                        chair.acted = false;
                    }
                }
                price = to;
            }
            ActionKind::BringIn => price = hand.stakes.bring_in.unwrap_or_default().max(added),
            ActionKind::Straddle => {
                price = big_blind * 2;
                least = price;
            }
            _ => {}
        }
        let chair = &mut chairs[index];
        if !matches!(action.kind, ActionKind::Discard | ActionKind::StandPat | ActionKind::Show) {
            chair.stack -= added;
            chair.paid += added;
            if !matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead) {
                chair.street += added;
                chair.live += added;
            }
            chair.acted |= action.kind.is_decision() || action.kind == ActionKind::BringIn;
            chair.folded |= action.kind == ActionKind::Fold;
            let is_all_in = added > 0 && chair.stack == 0;
            if chair.stack < 0 || added < 0 || action.is_all_in != is_all_in {
                return fault("more than he has, or no all-in");
            }
        }
    }
    match next(hand, chairs, 0, price) {
        Some(index)
            if chairs.iter().filter(|chair| chair.dealt_in && !chair.folded).count() > 1 =>
        {
            Err(format!("seat {index} has not acted"))
        }
        _ => Ok(()),
    }
}

fn room(hand: &Hand, chair: &Chair) -> i64 {
    match hand.stakes.cap {
        Some(cap) => chair.stack.min(cap - chair.live),
        None => chair.stack,
    }
}

fn fixed_bet(hand: &Hand, street: u8) -> i64 {
    let small = hand.stakes.small_bet.unwrap_or(1);
    if street < hand.game.streets() / 2 { small } else { small * 2 }
}

/// Who must act next, starting with a seat; `None` if the bets are even.
fn next(hand: &Hand, chairs: &[Chair], from: usize, price: i64) -> Option<usize> {
    let can_act = |chair: &Chair| chair.dealt_in && !chair.folded && room(hand, chair) > 0;
    (0..chairs.len()).map(|step| (from + step) % chairs.len()).find(|index| {
        let chair = &chairs[*index];
        let mut others = chairs
            .iter()
            .enumerate()
            .filter(|(other, chair)| other != index && chair.dealt_in && !chair.folded);
        let is_beaten = others.clone().any(|(_, other)| other.street > chair.street);
        let has_rival = others.any(|(_, other)| can_act(other));
        can_act(chair) && (is_beaten || (has_rival && (!chair.acted || chair.street < price)))
    })
}

fn money(hand: &Hand, chairs: &[Chair]) -> Result<(), String> {
    let paid: i64 = chairs.iter().map(|chair| chair.paid).sum();
    let uncalled: i64 = hand.uncalled.iter().map(|(_, amount)| amount).sum();
    let total = hand.printed.total_pot.unwrap_or_default();
    let rake = hand.printed.rake.unwrap_or_default();
    let summary: i64 = hand.summary_collected.iter().map(|collected| collected.amount).sum();
    let body: i64 = hand.collected.iter().map(|collected| collected.amount).sum();
    let has_cash_out = hand.side_payments.iter().any(|paid| paid.kind == SidePaymentKind::CashOut);
    if paid - uncalled != total
        || summary + rake != total
        || (!has_cash_out && body != summary)
        || body > summary
    {
        return Err(format!(
            "money: paid {paid} uncalled {uncalled} total {total} rake {rake} summary {summary} body {body}"
        ));
    }
    let pots: i64 = hand.printed.pots.iter().sum();
    if !hand.printed.pots.is_empty() && pots + rake != total {
        return Err(format!("pots {pots} and rake {rake} are not {total}"));
    }
    Ok(())
}

/// What a seat has after the hand.
fn ending_stack(hand: &Hand, seat: u8) -> i64 {
    let of = |index: u8| index == seat;
    let mut street = (Street::FIRST, 0);
    let mut stack = hand.seats[usize::from(seat)].starting_stack;
    for action in hand.actions.iter().filter(|action| of(action.seat)) {
        if action.street != street.0 {
            street = (action.street, 0);
        }
        let added = match (action.kind, action.amount) {
            (ActionKind::Discard, _) => 0,
            (_, Amount::Added(amount)) => amount,
            (_, Amount::To(to)) => to - street.1,
            (_, other) => panic!("no simulated amount: {other:?}"),
        };
        if !matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead) {
            street.1 += added;
        }
        stack -= added;
    }
    stack +=
        hand.uncalled.iter().filter(|(index, _)| of(*index)).map(|(_, amount)| amount).sum::<i64>();
    stack +=
        hand.collected.iter().filter(|paid| of(paid.seat)).map(|paid| paid.amount).sum::<i64>();
    let sold = hand
        .side_payments
        .iter()
        .filter(|paid| of(paid.seat) && paid.kind == SidePaymentKind::CashOut);
    stack + sold.map(|paid| paid.amount).sum::<i64>()
}

/// Follows a table from hand to hand.
#[derive(Default)]
pub(crate) struct Continuity {
    table: String,
    stacks: HashMap<String, i64>,
}

impl Continuity {
    /// A player may not have less than they left the table's last hand with, and in a tournament not more either.
    pub(crate) fn check(&mut self, hand: &Hand, config: &Config) {
        let table = hand.str(hand.table_name);
        // A fast-fold table has other players in every hand, and a session may return to a table.
        let is_same = self.table == table && !config.is_fast_fold && config.tournament.is_some();
        for (index, seat) in hand.seats.iter().enumerate() {
            let before = self.stacks.get(hand.str(seat.player)).filter(|_| is_same);
            assert!(
                before.is_none_or(|stack| *stack == seat.starting_stack),
                "{} {before:?}",
                hand.str(seat.player)
            );
            let stack = ending_stack(hand, index as u8);
            assert!(stack >= 0);
            self.stacks.insert(hand.str(seat.player).to_owned(), stack);
        }
        table.clone_into(&mut self.table);
    }
}

/// Whether the hero called and raised on the first street.
pub(crate) fn entered(hand: &Hand) -> (bool, bool) {
    let did = |kind| {
        hand.actions.iter().any(|action| {
            action.street == Street::FIRST && Some(action.seat) == hand.hero && action.kind == kind
        })
    };
    (did(ActionKind::Call), did(ActionKind::Raise))
}
