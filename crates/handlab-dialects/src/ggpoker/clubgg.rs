//! `ClubGG`, the network's app for private clubs, whose exports of 2024 to 2026 differ in the hand's number, the names
//! of games and in what they omit.
//!
//! ```text
//! Poker Hand #ring_123: NLH No Limit ($0.5/$1) - 2024/12/08 20:15:26
//! Poker Hand #tour_123: Tournament #456, NAME NLH No Limit - Level14(600/1,200) - ...     without the ante
//! Poker Hand #ring_123: PLO Pot Limit ($10/$20) - ...                                     with four, five or six cards
//! Table '' 8-max Seat #0 is the button
//! NAME: raises to 21 and is all-in                               less than the minimum bet or raise
//! *** FLOP *** [8s 3s 2d]                                        each of two boards prints the whole betting of a street
//! NAME: bets $5
//! *** FLOP *** [Qh 2s 3c]
//! NAME: bets $5
//! *** SHOWDOWN ***                                               once for each board
//! Total pot 3,720                                                without fields for rake and fees
//! Board [8s 3s 2d 6h 9d]
//! Board [Qh 2s 3c 2c 5c]
//! Seat 4: NAME(small blind) folded before Flop
//! Seat 5: NAME(big blind)won (120)                               of several pots, the first payment only
//! ```

use std::collections::VecDeque;

use handlab_cards::game::Game;
use handlab_core::hand::Hand;

use crate::inferred::all_in::name_first_bets;
use crate::inferred::later_payments;
use crate::lines::common_form::lines;
use crate::lines::translate::Translator;
use crate::syntax::text::write_line;
use crate::syntax::text::{find, split_once};

pub(super) const SITE: &str = "clubgg";

/// Whether the hand number that a text starts with is one of the app's.
pub(super) fn is_number(text: &str) -> bool {
    text.starts_with("ring_") || text.starts_with("tour_")
}

/// Whether the hand has two boards, which are not numbered.
pub(super) fn has_two_boards(text: &str) -> bool {
    // Most hands have one board: their lines are not examined.
    let may_have = |title: &&str| text.match_indices(*title).nth(1).is_some();
    TITLES[..3].iter().any(may_have) && counts_of(text)[..3].iter().any(|count| *count > 1)
}

/// The titles that each board repeats.
const TITLES: [&str; 5] = ["*** FLOP ***", "*** TURN ***", "*** RIVER ***", SHOWDOWN, "Board"];

/// The title before a board's payments.
const SHOWDOWN: &str = "*** SHOWDOWN ***";

/// How often each title occurs.
type Counts = [usize; TITLES.len()];

fn counts_of(text: &str) -> Counts {
    let mut counts = Counts::default();
    for title in lines(text).filter_map(|line| title_of(line.trim())) {
        counts[title] += 1;
    }
    counts
}

/// The index in the list of the title on a line, alone or with cards. A player's name may look like one.
fn title_of(line: &str) -> Option<usize> {
    TITLES.iter().position(|title| {
        line.strip_prefix(title).is_some_and(|rest| {
            let has_cards = rest.starts_with(" [") && rest.ends_with(']') && !rest.contains(':');
            has_cards || (rest.is_empty() && *title == SHOWDOWN)
        })
    })
}

const ORDINALS: [&str; 3] = ["FIRST ", "SECOND ", "THIRD "];

/// Numbers the boards, and drops what each later one repeats of the street.
pub(super) struct Boards<'a> {
    all: Counts,
    seen: Counts,
    /// The lines of the street under its first board's title.
    first: VecDeque<&'a str>,
    /// Set under a later title, after which the first board's lines are expected again.
    is_later: bool,
}

impl<'a> Boards<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (all, seen) = (counts_of(text), Counts::default());
        Boards { all, seen, first: VecDeque::new(), is_later: false }
    }
}

impl<'a> Translator<'a> for Boards<'a> {
    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(title) = title_of(line) {
            let number = self.seen[title];
            self.seen[title] += 1;
            // Each board pays separately: a player who wins both is paid the same amount twice.
            self.is_later = number > 0 && TITLES[title] != SHOWDOWN;
            if !self.is_later {
                self.first.clear();
            }
            if self.all[title] > 1 {
                let stars = if line.starts_with('*') { "*** ".len() } else { 0 };
                out.push_str(&line[..stars]);
                out.push_str(ORDINALS.get(number).copied().unwrap_or_default());
                out.push_str(&line[stars..]);
                out.push('\n');
                return Ok(());
            }
        } else if line == "*** SUMMARY ***" {
            self.first.clear();
            self.is_later = false;
        } else if !self.is_later {
            self.first.push_back(line);
        } else if self.first.pop_front().is_some_and(|first| is_repeated(first, line)) {
            return Ok(());
        } else {
            // The boards differ: every line counts, and the hand does not add up.
            self.first.clear();
        }
        write_line(out, [line])
    }
}

/// Whether two lines are the same apart from the name of a shown hand, which differs by board.
fn is_repeated(one: &str, other: &str) -> bool {
    let shown = |line: &'_ str| {
        find(line, ": shows [").and(split_once(line, "]")).map(|(cards, _)| cards.len())
    };
    one == other
        || matches!((shown(one), shown(other)), (Some(one_end), Some(other_end)) if one[..one_end] == other[..other_end])
}

/// Assigns the hand to the app, and determines how many cards its Omaha has, which it does not print.
pub(super) fn complete(hand: &mut Hand) {
    (hand.site, hand.network) = (SITE, Some(SITE));
    let most = hand.seats.iter().map(|seat| seat.hole_cards.len()).max().unwrap_or(0);
    if hand.game == Game::Omaha {
        hand.game = match most {
            5 => Game::Omaha5,
            6 => Game::Omaha6,
            _ => Game::Omaha,
        };
    }
    name_first_bets(hand);
    later_payments::add_to_summary(hand);
}
