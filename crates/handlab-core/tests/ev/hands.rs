//! Expected values of hands on paper (`data/allin_hands.txt`), of the shared vectors, and of hands made to be costly.

use std::time::{Duration, Instant};

use handlab_cards::game::{Game, Street};
use handlab_core::audit::Audit;
use handlab_core::ev::{Expectation, Method};
use handlab_core::hand::{CardsSource, Collected, Hand, PotName, SidePayment, SidePaymentKind};
use handlab_core::pot::Pot;
use handlab_core::replay::{Replay, SeatState};
use serde_json::Value;

/// A hand, replayed and audited.
#[derive(Default)]
struct Played {
    hand: Hand,
    replay: Replay,
    audit: Audit,
    expectation: Expectation,
}

impl Played {
    /// Replays a hand, and prints what follows from its actions and cards where nothing is printed yet.
    fn of(hand: Hand) -> Played {
        let mut played = Played { hand, ..Played::default() };
        let Played { hand, replay, audit, expectation } = &mut played;
        replay.run(hand);
        let put_in: i64 = replay.seats.iter().map(SeatState::contributed).sum();
        hand.printed.total_pot.get_or_insert(put_in + hand.printed.added);
        hand.printed.rake.get_or_insert(0);
        audit.run(hand, replay);
        if hand.collected.is_empty() {
            hand.collected.extend(audit.awards.iter().map(|paid| Collected {
                seat: paid.award.seat,
                amount: paid.award.amount,
                pot: PotName::Pot,
                run_no: paid.award.run_no,
            }));
        }
        audit.run(hand, replay);
        expectation.run(hand, replay, audit);
        played
    }

    /// Net pots, and their expected payouts, summed.
    fn sums(&self) -> (f64, f64) {
        let payouts = self.expectation.seats.iter().map(|seat| seat.payout);
        (self.audit.pots.iter().map(Pot::net).sum::<i64>() as f64, payouts.sum())
    }

    fn method(&self) -> &'static str {
        self.expectation.method.map_or("none", Method::name)
    }
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is not a number"))
}

/// Reads the lines that the notation of `paper` lacks; false for other lines.
fn take(hand: &mut Hand, words: &[&str]) -> bool {
    let seat = |hand: &Hand, seat: &str| hand.seat_index(number(seat) as u8).expect("a seat");
    match *words {
        ["game", name, ref low @ ..] => {
            hand.game = Game::from_name(name).expect("a game");
            hand.is_hi_lo = !low.is_empty();
        }
        ["hole", chair, cards, ref source @ ..] => {
            let seat = usize::from(seat(hand, chair));
            hand.seats[seat].hole_cards = crate::paper::card_list(cards);
            let is_dealt = source.contains(&"dealt");
            let source = if is_dealt { CardsSource::Dealt } else { CardsSource::Shown };
            hand.seats[seat].cards_source = Some(source);
        }
        ["rake", amount] => hand.printed.rake = Some(number(amount)),
        ["fee", amount] => hand.printed.fees = Some(number(amount)),
        ["added", amount] => hand.printed.added = number(amount),
        ["total", amount] => hand.printed.total_pot = Some(number(amount)),
        ["collect", chair, amount] => {
            let (seat, amount) = (seat(hand, chair), number(amount));
            hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
        }
        ["cashout", chair, amount, fee] => {
            let (seat, kind) = (seat(hand, chair), SidePaymentKind::CashOut);
            let (amount, fee) = (number(amount), number(fee));
            hand.side_payments.push(SidePayment { seat, kind, amount, fee });
        }
        _ => return false,
    }
    true
}

/// `317*9/42+200` as a fraction.
fn fraction(text: &str) -> (i128, i128) {
    text.replace('-', "+-").split('+').fold((0, 1), |(above, below), term| {
        let (product, by) = term.split_once('/').unwrap_or((term, "1"));
        let product: i128 = product.split('*').map(|factor| i128::from(number(factor))).product();
        let by = i128::from(number(by));
        (above * by + product * below, below * by)
    })
}

/// Whether a payout equals the fraction, to a millionth of a unit.
fn is_exact(payout: f64, (above, below): (i128, i128)) -> bool {
    (payout - above as f64 / below as f64).abs() < 1e-6
}

/// Whether sums of payouts are equal except for the last bits.
fn is_same((net, expected): (f64, f64)) -> bool {
    (net - expected).abs() < 1e-6
}

/// A case of the file: its title, its hand, and the expected values.
fn case(text: &str) -> (&str, Played, Vec<&str>) {
    let (title, lines) = text.split_once('\n').expect("a title");
    let (mut hand, mut wanted) = (crate::paper::blank(), Vec::new());
    for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["ev", expected @ ..] = words.as_slice() {
            wanted = expected.to_vec();
        } else {
            let is_read = take(&mut hand, &words) || crate::paper::take(&mut hand, line);
            assert!(is_read, "{title}: cannot read {line:?}");
        }
    }
    (title, Played::of(hand), wanted)
}

