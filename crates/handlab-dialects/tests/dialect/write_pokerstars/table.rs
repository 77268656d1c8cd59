//! Builders of hands: a table, its actions, its cards and payments.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::Street;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
};
use handlab_core::money::Currency;
use handlab_dialects::pokerstars::write::write;

pub(super) fn cards(text: &str) -> CardList {
    let mut rest = text.as_bytes();
    std::iter::from_fn(|| {
        let (card, len) = Card::read(rest)?;
        rest = &rest[len..];
        Some(card)
    })
    .collect()
}

/// A table of `names` with `stack` each, no hero, blinds 0.05 and 0.10.
pub(super) fn table(names: &[&str], stack: i64) -> Hand {
    let mut hand = Hand::default();
    hand.clear();
    hand.hand_id = hand.push_text("42");
    hand.table_name = hand.push_text("Corvina II");
    hand.started_raw = hand.push_text("2020/03/07 9:05:00");
    hand.zone = hand.push_text("ET");
    (hand.kind, hand.currency, hand.scale) = (Kind::Cash, Currency::USD, 2);
    (hand.stakes.small_blind, hand.stakes.big_blind) = (Some(5), Some(10));
    (hand.max_seats, hand.button_seat) = (Some(6), Some(1));
    for (index, name) in names.iter().enumerate() {
        let player = hand.push_text(name);
        let seat = Seat { seat: index as u8 + 1, player, starting_stack: stack, ..Seat::default() };
        hand.seats.push(seat);
    }
    hand
}

/// Adds an action.
pub(super) fn act(
    hand: &mut Hand,
    street: Street,
    seat: u8,
    kind: ActionKind,
    amount: Amount,
) -> &mut Action {
    hand.actions.push(Action {
        street,
        seat,
        kind,
        amount,
        is_all_in: false,
        is_capped: false,
        cards: CardList::EMPTY,
    });
    hand.actions.last_mut().expect("just pushed")
}

pub(super) fn posts(hand: &mut Hand, small: u8, big: u8) {
    act(hand, Street(0), small, ActionKind::PostSmallBlind, Amount::Added(5));
    act(hand, Street(0), big, ActionKind::PostBigBlind, Amount::Added(10));
}

pub(super) fn fold(hand: &mut Hand, street: u8, seat: u8) {
    act(hand, Street(street), seat, ActionKind::Fold, Amount::default());
}

pub(super) fn show(hand: &mut Hand, seat: u8, text: &str) {
    act(hand, Street::SHOWDOWN, seat, ActionKind::Show, Amount::default()).cards = cards(text);
    let seat = &mut hand.seats[usize::from(seat)];
    seat.hole_cards = cards(text);
    seat.cards_source = seat.cards_source.max(Some(CardsSource::Shown));
}

pub(super) fn deal_board(hand: &mut Hand, run_no: u8, streets: &[(u8, &str)]) {
    for (street, text) in streets {
        hand.boards.push(BoardCards { run_no, street: Street(*street), cards: cards(text) });
        hand.last_street = Street(*street);
    }
}

pub(super) fn pay(hand: &mut Hand, seat: u8, amount: i64, pot: PotName, run_no: u8) {
    hand.collected.push(Collected { seat, amount, pot, run_no });
    hand.summary_collected.push(Collected { seat, amount, pot: PotName::Pot, run_no });
}

pub(super) fn text(hand: &Hand) -> String {
    let mut text = String::new();
    write(hand, &mut text);
    text
}

/// The lines of a text from the one that starts with `start` up to the next empty one.
pub(super) fn from(text: &str, start: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with(start));
    lines.take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}
