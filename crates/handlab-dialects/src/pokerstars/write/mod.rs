//! A hand as PokerStars writes it (the text of about 2020, in English).
//!
//! What a [`Hand`] holds is printed unchanged and never recomputed: amounts, time, zone, level. Everything else that
//! the site prints is derived: the names of hands, who folded where, who had the blinds.
//!
//! # What it does not print
//! - lines that change nothing: chat, time-outs, players joining or leaving, `Betting is capped`;
//! - the kicker that PokerStars names when two hands differ by it only;
//! - in draw games the hero's cards in the order of their dealing: a [`Hand`] keeps the last cards and the discards, so
//!   earlier holdings are reconstructed from these.
//!
//! # Where a hand does not say in which order things happened
//! - uncalled bets come after the last betting action;
//! - pots are paid after their winners have shown, and not before two players have shown or mucked;
//! - the n-th bounty was won from the player of the n-th finishing line.

mod body;
mod dealt;
mod header;
mod levels;
mod lines;
mod showdown;
mod summary;
mod words;

use handlab_cards::game::Game;
use handlab_core::hand::Hand;

pub use levels::numeral;
use lines::Lines;

/// How lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    #[default]
    Lf,
    /// As PokerStars writes its files on Windows.
    CrLf,
}

/// Whether the format supports a game: `PokerStars` does not deal all that other sites do. A hand of
/// another game is written under handlab's name for it, which nothing reads.
pub const fn has_form(game: Game) -> bool {
    header::game_words(game).is_some()
}

/// Appends the text of `hand` to `out`, with the empty lines that separate it from the next one.
pub fn write(hand: &Hand, out: &mut String) {
    write_with(hand, LineEnding::Lf, out);
}

/// Like [`write()`], with a choice of line ending.
pub fn write_with(hand: &Hand, ending: LineEnding, out: &mut String) {
    let mut lines = Lines::new(hand, ending, out);
    header::write(&mut lines);
    body::write(&mut lines);
    if hand.is_cancelled {
        lines.line("Hand cancelled");
    } else {
        showdown::write(&mut lines);
    }
    summary::write(&mut lines);
    for _ in 0..3 {
        lines.end();
    }
}
