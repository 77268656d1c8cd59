//! The evaluators of columns say of every row what the evaluator of a single hand says, on every instruction set.

use handlab_cards::card::{Card, CardSet, NO_CARDS};
use handlab_cards::deal::{Generator, below};
use handlab_cards::game::Game;
use handlab_cards::score::block::{self, Deal, DealFault, Level, Rules};
use handlab_cards::score::{self, ShortDeckRules};

const LEVELS: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];

/// Not a multiple of the block size, so that the last block is padded.
const ROWS: usize = 50_021;

/// Every game with the ways in which its cards may be given.
const DEALS: [(Game, u32, u32); 17] = [
    (Game::Holdem, 2, 3),
    (Game::Holdem, 2, 4),
    (Game::Holdem, 2, 5),
    (Game::ShortDeck, 2, 5),
    (Game::ShortDeck, 2, 3),
    (Game::Stud, 5, 0),
    (Game::Stud, 6, 1),
    (Game::Stud, 7, 0),
    (Game::Razz, 5, 0),
    (Game::Razz, 7, 0),
    (Game::FiveCardDraw, 5, 0),
    (Game::SingleDraw27, 5, 0),
    (Game::Badugi, 4, 0),
    (Game::Omaha, 4, 5),
    (Game::Omaha5, 5, 4),
    (Game::Omaha6, 6, 5),
    (Game::Courchevel, 5, 3),
];

fn draw(generator: &mut Generator, deck: &[Card], count: u32, dead: CardSet) -> CardSet {
    let mut cards = CardSet::EMPTY;
    while cards.len() < count {
        let card = deck[below(generator, deck.len() as u32) as usize];
        if !dead.contains(card) {
            cards = cards.with(card);
        }
    }
    cards
}

fn deck_of(game: Game) -> Vec<Card> {
    Card::deck().filter(|card| game != Game::ShortDeck || card.rank() >= 6).collect()
}

fn deals(game: Game, own: u32, common: u32) -> (Vec<u64>, Vec<u64>) {
    let mut generator = Generator::new(u64::from(own * 10 + common));
    let deck = deck_of(game);
    (0..ROWS)
        .map(|_| {
            let hole = draw(&mut generator, &deck, own, CardSet::EMPTY);
            (hole.mask(), draw(&mut generator, &deck, common, hole).mask())
        })
        .unzip()
}

fn set(mask: u64) -> CardSet {
    CardSet::from_mask(mask).expect("cards")
}

/// The scores of a column, after one that was there already.
fn scored<T: Copy + Default + PartialEq + std::fmt::Debug>(
    score: fn(Deal, &[u64], &[u64], &mut Vec<T>) -> bool,
    deal: Deal,
    hole: &[u64],
    board: &[u64],
) -> Vec<T> {
    let mut scores = vec![T::default()];
    score(deal, hole, board, &mut scores);
    assert_eq!(scores.remove(0), T::default());
    assert_eq!(scores.len(), hole.len());
    scores
}

#[test]
fn every_row_of_every_game_scores_as_a_single_hand() {
    for (game, own, common) in DEALS {
        let (hole, board) = deals(game, own, common);
        for level in LEVELS {
            let deal = Deal::of(game, true).capped(level);
            let strengths = scored(block::strengths, deal, &hole, &board);
            let lows = scored(block::lows, deal, &hole, &board);
            let classes = scored(block::classes, deal, &hole, &board);
            for row in 0..ROWS {
                let (hole, board) = (set(hole[row]), set(board[row]));
                let strength = score::strength(game, hole, board).expect("a complete hand");
                let case = format!("{game:?} {hole:?} {board:?} {level:?}");
                assert_eq!(strengths[row], strength, "{case}");
                assert_eq!(lows[row], score::low(game, hole, board).unwrap_or(0), "{case}");
                let class = score::rank_class(strength).filter(|_| has_classes(game));
                assert_eq!(classes[row], class.unwrap_or(0), "{case}");
            }
        }
    }
}

fn has_classes(game: Game) -> bool {
    matches!(
        game,
        Game::Holdem
            | Game::Stud
            | Game::FiveCardDraw
            | Game::Omaha
            | Game::Omaha5
            | Game::Omaha6
            | Game::Courchevel
    )
}

