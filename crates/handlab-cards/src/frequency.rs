//! How often each category occurs: exact if all hands have been counted, else from seeded draws.

use crate::card::CardSet;
use crate::deal::{Deck, Generator};
use crate::game::{Game, GameFamily};
use crate::score;

/// The number of categories; see [`score::category`].
pub const CATEGORIES: usize = 9;

/// Draws `draws` hands of `cards` cards each from a full deck, and counts their categories.
///
/// Hole cards are drawn first, then the board; in draw games all are hole cards. `None` if the game does not score
/// hands of that many cards.
///
/// ```
/// use handlab_cards::{frequency, game::Game};
///
/// let counts = frequency::drawn(Game::Stud, 7, 1000, 1).expect("seven cards make a hand");
/// assert_eq!(counts.iter().sum::<u64>(), 1000);
/// assert_eq!(frequency::drawn(Game::Holdem, 3, 1000, 1), None);
/// ```
pub fn drawn(game: Game, cards: usize, draws: u64, seed: u64) -> Option<[u64; CATEGORIES]> {
    let own = match game.family() {
        GameFamily::Flop => game.hole_cards(),
        GameFamily::Stud | GameFamily::Draw => cards,
    };
    let common = cards.checked_sub(own)?;
    let whole = Deck::new(if game == Game::ShortDeck { 6 } else { 2 });
    let mut source = Generator::new(seed);
    let mut counts = [0; CATEGORIES];
    for _ in 0..draws {
        let mut pack = whole;
        let mut deal = |count: usize| -> CardSet {
            (0..count).filter_map(|_| pack.deal(&mut source)).collect()
        };
        let strength = score::strength(game, deal(own), deal(common))?;
        *counts.get_mut(usize::from(score::category(game, strength)))? += 1;
    }
    Some(counts)
}

/// How many of all hands of `cards` cards are in each category; `None` if they have not been counted.
///
/// Sources: the counts of high hands of five to seven cards and of 2-7 are in every table of poker probabilities, and
/// were also enumerated with this evaluator; those of short deck, razz and badugi were only enumerated. Omaha is
/// missing because its hands depend on which cards are hole cards, Irish because its two cards are chosen from four.
/// For 2-7 razz with seven cards, Badacey and Badeucy, nobody has counted all hands.
pub fn exact(game: Game, cards: usize) -> Option<[u64; CATEGORIES]> {
    // From high card to straight flush.
    Some(match (game, cards) {
        (Game::Holdem | Game::Stud | Game::FiveCardStud | Game::FiveCardDraw, 5) => {
            [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
        }
        (Game::Holdem | Game::Stud, 6) => {
            [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]
        }
        (Game::Holdem | Game::Stud, 7) => [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184,
            224_848, 41_584,
        ],
        (Game::ShortDeck, 5) => [122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24],
        (Game::ShortDeck, 7) => {
            [233_100, 2_316_600, 3_157_056, 607_200, 1_169_940, 175_560, 633_024, 44_640, 10_560]
        }
        (Game::Razz | Game::SingleDrawA5 | Game::TripleDrawA5, 5) => {
            [1_317_888, 1_098_240, 123_552, 54_912, 0, 0, 3_744, 624, 0]
        }
        (Game::Razz, 7) => [127_615_488, 5_948_800, 219_648, 0, 0, 0, 624, 0, 0],
        (Game::Razz27 | Game::SingleDraw27 | Game::TripleDraw27, 5) => {
            [1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36]
        }
        (Game::Badugi, 4) => [0, 2_873, 96_252, 154_440, 17_160, 0, 0, 0, 0],
        _ => return None,
    })
}
