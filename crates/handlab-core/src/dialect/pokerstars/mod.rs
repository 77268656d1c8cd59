//! PokerStars and the tools that write as it does.
//!
//! Written from logs of 2005 to 2025. Grammar, a line each:
//! ```text
//! PokerStars (Zoom |Home Game )?(Hand|Game) #ID: [[Zoom ]Tournament #ID, BUY-IN] GAME [- Level N] (STAKES) - TIME
//!                                                               header.rs, tournament.rs, stakes.rs
//! Table 'NAME' 6-max (Play Money) Seat #3 is the button          seats.rs
//! Seat N: NAME (STACK in chips[, BOUNTY bounty]) [is sitting out]
//! NAME: posts ...                                                actions.rs, verbs.rs, amounts.rs
//! *** HOLE CARDS *** | *** DEALING HANDS *** | *** 3rd STREET ***    marks.rs
//! Dealt to NAME [cards] [cards]                                  notices.rs
//! NAME: folds | checks | calls X | bets X | raises X to Y | discards ... | shows [cards] ...
//! *** [FIRST |SECOND |THIRD ](FLOP|TURN|RIVER|SHOW DOWN) *** [board] [card]
//! Uncalled bet (X) returned to NAME | NAME collected X from POT | ...
//! *** SUMMARY ***                                                summary.rs
//! Total pot X [Main pot X. Side pot[-n] X.] | Rake X
//! [FIRST |SECOND ]Board [cards]
//! Seat N: NAME [(button)] showed [cards] and won (X) with ...
//! ```
//!
//! Liberties:
//! * **Words are read by meaning** ([`super::words`]): case, spaces, hyphens, plural, ordinals or numbers, articles and
//!   what follows an amount make no difference. Tables of verbs and titles say what means what.
//! * A header is found in the middle of a line too, since cut-off hands are glued to the next one; not within chat. What
//!   indents or quotes a hand is taken off ([`crate::cursor`]).
//! * Cards that are not cards (`[of]`) are left out in `Dealt to` and `shows`; on a board they are an error.
//! * `raises A to B`: only B counts, since converters print B twice.
//! * Amounts finer than the stakes' currency make the hand's scale finer: 674.5 chips are 67,450 at scale 2.
//! * Lines of anyone who is not at the table are ignored (chat, `joins the table`, `has timed out`): the audit shows
//!   whether one of them mattered. A line `NAME: verb` of a player at the table with an unknown verb is counted in
//!   `unread_lines`, and is an error if it holds an amount or cards or is a misspelt known verb.
//! * The summary needs no title. A hand without a summary is truncated. The last of a file whose summary lacks seats is
//!   open ([`Hand::is_open`]): it counts only if its money adds up.
//! * In Split Hold'em two boards are dealt from the start. Games with other rules (Fusion, Swap, Unfold) are refused.

use crate::cursor::Cursor;
use crate::error::{ParseError, ParseErrorKind, Position};
use crate::framing::Span;
use crate::hand::Hand;
use crate::money::Currency;
use crate::rules::{RakePrinting, SiteRules, WinnerRakes};
use crate::summary::{self as tournament_summary, TournamentSummary};

use super::Dialect;
use super::text::tell_ante_kind;

mod actions;
mod amounts;
mod header;
mod marks;
mod notices;
mod printed;
mod seats;
mod stakes;
mod summary;
mod tournament;
mod verbs;

/// See the module.
pub struct PokerStars;

impl Dialect for PokerStars {
    fn site(&self) -> &'static str {
        "pokerstars"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["PokerStars ", "POKERSTARS ", "Pokerstars ", "pokerstars ", "PokerStars."]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
        let mut scale = 0;
        loop {
            match self.read(span, scale, hand) {
                Err(error) if let Some(finer) = finer_scale(error.kind(), hand.scale) => {
                    scale = finer;
                    hand.clear();
                }
                outcome => return outcome,
            }
        }
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &tournament_summary::NEEDLES
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        tournament_summary::claims(before, head)
    }

    fn parse_summary(
        &self,
        text: &str,
        at: Position,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        tournament_summary::parse(text, at, summary)
    }
}

/// Decimals of the finest amount that is read.
const FINEST: u8 = 6;

/// The scale at which an amount that could not be read might fit.
fn finer_scale(kind: &ParseErrorKind, scale: u8) -> Option<u8> {
    let ParseErrorKind::Amount(line) = kind else { return None };
    let decimals = amounts::decimals(line);
    (decimals > scale && decimals <= FINEST).then_some(decimals.max(2))
}

impl PokerStars {
    /// Reads a hand whose amounts have `least_scale` decimals at least.
    fn read(&self, span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
        hand.site = self.site();
        hand.rules = &RULES;
        hand.network = Some("pokerstars");
        let mut reader = Reader { cursor: Cursor::new(span.text, span.at), hand };
        let is_unterminated = span.is_last && !span.is_terminated;
        match reader.hand(least_scale, span.is_terminated) {
            Ok(is_whole) => {
                hand.is_open = span.is_last && !is_whole;
                Ok(())
            }
            // Half a line at the end of a growing file is not a fault of the text.
            Err(_) if is_unterminated && reader.cursor.is_at_end() => {
                Err(reader.cursor.error(ParseErrorKind::Truncated))
            }
            Err(error) => Err(error),
        }
    }
}

const RULES: SiteRules = SiteRules { rake: RakePrinting::Always, winner_rakes: Some(WINNER_RAKES) };

/// In 2021 some winners at $0.25/$0.50 paid 6.25 % up to 2.50 where the others paid 5 % up to 2.00, always the same
/// people: seen in 21 split pots, and in all pots that one of them won alone.
const WINNER_RAKES: WinnerRakes = WinnerRakes {
    rates: [50_000, 62_500],
    caps: [200, 250],
    currency: Currency::USD,
    big_blind: 50,
    // 2021 in UTC.
    era: [1_609_459_200_000_000, 1_640_995_200_000_000],
};

/// What the parts of the dialect work on.
struct Reader<'a, 'h> {
    cursor: Cursor<'a>,
    hand: &'h mut Hand,
}

impl<'a> Reader<'a, '_> {
    /// Reads the whole text. True if the summary has a line for every seat that was dealt in.
    fn hand(&mut self, least_scale: u8, is_terminated: bool) -> Result<bool, ParseError> {
        let line = self.line()?;
        header::read(line, least_scale, self.hand).map_err(|kind| self.cursor.error(kind))?;
        let first = self.seats()?;
        let first_of_summary = self.actions(first)?;
        let is_whole = self.summary(first_of_summary, is_terminated)?;
        self.drop_lone_run();
        tell_ante_kind(self.hand);
        Ok(is_whole)
    }

    /// A first board without a second is the only one: converters number it all the same.
    fn drop_lone_run(&mut self) {
        if self.hand.n_runouts <= 1 {
            self.hand.boards.iter_mut().for_each(|board| board.run_no = 0);
            self.hand.collected.iter_mut().for_each(|line| line.run_no = 0);
            self.hand.printed.boards.iter_mut().for_each(|board| board.run_no = 0);
            self.hand.printed.cards.iter_mut().for_each(|cards| cards.run_no = 0);
        }
    }

    /// The next line; the end of the text is a truncated hand.
    fn line(&mut self) -> Result<&'a str, ParseError> {
        self.cursor.next_line().ok_or_else(|| self.cursor.error(ParseErrorKind::Truncated))
    }

    fn unknown_line(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::UnknownLine(line.to_owned()))
    }
}
