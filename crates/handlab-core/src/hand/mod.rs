//! One dealt hand as its text reports it: who sat where, what each seat did, what the site says it paid.
//!
//! Nothing here is computed: what follows from the rules is in [`crate::replay`] and beyond. A [`Hand`] is filled by a
//! dialect, belongs to the caller and is cleared and filled again, so that nothing is allocated per hand once its
//! buffers have grown. Names are ranges of one text buffer, because XML, cp1252 and the simulator have nothing to
//! borrow from.
//!
//! Money is in minor units of `currency` at `scale` throughout.

use crate::error::ParseError;
use crate::money::Currency;
use crate::rules::SiteRules;
use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};

mod action;
mod payment;
mod printed;
mod seat;
mod stakes;
mod tournament;

pub use action::{Action, ActionKind, Amount, BoardCards};
pub use payment::{Collected, PotName, SidePayment, SidePaymentKind};
pub use printed::{CardsPlace, Outcome, Printed, PrintedBoard, PrintedCards, SeatLine, SeatTotal};
pub use seat::{CardsSource, Seat};
pub use stakes::{AnteKind, Kind, Stakes};
pub use tournament::{Finish, Purchase, PurchaseKind, Speed, Tournament};

/// A range of a hand's text buffer; see [`Hand::str`]. The default is the empty text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    start: u32,
    end: u32,
}

impl Text {
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The length in bytes.
    #[inline]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// One dealt hand, as printed. See the module's documentation.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Hand {
    text: String,
    /// The name in the `site` column.
    pub site: &'static str,
    /// What the site prints and how it splits pots: the audit follows these rules.
    pub rules: &'static SiteRules,
    pub network: Option<&'static str>,
    pub skin: Option<&'static str>,
    pub hand_id: Text,
    pub kind: Kind,
    pub is_fast_fold: bool,
    pub table_name: Text,
    pub max_seats: Option<u8>,
    /// The seat number of the button; the seat may be empty.
    pub button_seat: Option<u8>,
    pub game: Game,
    pub is_hi_lo: bool,
    pub betting: Betting,
    pub currency: Currency,
    pub scale: u8,
    pub stakes: Stakes,
    /// Microseconds since 1970 in UTC; `None` where no zone is known.
    pub started_at: Option<i64>,
    /// The second pass of a time in the hour that is repeated when summer time ends.
    pub started_at_later: Option<i64>,
    /// The time as printed, without its zone.
    pub started_raw: Text,
    /// The zone as printed.
    pub zone: Text,
    pub tournament: Option<Tournament>,
    pub seats: Vec<Seat>,
    /// Index into `seats` of the owner of the file.
    pub hero: Option<u8>,
    pub actions: Vec<Action>,
    pub boards: Vec<BoardCards>,
    /// The number of times that the board was run; 1 for most hands.
    pub n_runouts: u8,
    /// The last street that was dealt, betting or not.
    pub last_street: Street,
    pub is_bomb_pot: bool,
    pub is_cancelled: bool,
    /// The text ends where its owner folds, without a payment: if several others are in, what they did then, and who
    /// won, is not known.
    pub breaks_off: bool,
    /// Uncalled bets that the text prints: index into `seats`, amount.
    pub uncalled: Vec<(u8, i64)>,
    /// Payments that the body prints, one per line.
    pub collected: Vec<Collected>,
    /// Payments that the summary's seat lines print; always `PotName::Pot`.
    pub summary_collected: Vec<Collected>,
    pub side_payments: Vec<SidePayment>,
    pub printed: Printed,
    pub finishes: Vec<Finish>,
    pub purchases: Vec<Purchase>,
    /// Unreadable lines about a player at the table: sentences, and actions that mention neither money nor cards.
    pub unread_lines: u16,
    /// Two boards from the start, each for half of every pot: Split Hold'em.
    pub is_split_board: bool,
    /// The text may be unfinished, though nothing in it says so: it counts only if its money adds up.
    pub is_open: bool,
    /// The text is whole, but lines may follow that add to it: when the file has grown, it is read again.
    pub may_go_on: bool,
    /// The header of another room's hand that no dialect claims: the text from there on is not of this hand.
    pub foreign: Option<ParseError>,
}

