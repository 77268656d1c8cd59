//! Fills a hand from its JSON object.

use handlab_cards::card::CardList;
use handlab_cards::game::GameFamily;
use handlab_core::chips;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Seat};

use super::object::{Act, Id, Object, Texts};
use super::{pokernow, totals};
use crate::inferred::{ante, fixed_bets, scales};
use crate::syntax::json;
use crate::syntax::json::{Number, text_of};

/// Reads one object, again with finer amounts if some are finer than the currency.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    // `"ohh"`, a colon, and the object; anything after it belongs to the enclosing object.
    let start = span.text.find(':').map_or(span.text.len(), |colon| colon + 1);
    let (object, text) = json::first_value::<Object<'_>>(span, start)?;
    scales::read(hand, |scale, hand| {
        Filler { span, text, hand, ids: Vec::new() }.fill(&object, scale)
    })
}

/// A word of the specification in its canonical spelling, ignoring case.
pub(super) fn spelled<'t>(word: &'t str, known: &[&'t str]) -> &'t str {
    known.iter().find(|known| known.eq_ignore_ascii_case(word)).unwrap_or(&word)
}

pub(super) struct Filler<'s, 'h> {
    pub(super) span: Span<'s>,
    /// The object alone.
    pub(super) text: &'s str,
    pub(super) hand: &'h mut Hand,
    /// The ID of each seat's player.
    ids: Vec<&'s str>,
}

impl<'s> Filler<'s, '_> {
    fn fill(&mut self, object: &Object<'s>, least_scale: u8) -> Result<(), ParseError> {
        self.head(object, least_scale)?;
        let is_pokernow = pokernow::is_writer(object);
        for player in &object.players {
            let bounty = self
                .hand
                .tournament
                .and_then(|of| chips::read(text_of(player.bounty)?.as_bytes(), of.scale));
            let seat = Seat {
                // Seats may be numbered from 0.
                seat: text_of(player.seat).and_then(|text| text.parse().ok()).unwrap_or(0),
                bounty: bounty.filter(|bounty| *bounty > 0),
                starting_stack: self.amount(player.starting_stack)?,
                is_sitting_out: player.is_sitting_out.unwrap_or(false),
                is_anonymous: object.has_flag("Anonymous"),
                ..Seat::default()
            };
            let name = if is_pokernow {
                pokernow::name(player, &object.players)
            } else {
                player.name().into()
            };
            if !push_seat(self.hand, seat, &name) {
                return Err(self.error(ParseErrorKind::Seats(name.into()), player.name()));
            }
            self.ids.push(player.id.text());
        }
        self.hand.hero = object.hero_player_id.and_then(|id| self.seat(id));
        for (number, round) in object.rounds.iter().enumerate() {
            self.round(round, &object.rounds, number)?;
        }
        if is_pokernow {
            pokernow::name_actions(self.hand);
        }
        self.cards_of_players(object)?;
        self.set_hole_game();
        ante::infer_kind(self.hand);
        if self.hand.game.family() != GameFamily::Stud {
            fixed_bets::infer(self.hand);
        }
        if let Some(pots) = &object.pots {
            self.pots(pots)?;
            totals::resolve(self.hand);
        }
        self.purchases(object);
        self.bounties(object)
    }

    pub(super) fn seat(&self, id: Id<'_>) -> Option<u8> {
        self.ids.iter().position(|known| *known == id.text()).map(|index| index as u8)
    }

    pub(super) fn player(&self, act: &Act<'s>) -> Result<u8, ParseError> {
        act.player_id.and_then(|id| self.seat(id)).ok_or_else(|| {
            let who =
                act.player_id.map_or("nobody".to_owned(), |id| format!("player_id {}", id.text()));
            self.error(ParseErrorKind::UnknownPlayer(format!("{}: {who}", act.action)), &act.action)
        })
    }

    pub(super) fn cards(&self, printed: Option<&Texts<'s>>) -> Result<CardList, ParseError> {
        let mut list = CardList::EMPTY;
        for text in printed.into_iter().flat_map(Texts::texts) {
            // An unknown card: `X`, `??`, `**`.
            let is_mark = |byte: u8| matches!(byte, b'X' | b'x' | b'?' | b'*' | b'-' | b' ');
            if text.bytes().all(is_mark) {
                continue;
            }
            let fault = || self.error(ParseErrorKind::Cards(text.to_string()), text);
            for card in cards(text.trim()).ok_or_else(fault)?.as_slice() {
                if !list.push(*card) {
                    return Err(fault());
                }
            }
        }
        Ok(list)
    }

    /// An amount of the hand's money; 0 if there is none.
    pub(super) fn amount(&self, number: Number<'s>) -> Result<i64, ParseError> {
        let Some(printed) = text_of(number) else { return Ok(0) };
        // In JSON a dot is decimal, however many digits follow it.
        let text = printed.strip_suffix(".000").unwrap_or(printed);
        let read = |text: &str| chips::read(text.as_bytes(), self.hand.scale);
        let amount = read(text).or_else(|| read(&round_binary_fraction(text)?));
        amount.ok_or_else(|| self.error(ParseErrorKind::Amount(text.to_owned()), printed))
    }

    /// An error located at a part of the text.
    pub(super) fn error(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind, part)
    }
}

/// The amount that a number with too many digits stands for: programs that compute in binary floating point print
/// `0.30000000000000004` for 0.3, and in single precision `0.40000004` for 0.4 or `25.399999618530273` for 25.4.
fn round_binary_fraction(text: &str) -> Option<String> {
    let (whole, part) = text.split_once('.')?;
    if part.len() > 20 {
        return None;
    }
    let value: i128 = format!("{whole}{part}").parse().ok()?;
    let one = 10_i128.pow(part.len() as u32);
    [2, 4, 8].into_iter().find_map(|scale| {
        let unit = one.checked_div(10_i128.pow(scale)).filter(|unit| *unit > 1)?;
        let rounded = (value + unit / 2) / unit;
        let distance = (value - rounded * unit).abs();
        let is_near = distance * 8_000_000 <= value.abs() && distance * 1000 <= one;
        let mut out = String::new();
        chips::append_to(&mut out, i64::try_from(rounded).ok()?, scale as u8);
        is_near.then_some(out)
    })
}
