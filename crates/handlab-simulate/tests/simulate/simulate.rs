//! Simulated hands: reproducible, legal, unbiased, and read back from their text unchanged.

use crate::rules;
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::{Betting, Game, GameFamily};
use handlab_cards::score;
use handlab_core::audit::Audit;
use handlab_core::dialect::Dialect;
use handlab_core::error::Position;
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand, Kind, Text};
use handlab_core::money::Currency;
use handlab_core::rake::RakeRule;
use handlab_core::replay::Replay;
use handlab_dialects::pokerstars::PokerStars;
use handlab_dialects::pokerstars::write::{LineEnding, has_form, write, write_with};
use handlab_simulate::{
    Config, Freezeout, Rates, Schedule, Simulator, Style, Texts, samples, simulate_text,
};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

/// The games that are simulated: those whose hands PokerStars' text can hold.
fn games() -> Vec<Game> {
    Game::ALL.into_iter().filter(|game| has_form(*game)).collect()
}

/// All rare events are frequent.
fn busy() -> Config {
    Config {
        hero: "riverbend88".to_owned(),
        rates: Rates {
            straddle: 150,
            run_twice: 400,
            cash_out: 300,
            sit_out: 60,
            leave: 40,
            show: 200,
        },
        schedule: Schedule { hands_per_session: 40, ..Schedule::default() },
        ..Config::default()
    }
}

fn read_back(text: &str, hand: &mut Hand) {
    hand.clear();
    let span = Span {
        text,
        at: Position { byte: 0, line: 1 },
        is_last: true,
        is_terminated: true,
        preamble: "",
    };
    if let Err(error) = PokerStars.parse(span, hand, &mut String::new()) {
        panic!("{error}\n{text}");
    }
}

/// A hand with its texts in place of their ranges, so that two can be compared.
fn spelled_out(hand: &Hand) -> String {
    let texts =
        [hand.hand_id, hand.table_name, hand.started_raw, hand.zone].map(|text| hand.str(text));
    let tournament = hand.tournament.map(|tournament| {
        let texts = (hand.str(tournament.tournament_id), hand.str(tournament.level));
        let plain = (tournament.currency, tournament.scale);
        format!("{texts:?} {plain:?} {:?}", (tournament.buy_in, tournament.fee, tournament.bounty))
    });
    let seats: Vec<String> = hand
        .seats
        .iter()
        .map(|seat| {
            let player = hand.str(seat.player);
            let plain = handlab_core::hand::Seat { player: Text::default(), ..*seat };
            format!("{player:?} {plain:?}\n")
        })
        .collect();
    let printed = &hand.printed;
    let finishes: Vec<_> =
        hand.finishes.iter().map(|f| (hand.str(f.player), f.place, f.prize)).collect();
    format!(
        "{:?} {texts:?} {tournament:?}\n{:?}\n{:?}\n{:?}\n{seats:#?}\n{:#?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{finishes:?}",
        (hand.site, hand.network, hand.skin, hand.kind, hand.is_fast_fold, hand.max_seats),
        (hand.button_seat, hand.game, hand.is_hi_lo, hand.betting, hand.currency, hand.scale),
        (hand.stakes, hand.started_at, hand.started_at_later, hand.hero, hand.n_runouts),
        (hand.last_street, hand.is_bomb_pot, hand.is_cancelled),
        hand.actions,
        hand.boards,
        hand.uncalled,
        hand.collected,
        hand.summary_collected,
        hand.side_payments,
        // Only the hand that was read has what a text repeats.
        (printed.total_pot, printed.rake, printed.fees, &printed.pots, printed.added),
    )
}

/// Whether the blind that sets the price is missing from the text, or less than it should be in short deck: the others
/// call it in full, which the replay does not know.
fn has_lost_blind(hand: &Hand) -> bool {
    let posted = |kind| hand.actions.iter().find(|action| action.kind == kind);
    match hand.game {
        Game::ShortDeck => posted(ActionKind::PostButtonBlind).is_none_or(|post| post.is_all_in),
        Game::Stud | Game::Razz => false,
        _ => posted(ActionKind::PostBigBlind).is_none(),
    }
}

