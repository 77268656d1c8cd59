//! The seat that opens a later street of stud: the best up cards, or the lowest in razz and 2-7 razz.

use std::cmp::Ordering;

use crate::hand::{CardsPlace, Hand};
use handlab_cards::card::Card;
use handlab_cards::game::{Game, Street};
use handlab_cards::seat::SeatSet;

/// The last street that deals a card face up.
const LAST_UP: u8 = 3;

/// The seats among `seats` whose cards entitle them to begin; empty if any seat's up cards are unknown.
///
/// Ties leave several seats: the text does not show which one is first.
pub(super) fn openers(hand: &Hand, seats: SeatSet, street: Street) -> SeatSet {
    let street = Street(street.0.min(LAST_UP));
    let mut best = (SeatSet::EMPTY, Shown::default());
    for seat in seats.iter() {
        let Some(cards) = up_cards(hand, seat, street) else { return SeatSet::EMPTY };
        let shown = groups(cards, hand.game);
        let order = if best.0.is_empty() { Ordering::Greater } else { shown.cmp(&best.1) };
        let is_reversed = hand.game.is_low_stud() && !best.0.is_empty();
        let order = if is_reversed { order.reverse() } else { order };
        match order {
            Ordering::Greater => best = (std::iter::once(seat).collect(), shown),
            Ordering::Equal => best.0.insert(seat),
            Ordering::Less => {}
        }
    }
    best.0
}

/// The up cards of a seat on a street, from the line that deals the last of them.
fn up_cards(hand: &Hand, seat: usize, street: Street) -> Option<&[Card]> {
    let dealt = hand.printed.cards.iter().find(|printed| {
        printed.place == CardsPlace::Dealt
            && usize::from(printed.seat) == seat
            && printed.street == street
    })?;
    let (cards, up) = (dealt.cards.as_slice(), usize::from(street.0) + 1);
    // The hero also sees the down cards, which come first.
    let down = hand.game.dealt_cards() - 1;
    match cards.len().checked_sub(up)? {
        0 => Some(cards),
        hidden if hidden == down => cards.get(down..),
        _ => None,
    }
}

/// What up cards make: the sizes of the groups of equal ranks, largest first, then their ranks in the same order.
type Shown = ([u8; 4], [u8; 4]);

fn groups(cards: &[Card], game: Game) -> Shown {
    let mut groups = [(0, 0); 4];
    for card in cards {
        let rank = if game == Game::Razz && card.rank() == 14 { 1 } else { card.rank() };
        let found = groups.iter_mut().find(|(count, known)| *count == 0 || *known == rank);
        if let Some(group) = found {
            *group = (group.0 + 1, rank);
        }
    }
    groups.sort_unstable_by(|one, other| other.cmp(one));
    (groups.map(|(count, _)| count), groups.map(|(_, rank)| rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::text::cards;

    #[test]
    fn two_pair_open_before_a_higher_pair() {
        let shown = |text: &str, game| groups(cards(text).expect("cards").as_slice(), game);
        assert!(shown("9h7h7d9s", Game::Stud) > shown("8hJcJd2d", Game::Stud));
        assert!(shown("2h2c2dAs", Game::Stud) > shown("KhKcQdQs", Game::Stud));
        assert!(shown("8hJcJd2d", Game::Stud) > shown("8hTcTdAd", Game::Stud));
        assert!(shown("Ah2c", Game::Razz) < shown("3h2d", Game::Razz));
    }
}
