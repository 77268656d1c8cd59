//! `Dealt to` lines: the cards that the file's owner sees.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::GameFamily;
use handlab_core::hand::ActionKind;

use super::lines::Lines;

pub(super) fn dealt(lines: &mut Lines<'_>, street: u8) {
    if lines.family() == GameFamily::Stud {
        for seat in 0..lines.hand.seats.len() as u8 {
            dealt_stud(lines, seat, street);
        }
    } else if street == 0 {
        let Some(hero) = lines.hand.hero else { return };
        let cards = holding(lines, hero, 0);
        dealt_to(lines, hero, cards.as_slice(), &[]);
    }
}

fn dealt_stud(lines: &mut Lines<'_>, seat: u8, street: u8) {
    let hand = lines.hand;
    let story = lines.seats[usize::from(seat)];
    let Some(of_seat) = hand.seats.get(usize::from(seat)) else { return };
    if !story.acted || story.folded.is_some_and(|folded| folded.0 < street) {
        return;
    }
    let cards = of_seat.hole_cards;
    let cards = cards.as_slice();
    let is_hero = hand.hero == Some(seat);
    // The first two cards and the last were dealt face down; an opponent has them only after showing.
    let last = story.folded.map_or(lines.last_street(), |folded| folded.0);
    let is_whole = cards.len() == usize::from(last) + 3;
    let open = if is_hero {
        cards
    } else if is_whole {
        &cards[2..cards.len().min(6)]
    } else {
        cards
    };
    let before = usize::from(street) + if is_hero { 2 } else { 0 };
    if street == 0 {
        dealt_to(lines, seat, open.get(..=before).unwrap_or_default(), &[]);
    } else if let Some(new) = open.get(before..=before) {
        dealt_to(lines, seat, &open[..before], new);
    }
}

pub(super) fn dealt_to(lines: &mut Lines<'_>, seat: u8, before: &[Card], new: &[Card]) {
    if before.is_empty() && new.is_empty() {
        return;
    }
    lines.text("Dealt to ");
    lines.player(seat);
    for cards in [before, new] {
        if !cards.is_empty() {
            lines.text(" ");
            lines.cards(cards);
        }
    }
    lines.end();
}

/// A seat's holding after its draw on that street: its last cards, with the discards of later draws put back.
pub(super) fn holding(lines: &Lines<'_>, seat: u8, street: u8) -> CardList {
    let hand = lines.hand;
    let mut cards =
        hand.seats.get(usize::from(seat)).map_or(CardList::EMPTY, |seat| seat.hole_cards);
    let discards = hand.actions.iter().rev().filter(|action| {
        action.seat == seat && action.kind == ActionKind::Discard && action.street.0 > street
    });
    for discard in discards {
        let kept = cards.len().saturating_sub(discard.cards.len());
        let (kept, thrown) = (&cards.as_slice()[..kept], discard.cards.as_slice());
        cards = kept.iter().chain(thrown).copied().collect();
    }
    cards
}