/// Plays hands and holds each against the rules, against itself read back, and against the audit.
fn check(config: &Config, seed: u64, hands: usize) {
    let mut simulator = Simulator::new(config, seed);
    let (mut hand, mut again) = (Hand::default(), Hand::default());
    let (mut replay, mut audit) = (Replay::default(), Audit::default());
    let mut text = String::new();
    let mut table = rules::Continuity::default();
    for number in 0..hands {
        simulator.next_hand(&mut hand);
        text.clear();
        let ending = if number % 2 == 0 { LineEnding::Lf } else { LineEnding::CrLf };
        write_with(&hand, ending, &mut text);
        if let Err(fault) = rules::check(&hand, simulator.hole_cards()) {
            panic!("{fault}\n{text}");
        }
        table.check(&hand, simulator.config());
        read_back(&text, &mut again);
        let (written, read) = (spelled_out(&hand), spelled_out(&again));
        if written != read {
            let difference = written.lines().zip(read.lines()).find(|(left, right)| left != right);
            panic!("{difference:#?}\n{text}");
        }
        if has_lost_blind(&again) {
            continue;
        }
        replay.run(&again);
        audit.run(&again, &replay);
        let verdict = audit.verdict.name();
        assert!(
            verdict.starts_with("exact") || verdict == "reconciled_unverified",
            "{verdict} {:?} {:?} {:?}\n{text}",
            replay.fault,
            replay.turn_fault,
            audit.text_fault,
        );
    }
}

