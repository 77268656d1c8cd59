//! The PokerStars text of hands that are put together by hand: every line as the site would print it.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Finish, Hand, Kind, PotName,
    Seat, SidePayment, SidePaymentKind, Tournament,
};
use handlab_core::money::Currency;
use handlab_core::write::pokerstars::{LineEnding, write, write_with};

fn cards(text: &str) -> CardList {
    let mut rest = text.as_bytes();
    std::iter::from_fn(|| {
        let (card, len) = Card::read(rest)?;
        rest = &rest[len..];
        Some(card)
    })
    .collect()
}

/// A table of `names` with `stack` each, no hero, blinds 0.05 and 0.10.
fn table(names: &[&str], stack: i64) -> Hand {
    let mut hand = Hand::default();
    hand.clear();
    hand.hand_id = hand.push_text("42");
    hand.table_name = hand.push_text("Corvina II");
    hand.started_raw = hand.push_text("2020/03/07 9:05:00");
    hand.zone = hand.push_text("ET");
    (hand.kind, hand.currency, hand.scale) = (Kind::Cash, Currency::USD, 2);
    (hand.stakes.small_blind, hand.stakes.big_blind) = (Some(5), Some(10));
    (hand.max_seats, hand.button_seat) = (Some(6), Some(1));
    for (index, name) in names.iter().enumerate() {
        let player = hand.push_text(name);
        let seat = Seat { seat: index as u8 + 1, player, starting_stack: stack, ..Seat::default() };
        hand.seats.push(seat);
    }
    hand
}

/// Adds an action.
fn act(hand: &mut Hand, street: Street, seat: u8, kind: ActionKind, amount: Amount) -> &mut Action {
    hand.actions.push(Action {
        street,
        seat,
        kind,
        amount,
        is_all_in: false,
        is_capped: false,
        cards: CardList::EMPTY,
    });
    hand.actions.last_mut().expect("just pushed")
}

fn posts(hand: &mut Hand, small: u8, big: u8) {
    act(hand, Street(0), small, ActionKind::PostSmallBlind, Amount::Added(5));
    act(hand, Street(0), big, ActionKind::PostBigBlind, Amount::Added(10));
}

fn fold(hand: &mut Hand, street: u8, seat: u8) {
    act(hand, Street(street), seat, ActionKind::Fold, Amount::default());
}

fn show(hand: &mut Hand, seat: u8, text: &str) {
    act(hand, Street::SHOWDOWN, seat, ActionKind::Show, Amount::default()).cards = cards(text);
    let seat = &mut hand.seats[usize::from(seat)];
    seat.hole_cards = cards(text);
    seat.cards_source = seat.cards_source.max(Some(CardsSource::Shown));
}

fn deal_board(hand: &mut Hand, run_no: u8, streets: &[(u8, &str)]) {
    for (street, text) in streets {
        hand.boards.push(BoardCards { run_no, street: Street(*street), cards: cards(text) });
        hand.last_street = Street(*street);
    }
}

fn pay(hand: &mut Hand, seat: u8, amount: i64, pot: PotName, run_no: u8) {
    hand.collected.push(Collected { seat, amount, pot, run_no });
    hand.summary_collected.push(Collected { seat, amount, pot: PotName::Pot, run_no });
}

fn text(hand: &Hand) -> String {
    let mut text = String::new();
    write(hand, &mut text);
    text
}

/// The lines of a text from the one that starts so, up to the next empty one.
fn from(text: &str, start: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with(start));
    lines.take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

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

#[test]
fn a_draw_shows_the_hero_what_he_keeps_and_gets() {
    let mut hand = table(&["Ann", "Bob"], 1000);
    (hand.game, hand.betting, hand.hero) = (Game::Badugi, Betting::FixedLimit, Some(0));
    (hand.stakes.small_bet, hand.stakes.big_bet) = (Some(10), Some(20));
    hand.seats[0].hole_cards = cards("2c5d7hAs");
    hand.last_street = Street(3);
    posts(&mut hand, 0, 1);
    act(&mut hand, Street(0), 0, ActionKind::Call, Amount::Added(5));
    act(&mut hand, Street(0), 1, ActionKind::Check, Amount::default());
    act(&mut hand, Street(1), 1, ActionKind::Discard, Amount::Added(1));
    act(&mut hand, Street(1), 0, ActionKind::Discard, Amount::Added(2)).cards = cards("KsKd");
    act(&mut hand, Street(2), 1, ActionKind::StandPat, Amount::default());
    act(&mut hand, Street(2), 0, ActionKind::Discard, Amount::Added(1)).cards = cards("9s");
    act(&mut hand, Street(3), 1, ActionKind::StandPat, Amount::default());
    act(&mut hand, Street(3), 0, ActionKind::StandPat, Amount::default());
    show(&mut hand, 0, "2c5d7hAs");
    act(&mut hand, Street::SHOWDOWN, 1, ActionKind::Muck, Amount::default());
    pay(&mut hand, 0, 20, PotName::Pot, 0);
    let text = text(&hand);
    assert!(text.starts_with("PokerStars Hand #42:  Badugi Limit ($0.10/$0.20 USD) - "), "{text}");
    assert_eq!(
        from(&text, "*** DEALING")[..22],
        [
            "*** DEALING HANDS ***",
            "Dealt to Ann [2c 5d Ks Kd]",
            "Ann: calls $0.05",
            "Bob: checks ",
            "*** FIRST DRAW ***",
            "Bob: discards 1 card",
            "Ann: discards 2 cards [Ks Kd]",
            "Dealt to Ann [2c 5d] [7h 9s]",
            "*** SECOND DRAW ***",
            "Bob: stands pat ",
            "Ann: discards 1 card [9s]",
            "Dealt to Ann [2c 5d 7h] [As]",
            "*** THIRD DRAW ***",
            "Bob: stands pat ",
            "Ann: stands pat on [2c 5d 7h As]",
            "*** SHOW DOWN ***",
            "Ann: shows [2c 5d 7h As] (Badugi: 7,5,2,A)",
            "Bob: mucks hand ",
            "Ann collected $0.20 from pot",
            "*** SUMMARY ***",
            "Seat 1: Ann (button) (small blind) showed [2c 5d 7h As] and won ($0.20) with a Badugi: 7,5,2,A",
            "Seat 2: Bob (big blind) mucked",
        ]
    );
}

