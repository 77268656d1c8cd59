//! The engine for sites that write a hand line by line: header, table, seats, posts, streets, actions,
//! payments, summary.
//!
//! A dialect provides a [`Grammar`]: how its header and its lines about tournaments are read, and what separates a name
//! from an action. Everything else is read by meaning (`words`), so that tables of verbs, posts and titles
//! need one line per meaning and not one per site. In the order of a text:
//! ```text
//! header                                        header, the dialect's own, with games, last_game, stakes, clock, price
//! table, seats                                  seats
//! streets, actions, posts                       body, marks, streets, verbs, posts, draws, amounts; acts of translators
//! whose line it is                              names
//! cards dealt, bets returned, payments          notices
//! cards shown                                   shown
//! totals, boards, seats once more               summary, won; printed keeps what the audit compares
//! texts in another form                         common_form, for translators; wrapped, for what a mail has wrapped
//! ```

use std::collections::BTreeSet;

use handlab_cards::seat::SeatSet;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand};
use handlab_core::rules::SiteRules;

use crate::inferred::ante;
use crate::inferred::dropped::drop_actions;
use crate::names::assigned_names;
use acts::Act;
use names::Names;

pub(crate) mod acts;
mod amounts;
mod body;
pub(crate) mod clock;
pub(crate) mod common_form;
mod draws;
pub(crate) mod games;
mod header;
mod last_game;
mod marks;
mod names;
mod notices;
mod posts;
mod pot_names;
pub(crate) mod price;
mod printed;
mod seats;
mod shown;
pub(crate) mod stakes;
mod streets;
mod summary;
pub(crate) mod translate;
mod verbs;
mod won;
pub(crate) mod wrapped;

/// The most further lines that the cards of a `Dealt to` line may go on in.
pub(crate) const MOST_DEAL_BREAKS: usize = 3;

/// The parts of a hand that each dialect writes differently.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate difference")]
pub(crate) struct Grammar {
    /// The name in the `site` column.
    pub(crate) site: &'static str,
    pub(crate) network: &'static str,
    pub(crate) rules: &'static SiteRules,
    /// Fills the hand from its first line. Amounts are read with at least this number of decimals.
    pub(crate) header: fn(&str, u8, &mut Hand) -> Result<(), ParseErrorKind>,
    /// The number of lines of the header, which it gets with newlines between them.
    pub(crate) header_lines: usize,
    /// Records a line about the tournament (a finish, a bounty, a purchase) or another that only this site prints; false
    /// if it is not such a line.
    pub(crate) event: fn(&str, &mut Hand) -> bool,
    /// What separates a player's name from the action: a colon or a space.
    pub(crate) after_name: &'static str,
    /// Whether the seats of the summary may print `won 5€` for `won (5€)`.
    pub(crate) has_bare_payments: bool,
    /// Whether the summary has a line for every seat that was dealt in; else it is complete once it reports a winner.
    pub(crate) lists_all_seats: bool,
    /// Whether the title of the summary begins the showdown, and nothing comes after that.
    pub(crate) is_summary_showdown: bool,
    /// Whether a hand ends with its payments.
    pub(crate) has_no_summary: bool,
    /// Whether seats that are not dealt in are printed as folding before the deal.
    pub(crate) has_absent_folds: bool,
    /// Whether cards dealt before the hole cards only decide who gets the button.
    pub(crate) draws_for_button: bool,
    /// Whether `posts $5` is a big blind, and any excess a dead one.
    pub(crate) has_bare_posts: bool,
    /// Records an act of a seat for which the engine has no word: the text after the name. False if it is not such an
    /// act.
    pub(crate) act: fn(&str, u8, &mut Hand) -> bool,
    /// Records further facts in the summary about a seat, besides cards and payments from pots: the text after the name.
    pub(crate) seat_note: fn(&str, u8, &mut Hand),
    /// Adds what only the whole text shows.
    pub(crate) complete: fn(&mut Hand),
}

impl Grammar {
    /// The common form; a dialect has its own site, rules and header.
    pub(crate) const COMMON: Grammar = Grammar {
        site: "",
        network: "",
        rules: &SiteRules::PLAIN,
        header: |line, _, _| Err(ParseErrorKind::Header(line.to_owned())),
        header_lines: 1,
        event: |_, _| false,
        after_name: ":",
        has_bare_payments: false,
        lists_all_seats: true,
        is_summary_showdown: false,
        has_no_summary: false,
        has_absent_folds: false,
        draws_for_button: false,
        has_bare_posts: false,
        act: |_, _, _| false,
        seat_note: |_, _, _| {},
        complete: |_| {},
    };
}

