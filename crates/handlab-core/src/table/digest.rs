//! Numbers by which the same hand is found again.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::hand::{ActionKind, Hand};
use crate::replay::Replay;

/// A hash of table, start, seats with their stacks, and actions with their money.
///
/// Two copies of a hand agree in it though names and hero differ: names are no part of it, nor is what is shown.
pub fn content_digest(hand: &Hand, replay: &Replay) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(hand.str(hand.table_name).as_bytes());
    match hand.started_at {
        Some(micros) => hash.update(&micros.to_le_bytes()),
        None => hash.update(hand.str(hand.started_raw).as_bytes()),
    }
    // Converters list the seats in another order.
    let mut seats: Vec<_> =
        hand.seats.iter().map(|seat| (seat.seat, seat.starting_stack)).collect();
    seats.sort_unstable();
    for (seat, stack) in seats {
        hash.update(&[seat]);
        hash.update(&stack.to_le_bytes());
    }
    for (action, state) in hand.actions.iter().zip(&replay.actions) {
        if matches!(action.kind, ActionKind::Show | ActionKind::Muck) {
            continue;
        }
        let seat = hand.seats[usize::from(action.seat)].seat;
        hash.update(&[seat, action.kind as u8, action.street.0]);
        hash.update(&state.added.to_le_bytes());
    }
    hash.digest()
}

/// A hash of a hand's key.
pub fn key_hash(site: &str, hand_id: &str) -> u64 {
    let mut hash = Xxh3::with_seed(xxh3_64(site.as_bytes()));
    hash.update(hand_id.as_bytes());
    hash.digest()
}
