//! The games that are dealt: their streets, cards and betting. What decides their pots is in [`crate::score`].

use std::fmt;

/// A game as it is dealt. Whether the pot is split with an eight-or-better low is a separate flag (`is_hi_lo`): most
/// games are dealt either way. Games whose pot is always split are variants of their own; see
/// [`Game::is_always_split`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Game {
    #[default]
    Holdem,
    /// Hold'em with the 36 cards from the six up (6+).
    ShortDeck,
    Omaha,
    Omaha5,
    Omaha6,
    /// Five-card Omaha whose first flop card is dealt before the first betting round.
    Courchevel,
    /// Hold'em with four cards, two of which are discarded after the betting on the flop.
    Irish,
    /// Five-card Omaha with a draw after the betting on the flop; half the pot goes to the best five cards in hand.
    Drawmaha,
    /// Drawmaha, half of it for the best 2-7 low in hand.
    Drawmaha27,
    /// Drawmaha, half of it for the best ace-to-five low in hand.
    DrawmahaA5,
    /// Drawmaha, half of it for the most points in hand: an ace counts 1, a face card 0. Forty-nine is the best.
    Drawmaha49,
    /// Drawmaha, half of it for the fewest points in hand.
    Drawmaha0,
    /// Drawmaha, half of it for the best badugi in hand.
    DrawmahaBadugi,
    /// Seven-card stud.
    Stud,
    Razz,
    /// Razz for the best 2-7 low.
    Razz27,
    FiveCardStud,
    FiveCardDraw,
    /// 2-7 single draw.
    SingleDraw27,
    /// 2-7 triple draw.
    TripleDraw27,
    /// Ace-to-five single draw.
    SingleDrawA5,
    /// Ace-to-five triple draw.
    TripleDrawA5,
    Badugi,
    /// Triple draw of five cards: half the pot for the best badugi, half for the best ace-to-five low.
    Badacey,
    /// Triple draw of five cards: half the pot for the best badugi with the ace high, half for the best 2-7 low.
    Badeucy,
}

/// How the streets of a game work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameFamily {
    /// A shared board: preflop, flop, turn, river.
    Flop,
    /// Up and down cards: third to seventh street.
    Stud,
    /// Cards are exchanged between the betting rounds.
    Draw,
}

