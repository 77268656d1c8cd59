//! What holds for all cards: an obvious evaluator agrees, and suits and further cards do what they should.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use handlab_cards::card::{Card, CardList, CardSet};
use handlab_cards::game::{Game, GameFamily};
use handlab_cards::score::{self, ShortDeckRules};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

const NONE: CardSet = CardSet::EMPTY;

/// The ranks of five cards with the count of each, the most frequent first, then the highest.
fn sorted(mut ranks: Vec<u32>) -> (Vec<u32>, Vec<usize>) {
    let held = ranks.clone();
    let times = |rank: &u32| held.iter().filter(|other| *other == rank).count();
    ranks.sort_by_key(|rank| Reverse((times(rank), *rank)));
    let times = ranks.iter().map(times).collect();
    (ranks, times)
}

/// A number made of the category and then the ranks.
fn packed(category: u32, ranks: &[u32]) -> u32 {
    ranks.iter().fold(category, |number, rank| number << 4 | rank)
}

/// Scores five cards the slow, obvious way. `wheel` is the lowest straight with its ace, or empty.
fn obvious_high(cards: CardSet, wheel: &[u32]) -> u32 {
    let (mut ranks, times) = sorted(cards.iter().map(|card| u32::from(card.rank())).collect());
    if ranks == wheel {
        ranks = (0..5).map(|below| wheel[1] - below).collect();
    }
    let in_a_row = ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
    let suited = (0..4).any(|suit| cards.ranks_of(suit).count_ones() == 5);
    let category = match times[..] {
        _ if in_a_row && suited => 8,
        [4, ..] => 7,
        [3, .., 2] => 6,
        _ if suited => 5,
        _ if in_a_row => 4,
        [3, ..] => 3,
        [2, _, 2, ..] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    packed(category, &ranks)
}

/// The rank of a card; an ace is 1.
fn ace_low(card: Card) -> u32 {
    u32::from(if card.rank() == 14 { 1 } else { card.rank() })
}

/// The ace-to-five number of five cards: smaller is better.
fn obvious_razz(cards: CardSet) -> u32 {
    let (ranks, times) = sorted(cards.iter().map(ace_low).collect());
    let category = match times[..] {
        [4, ..] => 7,
        [3, .., 2] => 6,
        [3, ..] => 3,
        [2, _, 2, ..] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    packed(category, &ranks)
}

/// The order of short deck by its rules: swap the categories of a standard number.
fn obvious_short_deck(cards: CardSet, rules: ShortDeckRules) -> u32 {
    let number = obvious_high(cards, &[14, 9, 8, 7, 6]);
    let place = match (number >> 20, rules) {
        (5, _) => 6,
        (6, _) => 5,
        (3, ShortDeckRules::TripsOverStraight) => 4,
        (4, ShortDeckRules::TripsOverStraight) => 3,
        (same, _) => same,
    };
    place << 20 | number & 0xF_FFFF
}

/// Every set of `count` of the cards.
fn choices(cards: CardSet, count: u32) -> Vec<CardSet> {
    let all: Vec<Card> = cards.iter().collect();
    let chosen = |subset: u32| {
        let cards = all.iter().enumerate().filter(move |(place, _)| subset >> place & 1 == 1);
        cards.map(|(_, card)| *card).collect()
    };
    (0..1 << all.len()).filter(|subset: &u32| subset.count_ones() == count).map(chosen).collect()
}

/// Every two of the hole cards with every three of the board.
fn omaha_choices(hole: CardSet, board: CardSet) -> Vec<CardSet> {
    let threes = choices(board, 3);
    choices(hole, 2).iter().flat_map(|two| threes.iter().map(|three| two.union(*three))).collect()
}

fn best(hands: &[CardSet], score: impl Fn(CardSet) -> u32) -> Option<u32> {
    hands.iter().map(|hand| score(*hand)).max()
}

const WHEEL: [u32; 5] = [14, 5, 4, 3, 2];
const COMPLEMENT: u32 = 0x8F_FFFF;

/// A way to compare hands, each restated here from its rules.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    High,
    ShortDeck,
    AceToFive,
    DeuceToSeven,
    Badugi,
    BadugiAceHigh,
    MostPoints,
    FewestPoints,
}

fn first_way(game: Game) -> Way {
    match game {
        Game::ShortDeck => Way::ShortDeck,
        Game::Razz | Game::SingleDrawA5 | Game::TripleDrawA5 => Way::AceToFive,
        Game::Razz27 | Game::SingleDraw27 | Game::TripleDraw27 => Way::DeuceToSeven,
        Game::Badugi | Game::Badacey => Way::Badugi,
        Game::Badeucy => Way::BadugiAceHigh,
        _ => Way::High,
    }
}

/// The second half of games whose pot is always split: decided by the hole cards alone.
fn own_way(game: Game) -> Option<Way> {
    Some(match game {
        Game::Drawmaha => Way::High,
        Game::Drawmaha27 | Game::Badeucy => Way::DeuceToSeven,
        Game::DrawmahaA5 | Game::Badacey => Way::AceToFive,
        Game::Drawmaha49 => Way::MostPoints,
        Game::Drawmaha0 => Way::FewestPoints,
        Game::DrawmahaBadugi => Way::Badugi,
        _ => return None,
    })
}

impl Way {
    fn score(self, cards: CardSet) -> u32 {
        match self {
            Way::High => obvious_high(cards, &WHEEL),
            Way::ShortDeck => obvious_short_deck(cards, ShortDeckRules::default()),
            Way::AceToFive => COMPLEMENT - obvious_razz(cards),
            Way::DeuceToSeven => COMPLEMENT - obvious_high(cards, &[]),
            Way::Badugi => obvious_badugi(cards, ace_low),
            Way::BadugiAceHigh => obvious_badugi(cards, |card| u32::from(card.rank())),
            Way::MostPoints => obvious_points(cards) + 1,
            Way::FewestPoints => 50 - obvious_points(cards),
        }
    }

    const fn is_badugi(self) -> bool {
        matches!(self, Way::Badugi | Way::BadugiAceHigh)
    }

    /// The best of all hands that may be made of these cards.
    fn best_of(self, cards: CardSet) -> Option<u32> {
        if self.is_badugi() {
            let few: Vec<CardSet> = (1..=4).flat_map(|count| choices(cards, count)).collect();
            return best(&few, |few| self.score(few));
        }
        best(&choices(cards, 5), |five| self.score(five))
    }
}

/// Tens are worth ten, aces one, face cards nothing.
fn obvious_points(cards: CardSet) -> u32 {
    let points = |card: Card| if card.rank() == 14 { 1 } else { u32::from(card.rank()) % 11 };
    cards.iter().map(|card| if (11..14).contains(&card.rank()) { 0 } else { points(card) }).sum()
}

/// The strength of the game, by trying every hand that may be made.
fn obvious_strength(game: Game, hole: CardSet, board: CardSet) -> Option<u32> {
    if is_omaha(game) {
        return best(&omaha_choices(hole, board), |five| obvious_high(five, &WHEEL));
    }
    first_way(game).best_of(hole.union(board))
}

/// 0 if two of the cards share a rank or a suit.
fn obvious_badugi(cards: CardSet, rank: fn(Card) -> u32) -> u32 {
    let ranks: BTreeSet<u32> = cards.iter().map(rank).collect();
    let suits: BTreeSet<u8> = cards.iter().map(Card::suit).collect();
    let len = cards.len();
    if ranks.len() as u32 != len || suits.len() as u32 != len {
        return 0;
    }
    let digits = ranks.iter().rev().fold(0, |digits, rank| digits << 4 | (15 - rank));
    len << 20 | digits << (4 * (5 - len))
}

fn obvious_low(game: Game, hole: CardSet, board: CardSet) -> Option<u32> {
    if let Some(way) = own_way(game) {
        return way.best_of(hole);
    }
    let fives = match game {
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => omaha_choices(hole, board),
        Game::Stud => choices(hole.union(board), 5),
        _ => return None,
    };
    let qualifies = |low: &u32| *low < 1 << 20 && *low >> 16 <= 8;
    fives.into_iter().map(obvious_razz).filter(qualifies).min().map(|low| COMPLEMENT - low)
}

/// The cards that a player scores with.
#[derive(Clone, Copy, Debug)]
struct Deal {
    game: Game,
    hole: CardSet,
    board: CardSet,
}

impl Deal {
    fn strength(self) -> Option<u32> {
        score::strength(self.game, self.hole, self.board)
    }

    fn low(self) -> Option<u32> {
        score::low(self.game, self.hole, self.board)
    }
}

/// The fewest and the most cards of a complete hand: hole cards, board.
fn sizes(game: Game) -> [RangeInclusive<usize>; 2] {
    let own = game.hole_cards();
    match game.family() {
        GameFamily::Flop => [own..=own, 3..=5],
        GameFamily::Stud => [5..=own, 0..=0],
        GameFamily::Draw => [own..=own, 0..=0],
    }
}

/// A complete hand of any game.
fn deal() -> impl Strategy<Value = Deal> {
    let game = select(Game::ALL.to_vec());
    let sized = game.prop_flat_map(|game| {
        let [own, common] = sizes(game);
        (Just(game), own, common, any::<bool>())
    });
    sized.prop_flat_map(|(game, own, common, from_few)| {
        let deck = deck_of(game);
        // Half of the deals are from few cards, where pairs, flushes and straights are common.
        let size = if from_few { own + common + 4 } else { deck.len() };
        subsequence(deck, size).prop_shuffle().prop_map(move |cards| Deal {
            game,
            hole: set(&cards[..own]),
            board: set(&cards[own..own + common]),
        })
    })
}

fn deck_of(game: Game) -> Vec<Card> {
    let lowest = if game == Game::ShortDeck { 6 } else { 2 };
    Card::deck().filter(|card| card.rank() >= lowest).collect()
}

fn set(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

fn with_suits(cards: CardSet, suits: &[u8]) -> CardSet {
    cards
        .iter()
        .filter_map(|card| Card::new(card.rank(), suits[usize::from(card.suit())]))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_strength_is_the_best_of_all_hands_that_may_be_made(deal in deal()) {
        let Deal { game, hole, board } = deal;
        prop_assert_eq!(deal.strength(), obvious_strength(game, hole, board));
        prop_assert_eq!(deal.low(), obvious_low(game, hole, board));
    }

    #[test]
    fn short_deck_is_the_best_of_21_hands_under_either_rule_set(
        dealt in subsequence(deck_of(Game::ShortDeck), 7).prop_shuffle(),
    ) {
        let [hole, board] = [set(&dealt[..2]), set(&dealt[2..])];
        for rules in [ShortDeckRules::FlushOverFullHouse, ShortDeckRules::TripsOverStraight] {
            let strength = score::short_deck(rules, hole, board);
            let obvious = |five| obvious_short_deck(five, rules);
            prop_assert_eq!(strength, best(&choices(set(&dealt), 5), obvious));
            let shown = score::short_deck_best_five(rules, hole, board).expect("a whole hand");
            prop_assert_eq!(Some(obvious(shown.set())), strength);
        }
    }

    #[test]
    fn suits_have_no_order(
        deal in deal(),
        suits in Just(vec![0_u8, 1, 2, 3]).prop_shuffle(),
    ) {
        let [hole, board] = [deal.hole, deal.board].map(|cards| with_suits(cards, &suits));
        let renamed = Deal { hole, board, ..deal };
        prop_assert_eq!((deal.strength(), deal.low()), (renamed.strength(), renamed.low()));
    }

    #[test]
    fn a_further_card_never_lowers_a_score(
        dealt in subsequence(deck_of(Game::Holdem), 9).prop_shuffle(),
    ) {
        for count in 5..7 {
            for game in [Game::Stud, Game::Razz, Game::Razz27] {
                let [fewer, more] = [count, count + 1]
                    .map(|count| Deal { game, hole: set(&dealt[..count]), board: NONE });
                prop_assert!(fewer.strength() <= more.strength());
                prop_assert!(fewer.low() <= more.low());
            }
            let [fewer, more] = [count + 2, count + 3].map(|end| Deal {
                game: Game::Omaha,
                hole: set(&dealt[..4]),
                board: set(&dealt[4..end]),
            });
            prop_assert!(fewer.strength() <= more.strength());
            prop_assert!(fewer.low() <= more.low());
        }
    }

    #[test]
    fn the_shown_cards_make_the_score(deal in deal()) {
        let Deal { game, hole, board } = deal;
        let strength = deal.strength().expect("a whole hand");
        let shown = score::best_five(game, hole, board).expect("a whole hand");
        prop_assert!(may_be_shown(deal, shown.set()));
        let way = first_way(game);
        prop_assert_eq!(way.score(shown.set()), strength);
        prop_assert_eq!(ranks(shown), read_ranks(way, strength));

        let low = deal.low();
        let shown = score::best_low(game, hole, board);
        prop_assert_eq!(low.is_some(), shown.is_some());
        if let Some((low, shown)) = low.zip(shown) {
            let way = own_way(game).unwrap_or(Way::AceToFive);
            let is_own = shown.set().minus(hole).is_empty();
            let may_be = if own_way(game).is_some() { is_own } else { may_be_shown(deal, shown.set()) };
            prop_assert!(may_be);
            prop_assert_eq!(way.score(shown.set()), low);
            if !matches!(way, Way::MostPoints | Way::FewestPoints) {
                prop_assert_eq!(ranks(shown), read_ranks(way, low));
            }
        }
    }
}

/// Whether the cards were dealt and, in Omaha, two of them are the player's own.
fn may_be_shown(deal: Deal, shown: CardSet) -> bool {
    let own = shown.intersection(deal.hole).len();
    shown.minus(deal.hole.union(deal.board)).is_empty() && (own == 2 || !is_omaha(deal.game))
}

fn is_omaha(game: Game) -> bool {
    matches!(game, Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel)
        || game.name().starts_with("drawmaha")
}

fn ranks(cards: CardList) -> Vec<u32> {
    cards.as_slice().iter().map(|card| u32::from(card.rank())).collect()
}

/// The ranks that the digits of a strength stand for; an ace is 14.
fn read_ranks(way: Way, strength: u32) -> Vec<u32> {
    let is_low = matches!(way, Way::AceToFive | Way::DeuceToSeven) || way.is_badugi();
    let digits = if is_low { COMPLEMENT - strength } else { strength };
    let low_ace = if way == Way::ShortDeck { 5 } else { 1 };
    let ranks = (0..5).rev().map(|place| digits >> (4 * place) & 15);
    ranks.filter(|rank| *rank < 15).map(|rank| if rank == low_ace { 14 } else { rank }).collect()
}
