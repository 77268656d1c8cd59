//! The players at the table from hand to hand: joining, leaving, sitting out, rebuying, and the button.

use crate::config::{Config, MOST_SEATS};
use crate::names;
use crate::style::Style;
use handlab_cards::deal::{Generator, shuffle};
use handlab_cards::game::GameFamily;

/// A person, at the table or not.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) style: Style,
    stack: i64,
    /// The number of hands for which the player will still sit out.
    away: u32,
    owes: Owes,
}

/// What a player has to post before being dealt in between the blinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Owes {
    #[default]
    Nothing,
    /// The big blind, because the player is new.
    Entry,
    /// Both, because the player missed them.
    Both,
}

/// A player in their seat at the start of a hand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seated {
    /// The player's index.
    pub(crate) player: usize,
    /// The seat number, from 1.
    pub(crate) number: u8,
    pub(crate) stack: i64,
    pub(crate) style: Style,
    pub(crate) is_dealt_in: bool,
    /// Folds any cards (in a tournament, absent players are dealt in).
    pub(crate) is_away: bool,
    pub(crate) owes: Owes,
}

/// A table and everyone who ever plays at it. The hero, if any, is player 0.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    players: Vec<Player>,
    /// The player in each seat.
    chairs: Vec<Option<usize>>,
    /// The index of the seat with the button.
    button: usize,
    has_hero: bool,
}

/// The number of regular visitors besides those who sit down first.
const VISITORS: usize = 18;

impl Table {
    pub(crate) fn new(config: &Config, source: &mut Generator) -> Self {
        let has_hero = !config.hero.is_empty();
        let turn = source.between(0, 23) as usize;
        let players = (0..usize::from(config.chairs) + VISITORS).map(|index| {
            let is_hero = has_hero && index == 0;
            let name =
                if is_hero { config.hero.clone() } else { names::player(index, turn, source) };
            let style = if is_hero { config.hero_style } else { Style::random(source) };
            Player { name, style, stack: 0, away: 0, owes: Owes::Nothing }
        });
        let players: Vec<Player> = players.filter(|player| !player.name.is_empty()).collect();
        let chairs = vec![None; usize::from(config.chairs)];
        let mut table = Table { name: String::new(), players, chairs, button: 0, has_hero };
        table.drop_namesakes();
        table
    }

    /// Removes visitors with the hero's name, who would be a second hero.
    fn drop_namesakes(&mut self) {
        if self.has_hero {
            let hero = self.players[0].name.clone();
            let mut index = 0;
            self.players.retain(|player| {
                index += 1;
                index == 1 || player.name != hero
            });
        }
    }

    pub(crate) fn name_of(&self, player: usize) -> &str {
        &self.players[player].name
    }

    pub(crate) fn is_hero(&self, player: usize) -> bool {
        self.has_hero && player == 0
    }

    /// The number of the seat with the button.
    pub(crate) fn button(&self) -> u8 {
        self.button as u8 + 1
    }

    /// Clears the table and seats `players` of them with `stack` each (roughly, in a cash game).
    pub(crate) fn open(&mut self, config: &Config, source: &mut Generator) {
        let mut order: Vec<usize> = (usize::from(self.has_hero)..self.players.len()).collect();
        shuffle(source, &mut order);
        if self.has_hero {
            order.insert(0, 0);
        }
        order.truncate(usize::from(config.players));
        let mut numbers: Vec<usize> = (0..self.chairs.len()).collect();
        shuffle(source, &mut numbers);
        self.chairs.fill(None);
        for (player, number) in order.into_iter().zip(numbers) {
            self.sit(config, player, number, source);
            self.players[player].owes = Owes::Nothing;
        }
        self.button = source.between(0, self.chairs.len() as u32 - 1) as usize;
    }

    fn sit(&mut self, config: &Config, player: usize, number: usize, source: &mut Generator) {
        let stack = match &config.tournament {
            Some(freezeout) => freezeout.stack,
            None if self.is_hero(player) || source.chance(600) => config.buy_in,
            None => config.buy_in * i64::from(source.between(40, 130)) / 100,
        };
        self.chairs[number] = Some(player);
        let player = &mut self.players[player];
        (player.stack, player.away, player.owes) = (stack.max(1), 0, Owes::Entry);
    }

    /// Changes between two hands of a cash game: players leave and join, and the button moves.
    pub(crate) fn between_cash_hands(&mut self, config: &Config, source: &mut Generator) {
        if config.is_fast_fold {
            self.replace_players(config, source);
        }
        for number in 0..self.chairs.len() {
            if let Some(player) = self.chairs[number] {
                self.maybe_leave(config, number, player, source);
            }
        }
        self.fill(config, source);
        self.move_button();
    }

