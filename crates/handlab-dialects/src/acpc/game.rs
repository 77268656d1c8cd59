//! The known games: the competition's, and those of published hands between programs.

use handlab_cards::game::Betting;

/// A game for a fixed number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    pub players: usize,
    pub betting: Betting,
    pub small_blind: i64,
    /// Also the bet on the first two streets of a limit game, and half the bet on the other two.
    pub big_blind: i64,
    /// Every player's stack at the start of every hand, unless the line has the stacks.
    pub stack: Option<i64>,
}

/// The number of players in the largest of [`GAMES`].
pub(super) const MOST_PLAYERS: usize = 6;

/// All known games.
pub const GAMES: [Game; 6] = [
    no_limit(2, 50, 100, 20_000),
    no_limit(3, 50, 100, 20_000),
    no_limit(6, 50, 100, 10_000),
    no_limit(2, 1, 2, 200),
    limit(2),
    limit(3),
];

const fn no_limit(players: usize, small_blind: i64, big_blind: i64, stack: i64) -> Game {
    Game { players, betting: Betting::NoLimit, small_blind, big_blind, stack: Some(stack) }
}

const fn limit(players: usize) -> Game {
    Game { players, betting: Betting::FixedLimit, small_blind: 5, big_blind: 10, stack: None }
}

/// A no-limit game for two whose blinds a line prints, those of the first player first.
pub(super) const fn with_blinds([big_blind, small_blind]: [i64; 2]) -> Game {
    Game { players: 2, betting: Betting::NoLimit, small_blind, big_blind, stack: None }
}

/// The games of the competition, and of the matches against the local best response, by the names of their definitions.
const NAMES: [(&str, usize); 6] = [
    ("holdem.nolimit.2p.reverse_blinds.game", 0),
    ("holdem.nolimit.3p.game", 1),
    ("holdem.limit.2p.reverse_blinds.game", 4),
    ("holdem.limit.3p.game", 5),
    ("game_def.fullholdem", 0),
    ("game_def.holdem.2p.no_limit.100BB.reverse_blinds", 3),
];

/// The game that a file's first line names: `match1 holdem.limit.3p.game 1000 42`, perhaps with the path of the definition.
pub fn named(rest: &str) -> Option<Game> {
    let file = |word: &str| word.rsplit(['/', '\\']).next().map(str::to_owned);
    rest.split_whitespace().filter_map(file).find_map(|word| {
        let known = NAMES.iter().find(|(name, _)| *name == word);
        known.map(|(_, index)| GAMES[*index])
    })
}