#[test]
fn stud_deals_open_cards_to_everybody() {
    let mut hand = table(&["Ann", "Bob"], 1000);
    (hand.game, hand.betting, hand.hero) = (Game::Razz, Betting::FixedLimit, Some(0));
    (hand.stakes.small_bet, hand.stakes.big_bet, hand.button_seat) = (Some(10), Some(20), None);
    hand.seats[0].hole_cards = cards("2c5d7h");
    hand.seats[1].hole_cards = cards("KdQs");
    hand.last_street = Street(1);
    for seat in [0, 1] {
        act(&mut hand, Street(0), seat, ActionKind::PostAnte, Amount::Added(2));
    }
    act(&mut hand, Street(0), 1, ActionKind::BringIn, Amount::Added(5));
    act(&mut hand, Street(0), 0, ActionKind::Raise, Amount::To(10));
    act(&mut hand, Street(0), 1, ActionKind::Call, Amount::Added(5));
    hand.seats[0].hole_cards = cards("2c5d7h3s");
    act(&mut hand, Street(1), 0, ActionKind::Bet, Amount::Added(10));
    fold(&mut hand, 1, 1);
    hand.uncalled.push((0, 10));
    pay(&mut hand, 0, 24, PotName::Pot, 0);
    assert_eq!(
        from(&text(&hand), "Table"),
        [
            "Table 'Corvina II' 6-max",
            "Seat 1: Ann ($10 in chips) ",
            "Seat 2: Bob ($10 in chips) ",
            "Ann: posts the ante $0.02",
            "Bob: posts the ante $0.02",
            "*** 3rd STREET ***",
            "Dealt to Ann [2c 5d 7h]",
            "Dealt to Bob [Kd]",
            "Bob: brings in for $0.05",
            "Ann: raises $0.05 to $0.10",
            "Bob: calls $0.05",
            "*** 4th STREET ***",
            "Dealt to Ann [2c 5d 7h] [3s]",
            "Dealt to Bob [Kd] [Qs]",
            "Ann: bets $0.10",
            "Bob: folds ",
            "Uncalled bet ($0.10) returned to Ann",
            "Ann collected $0.24 from pot",
            "Ann: doesn't show hand ",
            "*** SUMMARY ***",
            "Seat 1: Ann collected ($0.24)",
            "Seat 2: Bob folded on the 4th Street",
        ]
    );
}

#[test]
fn a_tournament_has_chips_bounties_and_places() {
    let mut hand = table(&["Ann", "Bob"], 1500);
    let (tournament_id, level) = (hand.push_text("7001"), hand.push_text("IV"));
    hand.tournament = Some(Tournament {
        tournament_id,
        level,
        currency: Currency::USD,
        scale: 2,
        buy_in: Some(500),
        fee: Some(50),
        bounty: Some(450),
    });
    (hand.kind, hand.currency, hand.scale) = (Kind::Tournament, Currency::CHIPS, 0);
    (hand.stakes.small_blind, hand.stakes.big_blind) = (Some(50), Some(100));
    hand.seats[1].bounty = Some(450);
    act(&mut hand, Street(0), 0, ActionKind::PostSmallBlind, Amount::Added(50));
    act(&mut hand, Street(0), 1, ActionKind::PostBigBlind, Amount::Added(100));
    act(&mut hand, Street(0), 0, ActionKind::Raise, Amount::To(1500)).is_all_in = true;
    act(&mut hand, Street(0), 1, ActionKind::Call, Amount::Added(1400)).is_all_in = true;
    deal_board(&mut hand, 0, &[(1, "2c7d9h"), (2, "Ks"), (3, "3d")]);
    show(&mut hand, 1, "KhQd");
    show(&mut hand, 0, "AsAc");
    pay(&mut hand, 1, 3000, PotName::Pot, 0);
    let (ann, bob) = (hand.seats[0].player, hand.seats[1].player);
    hand.side_payments.push(SidePayment {
        seat: 1,
        kind: SidePaymentKind::Bounty,
        amount: 450,
        fee: 0,
    });
    hand.finishes.push(Finish { player: ann, place: Some(2), prize: Some(1437) });
    hand.finishes.push(Finish { player: bob, place: Some(1), prize: Some(2600) });
    let text = text(&hand);
    let header = "PokerStars Hand #42: Tournament #7001, $5.00+$4.50+$0.50 USD Hold'em No Limit - Level IV (50/100) - 2020/03/07 9:05:00 ET";
    assert_eq!(text.lines().next(), Some(header));
    assert!(text.contains("\nSeat 2: Bob (1500 in chips, $4.50 bounty) \n"));
    assert_eq!(
        from(&text, "Bob collected")[..4],
        [
            "Bob collected 3000 from pot",
            "Bob wins the $4.50 bounty for eliminating Ann",
            "Ann finished the tournament in 2nd place and received $14.37.",
            "Bob wins the tournament and receives $26.00 - congratulations!",
        ]
    );
}

/// What a showdown says of these cards.
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
fn no_low_hand_is_said_once() {
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