#[test]
fn the_other_orders_score_as_single_hands() {
    for level in LEVELS {
        let (hole, board) = deals(Game::ShortDeck, 2, 5);
        let deal = Deal::of(Game::ShortDeck, true).with_rules(Rules::TripsOverStraight);
        let out = scored(block::strengths, deal.capped(level), &hole, &board);
        for row in 0..ROWS {
            let rules = ShortDeckRules::TripsOverStraight;
            let expected = score::short_deck(rules, set(hole[row]), set(board[row]));
            assert_eq!(Some(out[row]), expected);
        }
        let (hole, _) = deals(Game::Badugi, 4, 0);
        let deal = Deal::of(Game::Badugi, false).with_rules(Rules::AceHigh);
        let out = scored(block::strengths, deal.capped(level), &hole, &[]);
        for row in 0..ROWS {
            assert_eq!(Some(out[row]), score::badugi_27(set(hole[row])));
        }
    }
}

#[test]
fn the_cards_may_come_in_one_column_where_any_five_play() {
    let (hole, board) = deals(Game::Holdem, 2, 5);
    let all: Vec<u64> = hole.iter().zip(&board).map(|(hole, board)| hole | board).collect();
    let apart = scored(block::strengths, Deal::of(Game::Holdem, true), &hole, &board);
    let together = scored(block::strengths, Deal::of(Game::Holdem, false), &all, &[]);
    assert_eq!(apart, together);
    // Joined in one mask, Omaha's hole cards and board cannot be separated again.
    let mixed = scored(block::strengths, Deal::of(Game::Omaha, false), &all, &[]);
    assert_eq!(mixed, vec![0; ROWS]);
}

/// Masks that are not a complete hand, and why.
fn spoiled(game: Game, hole: u64, board: u64) -> Vec<(u64, u64, DealFault)> {
    let first = |mask: u64| mask & mask.wrapping_neg();
    let mut rows = vec![
        (NO_CARDS, board, DealFault::UnknownCard),
        (hole | 1 << 13, board, DealFault::UnknownCard),
        (hole & !first(hole) | 1 << 47, board, DealFault::UnknownCard),
        (hole & !first(hole), board, DealFault::HoleCards),
        (0, board, DealFault::HoleCards),
        (CardSet::FULL.mask() & !board, board, DealFault::HoleCards),
    ];
    if board != 0 {
        rows.push((hole, board | 1 << 63, DealFault::UnknownCard));
        rows.push((hole, board | first(hole), DealFault::DuplicateCard));
        rows.push((hole, board & !first(board) | first(hole), DealFault::DuplicateCard));
        rows.push((hole, CardSet::FULL.mask() & !hole, DealFault::BoardCards));
    }
    if game == Game::ShortDeck {
        rows.retain(|(hole, board, _)| hole.count_ones().max(board.count_ones()) < 30);
        rows.push((hole & !first(hole) | 1, board, DealFault::CardNotInDeck));
        rows.push((hole, board & !first(board) | 1 << 19, DealFault::CardNotInDeck));
    }
    // A stud hand may have fewer than seven cards.
    rows.retain(|(own, _, fault)| {
        *fault != DealFault::HoleCards || own.count_ones() < 5 || own.count_ones() > 7
    });
    rows
}

#[test]
fn an_incomplete_hand_has_no_score_but_a_reason() {
    for (game, own, common) in DEALS {
        let (hole, board) = deals(game, own, common);
        let deal = Deal::of(game, true);
        for row in 0..200 {
            assert_eq!(deal.fault(hole[row], board[row]), None);
            for (spoiled_hole, spoiled_board, fault) in spoiled(game, hole[row], board[row]) {
                assert_eq!(deal.fault(spoiled_hole, spoiled_board), Some(fault), "{game:?}");
                for level in LEVELS {
                    // Between complete hands, which keep their scores.
                    let holes = [hole[row], spoiled_hole, hole[row]];
                    let boards = [board[row], spoiled_board, board[row]];
                    let out = scored(block::strengths, deal.capped(level), &holes, &boards);
                    assert_eq!(out[1], 0, "{game:?} {spoiled_hole:x} {spoiled_board:x} {fault:?}");
                    assert_eq!(out[0], out[2]);
                    assert_ne!(out[0], 0);
                }
            }
        }
    }
}

#[test]
fn any_mask_at_all_is_either_a_complete_hand_or_nothing() {
    let mut generator = Generator::new(99);
    let mut word = || handlab_cards::deal::Source::word(&mut generator);
    // From sparse to dense.
    let masks: Vec<u64> =
        (0..ROWS).map(|row| (0..row % 6).fold(word(), |mask, _| mask & word())).collect();
    for (game, ..) in DEALS {
        for level in LEVELS {
            let deal = Deal::of(game, false).capped(level);
            let out = scored(block::strengths, deal, &masks, &[]);
            for (mask, out) in masks.iter().zip(&out) {
                assert_eq!(
                    deal.fault(*mask, 0).is_none(),
                    *out != 0,
                    "{game:?} {mask:x} {level:?}"
                );
            }
        }
    }
}

