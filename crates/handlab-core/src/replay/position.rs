//! Positions, from the order in which the seats act.
//!
//! The big blind is the anchor, not the button: the button may be at an empty seat, and the small blind may be
//! missing. Whoever acts last before the blinds is `BTN`. A player with no chips left for a blind after the ante posts
//! none but still holds the position. Short deck has no positions of blinds where only the button posts one.

use crate::hand::{Action, ActionKind, Hand};
use handlab_cards::game::Game;
use handlab_cards::seat::MAX_SEATS;

use super::{SeatState, has_positions};

/// The positions of `players` seats, left of the button first; empty if there are no names for that many (0, 1, more
/// than 12). Two more than sit at a table are needed where nobody holds the positions of the blinds.
pub const fn labels(players: usize) -> &'static [&'static str] {
    match players {
        2 => &["BB", "BTN/SB"],
        3 => &["SB", "BB", "BTN"],
        4 => &["SB", "BB", "CO", "BTN"],
        5 => &["SB", "BB", "UTG", "CO", "BTN"],
        6 => &["SB", "BB", "UTG", "HJ", "CO", "BTN"],
        7 => &["SB", "BB", "UTG", "MP", "HJ", "CO", "BTN"],
        8 => &["SB", "BB", "UTG", "UTG+1", "MP", "HJ", "CO", "BTN"],
        9 => &["SB", "BB", "UTG", "UTG+1", "UTG+2", "MP", "HJ", "CO", "BTN"],
        10 => &["SB", "BB", "UTG", "UTG+1", "UTG+2", "MP", "MP+1", "HJ", "CO", "BTN"],
        11 => &["SB", "BB", "UTG", "UTG+1", "UTG+2", "MP", "MP+1", "MP+2", "HJ", "CO", "BTN"],
        12 => {
            &["SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "MP+1", "MP+2", "HJ", "CO", "BTN"]
        }
        _ => &[],
    }
}

/// Assigns each dealt-in seat its position.
pub(super) fn assign(hand: &Hand, seats: &mut [SeatState]) {
    if !has_positions(hand.game.family()) {
        return;
    }
    let small_blind = posters(hand, ActionKind::PostSmallBlind).next();
    let big_blind = big_blind(hand)
        .or_else(|| next(hand, seats, small_blind?).filter(|big| is_out_of_chips(hand, *big)));
    let players = seats.iter().filter(|seat| seat.is_dealt_in).count();
    let left_of_button = hand.button_seat.and_then(|button| left_of(hand, seats, button));
    let small_blind = small_blind.or_else(|| {
        let left = left_of_button?;
        (next(hand, seats, left) == big_blind && is_out_of_chips(hand, left)).then_some(left)
    });
    let has_blinds = hand.game != Game::ShortDeck || big_blind.is_some() || small_blind.is_some();
    let first = match (big_blind, small_blind) {
        // Without blinds, as in a bomb pot or if the ante took a player's chips, the button decides.
        _ if players == 2 && has_blinds => big_blind.or_else(|| {
            let button = hand.seat_index(hand.button_seat?)?;
            seats.get(usize::from(button))?.is_dealt_in.then_some(left_of_button).flatten()
        }),
        // A player who joined late may sit between the blinds: the small blind only counts next to the big one.
        (Some(big), Some(small)) if next(hand, seats, small) == Some(big) => Some(small),
        (Some(big), _) => Some(big),
        (None, _) => left_of_button,
    };
    let Some(first) = first else { return };
    let names = match (big_blind, small_blind) {
        _ if players == 2 && has_blinds => labels(2),
        _ if !has_blinds => labels(players + 2).get(2..).unwrap_or_default(),
        (Some(big), _) if big == first => labels(players + 1).get(1..).unwrap_or_default(),
        _ => labels(players),
    };
    let start = hand.seats[usize::from(first)].seat;
    let mut clockwise = [(0, 0); MAX_SEATS];
    let mut count = 0;
    for (index, (seat, state)) in hand.seats.iter().zip(&*seats).enumerate().take(MAX_SEATS) {
        if state.is_dealt_in {
            clockwise[count] = (seat.seat.wrapping_sub(start), index);
            count += 1;
        }
    }
    clockwise[..count].sort_unstable();
    for (place, (name, (_, index))) in names.iter().zip(&clockwise[..count]).enumerate() {
        let state = &mut seats[*index];
        (state.position, state.position_index) = (Some(*name), Some(place as u8));
    }
}

/// The seat of the big blind. New players post one as well, at some sites before the blinds: the first one left of the
/// small blind counts. Without a small blind the seat in its place may post both blinds that it missed: the first post
/// counts.
pub(super) fn big_blind(hand: &Hand) -> Option<u8> {
    let chair = |seat: u8| hand.seats.get(usize::from(seat)).map_or(0, |seat| seat.seat);
    let mut bigs = posters(hand, ActionKind::PostBigBlind);
    match posters(hand, ActionKind::PostSmallBlind).next().map(chair) {
        Some(small) => bigs.min_by_key(|big| chair(*big).wrapping_sub(small).wrapping_sub(1)),
        None => bigs.next(),
    }
}

/// The seats that post a blind, in the order of the text.
fn posters(hand: &Hand, kind: ActionKind) -> impl Iterator<Item = u8> {
    hand.actions.iter().filter(move |act| act.kind == kind).map(|act| act.seat)
}

/// Whether the ante takes all of the seat's chips.
fn is_out_of_chips(hand: &Hand, seat: u8) -> bool {
    let of_seat = |action: &&Action| action.seat == seat && action.kind == ActionKind::PostAnte;
    let ante = hand.actions.iter().find(of_seat).map(|action| action.amount.printed());
    ante.is_some_and(|ante| ante > 0 && hand.seats[usize::from(seat)].starting_stack == ante)
}

/// The next dealt-in seat, clockwise.
fn next(hand: &Hand, seats: &[SeatState], from: u8) -> Option<u8> {
    left_of(hand, seats, hand.seats[usize::from(from)].seat)
}

fn left_of(hand: &Hand, seats: &[SeatState], number: u8) -> Option<u8> {
    let distance = |seat: u8| seat.wrapping_sub(number).wrapping_sub(1);
    (0..seats.len() as u8)
        .filter(|index| seats[usize::from(*index)].is_dealt_in)
        .min_by_key(|index| distance(hand.seats[usize::from(*index)].seat))
}
