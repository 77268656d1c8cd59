//! Fills a hand from its JSON object.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{Betting, Game};
use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Collected, Hand, Kind, PotName, Seat, SeatTotal};
use handlab_core::money::Currency;

use super::object::{self, Object, Results, Settings};
use super::{RULES, SITE};
use crate::inferred::{ante, fixed_bets, scales};
use crate::syntax::json::{self, Number, text_of};

/// Reads one hand, again with finer amounts if some are finer than the table's.
pub(super) fn read(
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    let span = json::with_opening(span, "{", scratch);
    let (object, _) = json::first_value::<Object<'_>>(span, 0)?;
    scales::read(hand, |least_scale, hand| {
        let ids = object.seats.iter().map(|player| text_of(player.id).unwrap_or_default());
        let mut filler = Filler { span, hand, ids: ids.collect() };
        filler.head(&object, least_scale)?;
        filler.seats(&object)?;
        filler.set_game(&object)?;
        filler.events(&object.events)?;
        filler.results(&object.results)?;
        ante::infer_kind(filler.hand);
        Ok(())
    })
}

pub(super) struct Filler<'s, 'h> {
    pub(super) span: Span<'s>,
    pub(super) hand: &'h mut Hand,
    /// The player ID for each seat of the hand.
    ids: Vec<&'s str>,
}

impl Filler<'_, '_> {
    fn head(&mut self, object: &Object<'_>, least_scale: u8) -> Result<(), ParseError> {
        let settings = &object.settings;
        if !object.table.long_id.starts_with("TABLE::") {
            let kind = ParseErrorKind::UnknownGame(object.table.long_id.to_string());
            return Err(self.error(kind, &object.table.long_id));
        }
        let hand = &mut *self.hand;
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
        (hand.kind, hand.currency) = match &*settings.currency {
            "XGC" => (Kind::Play, Currency::PLAY),
            code => (Kind::Cash, Currency::from_code(code)),
        };
        hand.scale = chips::scale_of(hand.currency).max(least_scale);
        hand.hand_id = hand.push_text(&object.id);
        hand.table_name = hand.push_text(&object.table.name);
        hand.max_seats = settings.capacity;
        json::read_start(object.started_at, hand);
        self.stakes(settings)
    }

    fn stakes(&mut self, settings: &Settings<'_>) -> Result<(), ParseError> {
        let betting = match &*settings.betting {
            "NO_LIMIT" => Betting::NoLimit,
            "POT_LIMIT" => Betting::PotLimit,
            "FIXED_LIMIT" => Betting::FixedLimit,
            word => return Err(self.error(ParseErrorKind::UnknownGame(word.to_owned()), word)),
        };
        self.hand.betting = betting;
        let amounts = [settings.small_blind, settings.big_blind, settings.ante];
        let [small, big, ante] = amounts.map(|number| self.amount(number));
        let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
        let (small, big, ante) = (positive(small?), positive(big?), positive(ante?));
        let stakes = &mut self.hand.stakes;
        (stakes.small_blind, stakes.big_blind, stakes.ante) = (small, big, ante);
        fixed_bets::infer(self.hand);
        Ok(())
    }

    fn seats(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        for player in &object.seats {
            let id = text_of(player.id).unwrap_or_default();
            let seat = Seat {
                seat: player.seat.saturating_add(1),
                starting_stack: self.amount(player.stack)?,
                ..Seat::default()
            };
            json::push_player(self.hand, seat, player.name.as_deref(), id)
                .map_err(|name| self.error(ParseErrorKind::Seats(name.to_owned()), name))?;
        }
        Ok(())
    }

