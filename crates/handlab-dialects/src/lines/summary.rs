//! After `*** SUMMARY ***`: totals, boards, and one line per seat.

use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;
use handlab_core::dialect::text::cards;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{ActionKind, BoardCards, CardsPlace};

use super::Reader;
use super::header::names_hand;
use super::marks::{self, Opens};
use super::notices::is_cancellation;
use crate::syntax::text::{
    find_ignore_case, groups, is_at, is_too_long, split_at_mark, split_at_marks, split_number,
    strip_prefix_ignore_case, trim, trim_start,
};
use crate::syntax::words;

impl Reader<'_, '_> {
    /// Reads to the end of the text, from `first` on if the summary has no title. True if there is a line for every
    /// seat that was dealt in: others may have none.
    ///
    /// The last line may break off within a name, unless the text is terminated; if it `breaks_off`, so may the line of
    /// totals.
    pub(super) fn summary(
        &mut self,
        first: Option<&str>,
        is_terminated: bool,
        breaks_off: bool,
    ) -> Result<bool, ParseError> {
        let mut unlisted = SeatSet::EMPTY;
        for action in &self.hand.actions {
            if !matches!(action.kind, ActionKind::Show | ActionKind::Muck) {
                unlisted.insert(usize::from(action.seat));
            }
        }
        // Some sites repeat the summary for each board, or the seats alone.
        let (mut part, mut has_seats) = (0, false);
        let mut next = first.or_else(|| self.cursor.next_line());
        while let Some(line) = next {
            if let Some(totals) = strip_prefix_ignore_case(line, "Total pot") {
                // Half a rake, or none, would pass for what the site printed.
                if breaks_off && self.cursor.is_at_end() {
                    return Err(self.cursor.error(ParseErrorKind::Truncated));
                }
                self.totals(totals.trim_start_matches(':'), line)?;
            } else if line.starts_with("*** ")
                && let Some(mark) = marks::read(line, self.hand.game)
                && mark.opens == Some(Opens::Summary)
            {
                part = mark.run_no;
            } else if part > 1
                && let Some(rest) = strip_prefix_ignore_case(line, "Seat ")
            {
                self.later_seat_line(rest, line, part)?;
            } else if let Some(rest) = strip_prefix_ignore_case(line, "Seat ") {
                has_seats = true;
                let whole = self.rest_of_seat(line);
                let (line, rest) = match &whole {
                    Some(whole) => (whole.as_str(), &whole["Seat ".len()..]),
                    None => (line, rest),
                };
                let is_whole = is_terminated || !self.cursor.is_at_end();
                if let Some((seat, is_named)) = self.seat_line(rest, line, is_whole, part)?
                    && (is_named || is_whole)
                {
                    unlisted.remove(usize::from(seat));
                }
            } else if let Some((run_no, rest)) = board_line(line) {
                if run_no > 1 && has_seats && self.hand.n_runouts > 1 {
                    self.number_first_seats();
                    part = run_no;
                }
                self.board(if run_no == 0 { part } else { run_no }, rest, line)?;
            } else if is_cancellation(line) {
                self.hand.is_cancelled = true;
            } else if has_seats && names_hand(line) && !self.cursor.is_at_end() {
                self.hand.foreign =
                    Some(self.cursor.error(ParseErrorKind::Header(line.to_owned())));
                break;
            }
            next = self.cursor.next_line();
        }
        if self.grammar.lists_all_seats {
            return Ok(unlisted.is_empty());
        }
        if self.grammar.is_summary_showdown || self.grammar.has_no_summary {
            return Ok(!self.hand.collected.is_empty());
        }
        Ok(self.hand.printed.total_pot.is_some() && !self.hand.summary_collected.is_empty())
    }

    /// A seat's line joined with the following lines, if a mail has wrapped it: results on several boards may not fit. `None` if
    /// it is not wrapped.
    fn rest_of_seat(&mut self, line: &str) -> Option<String> {
        /// No line of three boards is longer.
        const MOST_BREAKS: usize = 5;
        if self.hand.n_runouts < 2 {
            return None;
        }
        let is_line = |text: &str| {
            text.starts_with('*')
                || ["Seat ", "Total pot"]
                    .iter()
                    .any(|start| strip_prefix_ignore_case(text, start).is_some())
                || board_line(text).is_some()
        };
        let (mut whole, mut joined, mut last) = (None, line.to_owned(), line);
        let (mut after, mut boards) = (self.cursor.clone(), results_of(line));
        for _ in 0..MOST_BREAKS {
            let Some(next) = after.next_line() else { break };
            if !is_too_long(last, next) || is_line(next) {
                break;
            }
            joined.extend([" ", next]);
            last = next;
            // Other text of the mail has no result of another board.
            if results_of(&joined) > boards {
                boards = results_of(&joined);
                self.cursor = after.clone();
                whole = Some(joined.clone());
            }
        }
        whole
    }

