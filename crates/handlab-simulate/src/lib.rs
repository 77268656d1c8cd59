//! Random legal play, for tests, samples and benchmarks.
//!
//! # Flow
//! 1. [`Config`] says what is played, by whom and when; [`samples()`] holds the sessions of the project's demo data.
//! 2. A [`Simulator`] plays hand after hand at one table: stacks, button and time carry on.
//! 3. Each hand is a filled [`Hand`]: the facts as the PokerStars dialect reads them from the text that
//!    [`handlab_core::write::pokerstars`] makes of it.
//!
//! # What is random, and how
//! - One seed gives the same hands on every machine: integer arithmetic only, see [`handlab_cards::deal`].
//! - The cards of the n-th hand follow from the seed and n alone. They are drawn without bias, before any decision
//!   and by a generator of their own; players who discard get the next cards of the same pack.
//! - Which cards a text shows, and whether a board is dealt to its end, depends on how the hand was played. Over the
//!   hole cards that are dealt ([`Simulator::hole_cards`]) and over every first flop card nothing is biased; over
//!   boards that reached the river something is, unless [`Config::is_blind_play`] is set.
//!
//! # What it leaves out
//! Chat, time-outs and disconnects; three boards; insurance; bomb pots; dead buttons (the button always moves to the
//! next player); kill pots; re-entries and more than one tournament table.

mod betting;
mod clock;
mod config;
mod exchange;
mod heading;
mod names;
mod play;
mod posts;
mod quality;
mod samples;
mod showdown;
mod style;
mod table;
mod tournament;

pub use config::{Config, Freezeout, Rates, Schedule};
pub use samples::{Sample, samples};
pub use style::Style;

use betting::{Betting, MOST_SEATS};
use clock::Clock;
use handlab_cards::card::CardList;
use handlab_cards::deal::{Deck, Generator};
use handlab_core::hand::Hand;
use handlab_core::write::pokerstars;
use play::{Level, Play, View};
use quality::Starts;
use showdown::Scratch;
use table::{Seated, Table};
use tournament::Tournament;

/// Plays one hand after the other.
///
/// ```
/// use handlab_core::hand::Hand;
/// use handlab_simulate::{Config, Simulator};
///
/// let mut simulator = Simulator::new(&Config::default(), 1);
/// let mut hand = Hand::default();
/// simulator.next_hand(&mut hand);
/// assert_eq!(hand.seats.len(), 6);
/// ```
#[derive(Clone, Debug)]
pub struct Simulator {
    config: Config,
    seed: u64,
    hands: u64,
    hand_id: u64,
    /// Hands left of this session.
    session_left: u32,
    choices: Generator,
    table: Table,
    clock: Clock,
    starts: Starts,
    tournament: Tournament,
    pack: Deck,
    scratch: Scratch,
    text: String,
    holes: Vec<CardList>,
}

impl Simulator {
    /// A table of that configuration, or of the nearest that is [playable](Config::playable).
    pub fn new(config: &Config, seed: u64) -> Self {
        let config = config.playable();
        let mut choices = Generator::new(seed);
        let table = Table::new(&config, &mut choices);
        let hand_id = config.first_hand_id;
        Simulator {
            seed,
            hands: 0,
            hand_id,
            session_left: 0,
            table,
            clock: Clock::new(&config.schedule),
            starts: Starts::new(config.game, config.is_hi_lo),
            tournament: Tournament { id: hand_id / 97, ..Tournament::default() },
            pack: Deck::new(quality::lowest_rank(config.game)),
            scratch: Scratch::default(),
            text: String::new(),
            holes: Vec::new(),
            choices,
            config,
        }
    }

