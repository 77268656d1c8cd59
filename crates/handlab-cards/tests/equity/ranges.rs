//! Ranges, bounds and memory: published counts, every deal by itself as oracle, and what is refused.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::equity::{
    self, Answer, Canonical, EquityError, HoldingError, Method, Outcome, Question, RangeQuestion,
    Solver, SolverOptions, read_holding, solve_ranges,
};
use handlab_cards::game::Game;
use handlab_cards::range::Range;
use proptest::prelude::*;

fn cards(text: &str) -> CardSet {
    CardSet::parse(text).expect("cards")
}

fn ranges(game: Game, texts: &str) -> Vec<Range> {
    texts.split('|').map(|text| read_holding(game, text).expect("a range")).collect()
}

/// The outcome of ranges that all contend for a single pot.
fn outcome_of(
    game: Game,
    of: &[Range],
    board: &str,
    options: &SolverOptions,
) -> Result<Outcome, EquityError> {
    let of: Vec<&Range> = of.iter().collect();
    solve_ranges(&RangeQuestion::new(game, &of, cards(board)), options)
}

fn ask(texts: &str, board: &str) -> Outcome {
    let of = ranges(Game::Holdem, texts);
    outcome_of(Game::Holdem, &of, board, &SolverOptions::default()).expect("an outcome")
}

fn counts(outcome: &Outcome) -> [u64; 3] {
    let whole = outcome.runouts as f64;
    [outcome.win[0], outcome.win[1], outcome.tie[0]].map(|share| (share * whole).round() as u64)
}

/// Evaluates every deal separately.
fn obvious(ranges: &[Range], board: CardSet) -> (u64, [f64; 2]) {
    let (mut runouts, mut whole, mut sums) = (0, 0.0, [0.0; 2]);
    let mut answer = Answer::default();
    for first in ranges[0].combos() {
        for second in ranges[1].combos() {
            let holes = [first.cards, second.cards];
            let question = Question::new(Game::Holdem, &holes, board);
            if equity::exact(&question, &mut answer).is_err() {
                continue;
            }
            let weight = first.weight.share() * second.weight.share();
            runouts += answer.runouts;
            whole += weight;
            for (player, sum) in sums.iter_mut().enumerate() {
                *sum += weight * answer.share(0, player);
            }
        }
    }
    (runouts, sums.map(|sum| sum / whole))
}

#[test]
fn all_aces_against_all_kings_are_the_published_counts() {
    let outcome = ask("AA|KK", "");
    assert_eq!((outcome.method, outcome.runouts), (Method::Exact, 61_642_944));
    assert_eq!(counts(&outcome), [50_371_344, 10_986_372, 285_228]);
}

#[test]
fn a_hand_that_others_block_is_rarer() {
    // With two aces gone only one pair of aces is left, so kings are six times as frequent.
    let outcome = ask("AhAd|AA,KK", "2c2d2h3s3c");
    assert_eq!(outcome.runouts, 7);
    assert_eq!(counts(&outcome), [6, 0, 1]);
    let weighed = ask("AhAd|AA:0.5,KK:0.25", "2c2d2h3s3c");
    let expected = 6.0 * 0.25 / (6.0 * 0.25 + 0.5);
    assert!((weighed.win[0] - expected).abs() < 1e-15);
}

#[test]
fn ranges_are_the_mean_of_all_their_deals() {
    for (texts, board) in [
        ("TT+,AQs+:0.5,AKo|22-55,KTs-K8s,AhQh:0.1", "Kh7h2c"),
        ("random|AKs,[25]QQ[/25]", "Qd7h2c9h"),
        ("AKs,88|QQ,JTs:0.3", ""),
    ] {
        let of = ranges(Game::Holdem, texts);
        let outcome = ask(texts, board);
        let (runouts, shares) = obvious(&of, cards(board));
        assert_eq!((outcome.method, outcome.runouts), (Method::Exact, runouts), "{texts}");
        for (share, expected) in outcome.equity.iter().zip(shares) {
            assert!((share - expected).abs() < 1e-12, "{texts}: {share} {expected}");
        }
    }
}

#[test]
fn beyond_the_bound_deals_are_sampled_close_to_the_exact_share() {
    let of = ranges(Game::Holdem, "TT+,AQs+:0.5|22-55,KTs|15%");
    let ask = |options| outcome_of(Game::Holdem, &of, "Kh7h2c", options).expect("an outcome");
    let far = SolverOptions { max_work: 0, draws: 40_000, seed: 5 };
    let drawn = ask(&far);
    let near = SolverOptions { max_work: u64::MAX, ..far };
    let exact = ask(&near);
    assert_eq!((drawn.method, drawn.runouts), (Method::Sampled, 40_000));
    assert_eq!((exact.method, exact.standard_error.len()), (Method::Exact, 0));
    for player in 0..3 {
        let error = drawn.standard_error[player];
        let z = (drawn.equity[player] - exact.equity[player]) / error;
        assert!(error > 0.0005 && error < 0.003 && z.abs() < 4.0, "{player}: {z} of {error}");
    }
    assert_eq!(ask(&far), drawn);
}

#[test]
fn omaha_and_stud_take_ranges_of_hands() {
    let of = ranges(Game::Omaha, "AsAhKsKh,AdAhKdKh:0.5|8d7d6c5c");
    let outcome =
        outcome_of(Game::Omaha, &of, "2c3h9s", &SolverOptions::default()).expect("an outcome");
    assert_eq!((outcome.method, outcome.runouts), (Method::Exact, 2 * 820));

    let of = ranges(Game::Stud, "AhAdAcKhKd,AhAdAcQhQd|2h2d2cThTd");
    let outcome = outcome_of(Game::Stud, &of, "", &SolverOptions::default()).expect("an outcome");
    assert_eq!((outcome.method, outcome.runouts), (Method::Exact, 2 * 861 * 780));
}

