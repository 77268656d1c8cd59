//! Fills a hand from its script: table, seats, blinds.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game};
use handlab_core::dialect::text::push_seat;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, AnteKind, CardsSource, Hand, Kind, Seat};
use handlab_core::money::Currency;

use super::plays::{Plays, read_cards};
use super::script::{Script, quote_keys};

/// Amounts are in dollars; the hand's are in hundredths.
const CENTS: i64 = 100;

/// Reads one script.
pub(super) fn read(
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    let start = span.text.find('(').map_or(span.text.len(), |open| open + 1);
    // The address of the next script may follow.
    let end = memchr::memmem::find(&span.text.as_bytes()[start..], b"\nURL:");
    let end = end.map_or(span.text.len(), |end| start + end);
    quote_keys(&span.text[start..end], scratch);
    let mut values = serde_json::Deserializer::from_str(scratch).into_iter::<Script<'_>>();
    let script = match values.next() {
        Some(Ok(script)) => script,
        Some(Err(error)) if error.is_eof() || (span.is_last && is_at_end(&error, scratch)) => {
            return Err(error_at(span, error.line(), |_| ParseErrorKind::Truncated));
        }
        Some(Err(error)) => {
            return Err(error_at(span, error.line(), ParseErrorKind::UnknownLine));
        }
        None => return Err(error_at(span, 1, |_| ParseErrorKind::Truncated)),
    };
    fill(&script, hand).map_err(|kind| ParseError::new(kind, span.at))
}

/// Whether nothing but the end of a word follows an error: a truncated key is not a key.
fn is_at_end(error: &serde_json::Error, json: &str) -> bool {
    let mut lines = json.split('\n').skip(error.line().saturating_sub(1));
    let line = lines.next().unwrap_or_default();
    let rest = line.as_bytes().get(error.column().saturating_sub(1)..).unwrap_or_default();
    lines.next().is_none() && rest.iter().all(u8::is_ascii_alphanumeric)
}

/// An error at a line of the text, counted from 1.
fn error_at(span: Span<'_>, line: usize, kind: fn(String) -> ParseErrorKind) -> ParseError {
    let before: usize =
        span.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let text: String =
        span.text[before..].lines().next().unwrap_or_default().chars().take(200).collect();
    let at = Position {
        byte: span.at.byte + before as u64,
        line: span.at.line + line.saturating_sub(1) as u64,
    };
    ParseError::new(kind(text), at)
}

fn fill(script: &Script<'_>, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let table = &script.hand;
    let cents = |amount: i64| {
        let cents = amount.checked_mul(CENTS).filter(|cents| *cents >= 0);
        cents.ok_or_else(|| ParseErrorKind::Amount(amount.to_string()))
    };
    (hand.site, hand.network, hand.rules) = (super::SITE, Some(super::SITE), &super::RULES);
    hand.hand_id = hand.push_text(&table.title);
    hand.table_name = hand.push_text("The Big Game");
    hand.max_seats = Some(table.number_of_seats);
    hand.button_seat = Some(table.dealer).filter(|dealer| *dealer > 0);
    (hand.game, hand.betting) = (Game::Holdem, Betting::NoLimit);
    (hand.kind, hand.currency, hand.scale) = (Kind::Cash, Currency::USD, 2);
    let ante = Some(cents(table.ante)?).filter(|ante| *ante > 0);
    (hand.stakes.small_blind, hand.stakes.big_blind) =
        (Some(cents(table.small_blind)?), Some(cents(table.big_blind)?));
    (hand.stakes.ante, hand.stakes.ante_kind) = (ante, AnteKind::Button);
    hand.printed.rake = Some(0);
    for player in &table.players {
        let mut hole_cards = CardList::EMPTY;
        read_cards(&player.cards, &mut hole_cards)?;
        let seat = Seat {
            seat: player.seat,
            starting_stack: cents(player.stack)?,
            hole_cards,
            cards_source: (!hole_cards.is_empty()).then_some(CardsSource::Shown),
            ..Seat::default()
        };
        if !push_seat(hand, seat, &player.name) {
            return Err(ParseErrorKind::Seats(player.name.to_string()));
        }
    }
    let first = script.plays.iter().find_map(|play| hand.seat_index(play.seat));
    // A seat that has no cards and does nothing is away from the table.
    let is_away = |seat: &Seat| {
        seat.hole_cards.is_empty() && script.plays.iter().all(|play| play.seat != seat.seat)
    };
    let away: Vec<bool> = hand.seats.iter().map(is_away).collect();
    let mut plays = Plays::new(hand);
    if let Some(first) = first {
        plays.post_blinds(first, |seat| !away[usize::from(seat)]);
    }
    script.plays.iter().try_for_each(|play| plays.play(play, cents))?;
    plays.finish()
}

impl Plays<'_> {
    /// Posts the ante of the dealer and the blinds, given the seat that plays first.
    fn post_blinds(&mut self, first: u8, is_dealt: impl Fn(u8) -> bool) {
        let dealer = self.hand.button_seat.and_then(|number| self.hand.seat_index(number));
        let Some(dealer) = dealer else { return };
        if let Some(ante) = self.hand.stakes.ante {
            self.put_in(dealer, ActionKind::PostAnte, ante, false);
        }
        let hand = &*self.hand;
        let next = |seat: u8| after(hand, seat, &is_dealt);
        let is_heads_up = (0..hand.seats.len() as u8).filter(|seat| is_dealt(*seat)).count() == 2;
        let small = if is_heads_up { dealer } else { next(dealer) };
        let big = next(small);
        // The seat that plays first comes after the big blind; otherwise no one has the small blind.
        let is_small_missing = !is_heads_up && first != next(big) && first == big;
        let (small, big) = if is_small_missing { (None, small) } else { (Some(small), big) };
        if let (Some(small), Some(amount)) = (small, self.hand.stakes.small_blind) {
            self.put_in(small, ActionKind::PostSmallBlind, amount, false);
        }
        if let Some(amount) = self.hand.stakes.big_blind {
            self.put_in(big, ActionKind::PostBigBlind, amount, false);
        }
    }
}

/// The next dealt-in seat, clockwise; the same one if there is no other.
fn after(hand: &Hand, seat: u8, is_dealt: &impl Fn(u8) -> bool) -> u8 {
    let number = hand.seats[usize::from(seat)].seat;
    let distance =
        |index: &u8| hand.seats[usize::from(*index)].seat.wrapping_sub(number).wrapping_sub(1);
    let all = (0..hand.seats.len() as u8).filter(|index| is_dealt(*index));
    all.min_by_key(distance).unwrap_or(seat)
}