/// Reads one hand, again with finer amounts if some are finer than the stakes.
pub(crate) fn read(
    grammar: &'static Grammar,
    span: Span<'_>,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    read_with(grammar, span, &[], hand)
}

/// As [`read`], with acts between the lines.
fn read_with(
    grammar: &'static Grammar,
    span: Span<'_>,
    acts: &[Act<'_>],
    hand: &mut Hand,
) -> Result<(), ParseError> {
    let mut scale = 0;
    loop {
        match read_at(grammar, span, acts, scale, hand) {
            Err(error) if let Some(finer) = finer_scale(error.kind(), hand.scale) => {
                scale = finer;
                hand.clear();
            }
            outcome => return outcome,
        }
    }
}

/// The scale at which an amount that could not be read might fit.
fn finer_scale(kind: &ParseErrorKind, scale: u8) -> Option<u8> {
    let ParseErrorKind::Amount(line) = kind else { return None };
    let decimals = amounts::decimals(line);
    (decimals > scale && decimals <= amounts::FINEST_READ).then_some(decimals.max(2))
}

/// Reads a hand whose amounts have `least_scale` decimals at least.
fn read_at(
    grammar: &'static Grammar,
    span: Span<'_>,
    acts: &[Act<'_>],
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    let mut reader = Reader {
        cursor: Cursor::new(span.text, span.at),
        acts,
        hand,
        grammar,
        is_hero_marked: false,
        are_all_dealt: false,
        before_deal: None,
        outdated: SeatSet::EMPTY,
        paid_lines: BTreeSet::new(),
        names: Names::NONE,
    };
    reader.name_site();
    // A translation ends with a line end.
    let breaks_off = span.may_break_off() && !span.text.ends_with('\n');
    match reader.hand(least_scale, span.is_terminated, breaks_off) {
        Ok(is_whole) => {
            hand.is_open = span.is_last && !is_whole;
            // Nothing marks the end: another payment may follow.
            hand.may_go_on =
                span.is_last && (grammar.is_summary_showdown || grammar.has_no_summary);
            Ok(())
        }
        // Half a line at the end of a growing file is not an error in the text.
        Err(_) if span.may_break_off() && reader.cursor.is_at_end() => {
            Err(reader.cursor.error(ParseErrorKind::Truncated))
        }
        Err(error) => Err(error),
    }
}

/// The state that the parts of the engine share.
struct Reader<'a, 'h> {
    cursor: Cursor<'a>,
    /// Acts of a translator, each of which comes before the line at its place.
    acts: &'h [Act<'h>],
    hand: &'h mut Hand,
    grammar: &'static Grammar,
    /// Whether the list of seats marks the hero.
    is_hero_marked: bool,
    /// Whether cards were dealt face up to several seats.
    are_all_dealt: bool,
    /// The number of actions before the cards were dealt.
    before_deal: Option<usize>,
    /// Seats that have drawn since their cards were printed.
    outdated: SeatSet,
    /// Lines about bounties, which a converter may repeat.
    paid_lines: BTreeSet<String>,
    names: Names,
}

impl<'a> Reader<'a, '_> {
    /// Reads the whole text. True if the summary has a line for every seat that was dealt in.
    fn hand(
        &mut self,
        least_scale: u8,
        is_terminated: bool,
        breaks_off: bool,
    ) -> Result<bool, ParseError> {
        self.header(least_scale)?;
        let first = self.seats()?;
        let first_of_summary = self.actions(first)?;
        let is_whole = self.summary(first_of_summary, is_terminated, breaks_off)?;
        if self.grammar.has_absent_folds
            && let Some(before_deal) = self.before_deal
        {
            self.drop_absent_folds(before_deal);
        }
        self.drop_outdated_cards();
        self.drop_repeated_cash_outs();
        self.drop_lone_run();
        ante::infer_kind(self.hand);
        ante::drop_filled_round(self.hand);
        self.hand.is_bomb_pot |= ante::is_bomb_pot(self.hand);
        (self.grammar.complete)(self.hand);
        assigned_names::mark_positions(self.hand);
        Ok(is_whole)
    }

    fn name_site(&mut self) {
        self.hand.site = self.grammar.site;
        self.hand.rules = self.grammar.rules;
        self.hand.network = Some(self.grammar.network);
    }

    /// Removes the folds of seats that had not posted when the cards were dealt, after the first `before_deal` actions.
    fn drop_absent_folds(&mut self, before_deal: usize) {
        let posts = self.hand.actions.iter().filter(|action| action.kind.is_post());
        let posters: SeatSet = posts.map(|post| usize::from(post.seat)).collect();
        let mut number = 0;
        drop_actions(self.hand, |action| {
            number += 1;
            let has_posted = posters.contains(usize::from(action.seat));
            number <= before_deal && action.kind == ActionKind::Fold && !has_posted
        });
    }

    /// A first board without a second is the only one: converters number it anyway.
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

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_core::error::Position;
    use handlab_core::hand::Amount;
    use handlab_core::rules::RaisePrinting;

    /// What another client that writes hands line by line needs: its header, and what differs as data.
    const DEEPSTACK: Grammar = Grammar {
        site: "deepstack",
        network: "deepstack",
        rules: &SiteRules::PLAIN,
        header: read_header,
        ..Grammar::COMMON
    };

    /// Reads `Deepstack 77 | Hold'em No Limit ($1/$2) | 2024/03/17 20:08:32 UTC`.
    fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
        let fault = || ParseErrorKind::Header(line.to_owned());
        let mut parts = line.split(" | ");
        let id = parts.next().and_then(|id| id.strip_prefix("Deepstack ")).ok_or_else(fault)?;
        hand.hand_id = hand.push_text(id);
        let game = parts.next().ok_or_else(fault)?;
        clock::read_time(parts.next().ok_or_else(fault)?, hand).ok_or_else(fault)?;
        games::read_game(game, least_scale, hand).map_err(|kind| kind(line.to_owned()))
    }

    const TEXT: &str = "Deepstack 77 | Hold'em No Limit ($1/$2) | 2024/03/17 20:08:32 UTC
