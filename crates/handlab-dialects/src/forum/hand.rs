//! Reads a hand part by part: title, seats, posts, streets, results.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::text::cards;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, CardsSource, Hand};
use handlab_core::money::Currency;

use super::{RULES, SITE, clean, is_title, title};
use crate::inferred::scales;
use crate::lines::wrapped::unwrap_header;
use crate::phh::fill::digest;
use crate::syntax::text::{split_once, strip_prefix_ignore_case};

/// The currency of amounts that stay counts of big blinds.
pub(super) const BIG_BLINDS: &str = "BB";

/// Makes an error of some kind about the line.
pub(super) type Fault = fn(String) -> ParseErrorKind;

/// Reads one hand, again with finer amounts if some are not whole.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |least_scale, hand| {
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
        let whole = unwrap_header(span.text, is_title);
        let mut cursor = Cursor::new(&whole, span.at);
        let first = cursor.next_line().unwrap_or_default();
        let title = clean::line(first);
        let players = title::read(&title, least_scale, hand);
        let players =
            players.ok_or_else(|| cursor.error(ParseErrorKind::Header(first.to_owned())))?;
        let mut text = format!("{title}\n");
        let mut notes = Notes::new(hand, players);
        while let Some(line) = cursor.next_line() {
            let line = clean::line(line);
            let is_read = notes.line(&line);
            let is_read = is_read.map_err(|kind| cursor.error(kind(line.as_ref().to_owned())))?;
            // A payment may be cut off: the hand is the same when the rest of it is there.
            if is_read && !notes.has_results {
                text.push_str(&line);
                text.push('\n');
            }
        }
        if hand.collected.is_empty() {
            return Err(cursor.error(ParseErrorKind::Truncated));
        }
        hand.is_open = span.may_break_off();
        // Another winner, or other cards.
        hand.may_go_on = span.is_last;
        hand.hand_id = hand.push_text(&format!("{:016x}", digest(&text)));
        Ok(())
    })
}

/// What has been read of a hand.
pub(super) struct Notes<'h> {
    pub(super) hand: &'h mut Hand,
    /// How many seats the title says there are.
    pub(super) players: usize,
    /// The names and positions by which lines call a seat: `Hero`, `BTN`.
    pub(super) names: Vec<(String, usize)>,
    /// `None` before the first street.
    pub(super) street: Option<Street>,
    pub(super) has_results: bool,
    /// What one big blind is where amounts are counted in them.
    pub(super) big_blind: Option<i64>,
    pub(super) stacks: [i64; MAX_SEATS],
    pub(super) committed: [i64; MAX_SEATS],
    pub(super) is_folded: [bool; MAX_SEATS],
    pub(super) has_paid_ante: [bool; MAX_SEATS],
    pub(super) put_in: i64,
    /// The seat that acted last, or precedes the first one to act.
    pub(super) last: usize,
    pub(super) has_posts: bool,
}

impl<'h> Notes<'h> {
    fn new(hand: &'h mut Hand, players: usize) -> Notes<'h> {
        Notes {
            hand,
            players,
            names: Vec::new(),
            street: None,
            has_results: false,
            big_blind: None,
            stacks: [0; MAX_SEATS],
            committed: [0; MAX_SEATS],
            is_folded: [false; MAX_SEATS],
            has_paid_ante: [false; MAX_SEATS],
            put_in: 0,
            last: 0,
            has_posts: false,
        }
    }

    /// Reads a line; false if it is not part of the hand.
    fn line(&mut self, line: &str) -> Result<bool, Fault> {
        if self.result(line)? {
            return Ok(true);
        }
        if self.has_results {
            return Ok(false);
        }
        if let Some((street, rest)) = street_of(line) {
            return self.title(street, rest).map(|()| true);
        }
        if line.contains("ouble board") {
            return Err(ParseErrorKind::UnknownGame);
        }
        match self.street {
            // `Ante $0.60 total`: who paid it is not said.
            None if line.starts_with("Ante ") => Err(ParseErrorKind::UnknownLine),
            None if line.contains(" posts ") || line.contains(" post ante ") => self.posts(line),
            None => self.seat(line),
            Some(_) => self.actions(line),
        }
    }

    /// Begins a street: `(pot: $0.15) Hero has 9h 9d`, `($0.55, 2 players) 5c 9s Kc`.
    fn title(&mut self, street: Street, rest: &str) -> Result<(), Fault> {
        let (inside, after) =
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).unwrap_or(("", rest));
        let pot = self.pot(inside)?;
        if street == Street::FIRST {
            self.deal(pot)?;
        }
        self.check_pot(pot)?;
        if street == Street::FIRST {
            let held = [" has ", " with "].iter().find_map(|word| split_once(after, word));
            return held.map_or(Ok(()), |(_, held)| self.hold(held));
        }
        if self.street.is_none() {
            return Err(ParseErrorKind::UnknownLine);
        }
        let dealt =
            after.split('(').next().and_then(cards).ok_or(ParseErrorKind::Cards as Fault)?;
        let is_whole = dealt.len() == if street == Street(1) { 3 } else { 1 };
        if !is_whole || self.hand.last_street.0 + 1 != street.0 {
            return Err(ParseErrorKind::Cards);
        }
        self.hand.boards.push(BoardCards { run_no: 0, street, cards: dealt });
        self.hand.last_street = street;
        self.street = Some(street);
        self.committed = [0; MAX_SEATS];
        // The first after the button acts first.
        self.last = self.button();
        Ok(())
    }