    /// Reads ` $9 Main pot $5. Side pot-1 $3. Side pot-2 $1. | Rake $0.50`.
    fn totals(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        for (number, field) in split_at_marks(text, b'|').enumerate() {
            let field = trim(field);
            // CoinPoker calls its rake a community contribution, and writes `CC 0` since 2026.
            let rake = strip_prefix_ignore_case(field, "Rake");
            if let Some(rake) = rake.or_else(|| strip_prefix_ignore_case(field, "CC ")) {
                let rake = rake.trim_start_matches([':', ' ']);
                self.hand.printed.rake = Some(self.amount(rake, line)?);
            } else if number == 0 {
                let (total, pots) = split_words(field, " Main pot").unwrap_or((field, ""));
                self.total(total, line)?;
                if !pots.is_empty() {
                    self.pots(pots, line)?;
                }
            } else if let Some(pots) = strip_prefix_ignore_case(field, "Main pot") {
                self.pots(pots, line)?;
            } else if let Some(pot) = strip_prefix_ignore_case(field, "Side pot") {
                let numbered = trim(pot).trim_start_matches(['-', '#']);
                let pot = numbered.rsplit(' ').next().unwrap_or_default();
                let amount = self.amount(pot, line)?;
                self.hand.printed.pots.push(amount);
            } else if let Some(splash) = strip_prefix_ignore_case(field, "STP ") {
                // What the house added is in the total, but not in the main pot before it.
                let splash = self.amount(splash, line)?;
                if let Some(main) = self.hand.printed.pots.first_mut() {
                    *main = main.saturating_add(splash);
                }
            } else if field.eq_ignore_ascii_case("No rake") {
                self.hand.printed.rake = Some(0);
            } else if let Some((_, fee)) = field.rsplit_once(' ') {
                let fee = self.amount(fee, line)?;
                let fees = self.hand.printed.fees.unwrap_or(0).checked_add(fee);
                self.hand.printed.fees = Some(fees.ok_or_else(|| self.amount_error(line))?);
            }
        }
        Ok(())
    }

    /// Reads `$5. Side pot-1 $3. Side pot-2 $1.` after ` Main pot`; Full Tilt writes `Side pot 1 $3. Side pot 2 $1.`.
    fn pots(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        let are_numbered = ["Side pot 1 ", "Side pot 2 "]
            .iter()
            .all(|numbered| find_ignore_case(text, numbered).is_some());
        let mut rest = text;
        loop {
            let (pot, after) = split_words(rest, "Side pot").unwrap_or((rest, ""));
            let pot = pot.trim().trim_start_matches(':').trim_end_matches([',', ';', ' ']);
            let amount = self.amount(pot.trim_end_matches('.'), line)?;
            self.hand.printed.pots.push(amount);
            if after.is_empty() {
                return Ok(());
            }
            // `-1 $3`: the number of the pot is not its amount.
            let after = after.trim_start();
            let numbered = after.strip_prefix(['-', '#']).or(are_numbered.then_some(after));
            rest = numbered.map_or(after, |numbered| {
                numbered.split_once(' ').map_or("", |(_, amount)| amount)
            });
        }
    }

    /// Reads `$9`, or `3.37k`, which is rounded to its last digit.
    fn total(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        let Some(thousands) = text.trim_end().strip_suffix('k') else {
            self.hand.printed.total_pot = Some(self.signed(text, line)?);
            return Ok(());
        };
        let (whole, part) = thousands.split_once('.').unwrap_or((thousands, ""));
        let digits = format!("{whole}{part}").parse().ok();
        let unit = 3_u32.checked_sub(part.len() as u32).map(|zeros| 10_i64.pow(zeros));
        let unit = unit.map(|unit| unit * 10_i64.pow(u32::from(self.hand.scale)));
        let total =
            digits.zip(unit).and_then(|(digits, unit): (i64, i64)| digits.checked_mul(unit));
        self.hand.printed.total_pot = Some(total.ok_or_else(|| self.amount_error(line))?);
        self.hand.printed.total_unit = unit.unwrap_or(0);
        Ok(())
    }

    /// Converters print negative totals: they are read as they are, and the audit finds that they do not add up.
    fn signed(&self, text: &str, line: &str) -> Result<i64, ParseError> {
        let text = trim(text);
        if !text.as_bytes().contains(&b'-') {
            return self.amount(text, line);
        }
        self.amount(&text.replacen('-', "", 1), line).map(|amount| -amount)
    }

    /// The run of a board without a number.
    fn run_of(&self, text: &str) -> u8 {
        let board = groups(text).next().and_then(cards);
        let mut runs = 1..=self.hand.n_runouts;
        runs.find(|run| Some(self.hand.board(*run)) == board).unwrap_or(0)
    }