impl Game {
    /// Every game, in declaration order.
    pub const ALL: [Game; 25] = [
        Game::Holdem,
        Game::ShortDeck,
        Game::Omaha,
        Game::Omaha5,
        Game::Omaha6,
        Game::Courchevel,
        Game::Irish,
        Game::Drawmaha,
        Game::Drawmaha27,
        Game::DrawmahaA5,
        Game::Drawmaha49,
        Game::Drawmaha0,
        Game::DrawmahaBadugi,
        Game::Stud,
        Game::Razz,
        Game::Razz27,
        Game::FiveCardStud,
        Game::FiveCardDraw,
        Game::SingleDraw27,
        Game::TripleDraw27,
        Game::SingleDrawA5,
        Game::TripleDrawA5,
        Game::Badugi,
        Game::Badacey,
        Game::Badeucy,
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
            Game::Irish => "irish",
            Game::Drawmaha => "drawmaha",
            Game::Drawmaha27 => "drawmaha_27",
            Game::DrawmahaA5 => "drawmaha_a5",
            Game::Drawmaha49 => "drawmaha_49",
            Game::Drawmaha0 => "drawmaha_0",
            Game::DrawmahaBadugi => "drawmaha_badugi",
            Game::Stud => "stud",
            Game::Razz => "razz",
            Game::Razz27 => "razz_27",
            Game::FiveCardStud => "five_card_stud",
            Game::FiveCardDraw => "five_card_draw",
            Game::SingleDraw27 => "single_draw_27",
            Game::TripleDraw27 => "triple_draw_27",
            Game::SingleDrawA5 => "single_draw_a5",
            Game::TripleDrawA5 => "triple_draw_a5",
            Game::Badugi => "badugi",
            Game::Badacey => "badacey",
            Game::Badeucy => "badeucy",
        }
    }

    /// The game with that name in the `game` column.
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
            | Game::Courchevel
            | Game::Irish
            | Game::Drawmaha
            | Game::Drawmaha27
            | Game::DrawmahaA5
            | Game::Drawmaha49
            | Game::Drawmaha0
            | Game::DrawmahaBadugi => GameFamily::Flop,
            Game::Stud | Game::Razz | Game::Razz27 | Game::FiveCardStud => GameFamily::Stud,
            Game::FiveCardDraw
            | Game::SingleDraw27
            | Game::TripleDraw27
            | Game::SingleDrawA5
            | Game::TripleDrawA5
            | Game::Badugi
            | Game::Badacey
            | Game::Badeucy => GameFamily::Draw,
        }
    }

    /// The number of hole cards that a player has at the showdown.
    pub const fn hole_cards(self) -> usize {
        match self {
            Game::Holdem | Game::ShortDeck | Game::Irish => 2,
            Game::Omaha | Game::Badugi => 4,
            Game::Omaha6 => 6,
            Game::Stud | Game::Razz | Game::Razz27 => 7,
            _ => 5,
        }
    }

    /// The number of hole cards that a player is dealt before the first betting round.
    pub const fn dealt_cards(self) -> usize {
        match self {
            Game::Irish => 4,
            Game::Stud | Game::Razz | Game::Razz27 => 3,
            Game::FiveCardStud => 2,
            _ => self.hole_cards(),
        }
    }

    /// 36 for short deck, else 52.
    pub const fn deck_size(self) -> u8 {
        if matches!(self, Game::ShortDeck) { 36 } else { 52 }
    }

    /// The number of betting rounds in a hand that goes to the end.
    pub const fn streets(self) -> u8 {
        match self {
            Game::Stud | Game::Razz | Game::Razz27 => 5,
            Game::FiveCardDraw | Game::SingleDraw27 | Game::SingleDrawA5 => 2,
            _ => 4,
        }
    }

    /// The first betting round after which no player's cards change any more; in most games the very first.
    ///
    /// In draw games it is the one after the last draw; in Irish and Drawmaha, where cards are discarded after the
    /// betting on the flop, it is the turn.
    pub const fn last_exchange(self) -> Street {
        match self.family() {
            GameFamily::Draw => Street(self.streets() - 1),
            GameFamily::Flop if self.exchanges_after_flop() => Street(2),
            GameFamily::Flop | GameFamily::Stud => Street::FIRST,
        }
    }

    /// Whether players exchange or discard cards between the betting on the flop and the turn.
    pub const fn exchanges_after_flop(self) -> bool {
        matches!(self, Game::Irish) || self.is_drawmaha()
    }

    /// Whether discards are replaced from the deck, to which they may return.
    pub const fn has_draws(self) -> bool {
        matches!(self.family(), GameFamily::Draw) || self.is_drawmaha()
    }

    /// Whether half the pot is for the board and half for the cards in hand.
    pub const fn is_drawmaha(self) -> bool {
        matches!(
            self,
            Game::Drawmaha
                | Game::Drawmaha27
                | Game::DrawmahaA5
                | Game::Drawmaha49
                | Game::Drawmaha0
                | Game::DrawmahaBadugi
        )
    }

    /// Whether every contested pot has two halves, regardless of the table: these games are never also dealt hi-lo.
    pub const fn is_always_split(self) -> bool {
        self.is_drawmaha() || matches!(self, Game::Badacey | Game::Badeucy)
    }

    /// Whether the lowest up cards begin the later streets of a stud game.
    pub const fn is_low_stud(self) -> bool {
        matches!(self, Game::Razz | Game::Razz27)
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

    /// The betting with that name in the `betting` column.
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
    /// The round before any community card, draw or fourth street.
    pub const FIRST: Street = Street(0);
    /// After every betting round.
    pub const SHOWDOWN: Street = Street(9);

    /// The name in the `street` columns.
    pub const fn name(self, game: Game) -> &'static str {
        match (game.family(), self.0) {
            (GameFamily::Flop, 0) => "preflop",
            (GameFamily::Flop, 1) => "flop",
            (GameFamily::Flop, 2) => "turn",
            (GameFamily::Flop, 3) => "river",
            (GameFamily::Draw, 0) => "predraw",
            (GameFamily::Draw, 1) => "draw1",
            (GameFamily::Draw, 2) => "draw2",
            (GameFamily::Draw, 3) => "draw3",
            (GameFamily::Stud, street) if street < game.streets() => {
                match street as usize + game.dealt_cards() {
                    2 => "second",
                    3 => "third",
                    4 => "fourth",
                    5 => "fifth",
                    6 => "sixth",
                    7 => "seventh",
                    _ => "showdown",
                }
            }
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

    #[test]
    fn streets_are_named_by_their_cards() {
        let names = |game: Game| (0..game.streets()).map(move |street| Street(street).name(game));
        let of = |game| names(game).collect::<Vec<_>>().join(" ");
        assert_eq!(of(Game::Stud), "third fourth fifth sixth seventh");
        assert_eq!(of(Game::FiveCardStud), "second third fourth fifth");
        assert_eq!(of(Game::Drawmaha), "preflop flop turn river");
        assert_eq!(of(Game::SingleDrawA5), "predraw draw1");
        assert_eq!(of(Game::Badacey), "predraw draw1 draw2 draw3");
        for game in Game::ALL {
            assert_eq!(Street::SHOWDOWN.name(game), "showdown");
        }
    }
}
