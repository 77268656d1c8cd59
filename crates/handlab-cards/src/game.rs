//! The games that are dealt: their streets, cards and betting.

use std::fmt;

/// A game as it is dealt. Whether the pot is split high and low is held separately (`Rules::is_hi_lo`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Game {
    #[default]
    Holdem,
    /// Hold'em with the 36 cards from the six up ("6+").
    ShortDeck,
    Omaha,
    Omaha5,
    Omaha6,
    /// Five-card Omaha whose first flop card is dealt before the first betting round.
    Courchevel,
    /// Seven-card stud.
    Stud,
    Razz,
    FiveCardDraw,
    /// 2-7 single draw.
    SingleDraw27,
    /// 2-7 triple draw.
    TripleDraw27,
    Badugi,
}

/// How the streets of a game run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameFamily {
    /// A common board: preflop, flop, turn, river.
    Flop,
    /// Up and down cards: third to seventh street.
    Stud,
    /// Cards are exchanged between the betting rounds.
    Draw,
}

impl Game {
    /// Every game, in the order of the declaration.
    pub const ALL: [Game; 12] = [
        Game::Holdem,
        Game::ShortDeck,
        Game::Omaha,
        Game::Omaha5,
        Game::Omaha6,
        Game::Courchevel,
        Game::Stud,
        Game::Razz,
        Game::FiveCardDraw,
        Game::SingleDraw27,
        Game::TripleDraw27,
        Game::Badugi,
    ];

    /// The name in the `game` column.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Holdem => "holdem",
            Game::ShortDeck => "short_deck",
            Game::Omaha => "omaha",
            Game::Omaha5 => "omaha5",
            Game::Omaha6 => "omaha6",
            Game::Courchevel => "courchevel",
            Game::Stud => "stud",
            Game::Razz => "razz",
            Game::FiveCardDraw => "five_card_draw",
            Game::SingleDraw27 => "single_draw_27",
            Game::TripleDraw27 => "triple_draw_27",
            Game::Badugi => "badugi",
        }
    }

    /// The game of that name in the `game` column.
    pub fn from_name(name: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.name() == name)
    }

    pub const fn family(self) -> GameFamily {
        match self {
            Game::Holdem
            | Game::ShortDeck
            | Game::Omaha
            | Game::Omaha5
            | Game::Omaha6
            | Game::Courchevel => GameFamily::Flop,
            Game::Stud | Game::Razz => GameFamily::Stud,
            Game::FiveCardDraw | Game::SingleDraw27 | Game::TripleDraw27 | Game::Badugi => {
                GameFamily::Draw
            }
        }
    }

    /// How many cards of their own a player holds at the showdown.
    pub const fn hole_cards(self) -> usize {
        match self {
            Game::Holdem | Game::ShortDeck => 2,
            Game::Omaha | Game::Badugi => 4,
            Game::Omaha5
            | Game::Courchevel
            | Game::FiveCardDraw
            | Game::SingleDraw27
            | Game::TripleDraw27 => 5,
            Game::Omaha6 => 6,
            Game::Stud | Game::Razz => 7,
        }
    }

    /// 36 for short deck, else 52.
    pub const fn deck_size(self) -> u8 {
        if matches!(self, Game::ShortDeck) { 36 } else { 52 }
    }

    /// How many betting rounds a hand has that goes to the end.
    pub const fn streets(self) -> u8 {
        match self {
            Game::Stud | Game::Razz => 5,
            Game::FiveCardDraw | Game::SingleDraw27 => 2,
            _ => 4,
        }
    }
}

impl GameFamily {
    /// The name in the `game_family` column.
    pub const fn name(self) -> &'static str {
        match self {
            GameFamily::Flop => "flop",
            GameFamily::Stud => "stud",
            GameFamily::Draw => "draw",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How much may be bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Betting {
    #[default]
    NoLimit,
    PotLimit,
    FixedLimit,
    /// No limit up to a cap per hand; the stack may be larger.
    Cap,
    /// Pot limit before the flop, no limit after it.
    PotLimitPreflop,
}

impl Betting {
    /// The name in the `betting` column.
    pub const fn name(self) -> &'static str {
        match self {
            Betting::NoLimit => "no_limit",
            Betting::PotLimit => "pot_limit",
            Betting::FixedLimit => "fixed_limit",
            Betting::Cap => "cap",
            Betting::PotLimitPreflop => "pot_limit_preflop",
        }
    }

    /// The betting of that name in the `betting` column.
    pub fn from_name(name: &str) -> Option<Betting> {
        [
            Betting::NoLimit,
            Betting::PotLimit,
            Betting::FixedLimit,
            Betting::Cap,
            Betting::PotLimitPreflop,
        ]
        .into_iter()
        .find(|betting| betting.name() == name)
    }
}

/// A betting round, counted from 0, or the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Street(pub u8);

impl Street {
    /// The round before any common card, draw or fourth street.
    pub const FIRST: Street = Street(0);
    /// After every betting round.
    pub const SHOWDOWN: Street = Street(9);

    /// The name in the `street` columns.
    pub const fn name(self, family: GameFamily) -> &'static str {
        match (family, self.0) {
            (GameFamily::Flop, 0) => "preflop",
            (GameFamily::Flop, 1) => "flop",
            (GameFamily::Flop, 2) => "turn",
            (GameFamily::Flop, 3) => "river",
            (GameFamily::Draw, 0) => "predraw",
            (GameFamily::Draw, 1) => "draw1",
            (GameFamily::Draw, 2) => "draw2",
            (GameFamily::Draw, 3) => "draw3",
            (GameFamily::Stud, 0) => "third",
            (GameFamily::Stud, 1) => "fourth",
            (GameFamily::Stud, 2) => "fifth",
            (GameFamily::Stud, 3) => "sixth",
            (GameFamily::Stud, 4) => "seventh",
            _ => "showdown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name() {
        for game in Game::ALL {
            assert_eq!(Game::from_name(game.name()), Some(game));
        }
        assert_eq!(Game::from_name("holdem "), None);
    }
}
