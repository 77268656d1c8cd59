//! The way to count that each game takes.

use super::holdem::{self, Holdem};
use super::spot::Spot;
use super::tally::{HeadsUp, Winners};
use super::{Answer, boards, plain};
use crate::game::Game;
use crate::score::keys::Classes;

/// Adds every runout to `answer`.
#[inline]
pub(super) fn count(spot: &Spot<'_>, answer: &mut Answer) {
    let asked = spot.asked;
    let classes = match asked.game {
        Game::Holdem => Classes::standard(),
        Game::ShortDeck => Classes::short_deck(asked.short_deck),
        _ => return plain::count(spot, answer),
    };
    match asked.holes.len() {
        2 => {
            let mut tally = HeadsUp::default();
            boards::count(spot, &mut Holdem::<2>::new(spot, classes), &mut tally);
            tally.finish(spot.runouts(), asked.pots, answer);
        }
        3 => holdem::<3>(spot, classes, answer),
        4 => holdem::<4>(spot, classes, answer),
        5 | 6 => holdem::<6>(spot, classes, answer),
        _ => holdem::<{ super::MAX_PLAYERS }>(spot, classes, answer),
    }
}

fn holdem<const N: usize>(spot: &Spot<'_>, classes: &'static Classes, answer: &mut Answer) {
    let mut tally = Winners::new(spot.asked.holes.len(), spot.asked.pots);
    boards::count(spot, &mut Holdem::<N>::new(spot, classes), &mut tally);
    tally.finish(spot.runouts(), answer);
}

/// About how many hands are looked at.
pub(super) fn work(spot: &Spot<'_>) -> u64 {
    let asked = spot.asked;
    let boards = match asked.game {
        Game::Holdem | Game::ShortDeck => {
            boards::work(spot, |suit| holdem::needs(asked.holes, suit))
        }
        _ => return plain::work(spot),
    };
    boards * asked.holes.len() as u64
}
