//! Expected values of simulated hands, all of whose cards are known: the obvious way to calculate them, and luck that
//! is zero on average.

use crate::obvious_equity::obvious;
use handlab_cards::card::CardSet;
use handlab_cards::equity::{Question, UNITS};
use handlab_cards::game::{Betting, Game, GameFamily, Street};
use handlab_core::audit::Audit;
use handlab_core::ev::{Expectation, Method};
use handlab_core::hand::Hand;
use handlab_core::pot::Pot;
use handlab_core::replay::Replay;
use handlab_simulate::{Config, Rates, Simulator};

/// Short stacks, so that many are all-in.
fn short(game: Game, betting: Betting, is_hi_lo: bool) -> Config {
    let rates = Rates { run_twice: 300, cash_out: 200, ..Rates::default() };
    let buy_in = if game.family() == GameFamily::Stud { 40 } else { 150 };
    Config { game, betting, is_hi_lo, players: 4, buy_in, rates, ..Config::default() }
}

/// Hands of `config` that reach an all-in, with the cards of all contenders.
fn each_all_in(
    config: &Config,
    hands: u32,
    mut then: impl FnMut(&Hand, &Replay, &Audit, &Expectation),
) {
    let mut simulator = Simulator::new(config, 17);
    let (mut hand, mut replay, mut audit) = (Hand::default(), Replay::default(), Audit::default());
    let mut expectation = Expectation::default();
    for _ in 0..hands {
        simulator.next_hand(&mut hand);
        replay.run(&hand);
        for (at, hole) in simulator.hole_cards().iter().enumerate() {
            if replay.seats[at].is_in() {
                hand.seats[at].hole_cards = *hole;
            }
        }
        audit.run(&hand, &replay);
        expectation.run(&hand, &replay, &audit);
        if expectation.street.is_some() {
            then(&hand, &replay, &audit, &expectation);
        }
    }
}

/// The expected payout of each seat, not rounded: all runouts of a board, one by one.
fn calculated(hand: &Hand, replay: &Replay, audit: &Audit, street: Street) -> Vec<f64> {
    let seats: Vec<usize> = (0..hand.seats.len()).filter(|at| replay.seats[*at].is_in()).collect();
    let holes: Vec<CardSet> = seats.iter().map(|at| hand.seats[*at].hole_cards.set()).collect();
    let before = hand.boards.iter().filter(|board| board.street <= street);
    let board: CardSet = before.flat_map(|board| board.cards.set().iter()).collect();
    let is_in = |pot: &Pot, player: usize| pot.eligible.contains(seats[player]);
    let pots: Vec<u16> = audit
        .pots
        .iter()
        .map(|pot| (0..seats.len()).filter(|at| is_in(pot, *at)).map(|at| 1 << at).sum())
        .collect();
    let question = Question {
        is_hi_lo: hand.is_hi_lo,
        pots: &pots,
        ..Question::new(hand.game, &holes, board)
    };
    let answer = obvious(&question);
    let mut payouts = vec![0.0; hand.seats.len()];
    for (pot, of_pot) in audit.pots.iter().zip(answer.units.chunks_exact(seats.len())) {
        for (at, units) in seats.iter().zip(of_pot) {
            payouts[*at] += pot.net() as f64 * *units as f64 / (answer.runouts * UNITS) as f64;
        }
    }
    payouts
}

#[test]
fn expected_values_are_what_all_runouts_pay_on_average() {
    let (mut compared, mut side_pots) = (0, 0);
    for config in [
        short(Game::Holdem, Betting::NoLimit, false),
        short(Game::Omaha, Betting::PotLimit, true),
        short(Game::ShortDeck, Betting::NoLimit, false),
    ] {
        each_all_in(&config, 3_000, |hand, replay, audit, expectation| {
            let street = expectation.street.unwrap_or_default();
            if street == Street::FIRST {
                return;
            }
            assert_eq!(expectation.method, Some(Method::Exact));
            let wanted = calculated(hand, replay, audit, street);
            for (seat, payout) in expectation.seats.iter().zip(&wanted) {
                let off = (seat.payout - payout).abs();
                assert!(off < 1e-6, "{}: {seat:?} is not {payout}", hand.str(hand.hand_id));
            }
            compared += 1;
            side_pots += u32::from(audit.pots.len() > 1);
        });
    }
    assert!(compared >= 300 && side_pots >= 50, "only {compared}, {side_pots} with side pots");
}

#[test]
fn luck_is_zero_on_average_in_every_game() {
    for config in [
        short(Game::Holdem, Betting::NoLimit, false),
        short(Game::Holdem, Betting::Cap, false),
        short(Game::ShortDeck, Betting::NoLimit, false),
        short(Game::Omaha, Betting::PotLimit, true),
        short(Game::Stud, Betting::FixedLimit, true),
        short(Game::Razz, Betting::FixedLimit, false),
    ] {
        let (mut known, mut sum, mut squares) = (0, 0.0, 0.0);
        let hands = if config.game == Game::Omaha { 1_000 } else { 4_000 };
        each_all_in(&config, hands, |hand, _, audit, expectation| {
            let who = || format!("{:?} {}", config.game, hand.str(hand.hand_id));
            assert!(!expectation.seats.is_empty(), "{} {:?}", who(), expectation.method);
            let seats = expectation.seats.iter().zip(&audit.seats);
            let lucks: Vec<f64> =
                seats.map(|(seat, result)| result.won as f64 - seat.payout).collect();
            assert!(lucks.iter().sum::<f64>().abs() < 1e-6, "{}", who());
            // Over all seats luck sums to zero, so only that of the favourite is tested.
            let equities = expectation.seats.iter().map(|seat| seat.equity);
            let ahead = equities.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at);
            let luck = lucks[ahead.unwrap_or_default()];
            (known, sum, squares) = (known + 1, sum + luck, squares + luck * luck);
        });
        eprintln!(
            "{:?} {:?}: {known} all-ins, luck {sum:+} ± {:.0}",
            config.game,
            config.betting,
            squares.sqrt()
        );
        assert!(known >= 40, "only {known} in {:?}", config.game);
        assert!(sum.abs() < 4.5 * squares.sqrt(), "{:?}: {sum} in {known}", config.game);
    }
}
