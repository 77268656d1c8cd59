//! The sessions of `data/samples/pokerstars`.

use crate::config::{Config, Freezeout, Rates, Schedule};
use crate::style::Style;
use handlab_cards::game::{Betting, Game};
use handlab_core::hand::Kind;
use handlab_core::money::Currency;
use handlab_core::rake::RakeRule;

/// One file of sample hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub file_name: &'static str,
    pub config: Config,
    pub seed: u64,
    pub hands: u64,
}

const HERO: &str = "riverbend88";
const DAY: i64 = 86_400;

/// The sample files: one player's year at many tables, most of it at one stake.
pub fn samples() -> Vec<Sample> {
    let mut samples = cash();
    samples.extend(other_games());
    samples.extend(tournaments());
    for (number, sample) in samples.iter_mut().enumerate() {
        // Every file has its own hand IDs.
        sample.config.first_hand_id = 208_000_000_000 + 1_000_000_000 * number as u64;
        sample.seed = 20_200_106 + number as u64;
    }
    samples
}

fn sample(file_name: &'static str, hands: u64, start_day: i64, config: Config) -> Sample {
    let schedule =
        Schedule { started_at: config.schedule.started_at + start_day * DAY, ..config.schedule };
    Sample { file_name, config: Config { schedule, ..config }, seed: 0, hands }
}

/// A cash table with the hero: blinds in cents, and a buy-in of 100 big blinds.
fn table(small_blind: i64, big_blind: i64, chairs: u8, rake: (u32, i64)) -> Config {
    let default = Config::default();
    Config {
        chairs,
        players: chairs,
        small_blind,
        big_blind,
        buy_in: big_blind * 100,
        rake: RakeRule { rate_per_million: rake.0, cap: Some(rake.1), ..default.rake },
        hero: HERO.to_owned(),
        hero_style: Style {
            vpip: 270,
            pfr: 230,
            three_bet: 75,
            aggression: 600,
            bluff: 180,
            calling: 270,
        },
        rates: Rates { sit_out: 4, leave: 8, show: 30, ..Rates::default() },
        ..default
    }
}

fn cash() -> Vec<Sample> {
    let nl10 = table(5, 10, 6, (45_000, 150));
    let nl50 = table(25, 50, 6, (50_000, 200));
    let nl10_rates = Rates { run_twice: 120, cash_out: 60, ..nl10.rates };
    vec![
        sample("nlhe-6max-0.05-0.10.txt", 3600, 0, Config { rates: nl10_rates, ..nl10.clone() }),
        sample(
            "nlhe-6max-0.25-0.50.txt",
            700,
            9,
            Config { rates: Rates { run_twice: 200, straddle: 40, ..nl50.rates }, ..nl50 },
        ),
        sample("nlhe-9max-0.05-0.10.txt", 400, 30, table(5, 10, 9, (45_000, 150))),
        sample("nlhe-heads-up-0.10-0.25.txt", 200, 44, table(10, 25, 2, (45_000, 50))),
        sample("nlhe-zoom-0.05-0.10.txt", 400, 61, Config { is_fast_fold: true, ..nl10 }),
    ]
}

fn other_games() -> Vec<Sample> {
    let omaha = table(5, 10, 6, (50_000, 150));
    let stud = Config { ante: 1, small_blind: 2, big_blind: 4, ..table(2, 4, 7, (45_000, 30)) };
    let stud = Config { betting: Betting::FixedLimit, buy_in: 160, ..stud };
    let draw =
        Config { betting: Betting::FixedLimit, buy_in: 500, ..table(10, 25, 6, (45_000, 100)) };
    let with = |config: &Config, game, betting, is_hi_lo| Config {
        game,
        is_hi_lo,
        betting,
        ..config.clone()
    };
    let short_deck = table(25, 25, 6, (45_000, 200));
    vec![
        sample(
            "plo-6max-0.05-0.10.txt",
            220,
            15,
            with(&omaha, Game::Omaha, Betting::PotLimit, false),
        ),
        sample(
            "plo8-6max-0.05-0.10.txt",
            120,
            26,
            with(&omaha, Game::Omaha, Betting::PotLimit, true),
        ),
        sample(
            "5-card-plo-6max-0.05-0.10.txt",
            60,
            37,
            with(&omaha, Game::Omaha5, Betting::PotLimit, false),
        ),
        sample(
            "courchevel-6max-0.05-0.10.txt",
            40,
            39,
            with(&omaha, Game::Courchevel, Betting::PotLimit, false),
        ),
        sample(
            "limit-holdem-6max-0.25-0.50.txt",
            100,
            41,
            with(&draw, Game::Holdem, Betting::FixedLimit, false),
        ),
        sample("stud-0.04-0.08.txt", 80, 50, with(&stud, Game::Stud, Betting::FixedLimit, false)),
        sample("stud8-0.04-0.08.txt", 60, 55, with(&stud, Game::Stud, Betting::FixedLimit, true)),
        sample("razz-0.04-0.08.txt", 60, 58, with(&stud, Game::Razz, Betting::FixedLimit, false)),
        sample(
            "triple-draw-0.25-0.50.txt",
            60,
            66,
            with(&draw, Game::TripleDraw27, Betting::FixedLimit, false),
        ),
        sample(
            "single-draw-0.10-0.25.txt",
            40,
            70,
            with(&draw, Game::SingleDraw27, Betting::NoLimit, false),
        ),
        sample(
            "badugi-0.25-0.50.txt",
            60,
            74,
            with(&draw, Game::Badugi, Betting::FixedLimit, false),
        ),
        sample(
            "5-card-draw-0.25-0.50.txt",
            60,
            77,
            with(&draw, Game::FiveCardDraw, Betting::FixedLimit, false),
        ),
        sample(
            "short-deck-6max-0.25.txt",
            80,
            80,
            Config {
                game: Game::ShortDeck,
                ante: 25,
                rates: Rates { cash_out: 150, ..short_deck.rates },
                ..short_deck
            },
        ),
        sample(
            "play-money-6max.txt",
            40,
            83,
            Config {
                kind: Kind::Play,
                currency: Currency::PLAY,
                rake: RakeRule::default(),
                ..table(5, 10, 6, (0, 0))
            },
        ),
    ]
}

fn tournaments() -> Vec<Sample> {
    let sit_and_go = |chairs, buy_in, fee, bounty| Config {
        tournament: Some(Freezeout { buy_in, fee, bounty, stack: 1500, hands_per_level: 9 }),
        ..table(10, 20, chairs, (0, 0))
    };
    vec![
        sample("sit-and-go-9max-5.txt", 220, 33, sit_and_go(9, 450, 50, 0)),
        sample("sit-and-go-6max-10.txt", 160, 47, sit_and_go(6, 914, 86, 0)),
        sample("knockout-6max-5.txt", 160, 64, sit_and_go(6, 230, 40, 230)),
    ]
}
