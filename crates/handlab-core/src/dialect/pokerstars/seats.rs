//! The table line and the list of seats.

use crate::chips;
use crate::error::{ParseError, ParseErrorKind};
use crate::hand::{Currency, Kind, Seat};

use super::super::text::push_seat;
use super::{Reader, tournament};

impl<'a> Reader<'a, '_> {
    /// Reads the table line and the seats; gives the line behind them.
    pub(super) fn seats(&mut self) -> Result<&'a str, ParseError> {
        loop {
            let line = self.line()?;
            if let Some(table) = line.strip_prefix("Table '") {
                self.table(table);
            } else if let Some((seat, name)) = self.seat(line)? {
                if !push_seat(self.hand, seat, name) {
                    return Err(self.cursor.error(ParseErrorKind::Seats(line.to_owned())));
                }
            } else if !self.hand.seats.is_empty() {
                return Ok(line);
            } else if line.starts_with("*** ") {
                return Err(self.cursor.error(ParseErrorKind::Seats(line.to_owned())));
            }
        }
    }

    /// Reads `NAME' 6-max (Play Money) Seat #3 is the button`.
    fn table(&mut self, text: &str) {
        let hand = &mut *self.hand;
        // A table's name may hold quotes: the last one closes it.
        let Some((name, rest)) = text.rsplit_once('\'') else { return };
        hand.table_name = hand.keep(name);
        for word in rest.split(' ') {
            if let Some(seats) = word.strip_suffix("-max") {
                hand.max_seats = seats.parse().ok();
            }
        }
        if let Some((_, after)) = rest.split_once("Seat #") {
            hand.button_seat = after.split(' ').next().and_then(|number| number.parse().ok());
        }
        if rest.contains("(Play Money)") {
            (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
        }
    }

    /// Reads `Seat 3: NAME ($12.50 in chips, $5 bounty) is sitting out`; `None` if the line is no seat.
    fn seat(&self, line: &'a str) -> Result<Option<(Seat, &'a str)>, ParseError> {
        let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": "))
        else {
            return Ok(None);
        };
        let Some(chips_at) = rest.rfind(" in chips") else { return Ok(None) };
        // A name may hold brackets: the last pair before `in chips` is the stack's.
        let Some(open) = rest[..chips_at].rfind(" (") else { return Ok(None) };
        let fault = || self.cursor.error(ParseErrorKind::Amount(line.to_owned()));
        let Some(number) = number.parse().ok().filter(|number| *number < 100) else {
            return Ok(None);
        };
        let stack = &rest.as_bytes()[open + 2..chips_at];
        let tail = &rest[chips_at + " in chips".len()..];
        let bounty = tail.split_once(" bounty").and_then(|(bounty, _)| {
            tournament::money(self.hand, bounty.trim_start_matches([',', ' ']))
        });
        let seat = Seat {
            seat: number,
            starting_stack: chips::read(stack, self.hand.scale).ok_or_else(fault)?,
            is_sitting_out: tail.contains("sitting out") || tail.contains("out of hand"),
            bounty,
            ..Seat::default()
        };
        Ok(Some((seat, &rest[..open])))
    }
}
