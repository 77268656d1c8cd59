//! Equity: published counts, the cases of `allin_ev.json`, an obvious engine as oracle, and what is refused.

use crate::obvious_equity::{Obvious, obvious};
use handlab_cards::card::CardSet;
use handlab_cards::deal::{Deck, Generator, below};
use handlab_cards::equity::{self, Answer, EquityError, Question, UNITS};
use handlab_cards::game::{Game, GameFamily};
use handlab_cards::score::ShortDeckRules;
use proptest::prelude::*;
use serde_json::Value;

fn cards(text: &str) -> CardSet {
    CardSet::parse(text).expect("cards")
}

fn exact(question: &Question<'_>) -> Answer {
    let mut answer = Answer::default();
    equity::exact(question, &mut answer).expect("an answer");
    answer
}

fn heads_up(game: Game, holes: &str, board: &str) -> Answer {
    let holes: Vec<CardSet> = holes.split('-').map(cards).collect();
    exact(&Question::new(game, &holes, cards(board)))
}

/// Wins, losses and ties of the first of two players.
fn win_loss_tie(answer: &Answer) -> [u64; 3] {
    [answer.wins[0], answer.wins[1], answer.ties[0]]
}

fn assert_as_obvious(question: &Question<'_>) {
    let Answer { runouts, units, wins, ties, standard_errors } = exact(question);
    assert!(standard_errors.is_empty());
    assert_eq!(Obvious { runouts, units, wins, ties }, obvious(question), "{question:?}");
}

#[test]
fn aces_against_kings_from_the_flop_on_are_the_published_counts() {
    assert_eq!(win_loss_tie(&heads_up(Game::Holdem, "AhAd-KsKc", "2h7d9s")), [907, 83, 0]);
    assert_eq!(win_loss_tie(&heads_up(Game::Holdem, "AhAd-KsKc", "2h7d9s4c")), [42, 2, 0]);
}

#[test]
fn three_pairs_before_the_flop_are_the_published_counts() {
    let answer = heads_up(Game::Holdem, "AhAd-KsKc-QsQd", "");
    assert_eq!((answer.runouts, answer.wins[0], answer.wins[1]), (1_370_754, 914_778, 251_982));
    assert!((answer.share(0, 0) - 0.668_679).abs() < 5e-7);
}

#[test]
fn omaha_before_the_flop_is_the_published_counts() {
    for (holes, expected) in [
        ("AsAhKsKh-8d7d6c5c", [635_566, 450_442, 0]),
        ("AsAhKdQc-JsTs9h8h", [579_204, 506_660, 144]),
        ("As2s3dKd-AhAdKhQc", [343_111, 718_014, 24_883]),
    ] {
        let answer = heads_up(Game::Omaha, holes, "");
        assert_eq!(answer.runouts, 1_086_008);
        assert_eq!(win_loss_tie(&answer), expected, "{holes}");
    }
}

#[test]
#[ignore = "millions of boards, each by itself: half a minute"]
fn preflop_counts_agree_with_the_naive_engine() {
    let all = [0b11, 0b01];
    for (game, holes, is_hi_lo) in [
        (Game::Holdem, "AhKh-QsQh", false),
        (Game::Holdem, "AhAd-2s2c", false),
        (Game::ShortDeck, "AhKh-QsQh", false),
        (Game::Omaha, "As2s3dKd-AhAdKhQc", true),
        (Game::Omaha5, "As2s3d4d9c-8h7h6h5hKc", true),
    ] {
        let holes: Vec<CardSet> = holes.split('-').map(cards).collect();
        let question = Question::new(game, &holes, CardSet::EMPTY);
        assert_as_obvious(&Question { is_hi_lo, pots: &all, ..question });
    }
    let holes = [cards("2c3c4c5h6d"), cards("AcKcQcJdJs"), cards("AdKd8h8s2d")];
    assert_as_obvious(&Question::new(Game::Courchevel, &holes, cards("7c")));
    let holes = [cards("AhKh"), cards("QsQh"), cards("7d7c")];
    assert_as_obvious(&Question::new(Game::Holdem, &holes, CardSet::EMPTY));
}

/// A fraction such as `"3/14"` of `whole`.
fn part(fraction: &str, whole: u64) -> u64 {
    let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let scaled = number(above) * whole;
    assert_eq!(scaled % number(below), 0, "{fraction} of {whole} is not whole");
    scaled / number(below)
}

