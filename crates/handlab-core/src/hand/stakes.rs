//! What a table is played for: kind of game, antes, blinds and bets.

/// What was at stake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    #[default]
    Cash,
    Tournament,
    /// Play money.
    Play,
    /// Chips of a private club, whose value the text does not give.
    Club,
}

impl Kind {
    /// The name in the `kind` column.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Cash => "cash",
            Kind::Tournament => "tournament",
            Kind::Play => "play",
            Kind::Club => "club",
        }
    }
}

/// Who pays the ante.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnteKind {
    #[default]
    Each,
    BigBlind,
    Button,
}

impl AnteKind {
    /// The name in the `ante_kind` column.
    pub const fn name(self) -> &'static str {
        match self {
            AnteKind::Each => "each",
            AnteKind::BigBlind => "big_blind",
            AnteKind::Button => "button",
        }
    }
}

/// The forced bets and bet sizes of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    pub small_blind: Option<i64>,
    pub big_blind: Option<i64>,
    /// The bet of the early streets of a fixed-limit game.
    pub small_bet: Option<i64>,
    /// The bet of the late streets of a fixed-limit game.
    pub big_bet: Option<i64>,
    pub ante: Option<i64>,
    pub ante_kind: AnteKind,
    pub bring_in: Option<i64>,
    pub straddle: Option<i64>,
    pub cap: Option<i64>,
}