Table 'Deep' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: raises $2 to $4
Bob: folds
Uncalled bet ($2) returned to Ann
Ann collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Seat 1: Ann (button) (small blind) collected ($4)
Seat 2: Bob (big blind) folded before Flop
";

    fn span(text: &str) -> Span<'_> {
        let at = Position { byte: 0, line: 1 };
        Span { text, at, is_last: true, is_terminated: true, preamble: "" }
    }

    #[test]
    fn a_client_that_writes_as_others_do_needs_its_header_and_nothing_else() {
        let mut hand = Hand::default();
        hand.clear();

        read(&DEEPSTACK, span(TEXT), &mut hand).expect("a hand");

        assert_eq!((hand.site, hand.str(hand.hand_id)), ("deepstack", "77"));
        assert_eq!((hand.seats.len(), hand.actions.len(), hand.collected.len()), (2, 4, 1));
        assert_eq!((hand.stakes.big_blind, hand.printed.total_pot), (Some(200), Some(400)));
        assert!(hand.started_at.is_some() && !hand.is_open);
    }

    #[test]
    fn one_amount_of_a_raise_is_read_by_the_rules_of_the_site() {
        const BY: Grammar = Grammar {
            rules: &SiteRules { raises: RaisePrinting::By, ..SiteRules::PLAIN },
            ..DEEPSTACK
        };
        let lone = TEXT.replace("raises $2 to $4", "raises $2");
        let mut hand = Hand::default();
        let mut read = |grammar: &'static Grammar, text: &str| {
            hand.clear();
            read(grammar, span(text), &mut hand)?;
            Ok::<_, ParseError>(hand.actions[2].amount)
        };

        assert_eq!(read(&BY, &lone), Ok(Amount::By(200)));
        assert_eq!(read(&BY, TEXT), Ok(Amount::To(400)), "both are printed");
        // For a site that prints both, whichever makes the hand add up.
        assert_eq!(read(&DEEPSTACK, &lone), Ok(Amount::Ambiguous(200)));
    }

    #[test]
    fn printed_raises_refer_to_the_same_actions_without_the_folds_of_absent_seats() {
        const ABSENT: Grammar = Grammar { has_absent_folds: true, ..DEEPSTACK };
        let seat = "Seat 3: Cid ($200 in chips)\nAnn: posts";
        let text = TEXT.replace("Ann: posts", seat).replace("Bob: posts", "Cid: folds\nBob: posts");
        let mut hand = Hand::default();
        hand.clear();

        read(&ABSENT, span(&text), &mut hand).expect("a hand");

        assert_eq!(hand.actions[2].kind, ActionKind::Raise);
        assert_eq!(hand.printed.raises, [(2, 200)]);
    }
}