fn any_config() -> impl Strategy<Value = Config> {
    let betting =
        [Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit, Betting::PotLimitPreflop];
    let rules =
        (prop::sample::select(games()), any::<bool>(), prop::sample::select(betting.to_vec()));
    let table = (0_u8..14, 0_u8..14, 0_i64..300, 0_i64..600, 0_i64..50, 0_i64..40_000, 0_i64..3000);
    let flags = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        0_u8..4,
        prop::sample::select(vec!["USD", "EUR", "X"]),
    );
    let rates = prop::array::uniform6(0_u16..500);
    let tournament =
        prop::option::of((0_i64..2000, 0_i64..100, 0_i64..900, 0_i64..3000, 0_u32..12));
    (rules, table, flags, rates, tournament, 0_u32..90_000).prop_map(
        |((game, is_hi_lo, betting), table, flags, rates, tournament, rate_per_million)| {
            let (chairs, players, small_blind, big_blind, ante, buy_in, cap) = table;
            let (is_fast_fold, is_blind_play, knows_mucked, kind, currency) = flags;
            let [straddle, run_twice, cash_out, sit_out, leave, show] = rates;
            Config {
                game,
                is_hi_lo,
                betting,
                chairs,
                players,
                kind: if kind == 0 { Kind::Play } else { Kind::Cash },
                currency: Currency::from_code(currency),
                small_blind,
                big_blind,
                ante,
                cap,
                buy_in,
                rake: RakeRule { rate_per_million, ..Config::default().rake },
                hero: "riverbend88".to_owned(),
                hero_style: Style::LOOSE_AGGRESSIVE,
                is_fast_fold,
                is_blind_play,
                knows_mucked,
                rates: Rates { straddle, run_twice, cash_out, sit_out, leave, show },
                tournament: tournament.map(|(buy_in, fee, bounty, stack, hands_per_level)| {
                    Freezeout { buy_in, fee, bounty, stack, hands_per_level }
                }),
                schedule: Schedule { hands_per_session: 30, ..Schedule::default() },
                first_hand_id: 1,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_configuration_gives_legal_hands_that_read_back_as_they_were(
        config in any_config(),
        seed in any::<u64>(),
    ) {
        check(&config, seed, 60);
    }
}

#[test]
fn every_game_and_betting_structure_is_legal() {
    for game in games() {
        for betting in [Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit] {
            for is_hi_lo in [false, true] {
                let stud_ante = i64::from(game.family() == GameFamily::Stud);
                let ante = if game == Game::ShortDeck { 10 } else { stud_ante };
                check(&Config { game, betting, is_hi_lo, ante, ..busy() }, 11, 150);
            }
        }
    }
}

#[test]
fn capped_games_are_legal() {
    for game in [Game::Holdem, Game::Omaha] {
        let config = Config { game, betting: Betting::Cap, cap: 150, ..busy() };
        let mut simulator = Simulator::new(&config, 14);
        let mut hand = Hand::default();
        for _ in 0..1000 {
            simulator.next_hand(&mut hand);
            assert_eq!(rules::check(&hand, simulator.hole_cards()), Ok(()));
        }
    }
}

#[test]
fn capped_games_read_back() {
    check(&Config { betting: Betting::Cap, cap: 150, ..busy() }, 14, 300);
}

#[test]
fn short_stacks_and_tournaments_are_legal() {
    check(&Config { buy_in: 70, ..busy() }, 5, 1500);
    let freezeout = Freezeout { buy_in: 450, fee: 50, bounty: 0, stack: 1500, hands_per_level: 5 };
    for (bounty, chairs, ante) in [(0, 9, 0), (230, 6, 1), (230, 2, 0)] {
        let tournament = Some(Freezeout { bounty, ..freezeout });
        check(&Config { tournament, chairs, players: chairs, ante, ..busy() }, 6, 600);
    }
}

#[test]
fn there_is_no_hero_where_none_is_named() {
    check(&Config { hero: String::new(), ..busy() }, 8, 300);
    for game in [Game::Omaha, Game::Badugi] {
        let betting = Betting::FixedLimit;
        check(&Config { hero: String::new(), game, betting, ..busy() }, 8, 300);
    }
}

#[test]
fn a_watched_stud_hand_has_no_hero() {
    let (game, betting) = (Game::Stud, Betting::FixedLimit);
    check(&Config { hero: String::new(), game, betting, ante: 1, ..busy() }, 8, 300);
}

#[test]
fn a_seed_always_gives_the_same_text() {
    let freezeout = Freezeout { buy_in: 450, fee: 50, bounty: 10, stack: 500, hands_per_level: 5 };
    let text = |seed| {
        let games: String = games()
            .into_iter()
            .map(|game| simulate_text(&Config { game, ante: 1, ..busy() }, seed, 60))
            .collect();
        let tournament = Config { tournament: Some(freezeout), ..busy() };
        games + &simulate_text(&tournament, seed, 60)
    };
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
    // A change here changes every sample and every benchmark: it must be intended.
    assert_eq!([1, 2].map(|seed| xxh3_64(text(seed).as_bytes())), DIGESTS);
}

const DIGESTS: [u64; 2] = [0x8354_e277_287f_0703, 0x40f1_ae96_90ad_00ee];

#[test]
fn the_cards_depend_on_the_seed_and_not_on_the_play() {
    let mut tight =
        Simulator::new(&Config { hero_style: Style::TIGHT_PASSIVE, ..Config::default() }, 9);
    let mut blind = Simulator::new(&Config { is_blind_play: true, ..Config::default() }, 9);
    let (mut one, mut other) = (Hand::default(), Hand::default());
    tight.next_hand(&mut one);
    blind.next_hand(&mut other);
    assert_eq!(tight.hole_cards(), blind.hole_cards());
}

/// Sum of squared deviations over expectations.
fn chi_square(counts: &[u32], shares: &[f64]) -> f64 {
    let total = f64::from(counts.iter().sum::<u32>());
    let parts = counts.iter().zip(shares).map(|(count, share)| {
        let expected = share * total;
        (f64::from(*count) - expected).powi(2) / expected
    });
    parts.sum()
}

#[test]
fn hole_cards_are_dealt_without_bias() {
    let mut simulator = Simulator::new(&Config::default(), 77);
    let mut hand = Hand::default();
    let (mut pairs, mut suited, mut cards) = ([0_u32; 2], [0_u32; 2], [0_u32; 52]);
    for _ in 0..30_000 {
        simulator.next_hand(&mut hand);
        for hole in simulator.hole_cards().iter().filter(|hole| hole.len() == 2) {
            let [first, second] = hole.as_slice() else { continue };
            pairs[usize::from(first.rank() == second.rank())] += 1;
            suited[usize::from(first.suit() == second.suit())] += 1;
            for card in [first, second] {
                cards[usize::from(card.suit()) * 13 + usize::from(card.rank()) - 2] += 1;
            }
        }
    }
    // One degree of freedom: 0.9999 lie below 15.2. 51: below 97.
    assert!(chi_square(&pairs, &[16.0 / 17.0, 1.0 / 17.0]) < 15.2, "{pairs:?}");
    assert!(chi_square(&suited, &[39.0 / 51.0, 12.0 / 51.0]) < 15.2, "{suited:?}");
    assert!(chi_square(&cards, &[1.0 / 52.0; 52]) < 97.0, "{cards:?}");
}

#[test]
fn blind_play_leaves_the_categories_of_complete_boards_unbiased() {
    // How many of the 133,784,560 sets of seven cards are of each category.
    const SEVENS: [f64; 9] = [
        23_294_460.0,
        58_627_800.0,
        31_433_400.0,
        6_461_620.0,
        6_180_020.0,
        4_047_644.0,
        3_473_184.0,
        224_848.0,
        41_584.0,
    ];
    let mut simulator = Simulator::new(&Config { is_blind_play: true, ..Config::default() }, 4);
    let mut hand = Hand::default();
    let mut counts = [0_u32; 9];
    for _ in 0..60_000 {
        simulator.next_hand(&mut hand);
        let board = hand.board(0).set();
        // One player per hand: those who share a board are not independent.
        let hole = simulator.hole_cards().first().map_or(CardSet::EMPTY, CardList::set);
        if let Some(strength) =
            score::strength(Game::Holdem, hole, board).filter(|_| board.len() == 5)
        {
            counts[usize::from(score::category(Game::Holdem, strength))] += 1;
        }
    }
    assert!(counts.iter().sum::<u32>() > 5000);
    // Eight degrees of freedom: 0.9999 lie below 31.8.
    assert!(chi_square(&counts, &SEVENS.map(|count| count / 133_784_560.0)) < 31.8, "{counts:?}");
}

#[test]
fn styles_show_in_what_players_do() {
    let shares = |style: Style| {
        let config =
            Config { hero: "riverbend88".to_owned(), hero_style: style, ..Config::default() };
        let mut simulator = Simulator::new(&config, 21);
        let mut hand = Hand::default();
        let (mut vpip, mut pfr) = (0, 0);
        for _ in 0..4000 {
            simulator.next_hand(&mut hand);
            let (called, raised) = rules::entered(&hand);
            vpip += u32::from(called || raised);
            pfr += u32::from(raised);
        }
        (vpip / 40, pfr / 40)
    };
    let tight = shares(Style::TIGHT_AGGRESSIVE);
    let loose = shares(Style::LOOSE_PASSIVE);
    assert!((15..27).contains(&tight.0) && (12..23).contains(&tight.1), "{tight:?}");
    assert!((30..48).contains(&loose.0) && (2..12).contains(&loose.1), "{loose:?}");
}

#[test]
fn the_samples_are_several_thousand_hands_of_one_hero() {
    let samples = samples();
    let hands: u64 = samples.iter().map(|sample| sample.hands).sum();
    assert!((5000..12_000).contains(&hands), "{hands}");
    let main = samples.iter().map(|sample| sample.hands).max().unwrap_or_default();
    assert!(main * 100 / hands >= 45, "{main} of {hands}");
    let mut ids = std::collections::HashSet::new();
    for sample in &samples {
        assert_eq!(sample.config.hero, "riverbend88");
        assert_eq!(sample.config, sample.config.playable(), "{}", sample.file_name);
        let mut simulator = Simulator::new(&sample.config, sample.seed);
        let mut hand = Hand::default();
        for _ in 0..sample.hands {
            simulator.next_hand(&mut hand);
            assert!(ids.insert(hand.str(hand.hand_id).to_owned()));
        }
    }
}

#[test]
fn the_iterator_gives_the_hands_of_the_text() {
    let texts: String = Texts::new(&Config::default(), 3).take(5).collect();
    assert_eq!(texts, simulate_text(&Config::default(), 3, 5));
}

#[test]
fn no_configuration_panics() {
    let wild = Config {
        chairs: 0,
        players: 255,
        small_blind: i64::MAX,
        big_blind: i64::MIN,
        ante: i64::MAX,
        cap: i64::MIN,
        buy_in: i64::MAX,
        rake: RakeRule { rate_per_million: u32::MAX, cap: Some(i64::MIN), ..RakeRule::default() },
        hero: "\n two\r\nlines ".to_owned(),
        hero_style: Style {
            vpip: u16::MAX,
            pfr: u16::MAX,
            three_bet: u16::MAX,
            aggression: u16::MAX,
            bluff: u16::MAX,
            calling: u16::MAX,
        },
        rates: Rates {
            straddle: u16::MAX,
            run_twice: u16::MAX,
            cash_out: u16::MAX,
            sit_out: u16::MAX,
            leave: u16::MAX,
            show: u16::MAX,
        },
        schedule: Schedule {
            started_at: i64::MAX,
            hands_per_session: 0,
            hours_between_sessions: (u32::MAX, 0),
            seconds_per_hand: (0, u32::MAX),
        },
        first_hand_id: u64::MAX,
        ..Config::default()
    };
    let large = Config { big_blind: i64::MAX, small_blind: i64::MIN, chairs: 255, ..wild.clone() };
    let freezeout = Freezeout {
        buy_in: i64::MAX,
        fee: i64::MIN,
        bounty: i64::MAX,
        stack: i64::MAX,
        hands_per_level: 0,
    };
    let tournament = Config { tournament: Some(freezeout), ..wild.clone() };
    for config in [wild, large, tournament] {
        for game in games() {
            let mut texts = Texts::new(&Config { game, ..config.clone() }, u64::MAX);
            let mut text = String::new();
            (0..200).for_each(|_| texts.append_next(&mut text));
        }
    }
}

#[test]
fn a_hand_written_twice_is_the_same_text() {
    let mut simulator = Simulator::new(&busy(), 13);
    let mut hand = Hand::default();
    simulator.next_hand(&mut hand);
    let (mut once, mut twice) = (String::new(), String::new());
    write(&hand, &mut once);
    write(&hand, &mut twice);
    assert_eq!(once, twice);
}