    /// The hero's cards.
    fn hold(&mut self, held: &str) -> Result<(), Fault> {
        let held = cards(held.trim_end_matches('.')).ok_or(ParseErrorKind::Cards as Fault)?;
        let hero = self.hand.hero.ok_or(ParseErrorKind::UnknownPlayer as Fault)?;
        self.hand.record_hole_cards(hero, held, CardsSource::Dealt);
        Ok(())
    }

    /// The pot of a title: `pot: $0.55`, `$0.55, 2 players`.
    fn pot(&self, inside: &str) -> Result<Option<i64>, Fault> {
        let printed = inside.split(", ").next().unwrap_or_default();
        let printed = printed.strip_prefix("pot: ").unwrap_or(printed);
        if printed.is_empty() { Ok(None) } else { self.amount(printed).map(Some) }
    }

    /// Compares the pot of a title with what was put in.
    fn check_pot(&self, pot: Option<i64>) -> Result<(), Fault> {
        // Where big blinds are counted, each amount is rounded.
        let is_rounded = self.hand.currency == Currency::from_code(BIG_BLINDS);
        let tolerance = if is_rounded { self.hand.actions.len() as u64 } else { 0 };
        let mut committed = self.committed;
        committed.sort_unstable();
        let uncalled = committed[MAX_SEATS - 1].saturating_sub(committed[MAX_SEATS - 2]);
        let fits = |found: i64| pot.is_none_or(|pot| found.abs_diff(pot) <= tolerance);
        let is_right = fits(self.put_in) || fits(self.put_in.saturating_sub(uncalled));
        is_right.then_some(()).ok_or(ParseErrorKind::Amount)
    }

    /// An amount of money, or of big blinds: `$2.50`, `2.5 BB`.
    pub(super) fn amount(&self, printed: &str) -> Result<i64, Fault> {
        let fault = ParseErrorKind::Amount as Fault;
        let Some(count) = big_blinds(printed) else {
            let money = chips::read(printed.trim().as_bytes(), self.hand.scale);
            return money.filter(|_| self.big_blind.is_none()).ok_or(fault);
        };
        let hundredths = chips::read(count.as_bytes(), 2).ok_or(fault)?;
        let product = hundredths.checked_mul(self.big_blind.ok_or(fault)?).ok_or(fault)?;
        Ok(product.checked_add(50).ok_or(fault)? / 100)
    }

    pub(super) fn push(&mut self, seat: usize, kind: ActionKind, amount: i64, cards: CardList) {
        let street = match kind {
            ActionKind::Show | ActionKind::Muck => Street::SHOWDOWN,
            _ => self.street.unwrap_or(Street::FIRST),
        };
        let action = Action::new(street, seat as u8, kind, Amount::Added(amount));
        self.hand.actions.push(Action { cards, ..action });
    }

    /// The seat that a line starts with, and the rest of the line.
    pub(super) fn split<'t>(&self, line: &'t str) -> Option<(usize, &'t str)> {
        let fits = |(name, seat): &(String, usize)| {
            let rest = line.strip_prefix(name.as_str())?.strip_prefix(' ')?;
            Some((name.len(), *seat, rest))
        };
        let longest = self.names.iter().filter_map(fits).max_by_key(|(len, ..)| *len)?;
        Some((longest.1, longest.2))
    }
}

/// The count of `104.46 BB`, `100bb`.
pub(super) fn big_blinds(printed: &str) -> Option<&str> {
    let printed = printed.trim();
    ["BB", "bb"].iter().find_map(|unit| printed.strip_suffix(unit)).map(str::trim_end)
}

/// The street that a line begins, and what follows its name: `Flop : ($0.55, 2 players) 5c 9s Kc`.
fn street_of(line: &str) -> Option<(Street, &str)> {
    let names = [
        ("Pre Flop", Street::FIRST),
        ("Pre-Flop", Street::FIRST),
        ("Preflop", Street::FIRST),
        ("Flop", Street(1)),
        ("Turn", Street(2)),
        ("River", Street(3)),
    ];
    names.iter().find_map(|(name, street)| {
        let rest = strip_prefix_ignore_case(line, name)?.trim_start();
        Some((*street, rest.strip_prefix(':')?.trim_start()))
    })
}
