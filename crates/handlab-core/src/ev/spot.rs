//! The cards and pots at the all-in, as an equity question.

use crate::hand::{Action, ActionKind, CardsSource, Hand, Seat};
use crate::pot::Pot;
use crate::replay::Replay;
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;

/// The spot cannot be evaluated.
pub(super) struct Unsupported;

/// What was known at the all-in.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    /// The seats that are in: player `i` of the question sits at `seats[i]`.
    pub(super) seats: Vec<usize>,
    pub(super) holes: Vec<CardSet>,
    pub(super) board: CardSet,
    pub(super) dead: CardSet,
    pub(super) pots: Vec<u16>,
    /// Whether all `holes` are complete.
    pub(super) are_cards_known: bool,
}

impl Spot {
    pub(super) fn set(
        &mut self,
        hand: &Hand,
        replay: &Replay,
        pots: &[Pot],
        street: Street,
    ) -> Result<(), Unsupported> {
        // Players have yet to choose their discards.
        if street < hand.game.last_exchange() {
            return Err(Unsupported);
        }
        self.seats.clear();
        self.seats.extend((0..hand.seats.len()).filter(|seat| replay.seats[*seat].is_in()));
        self.board = board(hand, street)?;
        self.dead = CardSet::EMPTY;
        for (index, seat) in hand.seats.iter().enumerate() {
            if let Some(folded) = replay.seats[index].folded_street {
                self.dead = self.dead.union(seen(hand, index, seat, folded, street));
            }
        }
        self.are_cards_known = true;
        self.holes.clear();
        for seat in &self.seats {
            let hole = hole(hand, &hand.seats[*seat], street);
            self.are_cards_known &= hole.is_some();
            self.holes.push(hole.unwrap_or_default());
        }
        self.pots.clear();
        self.pots.extend(pots.iter().map(|pot| players(pot.eligible, &self.seats)));
        Ok(())
    }
}

/// The community cards at the all-in.
fn board(hand: &Hand, street: Street) -> Result<CardSet, Unsupported> {
    let mut board = CardList::EMPTY;
    for part in hand.boards.iter().filter(|part| part.street <= street) {
        let has_room = part.cards.as_slice().iter().all(|card| board.push(*card));
        if part.run_no != 0 || !has_room {
            return Err(Unsupported);
        }
    }
    if board.is_distinct() { Ok(board.set()) } else { Err(Unsupported) }
}

/// The cards that a seat held at the all-in; `None` if some are unknown.
fn hole(hand: &Hand, seat: &Seat, street: Street) -> Option<CardSet> {
    let (cards, whole) = (seat.hole_cards, hand.game.hole_cards());
    if !cards.is_distinct() {
        return None;
    }
    if hand.game.family() != GameFamily::Stud {
        return (cards.len() == whole).then(|| cards.set());
    }
    // Cards dealt after the all-in count as still to come. A full hand, and the hero's, are in dealt order; up cards
    // alone leave the down cards unknown.
    let is_whole = cards.len() + hand.board(0).len() == whole;
    let is_in_order = is_whole || seat.cards_source == Some(CardsSource::Dealt);
    let held = cards
        .as_slice()
        .get(..usize::from(street.0) + hand.game.dealt_cards())
        .filter(|_| is_in_order);
    held.map(|cards| cards.iter().copied().collect())
}

/// The cards of a hand folded on `folded` that the table had seen by the all-in.
fn seen(hand: &Hand, index: usize, seat: &Seat, folded: Street, all_in: Street) -> CardSet {
    let is_show = |act: &&Action| {
        act.kind == ActionKind::Show && usize::from(act.seat) == index && act.street <= all_in
    };
    let shown = hand.actions.iter().filter(is_show);
    let shown = shown.fold(CardSet::EMPTY, |seen, act| seen.union(act.cards.set()));
    if hand.game.family() != GameFamily::Stud {
        return shown;
    }
    // One up card per street: the last ones of those that are known.
    let cards = seat.hole_cards;
    let down = cards.len().saturating_sub(usize::from(folded.0) + 1);
    shown.union(cards.as_slice()[down..].iter().copied().collect())
}

/// The seats of a pot as players of the question.
fn players(eligible: SeatSet, seats: &[usize]) -> u16 {
    let is_in = |player: &usize| eligible.contains(seats[*player]);
    (0..seats.len().min(16)).filter(is_in).fold(0, |players, player| players | 1 << player)
}
