//! Draw, stud and tournaments.

use handlab_cards::game::{Betting, Game, Street};
use handlab_core::hand::{
    ActionKind, Amount, Finish, Kind, PotName, SidePayment, SidePaymentKind, Tournament,
};
use handlab_core::money::Currency;

use super::table::{act, cards, deal_board, fold, from, pay, posts, show, table, text};

#[test]
fn a_draw_shows_the_hero_the_kept_and_the_new_cards() {
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
        ..Tournament::default()
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
    let prize_text = hand.push_text("entry to tournament #78, badge");
    hand.finishes.push(Finish { player: ann, place: Some(2), prize: Some(1437), prize_text });
    let prize_text = hand.push_text("reward");
    hand.finishes.push(Finish { player: ann, prize_text, ..Finish::default() });
    hand.finishes.push(Finish {
        player: bob,
        place: Some(1),
        prize: Some(2600),
        ..Finish::default()
    });
    let text = text(&hand);
    let header = "PokerStars Hand #42: Tournament #7001, $5.00+$4.50+$0.50 USD Hold'em No Limit - Level IV (50/100) - 2020/03/07 9:05:00 ET";
    assert_eq!(text.lines().next(), Some(header));
    assert!(text.contains("\nSeat 2: Bob (1500 in chips, $4.50 bounty) \n"));
    assert_eq!(
        from(&text, "Bob collected")[..7],
        [
            "Bob collected 3000 from pot",
            "Bob wins the $4.50 bounty for eliminating Ann",
            "Ann finished the tournament in 2nd place and received $14.37.",
            "Ann wins an entry to tournament #78",
            "Ann also received a badge",
            "Ann also received a reward",
            "Bob wins the tournament and receives $26.00 - congratulations!",
        ]
    );
}
