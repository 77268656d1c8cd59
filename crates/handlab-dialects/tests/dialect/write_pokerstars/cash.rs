//! Cash games: pots, runouts, cash-outs and blinds.

use handlab_cards::game::Street;
use handlab_core::hand::{
    ActionKind, Amount, Collected, Hand, PotName, SidePayment, SidePaymentKind,
};
use handlab_dialects::pokerstars::write::{LineEnding, write_with};

use super::table::{act, cards, deal_board, fold, from, pay, posts, show, table, text};

#[test]
fn a_walk_is_one_whole_text() {
    let mut hand = table(&["Ann", "Bob: folds", "Cyn"], 1000);
    hand.hero = Some(2);
    hand.seats[2].hole_cards = cards("AhKd");
    posts(&mut hand, 1, 2);
    fold(&mut hand, 0, 0);
    fold(&mut hand, 0, 1);
    hand.uncalled.push((2, 5));
    pay(&mut hand, 2, 10, PotName::Pot, 0);
    (hand.printed.total_pot, hand.printed.rake) = (Some(10), Some(0));
    let expected = "\
PokerStars Hand #42:  Hold'em No Limit ($0.05/$0.10 USD) - 2020/03/07 9:05:00 ET
Table 'Corvina II' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)\x20
Seat 2: Bob: folds ($10 in chips)\x20
Seat 3: Cyn ($10 in chips)\x20
Bob: folds: posts small blind $0.05
Cyn: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Cyn [Ah Kd]
Ann: folds\x20
Bob: folds: folds\x20
Uncalled bet ($0.05) returned to Cyn
Cyn collected $0.10 from pot
Cyn: doesn't show hand\x20
*** SUMMARY ***
Total pot $0.10 | Rake $0\x20
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Bob: folds (small blind) folded before Flop
Seat 3: Cyn (big blind) collected ($0.10)



";
    assert_eq!(text(&hand), expected);
    let mut windows = String::new();
    write_with(&hand, LineEnding::CrLf, &mut windows);
    assert_eq!(windows, expected.replace('\n', "\r\n"));
}

/// Three players all-in before the flop for 3, 10 and 10 dollars.
fn two_pots() -> Hand {
    let mut hand = table(&["Ann", "Bob", "Cyn"], 1000);
    hand.seats[0].starting_stack = 300;
    posts(&mut hand, 1, 2);
    act(&mut hand, Street(0), 0, ActionKind::Raise, Amount::To(300)).is_all_in = true;
    act(&mut hand, Street(0), 1, ActionKind::Raise, Amount::To(1000)).is_all_in = true;
    act(&mut hand, Street(0), 2, ActionKind::Call, Amount::Added(990)).is_all_in = true;
    (hand.printed.total_pot, hand.printed.rake) = (Some(2300), Some(100));
    hand.printed.pots = vec![860, 1340];
    hand
}

#[test]
fn a_side_pot_is_shown_and_paid_before_the_main_pot() {
    let mut hand = two_pots();
    deal_board(&mut hand, 0, &[(1, "2c7d9h"), (2, "Ks"), (3, "3d")]);
    show(&mut hand, 1, "KhQd");
    show(&mut hand, 2, "JcJd");
    show(&mut hand, 0, "9c9d");
    pay(&mut hand, 1, 1340, PotName::Side(1), 0);
    pay(&mut hand, 0, 860, PotName::Main, 0);
    let text = text(&hand);
    assert_eq!(
        from(&text, "Ann: raises"),
        [
            "Ann: raises $2.90 to $3 and is all-in",
            "Bob: raises $7 to $10 and is all-in",
            "Cyn: calls $9.90 and is all-in",
            "*** FLOP *** [2c 7d 9h]",
            "*** TURN *** [2c 7d 9h] [Ks]",
            "*** RIVER *** [2c 7d 9h Ks] [3d]",
            "*** SHOW DOWN ***",
            "Bob: shows [Kh Qd] (a pair of Kings)",
            "Cyn: shows [Jc Jd] (a pair of Jacks)",
            "Bob collected $13.40 from side pot",
            "Ann: shows [9c 9d] (three of a kind, Nines)",
            "Ann collected $8.60 from main pot",
            "*** SUMMARY ***",
            "Total pot $23 Main pot $8.60. Side pot $13.40. | Rake $1 ",
            "Board [2c 7d 9h Ks 3d]",
            "Seat 1: Ann (button) showed [9c 9d] and won ($8.60) with three of a kind, Nines",
            "Seat 2: Bob (small blind) showed [Kh Qd] and won ($13.40) with a pair of Kings",
            "Seat 3: Cyn (big blind) showed [Jc Jd] and lost with a pair of Jacks",
        ]
    );
}