    /// The configuration that is really played.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Plays the next hand into `hand`, which is cleared before.
    pub fn next_hand(&mut self, hand: &mut Hand) {
        hand.clear();
        self.prepare();
        let level = self.level();
        let seated: Vec<Seated> = self.table.seated(&self.config).collect();
        self.announce(hand, level, &seated);
        let mut betting = Betting::new(self.config.betting, level.big_blind, self.config.cap);
        for chair in &seated {
            betting.seat(*chair);
        }
        let button = seated.iter().position(|chair| chair.number == self.table.button());
        // Far apart, so that no two seeds share the cards of a hand.
        let cards = Generator::new(
            self.seed.rotate_left(32) ^ self.hands.wrapping_mul(0xD134_2543_DE82_EF95),
        );
        let mut play = Play {
            config: &self.config,
            level,
            betting,
            cards,
            choices: &mut self.choices,
            deck: self.pack,
            holes: [CardList::EMPTY; MOST_SEATS],
            starts: &self.starts,
            hero: hand.hero.map(usize::from),
            button: button.unwrap_or_default(),
            last_street: 0,
            board_at_all_in: None,
            views: [View::default(); MOST_SEATS],
            thrown: Vec::new(),
            hand,
        };
        play.run();
        play.settle(&mut self.scratch);
        play.eliminate(&self.config, &self.tournament, &self.scratch);
        for chair in play.betting.chairs() {
            self.table.settle(&chair.seated, chair.stack);
        }
        self.holes.clear();
        self.holes.extend(play.holes.iter().take(seated.len()));
        heading::add_posted_stakes(hand);
        self.hands += 1;
        self.tournament.hands += 1;
    }

    /// All hole cards of the last hand, known to the text or not, in the order of [`Hand::seats`]; in stud those that
    /// were dealt until the player folded, in draw games the last ones.
    pub fn hole_cards(&self) -> &[CardList] {
        &self.holes
    }

    /// Time, chairs, and a new session or tournament where one is due.
    fn prepare(&mut self) {
        let Simulator { config, table, clock, choices, .. } = self;
        let is_tournament = config.tournament.is_some();
        let is_over = is_tournament && (table.with_chips() < 2 || table.is_hero_out());
        if self.hands == 0 || is_over || (!is_tournament && self.session_left == 0) {
            if self.hands > 0 {
                clock.next_session(&config.schedule, choices);
            }
            self.session_left = config.schedule.hands_per_session;
            table.open(config, choices);
            self.tournament = Tournament {
                id: self.tournament.id + 1 + u64::from(choices.between(0, 4000)),
                entries: usize::from(config.players),
                hands: 0,
            };
            table.name = if is_tournament {
                format!("{} 1", self.tournament.id)
            } else {
                names::table(choices)
            };
        } else {
            clock.next_hand(&config.schedule, choices);
        }
        if is_tournament {
            table.between_tournament_hands(config, choices);
        } else {
            table.between_cash_hands(config, choices);
        }
        self.session_left = self.session_left.saturating_sub(1);
        self.hand_id += u64::from(choices.between(1, 5000));
    }

    fn level(&self) -> Level {
        let Config { small_blind, big_blind, ante, .. } = self.config;
        match &self.config.tournament {
            Some(freezeout) => self.tournament.level(freezeout),
            None => Level { small_blind, big_blind, ante },
        }
    }
}

/// The text of the first hands of a seed, as PokerStars writes it.
///
/// ```
/// use handlab_simulate::{Config, simulate_text};
///
/// let text = simulate_text(&Config::default(), 1, 3);
/// assert_eq!(text.matches("*** SUMMARY ***").count(), 3);
/// ```
pub fn simulate_text(config: &Config, seed: u64, hands: u64) -> String {
    let mut text = String::new();
    for hand in Texts::new(config, seed).take(usize::try_from(hands).unwrap_or(usize::MAX)) {
        text.push_str(&hand);
    }
    text
}

/// The texts of a simulator's hands, without end.
#[derive(Clone, Debug)]
pub struct Texts {
    simulator: Simulator,
    hand: Hand,
}

impl Texts {
    /// See [`Simulator::new`].
    pub fn new(config: &Config, seed: u64) -> Self {
        Texts { simulator: Simulator::new(config, seed), hand: Hand::default() }
    }

    /// Plays the next hand and appends its text.
    pub fn append_next(&mut self, text: &mut String) {
        self.simulator.next_hand(&mut self.hand);
        pokerstars::write(&self.hand, text);
    }
}

impl Iterator for Texts {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut text = String::new();
        self.append_next(&mut text);
        Some(text)
    }
}
