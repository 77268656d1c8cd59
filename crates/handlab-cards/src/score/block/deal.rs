//! Which cards make a complete hand.

use super::Block;
use super::dispatch::Level;
use super::lanes::{Lane, ROWS, all_if, at_least};
use crate::card::{CardList, CardSet};
use crate::game::{Game, GameFamily};
use crate::score::{Order, ShortDeckRules, badugi, best_five, high, order, pick, short_deck};

/// A game, and whether its cards come in one column or two.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    pub(super) game: Game,
    pub(super) rules: Rules,
    pub(super) level: Level,
    hole: Counts,
    board: Counts,
    all: Counts,
    deck: u64,
}

/// The order of hands, for games that are played with more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rules {
    /// The usual order: in short deck a flush beats a full house and a straight beats trips; in badugi the ace is low.
    #[default]
    Usual,
    /// Short deck in which trips beat a straight.
    TripsOverStraight,
    /// Badugi in which the ace is high (2-7).
    AceHigh,
}

impl Rules {
    /// Every order but the usual one, with its game.
    const NAMED: [(Game, &str, Rules); 2] = [
        (Game::ShortDeck, "trips_over_straight", Rules::TripsOverStraight),
        (Game::Badugi, "ace_high", Rules::AceHigh),
    ];

    /// The names of the orders in which `game` may be played.
    pub fn names(game: Game) -> impl Iterator<Item = &'static str> {
        let named =
            Self::NAMED.iter().filter(move |(of, ..)| *of == game).map(|(_, name, _)| *name);
        std::iter::once("usual").chain(named)
    }

    /// The order with that name in `game`.
    pub fn from_name(game: Game, name: &str) -> Option<Rules> {
        let named = Self::NAMED.iter().find(|(of, known, _)| *of == game && *known == name);
        named.map(|(.., rules)| *rules).or((name == "usual").then_some(Rules::Usual))
    }
}

/// A range of card counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    least: u16,
    most: u16,
}

impl Counts {
    const fn new(least: u16, most: u16) -> Counts {
        Counts { least, most }
    }

    #[inline(always)]
    fn holds(self, count: u16) -> bool {
        count.wrapping_sub(self.least) <= self.most - self.least
    }
}

/// Why cards are not a complete hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealFault {
    /// A bit of a mask, or a piece of text, is not a card.
    UnknownCard,
    /// A card occurs twice, in the same column or in both.
    DuplicateCard,
    /// A card that is not in the game's deck.
    CardNotInDeck,
    /// Too few or too many hole cards.
    HoleCards,
    /// Too few or too many board cards.
    BoardCards,
}

impl DealFault {
    /// A stable name, for counting.
    pub const fn name(self) -> &'static str {
        match self {
            DealFault::UnknownCard => "unknown_card",
            DealFault::DuplicateCard => "duplicate_card",
            DealFault::CardNotInDeck => "card_not_in_deck",
            DealFault::HoleCards => "hole_cards",
            DealFault::BoardCards => "board_cards",
        }
    }
}

impl Deal {
    /// The deal of `game`, with hole cards and board in separate columns or (not in Omaha, where they must not be
    /// mixed) together.
    pub fn of(game: Game, has_board: bool) -> Deal {
        let own = game.hole_cards() as u16;
        let (hole, board) = match (game.family(), game) {
            (_, Game::Holdem | Game::ShortDeck) if !has_board => {
                (Counts::new(5, 7), Counts::new(0, 0))
            }
            (GameFamily::Flop, _) => (Counts::new(own, own), Counts::new(3, 5)),
            (GameFamily::Stud, Game::FiveCardStud) | (GameFamily::Draw, _) => {
                (Counts::new(own, own), Counts::new(0, 0))
            }
            (GameFamily::Stud, _) => (Counts::new(5, 7), Counts::new(0, 2)),
        };
        let most = match game.family() {
            GameFamily::Stud => own,
            _ => hole.most + board.most,
        };
        let deck = match game {
            Game::ShortDeck => short_deck::DECK,
            _ => CardSet::FULL.mask(),
        };
        let all = Counts::new(hole.least + board.least, most);
        Deal { game, rules: Rules::Usual, level: Level::of_machine(), hole, board, all, deck }
    }