#[test]
fn two_boards_have_two_showdowns() {
    let mut hand = table(&["Ann", "Bob"], 1000);
    posts(&mut hand, 0, 1);
    act(&mut hand, Street(0), 0, ActionKind::Raise, Amount::To(1000)).is_all_in = true;
    act(&mut hand, Street(0), 1, ActionKind::Call, Amount::Added(990)).is_all_in = true;
    hand.n_runouts = 2;
    deal_board(&mut hand, 1, &[(1, "2c7d9h"), (2, "Ks"), (3, "3d")]);
    deal_board(&mut hand, 2, &[(1, "AdTh5s"), (2, "6s"), (3, "Jd")]);
    for _ in 0..2 {
        show(&mut hand, 1, "KhQd");
        show(&mut hand, 0, "AsAc");
    }
    pay(&mut hand, 0, 950, PotName::Pot, 1);
    pay(&mut hand, 0, 950, PotName::Pot, 2);
    (hand.printed.total_pot, hand.printed.rake) = (Some(2000), Some(100));
    assert_eq!(
        from(&text(&hand), "*** FIRST FLOP"),
        [
            "*** FIRST FLOP *** [2c 7d 9h]",
            "*** FIRST TURN *** [2c 7d 9h] [Ks]",
            "*** FIRST RIVER *** [2c 7d 9h Ks] [3d]",
            "*** SECOND FLOP *** [Ad Th 5s]",
            "*** SECOND TURN *** [Ad Th 5s] [6s]",
            "*** SECOND RIVER *** [Ad Th 5s 6s] [Jd]",
            "*** FIRST SHOW DOWN ***",
            "Bob: shows [Kh Qd] (a pair of Kings)",
            "Ann: shows [As Ac] (a pair of Aces)",
            "Ann collected $9.50 from pot",
            "*** SECOND SHOW DOWN ***",
            "Bob: shows [Kh Qd] (a straight, Ten to Ace)",
            "Ann: shows [As Ac] (three of a kind, Aces)",
            "Ann collected $9.50 from pot",
            "*** SUMMARY ***",
            "Total pot $20 | Rake $1 ",
            "Hand was run twice",
            "FIRST Board [2c 7d 9h Ks 3d]",
            "SECOND Board [Ad Th 5s 6s Jd]",
            "Seat 1: Ann (button) (small blind) showed [As Ac] and won ($9.50) with a pair of Aces, and won ($9.50) with three of a kind, Aces",
            "Seat 2: Bob (big blind) showed [Kh Qd] and lost with a pair of Kings, and lost with a straight, Ten to Ace",
        ]
    );
}

#[test]
fn a_sold_pot_is_not_collected() {
    let mut hand = table(&["Ann", "Bob"], 1000);
    posts(&mut hand, 0, 1);
    act(&mut hand, Street(0), 0, ActionKind::Raise, Amount::To(1000)).is_all_in = true;
    act(&mut hand, Street(0), 1, ActionKind::Call, Amount::Added(990)).is_all_in = true;
    deal_board(&mut hand, 0, &[(1, "2c7d9h"), (2, "Ks"), (3, "3d")]);
    show(&mut hand, 1, "KhKd");
    show(&mut hand, 0, "AsAc");
    hand.summary_collected.push(Collected { seat: 1, amount: 1900, pot: PotName::Pot, run_no: 0 });
    for (seat, amount, fee) in [(1, 350, 4), (0, 1500, 15)] {
        hand.side_payments.push(SidePayment { seat, kind: SidePaymentKind::CashOut, amount, fee });
    }
    (hand.printed.total_pot, hand.printed.rake) = (Some(2000), Some(100));
    let text = text(&hand);
    assert_eq!(
        from(&text, "Ann: shows"),
        [
            "Ann: shows [As Ac] (a pair of Aces)",
            "Bob cashed out the hand for $3.50 | Cash Out Fee $0.04",
            "Ann cashed out the hand for $15 | Cash Out Fee $0.15",
            "*** SUMMARY ***",
            "Total pot $20 | Rake $1 ",
            "Board [2c 7d 9h Ks 3d]",
            "Seat 1: Ann (button) (small blind) showed [As Ac] and lost with a pair of Aces (cashed out).",
            "Seat 2: Bob (big blind) showed [Kh Kd] and won ($19) with three of a kind, Kings (pot not awarded as player cashed out)",
        ]
    );
}

#[test]
fn missed_blinds_are_one_line_and_a_newcomer_has_no_blind() {
    let mut hand = table(&["Ann", "Bob", "Cyn", "Dan", "Eve"], 1000);
    posts(&mut hand, 1, 2);
    act(&mut hand, Street(0), 3, ActionKind::PostDead, Amount::Added(5));
    act(&mut hand, Street(0), 3, ActionKind::PostBigBlind, Amount::Added(10));
    act(&mut hand, Street(0), 4, ActionKind::PostBigBlind, Amount::Added(10));
    for seat in [3, 4, 0, 1] {
        fold(&mut hand, 0, seat);
    }
    pay(&mut hand, 2, 40, PotName::Pot, 0);
    let text = text(&hand);
    assert_eq!(
        from(&text, "Dan: posts")[..3],
        ["Dan: posts small & big blinds $0.15", "Eve: posts big blind $0.10", "*** HOLE CARDS ***"]
    );
    assert!(text.contains("\nSeat 4: Dan folded before Flop (didn't bet)\n"));
    assert!(text.contains("\nSeat 5: Eve folded before Flop (didn't bet)\n"));
}