/// Calls `visit` with full columns of every set of `count` of the 52 cards.
fn each_column(count: usize, mut visit: impl FnMut(&[u64])) {
    fn fill(
        deck: &[u64],
        count: usize,
        hand: u64,
        column: &mut Vec<u64>,
        visit: &mut impl FnMut(&[u64]),
    ) {
        if count == 0 {
            column.push(hand);
            if column.len() == column.capacity() {
                visit(column);
                column.clear();
            }
            return;
        }
        for (place, card) in deck.iter().enumerate() {
            fill(&deck[place + 1..], count - 1, hand | card, column, visit);
        }
    }
    let deck: Vec<u64> = Card::deck().map(Card::bit).collect();
    let mut column = Vec::with_capacity(1 << 16);
    fill(&deck, count, 0, &mut column, &mut visit);
    visit(&column);
}

/// Every hand of `count` cards, against the evaluator of single hands.
fn compare_all(game: Game, count: usize, level: Level) -> u64 {
    let deal = Deal::of(game, false).capped(level);
    let mut hands = 0;
    each_column(count, |column| {
        let strengths = scored(block::strengths, deal, column, &[]);
        let classes = scored(block::classes, deal, column, &[]);
        for (row, mask) in column.iter().enumerate() {
            let strength = score::strength(game, set(*mask), CardSet::EMPTY)
                .or_else(|| score::high(set(*mask)));
            assert_eq!(Some(strengths[row]), strength, "{:?}", set(*mask));
            if game == Game::Holdem {
                assert_eq!(score::strength_of_class(classes[row]), strength);
            }
        }
        hands += column.len() as u64;
    });
    hands
}

#[test]
fn all_five_card_hands_agree() {
    assert_eq!(compare_all(Game::Holdem, 5, Level::Avx512), 2_598_960);
    assert_eq!(compare_all(Game::Razz, 5, Level::Avx512), 2_598_960);
    assert_eq!(compare_all(Game::SingleDraw27, 5, Level::Avx512), 2_598_960);
    assert_eq!(compare_all(Game::Badugi, 4, Level::Avx512), 270_725);
}

#[test]
#[ignore = "slow: all seven-card hands, half a minute a level"]
fn all_seven_card_hands_agree_on_every_instruction_set() {
    for level in LEVELS {
        assert_eq!(compare_all(Game::Holdem, 7, level), 133_784_560);
    }
    assert_eq!(compare_all(Game::Razz, 7, Level::Avx2), 133_784_560);
}

/// Omaha's rows are scored with tables of their own, so all hands are random: several million include rare ones.
#[test]
#[ignore = "slow: millions of Omaha hands"]
fn millions_of_omaha_hands_agree_on_every_instruction_set() {
    let deck = deck_of(Game::Omaha);
    for (game, own, rows) in
        [(Game::Omaha, 4, 3_000_000), (Game::Omaha5, 5, 1_000_000), (Game::Omaha6, 6, 1_000_000)]
    {
        let mut generator = Generator::new(20_261_120);
        let (holes, boards): (Vec<u64>, Vec<u64>) = (0..rows)
            .map(|row| {
                // Every other board of two suits, where flushes are common.
                let suits = if row % 2 == 0 { 4 } else { 2 };
                let of_suits: Vec<Card> =
                    deck.iter().copied().filter(|card| card.suit() < suits).collect();
                let board = draw(&mut generator, &of_suits, 3 + row % 3, CardSet::EMPTY);
                (draw(&mut generator, &deck, own, board).mask(), board.mask())
            })
            .unzip();
        let sets = holes.iter().zip(&boards).map(|(hole, board)| (set(*hole), set(*board)));
        let expected: Vec<_> = sets
            .map(|(hole, board)| {
                let strength = score::strength(game, hole, board).expect("a complete hand");
                (strength, score::low(game, hole, board).unwrap_or(0))
            })
            .collect();
        for level in LEVELS {
            let deal = Deal::of(game, true).capped(level);
            let strengths = scored(block::strengths, deal, &holes, &boards);
            let lows = scored(block::lows, deal, &holes, &boards);
            for (row, expected) in expected.iter().enumerate() {
                let case = || (game, level, set(holes[row]), set(boards[row]));
                assert_eq!((strengths[row], lows[row]), *expected, "{:?}", case());
            }
        }
    }
}