#[test]
fn every_hand_on_paper_has_the_expected_values_calculated_by_hand() {
    let text = include_str!("../data/allin_hands.txt");
    let cases: Vec<_> = text.split("\n== ").skip(1).map(case).collect();
    assert!(cases.len() >= 30, "only {} hands", cases.len());
    let mut wrong = Vec::new();
    for (title, played, wanted) in &cases {
        let Played { hand, replay, audit, expectation } = played;
        let mut found = vec![played.method().to_owned()];
        found.extend(expectation.street.map(|street| street.name(hand.game).to_owned()));
        let payouts = wanted.iter().skip(2).map(|payout| payout.split_once(':').expect("a payout"));
        for (seat, payout) in payouts.clone() {
            let at = usize::from(hand.seat_index(number(seat) as u8).expect("a seat"));
            let got = expectation.seats.get(at).map_or(-1.0, |seat| seat.payout);
            let is_right = is_exact(got, fraction(payout));
            found.push(format!(
                "{seat}:{}",
                if is_right { payout.to_owned() } else { got.to_string() }
            ));
        }
        if *wanted != found || (payouts.clone().count() > 0 && !is_same(played.sums())) {
            wrong.push(format!(
                "{title}\n  want  {wanted:?}\n  found {found:?} of {:?}, {:?} {:?}",
                played.sums(),
                audit.verdict,
                replay.fault
            ));
        }
        // An outcome that is certain in advance is not luck.
        for (seat, result) in expectation.seats.iter().zip(&audit.seats) {
            let is_sure = seat.equity <= 0.0 || seat.equity >= 1.0;
            assert!(
                !is_sure || is_same((seat.payout, result.won as f64)),
                "{title}: {seat:?} {result:?}"
            );
        }
    }
    assert!(wrong.is_empty(), "{}\n{} of {} wrong", wrong.join("\n"), wrong.len(), cases.len());
}

/// A case of the vectors as a hand: each seat contributes its amount on the street of the board.
fn hand_of(case: &Value) -> Hand {
    let mut hand = crate::paper::blank();
    let players = case["players"].as_array().expect("players");
    let live = |player: &Value| player["live"].as_i64().expect("an amount");
    let stacks: Vec<String> = players
        .iter()
        .map(|player| {
            let folded = i64::from(player["folded"] == true) * 50_000;
            format!("{}:{}", player["seat"], live(player) + folded)
        })
        .collect();
    let mut lines = vec!["blinds 1/2 button 1".to_owned(), format!("seats {}", stacks.join(" "))];
    let board = case["board"].as_str().expect("cards");
    lines.extend(
        [("flop", 0..6), ("turn", 6..8), ("river", 8..10)]
            .into_iter()
            .filter_map(|(street, at)| Some(format!("{street} {}", board.get(at)?))),
    );
    let fold = players.iter().filter(|player| player["folded"] == true);
    for player in fold {
        lines.push(format!("{} bet {}", player["seat"], live(player)));
    }
    for player in players.iter().filter(|player| player["folded"] != true) {
        lines.push(format!("{} raise {} all-in", player["seat"], live(player)));
    }
    for player in players.iter().filter(|player| player["folded"] == true) {
        lines.push(format!("{} fold", player["seat"]));
    }
    // Two players who contributed the same did not raise each other.
    let last = lines.iter().rposition(|line| line.contains("raise")).expect("an all-in");
    let to = |line: &String| line.split(' ').nth(2).map(str::to_owned);
    if to(&lines[last]) == to(&lines[last - 1]) {
        lines[last] = lines[last].replace("raise", "call");
    }
    for rest in ["2d", "3d", "4d"].iter().skip(board.len() / 2 - 3).take(5 - board.len() / 2) {
        let street =
            if lines.iter().any(|line| line.starts_with("turn")) { "river" } else { "turn" };
        lines.push(format!("{street} {rest}"));
    }
    for line in &lines {
        assert!(crate::paper::take(&mut hand, line), "{line}");
    }
    for (seat, hole) in case["holes"].as_object().expect("holes") {
        take(&mut hand, &["hole", seat, hole.as_str().expect("cards")]);
    }
    let rake = case["expected"]["pots"].as_array().expect("pots").iter();
    hand.printed.rake = Some(rake.map(|pot| pot["rake"].as_i64().expect("rake")).sum());
    hand
}

