//! Full Tilt: cash tables, Rush, tournaments, and the summary of each tournament.
//!
//! Written from logs of 2005 to 2016. Until 2014 its hands differ from `lines`' common form in:
//! ```text
//! Full Tilt Poker Game #1: Table X (6 max, deep) - $2.50/$5 Ante $0.40 - Limit Razz - 19:40:04 CET - 2011/04/07 [13:40:04 ET - 2011/04/07]
//! Full Tilt Poker Game #1: $10 + $1 Sit & Go (Turbo) (ID), Table 1 - NL Hold'em - 15/30 - 11:57:01 ET - 2014/06/29
//! Full Tilt Poker Game #1: Table X (6 max) - CAP NL Hold'em - $5/$10 - 04:44:44 ET - 2015/04/08    the cap is not printed
//! FullTiltPoker Game #1: ...; Full Tilt Poker.fr Game #1: ...
//! NAME posts the small blind of $2               no colon after a name
//! NAME posts $5                                  the big blind, to join the game
//! The button is in seat #3                       after the posts
//! *** FIRST DRAW *** (Pot: $31.25)
//! NAME calls $140, and is capped
//! NAME: hello; NAME (Observer): hello            chat
//! NAME wins the [high |low ][main |side ]pot [#1 ]($5) with a pair of Kings
//! NAME ties for pot 1 ($62.10)                   the number of the board
//! *** SUMMARY 1 ***                              one for each board, with all seats
//! Full Tilt Poker Tournament Summary NAME (ID) Hold'em No Limit (Turbo)         summary
//! ```
//! In 2016 it wrote like `PokerStars`: `Full Tilt [Rush ]Hand #1: Tournament #2, 870+130 Hold'em No Limit - Level I
//! (10/20)`.
//!
//! Liberties:
//! * A header that ends with `(partial)` marks a hand that the client did not see in full: it is refused as truncated.
//! * `2B` in the stakes of a flipout is 2,000,000,000.
//! * Summaries of Courchevel name the street after that of a fold.
//! * `adds $5` and `is dealt 2 cards` are not part of the hand's money or cards.

use handlab_cards::game::{Game, Street};
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{Action, ActionKind, Hand, Outcome};
use handlab_core::rules::SiteRules;
use handlab_core::summary::TournamentSummary;

use crate::lines::{self, Grammar};
use crate::pokerstars::tournament;
use crate::syntax::text::{split_once, strip_prefix_ignore_case};

mod game_desire;
mod header;
mod summary;

pub use game_desire::GameDesire;

/// See the module.
pub struct FullTilt;

const SITE: &str = "fulltilt";

impl Dialect for FullTilt {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Full Tilt ", "FullTiltPoker "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let is_game = header::is_game(span.text);
        lines::read(if is_game { &GRAMMAR } else { &LATE }, span, hand)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &["Full Tilt Poker", "Full Tilt Tournament #"]
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        summary::claims(before, head)
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        summary::read(span, summary)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    event: read_event,
    after_name: " ",
    act: read_act,
    has_bare_posts: true,
    complete: name_fold_streets,
    ..Grammar::COMMON
};

/// The grammar from 2015 on.
const LATE: Grammar = Grammar {
    site: SITE,
    network: SITE,
    header: crate::skins::read_header,
    event: tournament::read_line,
    ..Grammar::COMMON
};

/// `Total pot $95.10 Main pot $85.10. Side pot $10. | Rake $3` (one hand of 2011). The blinds of a flipout check
/// although everyone is all-in (one hand of 2014).
const RULES: SiteRules =
    SiteRules { are_pots_gross: true, has_idle_checks: true, ..SiteRules::PLAIN };

/// Records a line that is not an action by a seat, including chat; false if it may be one.
fn read_event(line: &str, hand: &mut Hand) -> bool {
    if let Some(seat) = line.strip_prefix("The button is in seat #") {
        hand.button_seat = seat.trim().parse().ok().or(hand.button_seat);
        return true;
    }
    if line.starts_with("Hand #") && line.contains("cancel") {
        hand.is_cancelled = true;
        return true;
    }
    tournament::read_line(line, hand) || split_once(line, ": ").is_some()
}

/// Corrects the streets of folds in the summaries of Courchevel, which count the first card as a street: who folded on
/// the turn `folded on the River` (two seats of one hand of 2013).
fn name_fold_streets(hand: &mut Hand) {
    if hand.game != Game::Courchevel {
        return;
    }
    let Hand { actions, printed, .. } = hand;
    for line in &mut printed.seat_lines {
        let is_fold = |act: &&Action| act.kind == ActionKind::Fold && act.seat == line.seat;
        let fold = actions.iter().find(is_fold).map(|act| act.street);
        if let (Outcome::Folded(Street(printed)), Some(Street(street))) = (line.outcome, fold)
            && street.checked_add(1) == Some(printed)
        {
            line.outcome = Outcome::Folded(Street(street));
        }
    }
}

/// Records what seats do besides playing; false if it is unknown.
fn read_act(act: &str, seat: u8, hand: &mut Hand) -> bool {
    const IDLE: [&str; 9] = [
        "has ",
        "adds ",
        "is dealt ",
        "is low with ",
        "is high with ",
        "is feeling ",
        "stands up",
        "agrees ",
        "was ",
    ];
    if IDLE.iter().any(|words| strip_prefix_ignore_case(act, words).is_some()) {
        return true;
    }
    let name = hand.player(seat).to_owned();
    tournament::read_line(&format!("{name} {act}"), hand)
}