    /// A board of the summary counts only where the body did not have it.
    fn board(&mut self, run_no: u8, text: &str, line: &str) -> Result<(), ParseError> {
        let overlaps = |board: &BoardCards| {
            board.street != Street::SHOWDOWN
                && (board.run_no == run_no || board.run_no == 0 || run_no == 0)
        };
        let is_known = self.hand.boards.iter().any(overlaps);
        let is_unnumbered = run_no == 0 && self.hand.n_runouts > 1;
        self.record_board(if is_unnumbered { self.run_of(text) } else { run_no }, text);
        let is_flop_game = self.hand.game.family() == GameFamily::Flop;
        if is_known || !is_flop_game {
            return Ok(());
        }
        let Some(inside) = groups(text).next() else { return Ok(()) };
        let all = cards(inside).ok_or_else(|| self.card_error(line))?;
        self.hand.n_runouts = self.hand.n_runouts.max(run_no);
        for (street, range) in [(1, 0..3), (2, 3..4), (3, 4..5)] {
            if let Some(cards) = all.as_slice().get(range) {
                let cards = cards.iter().copied().collect();
                self.hand.boards.push(BoardCards { run_no, street: Street(street), cards });
            }
        }
        Ok(())
    }

    /// Reads `3: NAME (button) showed [Ah Kd] and won ($5) with a pair of Aces`; returns the seat, and whether the name
    /// is its player's.
    fn seat_line(
        &mut self,
        text: &str,
        line: &str,
        is_whole: bool,
        part: u8,
    ) -> Result<Option<(u8, bool)>, ParseError> {
        let Some((number, rest)) = split_number(text) else { return Ok(None) };
        let rest = trim_start(rest);
        let seat = trim(number).parse().ok().and_then(|number| self.hand.seat_index(number));
        let Some(seat) = seat else { return Ok(None) };
        // A line that names another player reports nothing about this seat.
        let rest = self.after_player(seat, rest);
        // A line that breaks off cannot contradict the body; a named line counts up to its amount.
        let only_folds = (is_whole || (rest.is_some() && line.trim_end().ends_with(')')))
            && self.record_seat_line(seat, rest, part);
        let Some(rest) = rest else {
            return Ok(Some((seat, false)));
        };
        if !only_folds {
            self.mucked(seat, rest);
        }
        if is_whole || rest.trim_end().ends_with(')') {
            (self.grammar.seat_note)(rest, seat, self.hand);
        }
        // Else nothing was shown or won.
        if !only_folds {
            self.won(seat, rest, line)?;
        }
        Ok(Some((seat, true)))
    }

    /// A text without the name of the seat's player before it.
    fn after_player<'t>(&self, seat: u8, text: &'t str) -> Option<&'t str> {
        let name =
            self.hand.seats.get(usize::from(seat)).map(|seat| self.hand.bytes(seat.player))?;
        is_at(text.as_bytes(), 0, name).then(|| &text[name.len()..])
    }

    /// What seats won and showed before the title of a later board belongs to the first board.
    fn number_first_seats(&mut self) {
        for collected in self.hand.summary_collected.iter_mut().filter(|paid| paid.run_no == 0) {
            collected.run_no = 1;
        }
        let printed = self.hand.printed.cards.iter_mut();
        let of_seats = printed.filter(|cards| cards.place == CardsPlace::Summary);
        for cards in of_seats.filter(|cards| cards.run_no == 0) {
            cards.run_no = 1;
        }
    }

    /// Reads the payments of a seat in the summary of a later board.
    fn later_seat_line(&mut self, text: &str, line: &str, part: u8) -> Result<(), ParseError> {
        let Some((number, rest)) = split_number(text) else { return Ok(()) };
        let seat = trim(number).parse().ok().and_then(|number| self.hand.seat_index(number));
        let Some(seat) = seat else { return Ok(()) };
        let Some(rest) = self.after_player(seat, trim_start(rest)) else { return Ok(()) };
        let before = self.hand.summary_collected.len();
        self.won(seat, rest, line)?;
        for collected in &mut self.hand.summary_collected[before..] {
            collected.run_no = part;
        }
        Ok(())
    }
}

/// The number of boards whose result a seat's line reports: `won ($5) with a pair of Aces, and lost with a pair of Kings`.
fn results_of(line: &str) -> usize {
    [" won (", " lost"].iter().map(|result| line.matches(result).count()).sum()
}

/// The number of the run and the rest of `Board [Ah Kd 2c]`, `FIRST Board [...]`, `Board 2: [...]`.
fn board_line(line: &str) -> Option<(u8, &str)> {
    if line.starts_with("Board [") {
        return Some((0, &line["Board ".len()..]));
    }
    let (title, _) = split_at_mark(line, b'[')?;
    let rest = &line[title.len()..];
    let mut run_no = 0;
    let mut is_board = false;
    for word in words::words(title) {
        match words::number(word) {
            Some(number @ 1..=3) if run_no == 0 => run_no = number,
            _ if word.eq_ignore_ascii_case("board") => is_board = true,
            _ => return None,
        }
    }
    is_board.then_some((run_no, rest))
}

/// The texts before and after some words, ignoring case.
fn split_words<'a>(text: &'a str, words: &str) -> Option<(&'a str, &'a str)> {
    let at = find_ignore_case(text, words)?;
    Some((&text[..at], &text[at + words.len()..]))
}
