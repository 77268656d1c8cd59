//! One table, hand after hand: stacks, button and time carry on.

use crate::betting::Betting;
use crate::clock::Clock;
use crate::config::{Config, Level, MOST_SEATS};
use crate::header::{self, Header};
use crate::names;
use crate::play::Play;
use crate::quality::{self, Starts, View};
use crate::showdown::Scratch;
use crate::table::{Seated, Table};
use crate::tournament::Tournament;
use handlab_cards::card::CardList;
use handlab_cards::deal::{Deck, Generator};
use handlab_core::hand::Hand;

/// Plays one hand after another; the [front page](crate#examples) has an example.
#[derive(Clone, Debug)]
pub struct Simulator {
    config: Config,
    seed: u64,
    hands: u64,
    hand_id: u64,
    /// The number of hands left in this session.
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
    /// A table with that configuration, or with the nearest [playable](Config::playable) one.
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

    /// The configuration that is played.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Plays the next hand into `hand`, which is cleared first.
    pub fn next_hand(&mut self, hand: &mut Hand) {
        hand.clear();
        self.prepare();
        let level = self.level();
        let seated: Vec<Seated> = self.table.seated(&self.config).collect();
        let header = Header {
            config: &self.config,
            hand_id: self.hand_id,
            level,
            clock: &self.clock,
            table: &self.table,
            tournament: &self.tournament,
        };
        header.fill(hand, &seated, &mut self.text);
        let mut betting = Betting::new(self.config.betting, level.big_blind, self.config.cap);
        for chair in &seated {
            betting.seat(*chair);
        }
        let button = seated.iter().position(|chair| chair.number == self.table.button());
        // Far apart, so that hands of different seeds never share their cards.
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
        header::add_posted_stakes(hand);
        self.hands += 1;
        self.tournament.hands += 1;
    }

    /// All hole cards of the last hand, whether or not the text shows them, in the order of [`Hand::seats`]; in stud
    /// those dealt before the player folded, in draw games the final ones.
    pub fn hole_cards(&self) -> &[CardList] {
        &self.holes
    }

    /// Advances time and seats, and starts a new session or tournament if one is due.
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
