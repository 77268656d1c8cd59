//! Hands on paper: seats, stacks and actions in a few words, for hands that no site has printed.
//!
//! ```text
//! blinds 5/10 button 1
//! pot-limit                 or `cap 100`
//! seats 1:1000 2:1000 3:80
//! 2 sb 5
//! 3 bb 10
//! 1 raise 30             to 30
//! 2 fold
//! 3 call 20
//! flop Ah7d2c            the cards may be left out
//! 3 bet 50 all-in
//! run 2 turn 9s          of the second runout
//! uncalled 3 10
//! ```

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{Betting, Street};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, Hand, Kind, Seat};

/// Adds one line of the notation to the hand; false if it is not one.
pub(crate) fn take(hand: &mut Hand, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["blinds", blinds, "button", button] => {
            let (small, big) = blinds.split_once('/').expect("two blinds");
            hand.stakes.small_blind = Some(number(small));
            hand.stakes.big_blind = Some(number(big));
            hand.button_seat = button.parse().ok();
        }
        ["cap", cap] => {
            hand.stakes.cap = Some(number(cap));
            hand.betting = Betting::Cap;
        }
        ["pot-limit"] => hand.betting = Betting::PotLimit,
        ["seats", seats @ ..] => seats.iter().for_each(|seat| take_seat(hand, seat)),
        [street, cards @ ..] if street_of(street).is_some() => {
            hand.last_street = street_of(street).unwrap_or_default();
            deal(hand, 0, hand.last_street, cards);
        }
        ["run", run_no, street, cards @ ..] => {
            let run_no = run_no.parse().expect("a runout");
            hand.n_runouts = hand.n_runouts.max(run_no);
            deal(hand, run_no, street_of(street).expect("a street"), cards);
        }
        ["uncalled", seat, amount] => {
            let index = index_of(hand, seat);
            hand.uncalled.push((index, number(amount)));
        }
        [seat, verb, rest @ ..] if seat.parse::<u8>().is_ok() => {
            let action = action(hand, seat, verb, rest);
            hand.actions.push(action);
        }
        _ => return false,
    }
    true
}

/// An empty hand to write on.
pub(crate) fn blank() -> Hand {
    let mut hand = Hand::default();
    hand.clear();
    hand.site = "paper";
    hand.kind = Kind::Tournament;
    hand
}

fn street_of(name: &str) -> Option<Street> {
    let streets = [("preflop", 0), ("flop", 1), ("turn", 2), ("river", 3)];
    let studs = [("third", 0), ("fourth", 1), ("fifth", 2), ("sixth", 3), ("seventh", 4)];
    let found = streets.iter().chain(&studs).find(|(street, _)| *street == name);
    found.map(|(_, number)| Street(*number))
}

fn deal(hand: &mut Hand, run_no: u8, street: Street, cards: &[&str]) {
    for cards in cards {
        hand.boards.push(BoardCards { run_no, street, cards: card_list(cards) });
    }
}

/// `AhKd` as cards in that order.
pub(crate) fn card_list(text: &str) -> CardList {
    Card::read_all(text).map(|card| card.expect("a card")).collect()
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is not a number"))
}

fn take_seat(hand: &mut Hand, text: &str) {
    let (seat, stack) = text.split_once(':').expect("a chair and its stack");
    let player = hand.push_text(&format!("player {seat}"));
    let seat = Seat {
        seat: seat.parse().expect("a chair"),
        player,
        starting_stack: number(stack),
        ..Seat::default()
    };
    hand.seats.push(seat);
}

fn index_of(hand: &Hand, seat: &str) -> u8 {
    let seat = seat.parse().expect("a chair");
    hand.seat_index(seat).unwrap_or_else(|| panic!("nobody sits on chair {seat}"))
}

fn action(hand: &Hand, seat: &str, verb: &str, rest: &[&str]) -> Action {
    let amount = rest.first().and_then(|amount| amount.parse().ok()).unwrap_or(0);
    let added = Amount::Added(amount);
    let (kind, amount) = match verb {
        "ante" => (ActionKind::PostAnte, added),
        "sb" => (ActionKind::PostSmallBlind, added),
        "bb" => (ActionKind::PostBigBlind, added),
        "dead" => (ActionKind::PostDead, added),
        "straddle" => (ActionKind::Straddle, added),
        "fold" => (ActionKind::Fold, added),
        "check" => (ActionKind::Check, added),
        "call" => (ActionKind::Call, added),
        "bet" => (ActionKind::Bet, added),
        "raise" => (ActionKind::Raise, Amount::To(amount)),
        "show" => (ActionKind::Show, added),
        _ => panic!("{verb:?} is not an action"),
    };
    Action {
        street: hand.last_street,
        seat: index_of(hand, seat),
        kind,
        amount,
        is_all_in: rest.contains(&"all-in"),
        is_capped: rest.contains(&"capped"),
        cards: if verb == "show" { card_list(rest[0]) } else { CardList::EMPTY },
    }
}
