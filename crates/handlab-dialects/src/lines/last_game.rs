//! What the text about the game meant in the header before: nearly always, the next hand of a file has the same.

use std::cell::RefCell;

use handlab_cards::game::{Betting, Game};
use handlab_core::hand::{Hand, Kind, Stakes};
use handlab_core::money::Currency;

/// What else the meaning of a text depends on.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Context {
    least_scale: u8,
    kind: Kind,
    is_tournament: bool,
    has_stakes: bool,
}

impl Context {
    pub(super) fn of(hand: &Hand, least_scale: u8) -> Context {
        let has_stakes = hand.stakes != Stakes::default();
        Context {
            least_scale,
            kind: hand.kind,
            is_tournament: hand.tournament.is_some(),
            has_stakes,
        }
    }
}

/// A text about the game, and what it means.
struct Known {
    text: String,
    context: Context,
    game: Game,
    is_hi_lo: bool,
    betting: Betting,
    is_split_board: bool,
    kind: Kind,
    currency: Currency,
    scale: u8,
    stakes: Stakes,
    level: Option<String>,
}

thread_local! {
    /// The last text of each thread: to read it again takes twenty times as long as to compare it.
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// Fills the hand if the text is the last one; false if it is another.
pub(super) fn fill(text: &str, context: Context, hand: &mut Hand) -> bool {
    LAST.with_borrow(|last| {
        let last = last.as_ref().filter(|last| last.context == context && last.text == text);
        last.is_some_and(|last| {
            last.fill(hand);
            true
        })
    })
}

/// Keeps a text with what it meant: the hand that it has filled, and the level that it names.
pub(super) fn keep(text: &str, context: Context, level: Option<&str>, hand: &Hand) {
    // Stakes that were known before may have stayed.
    if context.has_stakes {
        return;
    }
    let Hand { game, is_hi_lo, betting, is_split_board, .. } = *hand;
    let Hand { kind, currency, scale, stakes, .. } = *hand;
    let (text, level) = (text.to_owned(), level.map(str::to_owned));
    LAST.set(Some(Known {
        text,
        context,
        game,
        is_hi_lo,
        betting,
        is_split_board,
        kind,
        currency,
        scale,
        stakes,
        level,
    }));
}

impl Known {
    fn fill(&self, hand: &mut Hand) {
        (hand.game, hand.is_hi_lo, hand.betting) = (self.game, self.is_hi_lo, self.betting);
        hand.is_split_board = self.is_split_board;
        (hand.kind, hand.currency, hand.scale) = (self.kind, self.currency, self.scale);
        hand.stakes = self.stakes;
        if let Some(level) = &self.level {
            fill_level(level, hand);
        }
    }
}

pub(super) fn fill_level(level: &str, hand: &mut Hand) {
    let level = hand.push_text(level);
    if let Some(tournament) = hand.tournament.as_mut() {
        tournament.level = level;
    }
}
