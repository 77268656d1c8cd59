//! The Winning network (`AmericasCardroom`, Black Chip Poker, Ya Poker) since 2019: cash tables, Blitz, tournaments.
//! The older format, with `Game started at:`, is `winning_old`.
//!
//! Written from logs of 2019 to 2026. What differs from `lines`' common form:
//! ```text
//! Hand #784383001 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC
//! Game Hand #1 - $100k GTD Tournament #2 - Holdem(No Limit) - Level 14 (5000.00/10000.00)- 2022/10/17 01:22:20 UTC
//! Fort Lupton 9-max Seat #5 is the button           the table, on the second line
//! NAME posts dead $0.07                              the missed small blind, dead, and the big blind
//! Seat 2: NAME will be allowed to play after the button
//! NAME waits for big blind                           and is not dealt in
//! Dealt to NAME [4s]                                 before the hole cards: one card each, to draw for the button
//! Main pot $79.20 | Rake $0.80                       at the start of each street, net of rake and fee together
//! Side pot(1) $36.62 | Rake $0.24                    and, if cards are shown, after the last: what is paid
//! NAME shows [Tc 4s 3h Qd] (HI - a straight, Five high [5d 4s 3h 2h As] | LO - [5,4,3,2,1])
//! NAME does not show                                 for a winner without a showdown, only the summary has the payment
//! Total pot $199.00 | Rake $0.96 | JP Fee $0.04      net of both, which are omitted if nothing was taken
//! Seat 4: NAME (big blind) showed [..] and won $199.00 with ...
//! *** RUN IT TWICE ***, *** RIVER 1 *** [3s 6s Qh Qd] [Jc], *** SHOW DOWN 1 ***, NAME collected $7 from main pot 1
//! Board 1 [..], Board 2 [..]                         each followed by the lines of all seats, with what they won on
//! that board BombPot                                            in the summary of a hand with antes but no blinds
//! .. 13:42:56 UTC *** Summary: GameType: NL, ..      what `DriveHUD` adds to the first line; see `drivehud`
//! ```

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{Action, ActionKind, Amount, Hand};
use handlab_core::rules::{SiteRules, TotalKind};
use handlab_core::summary::TournamentSummary;

use crate::inferred::dropped;
use crate::inferred::missed_blinds;
use crate::lines::wrapped::unwrap;
use crate::lines::{self, Grammar};
use crate::syntax::text::is_line_start;

pub(crate) mod drivehud;
mod file_name;
mod header;
mod pots;
mod tournaments;

/// See the module.
pub struct Winning;

const SITE: &str = "winning";

impl Dialect for Winning {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Hand #", "Game Hand #"]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn may_start(&self, before: &[u8], _: &[u8]) -> bool {
        is_line_start(before)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let text = unwrap(span.text, header::is_whole);
        lines::read(&GRAMMAR, Span { text: &text, ..span }, hand)
    }

    fn read_file_name(&self, name: &str, hand: &mut Hand) {
        file_name::read(name, hand);
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &[tournaments::PREAMBLE]
    }

    fn claims_preamble(&self, _: &[u8], head: &[u8]) -> bool {
        tournaments::claims_preamble(head)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &[tournaments::ROW]
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        tournaments::claims(before, head)
    }

    fn reads_tags(&self, page: &[u8]) -> bool {
        tournaments::is_page(page)
    }

    fn parse_summary(&self, span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
        tournaments::read(span, out)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    header_lines: 2,
    after_name: " ",
    has_bare_payments: true,
    draws_for_button: true,
    has_bare_posts: true,
    event: pots::read_line,
    act: |act, _, _| act == WAITS,
    complete,
    ..Grammar::COMMON
};

/// Printed for a seat that has not been dealt in yet.
const WAITS: &str = "waits for big blind";

/// `Total pot $199.00 | Rake $0.96 | JP Fee $0.04` when 200 was in the pot, as in all logs.
const RULES: SiteRules =
    SiteRules { total: TotalKind::Net, are_pots_after_fees: true, ..SiteRules::PLAIN };

/// Adds what the text omits: a rake of zero, the payment of an uncontested pot, the parts of a dead blind.
fn complete(hand: &mut Hand) {
    pots::keep_last(hand);
    if hand.printed.total_pot.is_some() && hand.printed.rake.is_none() {
        hand.printed.rake = Some(0);
    }
    if hand.collected.is_empty() {
        hand.collected.clone_from(&hand.summary_collected);
    }
    let Some(big_blind) = hand.stakes.big_blind else { return };
    // A dead blind above the big blind is the big blind plus a dead small blind; one of equal size is the big blind.
    missed_blinds::split(hand, ActionKind::PostDead, big_blind);
    // A post of zero posts nothing, as `the big blind 0.00 and is all-in` of a player whose last chips the ante took.
    let is_empty = |post: &Action| post.kind.is_post() && post.amount == Amount::Added(0);
    dropped::drop_actions(hand, is_empty);
}