#[test]
fn every_case_of_the_vectors_has_its_runouts_and_equities() {
    let vectors: Value = serde_json::from_str(include_str!("../data/allin_ev.json")).expect("JSON");
    let cases = vectors["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 4);
    for case in cases {
        let id = &case["id"];
        let seats: Vec<(&String, &Value)> =
            case["holes"].as_object().expect("holes").iter().collect();
        let holes: Vec<CardSet> =
            seats.iter().map(|(_, hole)| cards(hole.as_str().expect("cards"))).collect();
        let pots = case["expected"]["pots"].as_array().expect("pots");
        let masks: Vec<u16> = pots
            .iter()
            .map(|pot| {
                let eligible = pot["eligible"].as_array().expect("seats");
                let is_in =
                    |seat: &str| eligible.iter().any(|other| other.as_u64() == seat.parse().ok());
                (0..seats.len()).filter(|at| is_in(seats[*at].0)).map(|at| 1 << at).sum()
            })
            .collect();
        let board = cards(case["board"].as_str().expect("cards"));
        let answer =
            exact(&Question { pots: &masks, ..Question::new(Game::Holdem, &holes, board) });
        assert_eq!(Some(answer.runouts), case["expected"]["runouts"].as_u64(), "{id}");
        for (at, pot) in pots.iter().enumerate() {
            for (player, (seat, _)) in seats.iter().enumerate() {
                let equity = pot["equity"][seat.as_str()].as_str().unwrap_or("0");
                let units = answer.units[at * seats.len() + player];
                assert_eq!(units, part(equity, answer.runouts * UNITS), "{id} {at} {seat}");
            }
        }
    }
}

#[test]
fn each_kind_of_error_is_named() {
    let error = |game, holes: &str, board: &str| {
        let holes: Vec<CardSet> = holes.split('-').map(cards).collect();
        let mut answer = Answer::default();
        let error = equity::exact(&Question::new(game, &holes, cards(board)), &mut answer);
        assert_eq!(answer, Answer::default());
        error.expect_err("an error")
    };
    let card = |text| cards(text).iter().next().expect("a card");
    let holdem = Game::Holdem;
    assert_eq!(error(holdem, "AhAd", ""), EquityError::Players { got: 1 });
    assert_eq!(error(holdem, "AhAd-KsKcKd", ""), EquityError::HoleCards { player: 1, got: 3 });
    assert_eq!(error(holdem, "AhAd-KsKc", "2c3d"), EquityError::Board { got: 2 });
    assert_eq!(error(holdem, "AhAd-AhKc", ""), EquityError::CardTwice { card: card("Ah") });
    assert_eq!(error(holdem, "AhAd-KsKc", "2c3dKs"), EquityError::CardTwice { card: card("Ks") });
    assert_eq!(
        error(Game::ShortDeck, "AhAd-Ks5c", ""),
        EquityError::NotInDeck { card: card("5c") }
    );
    assert_eq!(error(Game::Badugi, "Ah2d3c4s-Ks5c", ""), EquityError::Unknowable { player: 1 });
    assert_eq!(
        error(Game::Courchevel, "Ah2d3c4s7s-Ks5cJcJdJh", "2c3c"),
        EquityError::Board { got: 2 }
    );
    let stud = "2c3c4c-5c6c7c-8c9cTc-2d3d4d-5d6d7d-8d9dTd-2h3h4h-5h6h7h";
    assert_eq!(error(Game::Stud, stud, ""), EquityError::DeckTooSmall { missing: 32, left: 28 });

    let holes = [cards("AhAd"), cards("KsKc")];
    let plain = Question::new(holdem, &holes, CardSet::EMPTY);
    let code = |question: Question<'_>| {
        equity::exact(&question, &mut Answer::default()).expect_err("an error").code()
    };
    assert_eq!(code(Question { pots: &[], ..plain }), "no_pot");
    assert_eq!(code(Question { pots: &[3, 4], ..plain }), "pot");
    assert_eq!(code(Question { pots: &[3, 0], ..plain }), "pot");
    assert_eq!(code(Question { is_hi_lo: true, ..plain }), "no_low");
    assert_eq!(code(Question { dead: cards("Kc"), ..plain }), "card_twice");
    let draws = equity::sampled(&plain, 1, 0, &mut Answer::default());
    assert_eq!(draws, Err(EquityError::Draws));
}

#[test]
fn a_lone_player_wins_the_pot_and_ten_may_split_it() {
    let holes: Vec<CardSet> =
        "2c2d-2h2s-3c3d-3h3s-4c4d-4h4s-5c5d-5h5s-6c6d-6h6s".split('-').map(cards).collect();
    let board = cards("AcKdQhJsTc");
    let pots = [0b11_1111_1111, 1 << 7];
    let answer = exact(&Question { pots: &pots, ..Question::new(Game::Holdem, &holes, board) });
    assert_eq!(answer.units[..10], [UNITS / 10; 10]);
    assert_eq!(answer.units[10..], [0, 0, 0, 0, 0, 0, 0, UNITS, 0, 0]);
    assert_eq!((answer.wins, answer.ties), (vec![0; 10], vec![1; 10]));
}

