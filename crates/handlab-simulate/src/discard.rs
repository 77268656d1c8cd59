//! The cards that a player discards in a draw game.

use handlab_cards::card::{Card, CardList, CardSet};
use handlab_cards::deal::Generator;
use handlab_cards::game::Game;
use handlab_cards::score;

/// The cards to keep, in order. With `is_blind` the choice does not depend on the cards.
pub(crate) fn keep(game: Game, hole: CardList, is_blind: bool, source: &mut Generator) -> CardList {
    let kept = |wanted: &dyn Fn(Card) -> bool| -> CardList {
        hole.as_slice().iter().copied().filter(|card| wanted(*card)).collect()
    };
    if is_blind {
        let thrown = source.between(0, 3) as usize;
        return hole.as_slice().iter().copied().skip(thrown).collect();
    }
    match game {
        Game::Badugi => {
            let playing =
                score::best_five(game, hole.set(), CardSet::EMPTY).unwrap_or_default().set();
            // A four-card hand is kept unless it is very rough.
            let highest = if playing.len() == 4 { 12 } else { 9 };
            kept(&|card| playing.contains(card) && low_rank(card) <= highest)
        }
        Game::SingleDraw27 | Game::TripleDraw27 => {
            let is_pat = score::strength(game, hole.set(), CardSet::EMPTY)
                .is_some_and(|strength| score::category(game, strength) == 0);
            let highest = if is_pat { 10 } else { 8 };
            let pat = kept(&|card| card.rank() <= highest);
            if is_pat && pat.len() == 5 { pat } else { one_of_each(kept(&|card| card.rank() <= 8)) }
        }
        _ => kept_of_high(hole),
    }
}

fn low_rank(card: Card) -> u8 {
    if card.rank() == 14 { 1 } else { card.rank() }
}

fn one_of_each(cards: CardList) -> CardList {
    let mut seen = 0_u16;
    let is_new = |card: &Card| {
        let is_new = seen >> card.rank() & 1 == 0;
        seen |= 1 << card.rank();
        is_new
    };
    cards.as_slice().iter().copied().filter(is_new).collect()
}

/// Five-card draw: pairs or better, a made hand, four to a flush, or the two highest cards.
fn kept_of_high(hole: CardList) -> CardList {
    let cards = hole.as_slice();
    let of_rank = |rank: u8| cards.iter().filter(|card| card.rank() == rank).count();
    let of_suit = |suit: u8| cards.iter().filter(|card| card.suit() == suit).count();
    let is_made = score::high(hole.set()).is_some_and(|strength| strength >> 20 >= 4);
    if is_made {
        return hole;
    }
    if cards.iter().any(|card| of_rank(card.rank()) > 1) {
        return cards.iter().copied().filter(|card| of_rank(card.rank()) > 1).collect();
    }
    if cards.iter().any(|card| of_suit(card.suit()) == 4) {
        return cards.iter().copied().filter(|card| of_suit(card.suit()) == 4).collect();
    }
    let higher = |card: &&Card| cards.iter().filter(|other| other.rank() > card.rank()).count();
    cards.iter().filter(|card| higher(card) < 2).copied().collect()
}
