//! The names of hands at the showdown.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::hand::{BoardCards, PotName};

use super::table::{cards, deal_board, from, pay, posts, show, table, text};

/// The name of these cards at a showdown.
fn words(game: Game, is_hi_lo: bool, board: &str, hole: &str) -> String {
    let mut hand = table(&["Ann", "Bob"], 1000);
    (hand.game, hand.is_hi_lo) = (game, is_hi_lo);
    posts(&mut hand, 0, 1);
    let board = cards(board);
    let street = |range: std::ops::Range<usize>| -> CardList {
        board.as_slice().get(range).unwrap_or_default().iter().copied().collect()
    };
    for (number, range) in [(1, 0..3), (2, 3..4), (3, 4..5)] {
        let cards = street(range);
        if !cards.is_empty() {
            hand.boards.push(BoardCards { run_no: 0, street: Street(number), cards });
        }
    }
    show(&mut hand, 1, hole);
    let text = text(&hand);
    let line = text.lines().find(|line| line.starts_with("Bob: shows")).unwrap_or_default();
    line.split_once(" (").map_or("", |(_, words)| words.trim_end_matches(')')).to_owned()
}

#[test]
fn hands_are_named_as_players_name_them() {
    let board = "2c7d9hKs3d";
    let cases = [
        (Game::Holdem, false, board, "AhQc", "high card Ace"),
        (Game::Holdem, false, board, "6h6c", "a pair of Sixes"),
        (Game::Holdem, false, board, "Kh2d", "two pair, Kings and Deuces"),
        (Game::Holdem, false, board, "3h3c", "three of a kind, Threes"),
        (Game::Holdem, false, "2c4d5hKs3d", "AhQc", "a straight, Ace to Five"),
        (Game::Holdem, false, "2c4c5cKs3d", "AcQc", "a flush, Ace high"),
        (Game::Holdem, false, "KcKd5hKs3d", "5cQc", "a full house, Kings full of Fives"),
        (Game::Holdem, false, "KcKd5hKs3d", "KhQc", "four of a kind, Kings"),
        (Game::Holdem, false, "4c5c6cKs3d", "7c8c", "a straight flush, Four to Eight"),
        (Game::Holdem, false, "TcJcQcKs3d", "KcAc", "a Royal Flush"),
        (Game::ShortDeck, false, "6c7d8hKsKd", "9cAc", "a straight, Ace to Nine"),
        (Game::Omaha, true, board, "AhAd4c8s", "HI: a pair of Aces; LO: 7,4,3,2,A"),
        (Game::Omaha, true, board, "AhAdJcTs", "HI: a pair of Aces"),
        (Game::Stud, true, "", "8c6d4h2sAdKsKc", "HI: a pair of Kings; LO: 8,6,4,2,A"),
        (Game::Razz, false, "", "8c6d4h2sAdKsKc", "Lo: 8,6,4,2,A"),
        (Game::Razz, false, "", "8c8d4h4sAdAsKc", "Lo: a pair of Aces"),
        (Game::SingleDraw27, false, "", "7c5d4h3s2d", "Lo: 7,5,4,3,2"),
        (Game::SingleDraw27, false, "", "5c4h3s2dAd", "Lo: A,5,4,3,2"),
        (Game::TripleDraw27, false, "", "8c8d4h3s2d", "Lo: a pair of Eights"),
        (Game::TripleDraw27, false, "", "6c5d4h3s2d", "Lo: a straight, Deuce to Six"),
        (Game::Badugi, false, "", "7c5d2hAs", "Badugi: 7,5,2,A"),
        (Game::Badugi, false, "", "7c5c2hAs", "3-card: 5,2,A"),
        (Game::Badugi, false, "", "7c5c2cAc", "1-card: A"),
        (Game::FiveCardDraw, false, "", "7c7d2hAsKd", "a pair of Sevens"),
    ];
    for (game, is_hi_lo, board, hole, expected) in cases {
        assert_eq!(words(game, is_hi_lo, board, hole), expected, "{game} {hole} {board}");
    }
}

#[test]
fn a_missing_low_hand_is_printed_once() {
    let mut hand = table(&["Ann", "Bob"], 1000);
    (hand.game, hand.is_hi_lo, hand.betting) = (Game::Omaha, true, Betting::PotLimit);
    posts(&mut hand, 0, 1);
    deal_board(&mut hand, 0, &[(1, "9cTd9h"), (2, "Ks"), (3, "3d")]);
    show(&mut hand, 1, "KhQdJc2d");
    show(&mut hand, 0, "AsAc4d5d");
    pay(&mut hand, 1, 20, PotName::Pot, 0);
    assert_eq!(
        from(&text(&hand), "Ann: shows")[..4],
        [
            "Ann: shows [As Ac 4d 5d] (HI: two pair, Aces and Nines)",
            "Bob collected $0.20 from pot",
            "No low hand qualified",
            "*** SUMMARY ***",
        ]
    );
}
