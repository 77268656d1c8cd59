//! The settings of a simulation.

use crate::style::Style;
use handlab_cards::game::{Betting, Game, GameFamily};
use handlab_cards::score;
use handlab_core::chips;
use handlab_core::hand::Kind;
use handlab_core::money::Currency;
use handlab_core::rake::{RakeRule, Rounding};
use handlab_dialects::pokerstars::write;

/// The most seats at a simulated table.
pub(crate) const MOST_SEATS: usize = 10;

/// All settings of a [`Simulator`](crate::Simulator). Money is in minor units of `currency`.
///
/// Every value is accepted: one that cannot be played is replaced by the nearest playable one, see [`Config::playable`].
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Config {
    pub game: Game,
    /// High and low share the pot; only Omaha, Courchevel and stud are dealt that way.
    pub is_hi_lo: bool,
    pub betting: Betting,
    /// Seats at the table, 2..=10; fewer in games that need many cards.
    pub chairs: u8,
    /// How many seats are usually taken.
    pub players: u8,
    /// Cash or play money. A tournament is set by `tournament`.
    pub kind: Kind,
    pub currency: Currency,
    /// In stud the bring-in.
    pub small_blind: i64,
    /// In fixed limit also the small bet (the big bet is twice that); in short deck the button blind.
    pub big_blind: i64,
    /// Paid by each player; 0 for none.
    pub ante: i64,
    /// The most that a player can lose per hand, with [`Betting::Cap`]; 0 is 40 big blinds.
    pub cap: i64,
    /// The usual stack of a player who sits down.
    pub buy_in: i64,
    pub rake: RakeRule,
    /// The player whose cards the text shows. Empty for an observer's text.
    pub hero: String,
    pub hero_style: Style,
    /// Every hand is played against other players.
    pub is_fast_fold: bool,
    /// Decisions ignore the cards. Then the cards are unbiased even in subsets defined by the play, such as hands that
    /// reached the river.
    pub is_blind_play: bool,
    /// The summary shows cards mucked at a showdown, as in files of a player who was dealt in.
    pub knows_mucked: bool,
    pub rates: Rates,
    /// Plays single-table freeze-outs, one after another, instead of a cash game.
    pub tournament: Option<Freezeout>,
    pub schedule: Schedule,
    /// The ID of the first hand; IDs increase slightly from hand to hand.
    pub first_hand_id: u64,
}

/// How often events happen, per thousand hands (or opportunities) in which they can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// The player after the big blind straddles.
    pub straddle: u16,
    /// All-in players agree to run it twice.
    pub run_twice: u16,
    /// An all-in player cashes out.
    pub cash_out: u16,
    /// A player sits out for some hands.
    pub sit_out: u16,
    /// A player leaves and another takes the seat.
    pub leave: u16,
    /// A player who wins without a showdown shows their cards.
    pub show: u16,
}

/// A freeze-out. Buy-in, fee and bounty are in minor units of `Config::currency`; the stack is in chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freezeout {
    pub buy_in: i64,
    pub fee: i64,
    /// Paid to the player who knocks another out; 0 for none.
    pub bounty: i64,
    pub stack: i64,
    pub hands_per_level: u32,
}

/// When hands are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Seconds since 1970 in UTC.
    pub started_at: i64,
    pub hands_per_session: u32,
    /// From the start of one session to the start of the next: minimum and maximum.
    pub hours_between_sessions: (u32, u32),
    pub seconds_per_hand: (u32, u32),
}

/// The forced bets of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) small_blind: i64,
    pub(crate) big_blind: i64,
    pub(crate) ante: i64,
}

impl Default for Config {
    /// No-limit hold'em, 0.05/0.10 USD, six seats, no hero.
    fn default() -> Self {
        Config {
            game: Game::Holdem,
            is_hi_lo: false,
            betting: Betting::NoLimit,
            chairs: 6,
            players: 6,
            kind: Kind::Cash,
            currency: Currency::USD,
            small_blind: 5,
            big_blind: 10,
            ante: 0,
            cap: 0,
            buy_in: 1000,
            rake: RakeRule {
                rate_per_million: 45_000,
                cap: Some(150),
                rounding: Rounding::HalfEven,
                no_flop_no_drop: true,
                ..RakeRule::default()
            },
            hero: String::new(),
            hero_style: Style::TIGHT_AGGRESSIVE,
            is_fast_fold: false,
            is_blind_play: false,
            knows_mucked: true,
            rates: Rates { sit_out: 2, leave: 4, show: 30, ..Rates::default() },
            tournament: None,
            schedule: Schedule::default(),
            first_hand_id: 210_000_000_000,
        }
    }
}

impl Default for Schedule {
    /// Sessions of 120 hands every one to three days from 6 January 2020, 40 to 70 seconds per hand.
    fn default() -> Self {
        Schedule {
            started_at: 1_578_340_800,
            hands_per_session: 120,
            hours_between_sessions: (22, 75),
            seconds_per_hand: (40, 70),
        }
    }
}