    /// The same deal with a different order of hands.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Deal {
        Deal { rules, ..self }
    }

    /// The same deal with no better instructions than those of `level`, for comparisons.
    #[must_use]
    pub fn capped(self, level: Level) -> Deal {
        Deal { level: self.level.min(level), ..self }
    }

    /// Why a row is not a complete hand; `None` if it is one.
    pub fn fault(&self, hole: u64, board: u64) -> Option<DealFault> {
        let count = |mask: u64| mask.count_ones() as u16;
        if (hole | board) & !CardSet::FULL.mask() != 0 {
            Some(DealFault::UnknownCard)
        } else if hole & board != 0 {
            Some(DealFault::DuplicateCard)
        } else if (hole | board) & !self.deck != 0 {
            Some(DealFault::CardNotInDeck)
        } else if !self.hole.holds(count(hole)) {
            Some(DealFault::HoleCards)
        } else if !self.board.holds(count(board)) || !self.all.holds(count(hole | board)) {
            Some(DealFault::BoardCards)
        } else {
            None
        }
    }

    /// Whether its high hands have the 7462 standard classes.
    pub fn has_classes(&self) -> bool {
        order(self.game) == Order::High
    }

    /// The cards that make a row's hand, as [`score::best_five`](crate::score::best_five) has them.
    pub fn best_five(&self, hole: CardSet, board: CardSet) -> Option<CardList> {
        if self.fault(hole.mask(), board.mask()).is_some() {
            return None;
        }
        let short_deck =
            |rules| pick::short_deck(short_deck::best(rules, hole.union(board)), hole, board);
        Some(match (self.game, self.rules) {
            (Game::ShortDeck, Rules::TripsOverStraight) => {
                short_deck(ShortDeckRules::TripsOverStraight)
            }
            (Game::ShortDeck, _) => short_deck(ShortDeckRules::FlushOverFullHouse),
            (Game::Badugi, Rules::AceHigh) => {
                let (strength, playing) = badugi::best(hole, badugi::Ace::High);
                pick::badugi(strength, playing)
            }
            (Game::Holdem, _) => pick::high(high::standard(hole.union(board)), hole, board),
            (game, _) => return best_five(game, hole, board),
        })
    }

    /// The cards that make a complete hand, in words.
    pub fn wanted(&self) -> String {
        let words = |counts: Counts| match counts {
            Counts { least, most } if least == most => least.to_string(),
            Counts { least, most } => format!("{least} to {most}"),
        };
        match self.board.most {
            0 => format!("{} cards", words(self.hole)),
            _ => format!("{} hole cards and {} board cards", words(self.hole), words(self.board)),
        }
    }

    /// Whether every row of cards in one column is a complete hand.
    ///
    /// Most blocks are, and the processor checks this in parallel with the vector work.
    #[inline(always)]
    pub(super) fn are_all_complete(&self, masks: &[u64; ROWS]) -> bool {
        let any = masks.iter().fold(0, |any, mask| any | mask);
        let is_whole = |mask: &u64| self.hole.holds(mask.count_ones() as u16);
        self.board.least == 0 && any & !self.deck == 0 && masks.iter().all(is_whole)
    }

    /// Which rows of cards in one column are complete hands: all bits set, or none.
    #[inline(always)]
    pub(super) fn complete_alone(&self, block: &Block<'_>) -> Lane {
        let own = counts(block.hole);
        let mut is_complete = [0; ROWS];
        for row in 0..ROWS {
            let is_whole = self.hole.holds(own[row]) & (self.board.least == 0);
            is_complete[row] = all_if(is_whole & self.is_of_deck(block, row));
        }
        is_complete
    }

    /// Which rows of hole cards and boards are complete hands: all bits set, or none.
    #[inline(always)]
    pub(super) fn complete_apart(&self, block: &Block<'_>) -> Lane {
        let (own, common) = (counts(block.hole), counts(block.board));
        let all = {
            let mut all = [0; ROWS];
            for row in 0..ROWS {
                all[row] = block.hole[row] | block.board[row];
            }
            counts(&all)
        };
        let mut is_complete = [0; ROWS];
        for row in 0..ROWS {
            let is_distinct = own[row] + common[row] == all[row];
            let is_whole = self.hole.holds(own[row])
                & self.board.holds(common[row])
                & self.all.holds(all[row]);
            is_complete[row] = all_if(is_distinct & is_whole & self.is_of_deck(block, row));
        }
        is_complete
    }

    /// Whether the ranks are in the deck: anything that is not a card has a rank above the ace.
    #[inline(always)]
    fn is_of_deck(&self, block: &Block<'_>, row: usize) -> bool {
        let (held, ..) = at_least(block.suits.row(row));
        held & !(self.deck as u16) == 0
    }
}

/// The number of cards in each row.
#[inline(always)]
fn counts(masks: &[u64; ROWS]) -> Lane {
    let mut counts = [0; ROWS];
    for row in 0..ROWS {
        counts[row] = masks[row].count_ones() as u16;
    }
    counts
}
