//! Boards without end: what is printed of them is compared by its length, not by that of all boards for each.

use std::time::{Duration, Instant};

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_core::audit::{Audit, TextFault};
use handlab_core::dialect::text::cards;
use handlab_core::hand::{BoardCards, CardsPlace, Hand, PrintedBoard, PrintedCards};
use handlab_core::replay::Replay;

/// The product of two lists of this length takes twenty seconds.
const MANY: usize = 100_000;

fn hand_with(parts: usize) -> Hand {
    let mut hand = crate::paper::blank();
    for line in ["blinds 5/10 button 1", "seats 1:1000 2:1000", "1 sb 5", "2 bb 10", "1 fold"] {
        assert!(crate::paper::take(&mut hand, line), "{line}");
    }
    let part = BoardCards { run_no: 0, street: Street(1), cards: CardList::EMPTY };
    hand.boards = vec![part; parts];
    hand
}

/// The fault of a hand; checks that the audit did not compare every part with everything printed.
fn fault_in_time(hand: &Hand) -> Option<TextFault> {
    let (mut replay, mut audit) = (Replay::default(), Audit::default());
    let start = Instant::now();
    replay.run(hand);
    audit.run(hand, &replay);
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(5), "{taken:?}");
    audit.text_fault
}

#[test]
fn boards_and_repeated_boards_do_not_multiply() {
    let mut hand = hand_with(MANY);
    let printed = PrintedBoard { run_no: 0, street: Street(2), cards: CardList::EMPTY };
    hand.printed.boards = vec![printed; MANY];
    assert_eq!(fault_in_time(&hand), Some(TextFault::Board));
}

#[test]
fn boards_and_named_hands_do_not_multiply() {
    let mut hand = hand_with(MANY);
    let (place, street) = (CardsPlace::Shown, Street::SHOWDOWN);
    let name = hand.push_text("a hand without a name of the field");
    let printed = PrintedCards { seat: 0, place, street, run_no: 0, cards: CardList::EMPTY, name };
    hand.printed.cards = vec![printed; MANY];
    assert_eq!(fault_in_time(&hand), Some(TextFault::Board));
}

#[test]
fn as_many_parts_as_a_deck_has_cards_do_not_contradict() {
    assert_eq!(fault_in_time(&hand_with(52)), None);
    assert_eq!(fault_in_time(&hand_with(53)), Some(TextFault::Board));
}

#[test]
fn a_street_without_its_cards_or_out_of_order_is_a_fault() {
    let fault = |parts: &[(u8, u8, &str)]| {
        let mut hand = hand_with(0);
        let part = |(run_no, street, printed): &(u8, u8, &str)| BoardCards {
            run_no: *run_no,
            street: Street(*street),
            cards: cards(printed).expect("cards"),
        };
        hand.boards = parts.iter().map(part).collect();
        hand.n_runouts = hand.boards.iter().map(|part| part.run_no).max().unwrap_or(0);
        fault_in_time(&hand)
    };
    let (flop, turn, river) = ((0, 1, "2c3d4h"), (0, 2, "5s"), (0, 3, "9d"));
    for whole in [&[][..], &[flop], &[flop, turn], &[flop, turn, river]] {
        assert_eq!(fault(whole), None, "{whole:?}");
    }
    let runs = [flop, (1, 2, "5s"), (1, 3, "9d"), (2, 2, "Ts"), (2, 3, "Jd")];
    assert_eq!(fault(&runs), None);
    for broken in [
        &[flop, river][..],
        &[turn, river],
        &[flop, river, turn],
        &[(0, 1, "2c3d"), turn],
        &[flop, (0, 2, "5s6s")],
        &[runs[0], runs[1], runs[2], runs[4]],
    ] {
        assert_eq!(fault(broken), Some(TextFault::Board), "{broken:?}");
    }
}

#[test]
fn a_street_with_decisions_has_cards() {
    let fault = |flop: &str, turn: &str| {
        let mut hand = crate::paper::blank();
        let before =
            "blinds 5/10 button 1\nseats 1:1000 2:1000\n1 sb 5\n2 bb 10\n1 call 5\n2 check";
        let after = format!("{flop}\n2 check\n1 check\n{turn}\n2 bet 10\n1 fold\nuncalled 2 10");
        for line in before.lines().chain(after.lines()) {
            assert!(crate::paper::take(&mut hand, line), "{line}");
        }
        fault_in_time(&hand)
    };
    assert_eq!(fault("flop 2c3d4h", "turn 5s"), None);
    assert_eq!(fault("flop 2c3d4h", "turn"), Some(TextFault::Board));
    assert_eq!(fault("flop", "turn"), Some(TextFault::Board));
}