    /// Changes between two hands of a tournament: players without chips are out, and the button moves.
    pub(crate) fn between_tournament_hands(&mut self, config: &Config, source: &mut Generator) {
        for chair in &mut self.chairs {
            *chair = chair.filter(|player| self.players[*player].stack > 0);
        }
        for player in self.chairs.iter().flatten() {
            let is_hero = self.has_hero && *player == 0;
            let player = &mut self.players[*player];
            player.away = player.away.saturating_sub(1);
            if player.away == 0 && !is_hero && source.chance(config.rates.sit_out) {
                player.away = source.between(2, 12);
            }
        }
        self.move_button();
    }

    /// Replaces everyone but the hero, and seats all players again.
    fn replace_players(&mut self, config: &Config, source: &mut Generator) {
        let seated = self.chairs.iter().flatten().count();
        let first = usize::from(self.has_hero);
        let mut order: Vec<usize> = (first..self.players.len()).collect();
        shuffle(source, &mut order);
        order.truncate(seated - first.min(seated));
        order.extend((0..first).filter(|_| seated > 0));
        self.chairs.fill(None);
        let mut numbers: Vec<usize> = (0..self.chairs.len()).collect();
        shuffle(source, &mut numbers);
        for (player, number) in order.into_iter().zip(numbers) {
            if self.players[player].stack > 0 {
                self.chairs[number] = Some(player);
            } else {
                self.sit(config, player, number, source);
            }
            self.players[player].owes = Owes::Nothing;
        }
    }

    fn maybe_leave(
        &mut self,
        config: &Config,
        number: usize,
        index: usize,
        source: &mut Generator,
    ) {
        let is_hero = self.is_hero(index);
        let player = &mut self.players[index];
        let is_short = player.stack < (config.big_blind * 12).min(config.buy_in / 2).max(1);
        let buys_in = is_hero || source.chance(650);
        let is_rich = player.stack > config.buy_in.saturating_mul(5);
        if !is_hero && (is_rich || (is_short && !buys_in) || source.chance(config.rates.leave)) {
            self.chairs[number] = None;
            player.stack = 0;
            return;
        }
        if is_short || (is_hero && player.stack < config.buy_in / 10 * 8) {
            player.stack = player.stack.max(config.buy_in);
        }
        if player.away > 0 {
            player.away -= 1;
        } else if !is_hero && source.chance(config.rates.sit_out) {
            player.away = source.between(1, 8);
            if player.owes == Owes::Nothing {
                player.owes = Owes::Both;
            }
        }
    }

    /// Seats newcomers, and brings back players who sit out if there would otherwise be no game.
    fn fill(&mut self, config: &Config, source: &mut Generator) {
        let wanted = usize::from(config.players);
        while self.chairs.iter().flatten().count() < wanted {
            let Some(number) = self.chairs.iter().position(Option::is_none) else { break };
            let absent = |index: &usize| !self.chairs.contains(&Some(*index));
            let absent: Vec<usize> = (0..self.players.len()).filter(absent).collect();
            if absent.is_empty() {
                break;
            }
            let pick = source.between(0, absent.len() as u32 - 1) as usize;
            self.sit(config, absent[pick], number, source);
        }
        let awake = self.chairs.iter().flatten().filter(|index| self.players[**index].away == 0);
        if awake.count() < 2 {
            for index in self.chairs.iter().flatten() {
                self.players[*index].away = 0;
            }
        }
    }

    fn move_button(&mut self) {
        let len = self.chairs.len();
        let can_have = |number: &usize| {
            self.chairs[*number].is_some_and(|index| self.players[index].away == 0)
        };
        let next = (1..=len).map(|step| (self.button + step) % len);
        let taken = |number: &usize| self.chairs[*number].is_some();
        self.button =
            next.clone().find(can_have).or_else(|| next.clone().find(taken)).unwrap_or(self.button);
    }

    /// The occupied seats in order of their numbers.
    pub(crate) fn seated(&self, config: &Config) -> impl Iterator<Item = Seated> {
        let is_tournament = config.tournament.is_some();
        let has_blinds = config.game.family() != GameFamily::Stud;
        let taken = self.chairs.iter().enumerate().take(MOST_SEATS);
        taken.filter_map(move |(number, index)| {
            let index = (*index)?;
            let player = &self.players[index];
            let is_away = player.away > 0;
            Some(Seated {
                player: index,
                number: number as u8 + 1,
                stack: player.stack,
                style: player.style,
                is_dealt_in: is_tournament || !is_away,
                is_away,
                owes: if has_blinds && !is_tournament { player.owes } else { Owes::Nothing },
            })
        })
    }

    /// Records a player's stack after a hand; any owed posts are settled.
    pub(crate) fn settle(&mut self, seated: &Seated, stack: i64) {
        let player = &mut self.players[seated.player];
        player.stack = stack;
        if seated.is_dealt_in {
            player.owes = Owes::Nothing;
        }
    }

    /// The number of players who still have chips.
    pub(crate) fn with_chips(&self) -> usize {
        self.chairs.iter().flatten().filter(|index| self.players[**index].stack > 0).count()
    }

    /// Whether the hero has no chips left.
    pub(crate) fn is_hero_out(&self) -> bool {
        self.has_hero && self.players[0].stack == 0
    }
}