#[test]
fn impossible_holdings_are_reported() {
    let error = |texts: &str, board: &str| {
        let of = ranges(Game::Holdem, texts);
        outcome_of(Game::Holdem, &of, board, &SolverOptions::default()).expect_err("an error")
    };
    assert_eq!(error("AA|KK", "KhKdKc"), EquityError::NoHand { player: 1 });
    // No card is in the way: the range itself is without a hand.
    for empty in ["0%", "AA:0", "AA:0,KK:0"] {
        let texts = format!("QQ|{empty}");
        assert_eq!(error(&texts, ""), EquityError::EmptyRange { player: 1 }, "{empty}");
    }
    assert_eq!(error("AA|AA|AA", ""), EquityError::NoDeal);
    assert_eq!(error("AA", ""), EquityError::Players { got: 1 });
    assert_eq!(error("AA|KK", "2c3c"), EquityError::Board { got: 2 });
    let percentage = read_holding(Game::ShortDeck, "15%");
    assert_eq!(percentage, Err(HoldingError::Percentage { game: Game::ShortDeck }));
    let error = read_holding(Game::Holdem, "AhKhQ").expect_err("an error");
    assert_eq!(error.to_string(), "expected `,` or the end at byte 4, got `Q`");
}

#[test]
fn repeated_match_ups_are_computed_once_whatever_their_suits() {
    let mut solver = Solver::new(SolverOptions::default());
    let mut equities = |texts: &[&str]| {
        let holes: Vec<CardSet> = texts.iter().map(|text| cards(text)).collect();
        let question = Question::new(Game::Holdem, &holes, CardSet::EMPTY);
        (solver.solve(&question).expect("an outcome").equity.clone(), solver.cached())
    };
    let (first, one) = equities(&["AhKh", "QsQd", "7c2d"]);
    let (again, still_one) = equities(&["AsKs", "QhQc", "7d2c"]);
    assert_eq!((one, still_one), (1, 1));
    assert_eq!(first, again);
    let (_, two) = equities(&["AsKs", "QhQc", "7d2s"]);
    assert_eq!(two, 2);
}

#[test]
fn the_bound_decides_between_counting_and_drawing() {
    let holes = [cards("AhAdAc"), cards("KhKdKc")];
    let question = Question::new(Game::Stud, &holes, CardSet::EMPTY);
    let mut solver = Solver::new(SolverOptions { max_work: 1000, draws: 500, seed: 1 });
    let outcome = solver.solve(&question).expect("an outcome").clone();
    assert_eq!((outcome.method, outcome.runouts), (Method::Sampled, 500));
    assert!(outcome.standard_error.iter().all(|error| *error > 0.0));
    assert_eq!(solver.share(&question), Ok(outcome.equity[0]));
    let few = Solver::new(SolverOptions { draws: 1, ..SolverOptions::default() })
        .solve(&question)
        .cloned();
    assert_eq!(few, Err(EquityError::Draws));
}

#[test]
fn no_board_game_exceeds_the_bound_that_is_not_checked() {
    let mut deck = Card::deck();
    let mut holes = Vec::new();
    for _ in 0..equity::MAX_PLAYERS {
        holes.push(deck.by_ref().take(4).collect::<CardSet>());
    }
    let question = Question::new(Game::Omaha, &holes, CardSet::EMPTY);
    assert!(equity::work(&question).expect("work") <= 2_000_000);
    let pairs: Vec<CardSet> =
        "2c3c-2d3d-2h3h-2s3s-4c5c-4d5d-4h5h-4s5s-6c7c-6d7d".split('-').map(cards).collect();
    let question = Question::new(Game::Holdem, &pairs, CardSet::EMPTY);
    assert!(equity::work(&question).expect("work") <= 2_000_000);
}

proptest! {
    #[test]
    fn renamed_suits_make_the_same_match_up(
        order in Just([0_u8, 1, 2, 3]).prop_shuffle(),
        deck in Just(Card::deck().collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let renamed = |set: CardSet| -> CardSet {
            let suit = |card: Card| order[usize::from(card.suit())];
            set.iter().filter_map(|card| Card::new(card.rank(), suit(card))).collect()
        };
        let set = |from: usize, to: usize| deck[from..to].iter().copied().collect::<CardSet>();
        let (holes, board, dead) = ([set(0, 2), set(2, 4), set(4, 6)], set(6, 9), set(9, 10));
        let one = Canonical::of(&holes, board, dead);
        prop_assert_eq!(one, Canonical::of(&holes.map(renamed), renamed(board), renamed(dead)));
        prop_assert_eq!(one, Canonical::of(&one.holes(), one.board(), one.dead()));
        prop_assert_eq!(one.holes()[0].len(), 2);
        let mut answers = [Answer::default(), Answer::default()];
        let asked = Question { dead, ..Question::new(Game::Holdem, &holes, board) };
        equity::exact(&asked, &mut answers[0]).expect("an answer");
        let holes = one.holes();
        let same = Question { holes: &holes, board: one.board(), dead: one.dead(), ..asked };
        equity::exact(&same, &mut answers[1]).expect("an answer");
        prop_assert_eq!(&answers[0], &answers[1]);
    }
}