impl Hand {
    /// Empties the hand and keeps its buffers.
    pub fn clear(&mut self) {
        let Hand { text, seats, actions, boards, uncalled, collected, .. } = self;
        text.clear();
        seats.clear();
        actions.clear();
        boards.clear();
        uncalled.clear();
        collected.clear();
        self.summary_collected.clear();
        self.side_payments.clear();
        self.printed.clear();
        self.finishes.clear();
        self.purchases.clear();
        *self = Hand {
            text: std::mem::take(&mut self.text),
            seats: std::mem::take(&mut self.seats),
            actions: std::mem::take(&mut self.actions),
            boards: std::mem::take(&mut self.boards),
            uncalled: std::mem::take(&mut self.uncalled),
            collected: std::mem::take(&mut self.collected),
            summary_collected: std::mem::take(&mut self.summary_collected),
            side_payments: std::mem::take(&mut self.side_payments),
            printed: std::mem::take(&mut self.printed),
            finishes: std::mem::take(&mut self.finishes),
            purchases: std::mem::take(&mut self.purchases),
            n_runouts: 1,
            ..Hand::default()
        };
    }

    /// Copies a text into the hand's buffer.
    #[inline]
    pub fn push_text(&mut self, text: &str) -> Text {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Text { start, end: self.text.len() as u32 }
    }

    /// The text of a range returned by [`Hand::push_text`].
    #[inline]
    pub fn str(&self, text: Text) -> &str {
        self.text.get(text.start as usize..text.end as usize).unwrap_or_default()
    }

    /// Like [`Hand::str`], as bytes: names can be compared without knowing character boundaries.
    #[inline]
    pub fn bytes(&self, text: Text) -> &[u8] {
        self.text.as_bytes().get(text.start as usize..text.end as usize).unwrap_or_default()
    }

    /// Changes the names of players and of the table to what `spelling` returns for them.
    pub fn respell<'t>(&mut self, spelling: impl Fn(&str) -> Option<&'t str>) {
        let respelled = |text: &mut String, name: &mut Text| {
            let range = name.start as usize..name.end as usize;
            if let Some(spelled) =
                text.get(range).filter(|name| !name.is_empty()).and_then(&spelling)
            {
                name.start = text.len() as u32;
                text.push_str(spelled);
                name.end = text.len() as u32;
            }
        };
        respelled(&mut self.text, &mut self.table_name);
        let seats = self.seats.iter_mut().map(|seat| &mut seat.player);
        let finishes = self.finishes.iter_mut().map(|finish| &mut finish.player);
        let purchases = self.purchases.iter_mut().map(|purchase| &mut purchase.player);
        for name in seats.chain(finishes).chain(purchases) {
            respelled(&mut self.text, name);
        }
    }

    /// The name of the player in `seats[seat]`.
    #[inline]
    pub fn player(&self, seat: u8) -> &str {
        self.seats.get(usize::from(seat)).map_or("", |seat| self.str(seat.player))
    }

    /// Index into `seats` of the seat with that number.
    #[inline]
    pub fn seat_index(&self, number: u8) -> Option<u8> {
        self.seats.iter().position(|seat| seat.seat == number).map(|index| index as u8)
    }

    /// The single finish of `seats[seat]`, which is added if there is none: lines about it may be several, or repeated.
    pub fn finish_of(&mut self, seat: u8) -> &mut Finish {
        let player = self.seats[usize::from(seat)].player;
        let known = self.finishes.iter().position(|one| self.str(one.player) == self.str(player));
        let place = known.unwrap_or_else(|| {
            self.finishes.push(Finish { player, ..Finish::default() });
            self.finishes.len() - 1
        });
        &mut self.finishes[place]
    }

    /// Records known hole cards of `seats[seat]`; fewer cards never replace more.
    pub fn record_hole_cards(&mut self, seat: u8, cards: CardList, source: CardsSource) {
        let seat = &mut self.seats[usize::from(seat)];
        if !cards.is_empty() && cards.len() >= seat.hole_cards.len() {
            seat.set_hole_cards(cards, source);
        }
    }

    /// What a seat paid into a jackpot before any betting.
    pub fn paid_to_jackpot(&self, seat: u8) -> i64 {
        let is_part =
            |paid: &&SidePayment| paid.seat == seat && paid.kind == SidePaymentKind::Jackpot;
        let parts = self.side_payments.iter().filter(is_part);
        parts.fold(0_i64, |sum, paid| sum.saturating_sub(paid.amount))
    }

    /// The name in the `game` columns.
    pub const fn game_name(&self) -> &'static str {
        if self.is_split_board { "split_holdem" } else { self.game.name() }
    }

    /// The board of a runout: its shared part and its own cards. Run 0 is the shared part alone.
    pub fn board(&self, run_no: u8) -> CardList {
        let parts = self.boards.iter().filter(|part| part.run_no == 0 || part.run_no == run_no);
        // A list has limited capacity, and a board may be repeated without end.
        let cards = parts.flat_map(|part| part.cards.as_slice().iter().copied());
        cards.take(CardList::MOST).collect()
    }
}
