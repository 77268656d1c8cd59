//! Hashes that identify copies of the same hand.
//!
//! Two copies are the same hand if the same seats took part with the same starting stacks, and the actions with their
//! amounts are the same, in order. `handlab/ingest/outlines.py` holds the same rule for stored rows; a test there
//! compares the two.
//!
//! * Names, table, times, shown cards and the order of the list of seats are not part of it, nor is a seat that neither
//!   posted nor acted: some tools list those who sit out and others do not.
//! * Everything before the first decision is one sum per seat: posts come in any order, an ante alone or with a blind.
//! * An action counts by what it moved: `calls 0` is a check, and a bet of 10 is a raise to 10.
//! * Amounts are compared as numbers, however many decimals the text has.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::hand::{Action, ActionKind, Amount, BoardCards, Hand};
use crate::replay::Replay;
use handlab_cards::card::CardList;
use handlab_cards::seat::{MAX_SEATS, SeatSet};

/// Amounts are hashed with this number of decimals, the most of any currency.
const DECIMALS: u8 = 8;

/// A hash of the actions with their amounts, and of the starting stacks of the seats that took part.
pub fn content_digest(hand: &Hand, replay: &Replay) -> u64 {
    let unit = 10_i128.pow(u32::from(DECIMALS.saturating_sub(hand.scale)));
    let bytes = Vec::with_capacity(MOST_BYTES * (hand.actions.len() + hand.seats.len()));
    let mut content = Content { bytes, hand, unit, seen: SeatSet::EMPTY };
    let mut posts = [0_i128; MAX_SEATS];
    let mut is_open = false;
    for (action, state) in hand.actions.iter().zip(&replay.actions) {
        let index = usize::from(action.seat);
        let Some((word, amount)) = moved(action, state.added, unit) else { continue };
        if !is_open && action.kind.is_post() {
            posts[index] += i128::from(state.added);
            continue;
        }
        if !is_open {
            content.push_posts(&posts);
            is_open = true;
        }
        content.push_act(word, action.street.0, index, amount);
    }
    if !is_open {
        content.push_posts(&posts);
    }
    xxh3_64(&content.bytes)
}

/// A hash of a hand's `content_digest` and of all known cards, in any order.
///
/// Each runout is hashed with its own cards: the shared part counts once, with the first.
pub fn deal_digest(content_digest: u64, hand: &Hand) -> u64 {
    let boards = hand.boards.iter().map(|board| hash_cards(board_place(board), board.cards));
    let holes = hand.seats.iter().map(|seat| hash_cards([b's', seat.seat, 0], seat.hole_cards));
    let cards = boards.chain(holes).fold(0, u64::wrapping_add);
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&content_digest.to_le_bytes());
    bytes[8..].copy_from_slice(&cards.to_le_bytes());
    xxh3_64(&bytes)
}

/// A hash of a hand's key.
pub fn key_hash(site: &str, hand_id: &str) -> u64 {
    let mut hash = Xxh3::with_seed(xxh3_64(site.as_bytes()));
    hash.update(hand_id.as_bytes());
    hash.digest()
}

/// No action adds more bytes: a kind, an amount and a stack.
const MOST_BYTES: usize = 3 + 2 * size_of::<i128>();

struct Content<'a> {
    /// Hashed in one go, which is faster than a few bytes at a time and gives the same hash.
    bytes: Vec<u8>,
    hand: &'a Hand,
    /// One minor unit at `DECIMALS` decimals.
    unit: i128,
    /// Seats whose stack has been hashed.
    seen: SeatSet,
}

impl Content<'_> {
    /// The summed posts of each seat, by seat number.
    fn push_posts(&mut self, posts: &[i128; MAX_SEATS]) {
        let mut seats = [(0, 0); MAX_SEATS];
        let mut count = 0;
        for (index, (seat, posted)) in self.hand.seats.iter().zip(posts).enumerate() {
            if *posted != 0 {
                seats[count] = (seat.seat, index);
                count += 1;
            }
        }
        seats[..count].sort_unstable();
        for &(_, index) in &seats[..count] {
            self.push_act(b'p', 0, index, posts[index] * self.unit);
        }
    }

    fn push_act(&mut self, word: u8, street: u8, index: usize, amount: i128) {
        let seat = &self.hand.seats[index];
        self.bytes.extend_from_slice(&[word, street, seat.seat]);
        self.bytes.extend_from_slice(&amount.to_le_bytes());
        if !self.seen.contains(index) {
            self.seen.insert(index);
            let stack = i128::from(seat.starting_stack) * self.unit;
            self.bytes.extend_from_slice(&stack.to_le_bytes());
        }
    }
}

/// A letter for an action's kind and the amount that it moved; `None` if it is not part of the digest.
fn moved(action: &Action, added: i64, unit: i128) -> Option<(u8, i128)> {
    Some(match (action.kind, action.amount) {
        (ActionKind::Show | ActionKind::Muck, _) => return None,
        (ActionKind::Fold, _) => (b'f', 0),
        (ActionKind::Discard, Amount::Added(count) | Amount::To(count)) if count > 0 => {
            (b'd', i128::from(count))
        }
        (ActionKind::Discard | ActionKind::StandPat, _) => (b's', 0),
        (kind, _) if added == 0 => return (!kind.is_post()).then_some((b'c', 0)),
        _ => (b'm', i128::from(added) * unit),
    })
}

fn board_place(board: &BoardCards) -> [u8; 3] {
    [b'b', board.run_no.max(1), board.street.0]
}

fn hash_cards(place: [u8; 3], cards: CardList) -> u64 {
    if cards.is_empty() {
        return 0;
    }
    let mut bytes = [0; 11];
    bytes[..3].copy_from_slice(&place);
    bytes[3..].copy_from_slice(&cards.set().mask().to_le_bytes());
    xxh3_64(&bytes)
}