    fn set_game(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let dealt = object.events.iter().filter(|event| event.kind == "PlayerCardsDealt");
        let dealt = dealt.map(|event| event.cards.len()).max().unwrap_or(0);
        self.hand.game = match (&*object.settings.variant, dealt) {
            ("TEXAS_HOLDEM", _) => Game::Holdem,
            ("OMAHA", 6) => Game::Omaha6,
            ("OMAHA", 5) => Game::Omaha5,
            ("OMAHA", _) => Game::Omaha,
            (word, _) => {
                return Err(self.error(ParseErrorKind::UnknownGame(word.to_owned()), word));
            }
        };
        Ok(())
    }

    fn results(&mut self, results: &Results<'_>) -> Result<(), ParseError> {
        self.hand.printed.rake = Some(self.amount(results.rake)?);
        let has_sides =
            results.transfers.iter().any(|paid| paid.pot.as_ref().is_some_and(|p| p.number > 0));
        for paid in &results.transfers {
            let seat = self.seat(paid.player)?;
            let Some(pot) = &paid.pot else {
                let kind = ParseErrorKind::UnknownLine("a transfer without its pot".to_owned());
                return Err(self.error(kind, text_of(paid.amount).unwrap_or_default()));
            };
            let pot = match pot.number {
                0 if has_sides => PotName::Main,
                0 => PotName::Pot,
                number => PotName::Side(number),
            };
            let amount = self.amount(paid.amount)?;
            self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
        }
        for (id, total) in &results.totals {
            let seat = self.seat_of(id)?;
            let (contributed, won) = (self.amount(total.bet)?, self.amount(total.win)?);
            let (contributed, won) = (Some(contributed), Some(won));
            let total = SeatTotal { seat, contributed, won, ending_stack: None };
            self.hand.printed.seat_totals.push(total);
        }
        Ok(())
    }

    /// The known cards.
    pub(super) fn cards(&self, printed: &[object::Card<'_>]) -> Result<CardList, ParseError> {
        let mut list = CardList::EMPTY;
        for card in printed {
            let (Some(rank), Some(suit)) = (&card.rank, &card.suit) else { continue };
            let fault = || self.error(ParseErrorKind::Cards(format!("{rank} {suit}")), rank);
            let card = card_of(rank, suit).ok_or_else(fault)?;
            if !list.push(card) {
                return Err(fault());
            }
        }
        Ok(list)
    }

    /// The seat of a player by ID.
    pub(super) fn seat(&self, player: Number<'_>) -> Result<u8, ParseError> {
        self.seat_of(text_of(player).unwrap_or_default())
    }

    fn seat_of(&self, id: &str) -> Result<u8, ParseError> {
        let seat = self.ids.iter().position(|other| *other == id);
        seat.map(|seat| seat as u8)
            .ok_or_else(|| self.error(ParseErrorKind::UnknownPlayer(format!("playerId {id}")), id))
    }

    /// An amount in minor units of the hand; 0 if there is none.
    pub(super) fn amount(&self, number: Number<'_>) -> Result<i64, ParseError> {
        Ok(json::read_amount(self.span, number, self.hand.scale)?.unwrap_or(0))
    }

    /// An error located at a part of the text.
    pub(super) fn error(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind, part)
    }
}

/// The card for words such as `TEN` and `CLUBS`.
fn card_of(rank: &str, suit: &str) -> Option<Card> {
    const RANKS: [(&str, u8); 13] = [
        ("TWO", b'2'),
        ("THREE", b'3'),
        ("FOUR", b'4'),
        ("FIVE", b'5'),
        ("SIX", b'6'),
        ("SEVEN", b'7'),
        ("EIGHT", b'8'),
        ("NINE", b'9'),
        ("TEN", b'T'),
        ("JACK", b'J'),
        ("QUEEN", b'Q'),
        ("KING", b'K'),
        ("ACE", b'A'),
    ];
    let suit = match suit {
        "CLUBS" => b'c',
        "DIAMONDS" => b'd',
        "HEARTS" => b'h',
        "SPADES" => b's',
        _ => return None,
    };
    let (_, rank) = RANKS.iter().find(|(word, _)| *word == rank)?;
    Card::read(&[*rank, suit]).map(|(card, _)| card)
}