/// Far above any table's stakes, and far below the limits of the integers.
const MOST_MONEY: i64 = 1_000_000_000_000;

impl Config {
    /// The nearest configuration that can be played and printed; most are unchanged.
    #[must_use]
    pub fn playable(&self) -> Config {
        let mut config = self.clone();
        if !deals(config.game) {
            config.game = Game::Holdem;
        }
        let family = config.game.family();
        config.is_hi_lo &= score::may_be_hi_lo(config.game);
        // No text of a short-deck tournament is known.
        config.tournament = config.tournament.filter(|_| config.game != Game::ShortDeck);
        let has_cap = family == GameFamily::Flop
            && config.game != Game::ShortDeck
            && config.tournament.is_none();
        config.betting = match config.betting {
            Betting::Cap if !has_cap => Betting::NoLimit,
            // Short deck's header has no place for two bets.
            Betting::FixedLimit if config.game == Game::ShortDeck => Betting::NoLimit,
            Betting::PotLimitPreflop if family != GameFamily::Flop => Betting::PotLimit,
            betting => betting,
        };
        config.chairs = config.chairs.clamp(2, most_players(config.game));
        config.players = config.players.clamp(2, config.chairs);
        config.playable_money();
        config.hero_style = config.hero_style.playable();
        config.hero.retain(|letter| !letter.is_control());
        config.hero = config.hero.trim().to_owned();
        config.is_fast_fold &= config.tournament.is_none();
        let schedule = &mut config.schedule;
        schedule.started_at = schedule.started_at.clamp(EARLIEST, LATEST);
        schedule.hands_per_session = schedule.hands_per_session.max(1);
        let (least, most) = schedule.hours_between_sessions;
        schedule.hours_between_sessions = (least.min(10_000), most.min(10_000));
        let (least, most) = schedule.seconds_per_hand;
        schedule.seconds_per_hand = (least.clamp(1, 3600), most.clamp(1, 3600));
        config.first_hand_id = config.first_hand_id.min(1 << 60);
        config
    }

    fn playable_money(&mut self) {
        if self.kind != Kind::Cash {
            (self.kind, self.currency) = (Kind::Play, Currency::PLAY);
        } else if !["USD", "EUR", "GBP", "INR", "CNY", "CAD", "AUD"].contains(&self.currency.code())
        {
            self.currency = Currency::USD;
        }
        self.big_blind = self.big_blind.clamp(1, MOST_MONEY);
        self.small_blind = self.small_blind.clamp(1, self.big_blind);
        self.ante = self.ante.clamp(0, self.big_blind);
        if self.game == Game::ShortDeck {
            self.ante = self.ante.max(1);
        }
        if self.betting == Betting::Cap {
            let cap = if self.cap > 0 { self.cap } else { self.big_blind * 40 };
            self.cap = cap.clamp(self.big_blind * 2, MOST_MONEY * 100);
        }
        self.buy_in = self.buy_in.clamp(self.big_blind, MOST_MONEY * 100);
        self.rake.rate_per_million = self.rake.rate_per_million.min(1_000_000);
        // The text has no line for a jackpot fee.
        self.rake.jackpot_fee = 0;
        if let Some(freezeout) = &mut self.tournament {
            // A tournament is bought with money.
            if self.kind != Kind::Cash {
                (self.kind, self.currency) = (Kind::Cash, Currency::USD);
            }
            for amount in [&mut freezeout.buy_in, &mut freezeout.fee, &mut freezeout.bounty] {
                *amount = (*amount).clamp(0, MOST_MONEY);
            }
            freezeout.stack = freezeout.stack.clamp(1, MOST_MONEY);
            freezeout.hands_per_level = freezeout.hands_per_level.max(1);
        }
    }

    /// Decimals of the money at the table.
    pub(crate) fn scale(&self) -> u8 {
        if self.tournament.is_some() { 0 } else { chips::scale_of(self.currency) }
    }
}

/// Whether the simulator deals a game: it writes the format of `PokerStars`, which does not support every game.
pub fn deals(game: Game) -> bool {
    write::has_form(game)
}

/// 1 January 2008 and 1 January 2100: one daylight saving rule applies throughout.
const EARLIEST: i64 = 1_199_145_600;
const LATEST: i64 = 4_102_444_800;

/// The most players to whom a full hand can be dealt, including two boards. In draw games discards are reshuffled.
const fn most_players(game: Game) -> u8 {
    match game {
        Game::Holdem | Game::ShortDeck | Game::Omaha => 10,
        Game::Omaha5 | Game::Courchevel | Game::Badugi => 8,
        Game::Omaha6 | Game::Stud | Game::Razz => 7,
        _ => 6,
    }
}
