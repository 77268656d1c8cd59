//! What other copies of a hand add to it: better names, more cards, a better time.

use crate::dialect::text::{cards, find_player};
use crate::hand::{CardsSource, Hand};
use handlab_cards::card::{CardList, CardSet};

/// What another copy of a hand adds to the hand, or to one of its seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// Byte of the file where the hand starts.
    pub offset: u64,
    /// The seat number; `None` if it concerns the whole hand.
    pub seat: Option<u8>,
    /// A better name than the one in the hand.
    pub player: Option<String>,
    pub hole_cards: CardList,
    pub cards_source: Option<CardsSource>,
    /// A better start time than the one in the hand, with the time and zone as that copy printed them.
    pub started_at: Option<i64>,
    pub started_raw: Option<String>,
    pub zone: Option<String>,
    pub table_name: Option<String>,
}

/// Adds what other copies of the hand hold: better names, more cards, a better time.
pub(super) fn overlay(hand: &mut Hand, overlays: &[Overlay]) {
    for known in overlays {
        match known.seat {
            Some(number) => overlay_seat(hand, number, known),
            None => overlay_hand(hand, known),
        }
    }
}

fn overlay_hand(hand: &mut Hand, known: &Overlay) {
    if let Some(raw) = &known.started_raw {
        hand.started_raw = hand.push_text(raw);
        hand.zone = hand.push_text(known.zone.as_deref().unwrap_or_default());
        (hand.started_at, hand.started_at_later) = (known.started_at, None);
    }
    if let Some(name) = &known.table_name {
        hand.table_name = hand.push_text(name);
    }
}

fn overlay_seat(hand: &mut Hand, number: u8, known: &Overlay) {
    let Some(index) = hand.seat_index(number).map(usize::from) else { return };
    if let Some(player) = &known.player
        && find_player(hand, player).is_none()
    {
        rename(hand, index, player);
    }
    let seat = &mut hand.seats[index];
    if known.hole_cards.len() > seat.hole_cards.len() {
        seat.hole_cards = known.hole_cards;
        seat.cards_source = known.cards_source;
    }
}

fn rename(hand: &mut Hand, index: usize, player: &str) {
    let old = hand.seats[index].player;
    let new = hand.push_text(player);
    hand.seats[index].player = new;
    hand.seats[index].is_anonymous = false;
    for finish in hand.finishes.iter_mut().filter(|finish| finish.player == old) {
        finish.player = new;
    }
    for purchase in hand.purchases.iter_mut().filter(|purchase| purchase.player == old) {
        purchase.player = new;
    }
}

/// Cards from a text such as a stored column; empty if there are none or they cannot be read.
pub fn card_list(text: Option<&str>) -> CardList {
    let is_set = |text: &&str| CardSet::parse(text).is_ok();
    text.filter(is_set).and_then(cards).unwrap_or_default()
}
