//! Made-up dialects, whose hands are in the notation of `paper.rs`: they do what no site of today does.

use handlab_core::dialect::{Dialect, Registry};
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::{HeaderPlace, Span};
use handlab_core::hand::{Collected, Hand, PotName, SeatTotal, Tournament};
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use crate::paper;

pub(crate) const START: Position = Position { byte: 0, line: 1 };

/// The acts of a hand.
pub(crate) const ACTS: &str = "\
blinds 5/10 button 1
seats 1:1000 2:1000 3:1000
2 sb 5
3 bb 10
1 fold
2 fold
uncalled 3 5
3 collected 10
";

/// Takes a line of the notation, a payment, the total (by itself that of the last payment) or the totals of a seat:
/// `total 3 in 10 won 15 left 1005`.
pub(crate) fn take_line(hand: &mut Hand, line: &str, at: Position) -> Result<(), ParseError> {
    let number = |text: &str| text.parse().expect("a number");
    let words: Vec<&str> = line.split_whitespace().collect();
    if let [seat, "collected", amount] = words.as_slice() {
        let seat = hand.seat_index(seat.parse().expect("a seat")).expect("a seat");
        let amount = number(amount);
        hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
        hand.printed.total_pot = Some(amount);
        hand.printed.rake = Some(0);
    } else if let ["pot", total] = words.as_slice() {
        hand.printed.total_pot = Some(number(total));
    } else if let ["total", seat, "in", contributed, "won", won, "left", left] = words.as_slice() {
        hand.printed.seat_totals.push(SeatTotal {
            seat: hand.seat_index(seat.parse().expect("a seat")).expect("a seat"),
            contributed: Some(number(contributed)),
            won: Some(number(won)),
            ending_stack: Some(number(left)),
        });
    } else if !paper::take(hand, line) {
        return Err(ParseError::new(ParseErrorKind::UnknownLine(line.to_owned()), at));
    }
    Ok(())
}

/// Reads the hands whose header ends with `mark`.
pub(crate) struct Paper {
    name: &'static str,
    mark: &'static str,
}

impl Dialect for Paper {
    fn site(&self) -> &'static str {
        "paper"
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Paper hand #"]
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        line.ends_with(self.mark.as_bytes())
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        *hand = paper::blank();
        hand.site = self.site();
        let mut lines = span.text.lines();
        let header = lines.next().unwrap_or_default();
        let number = header.split(['#', ' ']).nth(3).unwrap_or_default();
        hand.hand_id = hand.push_text(number);
        if header.contains("tournament") {
            hand.tournament = Some(Tournament::default());
        }
        lines.try_for_each(|line| take_line(hand, line, span.at))
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &["Paper hand summary "]
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        self.claims(before, head)
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        let Some(player) = span.text.lines().nth(1) else {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        };
        summary.site = self.site();
        if player != "nowhere" {
            summary.tournament_id.push_str(self.name);
        }
        let player = TournamentPlayer { player: player.to_owned(), ..TournamentPlayer::default() };
        summary.players.push(player);
        Ok(())
    }
}

/// Claims its needle wherever it is.
pub(crate) struct Anywhere;

impl Dialect for Anywhere {
    fn site(&self) -> &'static str {
        "anywhere"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["7 ("]
    }

    fn claims(&self, _: &[u8], _: &[u8]) -> bool {
        true
    }

    fn parse(&self, _: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        *hand = paper::blank();
        hand.site = self.site();
        Ok(())
    }
}

/// A newest-first log: a hand's last line is its header, and its actions are in reverse order.
struct Upward;

impl Dialect for Upward {
    fn site(&self) -> &'static str {
        "upward"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["-- starting hand #"]
    }

    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        before == b"\""
    }

    fn header_place(&self) -> HeaderPlace {
        HeaderPlace::Last
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        *hand = paper::blank();
        hand.site = self.site();
        let mut lines = span.text.lines().rev();
        let header = lines.next().unwrap_or_default();
        let number = header.split('#').nth(1).unwrap_or_default();
        hand.hand_id = hand.push_text(number.trim_end_matches('"'));
        if span.text.lines().count() == 1 {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        }
        lines.try_for_each(|line| take_line(hand, line, span.at))
    }
}

/// A document with a session: the place is printed once, before its hands.
struct Sessions;

impl Dialect for Sessions {
    fn site(&self) -> &'static str {
        "sessions"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["<game "]
    }

    fn claims(&self, _: &[u8], _: &[u8]) -> bool {
        true
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &["<session "]
    }

    fn claims_preamble(&self, _: &[u8], _: &[u8]) -> bool {
        true
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        *hand = paper::blank();
        hand.site = self.site();
        let table = span.preamble.strip_prefix("<session ").and_then(|text| text.split('>').next());
        let Some(table) = table else {
            return Err(ParseError::new(ParseErrorKind::Header(String::new()), span.at));
        };
        hand.table_name = hand.push_text(table);
        let mut lines = span.text.lines();
        let number = lines.next().unwrap_or_default().trim_start_matches("<game ");
        hand.hand_id = hand.push_text(number.trim_end_matches('>'));
        if !span.text.contains("</game>") {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        }
        let body = lines.filter(|line| !line.starts_with("</"));
        body.into_iter().try_for_each(|line| take_line(hand, line, span.at))
    }
}

/// Headers that start with a single character.
pub(crate) struct Signed;

impl Dialect for Signed {
    fn site(&self) -> &'static str {
        "signed"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["%"]
    }

    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        before.is_empty()
    }

    fn parse(&self, _: Span<'_>, _: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        Ok(())
    }
}

/// Headers that start with a number before their needle.
pub(crate) struct Numbered;

impl Dialect for Numbered {
    fn site(&self) -> &'static str {
        "numbered"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[": numbered"]
    }

    fn lead(&self, before: &[u8]) -> usize {
        before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count()
    }

    fn claims(&self, before: &[u8], _: &[u8]) -> bool {
        self.lead(before) > 0
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        *hand = paper::blank();
        hand.site = self.site();
        let mut lines = span.text.lines();
        let number = lines.next().unwrap_or_default().split(':').next().unwrap_or_default();
        hand.hand_id = hand.push_text(number);
        lines.try_for_each(|line| take_line(hand, line, span.at))
    }
}

pub(crate) static SIGNED: Signed = Signed;
static NUMBERED: Numbered = Numbered;
static UPWARD: Upward = Upward;
static SESSIONS: Sessions = Sessions;
pub(crate) static OLD: Paper = Paper { name: "paper_old", mark: "(old)" };
static NEW: Paper = Paper { name: "paper_new", mark: "(new)" };

pub(crate) fn registry() -> Registry {
    Registry::new(&[&OLD, &NEW, &UPWARD, &SESSIONS, &NUMBERED])
}