#[test]
fn every_case_of_the_vectors_has_its_expected_payouts() {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../handlab-cards/tests/data/allin_ev.json"))
            .expect("JSON");
    let cases = vectors["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 4);
    for case in cases {
        let played = Played::of(hand_of(case));
        let (id, wanted) = (&case["id"], &case["expected"]);
        let nets: Vec<i64> = played.audit.pots.iter().map(Pot::net).collect();
        let pots = wanted["pots"].as_array().expect("pots").iter();
        assert_eq!(
            nets,
            pots.map(|pot| pot["net"].as_i64().expect("net")).collect::<Vec<_>>(),
            "{id}"
        );
        if case["board"].as_str().expect("cards").len() == 10 {
            // The river is dealt: the expected values are the payouts.
            assert_eq!(played.expectation.street, None, "{id}");
        } else {
            assert_eq!(
                played.method(),
                "exact",
                "{id}: {:?} {:?}",
                played.audit.verdict,
                played.replay.fault
            );
            assert!(is_same(played.sums()), "{id}");
        }
        for (at, seat) in played.hand.seats.iter().enumerate() {
            let payout = wanted["ev_payout"][seat.seat.to_string()].as_str().expect("a fraction");
            let payout = fraction(payout);
            let won = played.audit.seats[at].won as f64;
            let found = played.expectation.seats.get(at).map_or(won, |seat| seat.payout);
            assert!(is_exact(found, payout), "{id} {}: {found} is not {payout:?}", seat.seat);
            let net = found - played.replay.seats[at].contributed() as f64;
            let wanted = wanted["ev_net_float"][seat.seat.to_string()].as_f64().unwrap_or(net);
            assert!((net - wanted).abs() < 0.001, "{id} {}: {net} is not {wanted}", seat.seat);
        }
    }
}

/// A hand in which one player per entry of `holes` is all-in for 1000 before the flop.
fn all_in(game: Game, is_hi_lo: bool, holes: &[&str]) -> Hand {
    let mut hand = crate::paper::blank();
    (hand.game, hand.is_hi_lo) = (game, is_hi_lo);
    let id = hand.push_text("1234");
    hand.hand_id = id;
    let seats: Vec<_> = (1..=holes.len()).map(|seat| format!("{seat}:1000")).collect();
    crate::paper::take(&mut hand, &format!("seats {}", seats.join(" ")));
    for (at, cards) in holes.iter().enumerate() {
        let verb = if at == 0 { "raise" } else { "call" };
        crate::paper::take(&mut hand, &format!("{} {verb} 1000 all-in", at + 1));
        hand.seats[at].hole_cards = crate::paper::card_list(cards);
        hand.collected.extend((at == 0).then_some(Collected {
            seat: 0,
            amount: 1000 * holes.len() as i64,
            pot: PotName::Pot,
            run_no: 0,
        }));
    }
    hand
}

#[test]
fn too_many_runouts_are_sampled_by_the_number_of_the_hand() {
    // Four cards are still to come for each player.
    let holes = ["AcAdAhKcKd7s2h", "QcQdQh2c3d4s5h"];
    let played = Played::of(all_in(Game::Stud, false, &holes));
    assert_eq!((played.method(), played.expectation.street), ("sampled", Some(Street(0))));
    assert_eq!(played.sums(), (2000.0, 2000.0));
    let again = Played::of(all_in(Game::Stud, false, &holes));
    assert_eq!(again.expectation.seats, played.expectation.seats);
    let mut other = all_in(Game::Stud, false, &holes);
    other.hand_id = other.push_text("1235");
    let other = Played::of(other);
    assert_ne!(other.expectation.seats, played.expectation.seats);
    // Three aces against three queens, with four cards each to come: 0.7241 of all the runouts.
    for played in [&played, &other] {
        assert!(
            (played.expectation.seats[0].equity - 0.7241).abs() < 0.02,
            "{:?}",
            played.expectation.seats
        );
    }
}

#[test]
fn more_than_ten_players_in_a_pot_are_too_many() {
    let holes =
        ["2c3c", "4c5c", "6c7c", "8c9c", "TcJc", "QcKc", "2d3d", "4d5d", "6d7d", "8d9d", "TdJd"];
    assert_eq!(Played::of(all_in(Game::Holdem, false, &holes)).method(), "unsupported");
    let played = Played::of(all_in(Game::Holdem, false, &holes[..10]));
    assert_eq!((played.method(), played.sums()), ("exact", (10_000.0, 10_000.0)));
}

#[test]
fn hands_with_many_runouts_take_milliseconds() {
    let holdem =
        ["2c3c", "4c5c", "6c7c", "8c9c", "TcJc", "QcKc", "2d3d", "4d5d", "6d7d", "8d9d"].as_slice();
    let omaha = ["Ah2hKdQd", "As3sKcQs", "Ad2dJcTc", "3c4c5h6h"].as_slice();
    let stud = ["Ah2hKdQd9c8c7c", "As3sKcQs9h8h7h", "Ad2dJcTc9d8d7d", "3c4c5h6hJsTs4d"].as_slice();
    for (game, is_hi_lo, holes) in [
        (Game::Holdem, false, holdem),
        (Game::Omaha, true, omaha),
        (Game::Omaha, false, &omaha[..2]),
        (Game::Stud, true, stud),
        (Game::Razz, false, &stud[..2]),
    ] {
        let hand = all_in(game, is_hi_lo, holes);
        let mut played = Played::of(hand);
        let start = Instant::now();
        for _ in 0..50 {
            played.expectation.run(&played.hand, &played.replay, &played.audit);
        }
        let taken = start.elapsed();
        assert!(matches!(played.method(), "exact" | "sampled"), "{game} {}", played.method());
        // It takes a hundredth of this on an idle machine; counting every runout separately would take minutes.
        assert!(taken < Duration::from_secs(10), "{game}: {taken:?} for 50 hands");
    }
}
