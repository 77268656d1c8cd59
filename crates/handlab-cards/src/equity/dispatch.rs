//! Chooses how a spot is counted: by its game, its number of players and what is still to come.

use super::boards::{self, Players};
use super::holdem::{self, Holdem};
use super::omaha::{self, Omaha};
use super::preflop_boards;
use super::spot::Spot;
use super::tally::{HeadsUp, HiLo, Winners};
use super::{Answer, MAX_PLAYERS, enumerate, preflop, stud_heads_up};
use crate::game::Game;
use crate::score::keys::Classes;

/// Takes the answer from the preflop table if it is there.
#[inline]
pub(super) fn look_up(spot: &Spot<'_>, answer: &mut Answer) -> bool {
    let asked = spot.asked;
    let is_tabulated =
        asked.game == Game::Holdem && asked.board.is_empty() && asked.dead.is_empty();
    let [first, second] = *asked.holes else { return false };
    let Some(matchup) = is_tabulated.then(|| preflop::matchup(first, second)).flatten() else {
        return false;
    };
    let tally = HeadsUp::new(i64::from(matchup.wins), i64::from(matchup.ties));
    tally.finish(u64::from(preflop::BOARDS), asked.pots, answer);
    true
}

/// Adds every runout to `answer`.
#[inline]
pub(super) fn count(spot: &Spot<'_>, answer: &mut Answer) {
    let asked = spot.asked;
    let classes = match asked.game {
        Game::Holdem | Game::Irish => Classes::standard(),
        Game::ShortDeck => Classes::short_deck(asked.short_deck),
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => {
            return if asked.is_hi_lo { hi_lo(spot, answer) } else { omaha(spot, answer) };
        }
        _ if is_stud_heads_up(spot) => {
            return stud_heads_up::count(spot).finish(spot.runouts(), asked.pots, answer);
        }
        _ => return enumerate::count(spot, answer),
    };
    match asked.holes.len() {
        2 => heads_up(spot, Holdem::new(spot, classes), answer),
        3 => several::<3>(spot, Holdem::new(spot, classes), answer),
        4 => several::<4>(spot, Holdem::new(spot, classes), answer),
        5 | 6 => several::<6>(spot, Holdem::new(spot, classes), answer),
        _ => several::<MAX_PLAYERS>(spot, Holdem::new(spot, classes), answer),
    }
}

/// Whether it is a stud spot of two players with cards to come, and the pot is not split with a low.
fn is_stud_heads_up(spot: &Spot<'_>) -> bool {
    let lacks = spot.lacks(0) + spot.lacks(1);
    spot.asked.holes.len() == 2 && !spot.is_split() && lacks != 0
}

fn omaha(spot: &Spot<'_>, answer: &mut Answer) {
    match spot.asked.holes.len() {
        2 => heads_up(spot, Omaha::<2, false>::new(spot), answer),
        3 => several(spot, Omaha::<3, false>::new(spot), answer),
        4 => several(spot, Omaha::<4, false>::new(spot), answer),
        5 | 6 => several(spot, Omaha::<6, false>::new(spot), answer),
        _ => several(spot, Omaha::<MAX_PLAYERS, false>::new(spot), answer),
    }
}

fn hi_lo(spot: &Spot<'_>, answer: &mut Answer) {
    fn split<const N: usize>(spot: &Spot<'_>, answer: &mut Answer) {
        if spot.board_lacks == 5 && N <= preflop_boards::MOST_HI_LO {
            return preflop_boards::count::<N, true>(spot, &Omaha::<N, true>::new(spot), answer);
        }
        let mut tally = HiLo::new(spot.asked.holes.len(), spot.asked.pots);
        boards::count(spot, &mut Omaha::<N, true>::new(spot), &mut tally);
        tally.finish(spot.runouts(), answer);
    }
    match spot.asked.holes.len() {
        2 => split::<2>(spot, answer),
        3 | 4 => split::<4>(spot, answer),
        5 | 6 => split::<6>(spot, answer),
        _ => split::<MAX_PLAYERS>(spot, answer),
    }
}

#[inline]
fn heads_up(spot: &Spot<'_>, mut players: impl Players<2>, answer: &mut Answer) {
    if spot.board_lacks == 5 {
        return preflop_boards::count::<2, false>(spot, &players, answer);
    }
    let mut tally = HeadsUp::default();
    boards::count(spot, &mut players, &mut tally);
    tally.finish(spot.runouts(), spot.asked.pots, answer);
}

fn several<const N: usize>(spot: &Spot<'_>, mut players: impl Players<N>, answer: &mut Answer) {
    if spot.board_lacks == 5 {
        return preflop_boards::count::<N, false>(spot, &players, answer);
    }
    let mut tally = Winners::new(spot.asked.holes.len(), spot.asked.pots);
    boards::count(spot, &mut players, &mut tally);
    tally.finish(spot.runouts(), answer);
}

/// The same as [`work`], but 1 if the table has the answer.
pub(super) fn work_or_look_up(spot: &Spot<'_>) -> u64 {
    let asked = spot.asked;
    let is_tabulated =
        asked.game == Game::Holdem && asked.board.is_empty() && asked.dead.is_empty();
    if is_tabulated && asked.holes.len() == 2 { 1 } else { work(spot) }
}

/// Roughly the number of hands examined.
pub(super) fn work(spot: &Spot<'_>) -> u64 {
    let asked = spot.asked;
    let flush_needs = match asked.game {
        Game::Holdem | Game::Irish | Game::ShortDeck => holdem::flush_needs(asked.holes),
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => {
            omaha::flush_needs(asked.holes)
        }
        _ if is_stud_heads_up(spot) => return stud_heads_up::work(spot),
        _ => return enumerate::work(spot),
    };
    boards::work(spot, flush_needs) * asked.holes.len() as u64
}