#[test]
fn hi_lo_quarters_and_scoops() {
    let holes = [cards("AcAd2h9s"), cards("AhKs2dKc"), cards("QcQsJcJd")];
    let question = Question {
        is_hi_lo: true,
        pots: &[0b111, 0b110, 0b101],
        ..Question::new(Game::Omaha, &holes, cards("3h4d8sKhQh"))
    };
    let answer = exact(&question);
    // Two players share the low; kings beat queens and aces for the high.
    assert_eq!(answer.units[..3], [UNITS / 4, UNITS / 2 + UNITS / 4, 0]);
    assert_eq!(answer.units[3..6], [0, UNITS, 0]);
    assert_eq!(answer.units[6..], [UNITS / 2, 0, UNITS / 2]);
    assert_eq!((answer.wins, answer.ties), (vec![0; 3], vec![1, 1, 0]));
}

/// The number of runouts that the obvious engine has to evaluate.
const FEW: u64 = 3000;

/// Shuffled cards for a random number of players, boards that leave few runouts, and pots for some of them.
fn any_question(
    seed: u64,
    game: Game,
    players: usize,
    own: usize,
    board: usize,
) -> (Vec<CardSet>, CardSet, CardSet, Vec<u16>) {
    let mut source = Generator::new(seed);
    let mut deck = Deck::new(if game == Game::ShortDeck { 6 } else { 2 });
    let mut take = |count: usize, source: &mut Generator| -> CardSet {
        (0..count).filter_map(|_| deck.deal(source)).collect()
    };
    let holes = (0..players).map(|_| take(own, &mut source)).collect();
    let board = take(board, &mut source);
    let dead = below(&mut source, 4) as usize;
    let dead = take(dead, &mut source);
    let pots = (0..3).map(|_| 1 + below(&mut source, (1 << players) - 1) as u16).collect();
    (holes, board, dead, pots)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_game_counts_like_the_naive_engine(
        seed: u64, game in 0..Game::ALL.len(), players in 2..=10_usize, street in 0..3_usize, is_hi_lo: bool, b: bool,
    ) {
        let game = Game::ALL[game];
        let (own, board) = match game.family() {
            GameFamily::Stud => (game.hole_cards() - [0, 0, 1][street], 0),
            GameFamily::Draw => (game.hole_cards(), 0),
            // Cards are exchanged after the flop.
            GameFamily::Flop if game.is_drawmaha() => (game.hole_cards(), [5, 4, 4][street]),
            GameFamily::Flop => (game.hole_cards(), [5, 4, 3][street]),
        };
        let players = players.min((game.deck_size() as usize - 10) / own.max(1));
        let players = if own < game.hole_cards() { 2 } else { players };
        let (holes, board, dead, pots) = any_question(seed, game, players, own, board);
        let has_low = matches!(game, Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel | Game::Stud);
        let question = Question {
            is_hi_lo: is_hi_lo && has_low,
            short_deck: if b { ShortDeckRules::TripsOverStraight } else { ShortDeckRules::FlushOverFullHouse },
            dead,
            pots: &pots,
            ..Question::new(game, &holes, board)
        };
        prop_assume!(equity::runouts(&question).expect("a number") <= FEW);
        assert_as_obvious(&question);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn heads_up_stud_counts_like_the_naive_engine(
        seed: u64, is_razz: bool, own in (3..=7_usize, 3..=7_usize), left in 0..=3_usize, common in 0..=2_usize,
    ) {
        let game = if is_razz { Game::Razz } else { Game::Stud };
        let (first, second) = (own.0.min(7 - common), own.1.min(7 - common));
        let missing = 14 - 2 * common - first - second;
        let mut source = Generator::new(seed);
        let mut deck = Deck::new(2);
        let mut take = |count: usize| -> CardSet {
            (0..count).filter_map(|_| deck.deal(&mut source)).collect()
        };
        let holes = [take(first), take(second)];
        let board = take(common);
        // Enough dead cards for the obvious engine to finish.
        let dead = take(52 - first - second - common - missing - left);
        let question = Question { dead, pots: &[3, 2, 1], ..Question::new(game, &holes, board) };
        assert_as_obvious(&question);
    }
}

#[test]
fn heads_up_fifth_street_counts_like_the_naive_engine() {
    let holes = [cards("AhAd2c3c4d"), cards("KsKcQsJs8h")];
    for game in [Game::Stud, Game::Razz] {
        assert_as_obvious(&Question::new(game, &holes, CardSet::EMPTY));
    }
}

#[test]
fn heads_up_third_street_sums_to_all_runouts_and_mirrors() {
    let holes = [cards("AhAd2c"), cards("KsKcQs")];
    let answer = heads_up(Game::Stud, "AhAd2c-KsKcQs", "");
    let mirror = heads_up(Game::Stud, "KsKcQs-AhAd2c", "");
    assert_eq!(answer.runouts, 163_185 * 111_930);
    assert_eq!(win_loss_tie(&answer).iter().sum::<u64>(), answer.runouts);
    assert_eq!(answer.wins, [mirror.wins[1], mirror.wins[0]]);
    let mut sample = Answer::default();
    let question = Question::new(Game::Stud, &holes, CardSet::EMPTY);
    equity::sampled(&question, 100_000, 1, &mut sample).expect("a sample");
    assert!((sample.share(0, 0) - answer.share(0, 0)).abs() < 4.0 * sample.standard_errors[0]);
}

#[test]
fn a_sample_is_as_close_as_it_says_and_repeatable() {
    for (game, holes, board, is_hi_lo) in [
        (Game::Holdem, "AhAd-KsKc-7c6c", "2h7d9s", false),
        (Game::ShortDeck, "AhAd-KsKc-7c6c", "6hQd9s", false),
        (Game::Omaha, "AhAd2c3c-KsKcQsJs", "2h7d9s", true),
        (Game::Stud, "AhAd2c3c4d5s-KsKcQsJs8h8d", "", true),
    ] {
        let holes: Vec<CardSet> = holes.split('-').map(cards).collect();
        let question = Question { is_hi_lo, ..Question::new(game, &holes, cards(board)) };
        let truth = exact(&question);
        let mut outside = 0;
        for seed in 0..20 {
            let (mut answer, mut again) = (Answer::default(), Answer::default());
            equity::sampled(&question, 2000, seed, &mut answer).expect("a sample");
            equity::sampled(&question, 2000, seed, &mut again).expect("a sample");
            assert_eq!(answer, again);
            assert_eq!(answer.runouts, 2000);
            assert_eq!(answer.units.iter().sum::<u64>(), 2000 * UNITS);
            let off = (answer.share(0, 0) - truth.share(0, 0)).abs();
            assert!(answer.standard_errors[0] > 0.0 && answer.standard_errors[0] < 0.02);
            outside += u32::from(off > 2.0 * answer.standard_errors[0]);
        }
        assert!(outside <= 4, "{game}: {outside} of 20 samples are more than two errors off");
    }
}

#[test]
fn the_work_is_less_than_the_runouts_but_never_zero() {
    for (game, holes, board, runouts) in [
        (Game::Holdem, "AhAd-KsKc", "", 1_712_304),
        (Game::Holdem, "AhAd-KsKc", "2h7d9s", 990),
        (Game::Holdem, "AhAd-KsKc", "2h7d9s4c3c", 1),
        (Game::Omaha, "AhAd2c3c-KsKcQsJs", "", 1_086_008),
        (Game::ShortDeck, "AhAd-KsKc", "", 201_376),
    ] {
        let holes: Vec<CardSet> = holes.split('-').map(cards).collect();
        let question = Question::new(game, &holes, cards(board));
        assert_eq!(equity::runouts(&question), Ok(runouts));
        let work = equity::work(&question).expect("a number");
        assert!((1..=4 * runouts).contains(&work), "{game} {board}: {work}");
        assert!(runouts < 100_000 || work < runouts / 4, "{game} {board}: {work}");
    }
    // Heads-up on third street: four more cards for each.
    let holes = [cards("AhAd2c"), cards("KsKcQs")];
    let question = Question::new(Game::Stud, &holes, CardSet::EMPTY);
    assert_eq!(equity::runouts(&question), Ok(163_185 * 111_930));
    assert_eq!(equity::work(&question), Ok(2 * 163_185));
    let hi_lo = Question { is_hi_lo: true, ..question };
    assert_eq!(equity::work(&hi_lo), Ok(2 * 163_185 * 111_930));
}

#[test]
fn a_known_hand_has_one_runout() {
    let answer = heads_up(Game::Razz, "Ah2d3c4s5h9cTd-2c3d4h5s6cJdKd", "");
    assert_eq!((answer.runouts, win_loss_tie(&answer)), (1, [1, 0, 0]));
}
