//! Hands on paper: chairs, stacks and acts in a few words, as a hand that no site has printed.
//!
//! ```text
//! blinds 5/10 button 1
//! seats 1:1000 2:1000 3:80
//! 2 sb 5
//! 3 bb 10
//! 1 raise 30             to 30
//! 2 fold
//! 3 call 20
//! flop
//! 3 bet 50 all-in
//! uncalled 3 10
//! ```

use handlab_core::card::CardList;
use handlab_core::game::{Betting, Street};
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind, Seat};

/// Takes one line of the notation into the hand; false if it is none.
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
        ["seats", seats @ ..] => seats.iter().for_each(|seat| take_seat(hand, seat)),
        ["flop"] => hand.last_street = Street(1),
        ["turn"] => hand.last_street = Street(2),
        ["river"] => hand.last_street = Street(3),
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

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

fn take_seat(hand: &mut Hand, text: &str) {
    let (seat, stack) = text.split_once(':').expect("a chair and its stack");
    let player = hand.keep(&format!("player {seat}"));
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
        _ => panic!("{verb:?} is no act"),
    };
    Action {
        street: hand.last_street,
        seat: index_of(hand, seat),
        kind,
        amount,
        is_all_in: rest.contains(&"all-in"),
        is_capped: rest.contains(&"capped"),
        cards: CardList::EMPTY,
    }
}
