//! The text under construction, and the facts about the seats that its parts share.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::hand::{ActionKind, Hand, Kind};
use handlab_core::money::Currency;

use super::{LineEnding, words};

/// Appends pieces of text about one hand.
pub(super) struct Lines<'a> {
    pub(super) hand: &'a Hand,
    pub(super) seats: [SeatStory; MAX_SEATS],
    /// Whether at least two players were left when the betting was over.
    pub(super) is_showdown: bool,
    out: &'a mut String,
    ending: &'static str,
    symbol: &'static str,
}

/// What one seat did, as far as lines other than its actions report it.
#[derive(Clone, Copy, Default)]
pub(super) struct SeatStory {
    pub(super) acted: bool,
    pub(super) folded: Option<Street>,
    pub(super) has_bet: bool,
    pub(super) has_shown: bool,
    pub(super) blind: Option<Blind>,
}

/// The blind that the summary names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Blind {
    Small,
    Big,
    Button,
}

impl<'a> Lines<'a> {
    pub(super) fn new(hand: &'a Hand, ending: LineEnding, out: &'a mut String) -> Self {
        let seats = seat_stories(hand);
        let left = seats.iter().filter(|seat| seat.acted && seat.folded.is_none());
        let is_showdown = left.count() > 1;
        let ending = match ending {
            LineEnding::Lf => "\n",
            LineEnding::CrLf => "\r\n",
        };
        let symbol = match hand.kind {
            Kind::Cash => symbol(hand.currency),
            Kind::Tournament | Kind::Play | Kind::Club => "",
        };
        Lines { hand, seats, is_showdown, out, ending, symbol }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(super) fn end(&mut self) {
        self.out.push_str(self.ending);
    }

    /// A whole line.
    pub(super) fn line(&mut self, text: &str) {
        self.text(text);
        self.end();
    }

    pub(super) fn number(&mut self, number: u64) {
        chips::append_to(self.out, number as i64, 0);
    }

    pub(super) fn player(&mut self, seat: u8) {
        self.out.push_str(self.hand.player(seat));
    }

    /// An amount of the hand's money.
    pub(super) fn money(&mut self, amount: i64) {
        self.out.push_str(self.symbol);
        append_short(self.out, amount, self.hand.scale);
    }

    /// Two amounts, both with decimals or both without: `$0.50/$1.00`.
    pub(super) fn money_pair(&mut self, first: i64, second: i64) {
        let scale = self.hand.scale;
        let whole = is_whole(first, scale) && is_whole(second, scale);
        for (amount, before) in [(first, ""), (second, "/")] {
            self.out.push_str(before);
            self.out.push_str(self.symbol);
            append(self.out, amount, scale, whole);
        }
    }

    /// Amounts of the tournament's money, all with decimals or all without, joined by `+`.
    pub(super) fn buy_in(&mut self, parts: impl Iterator<Item = i64> + Clone) {
        let Some(tournament) = self.hand.tournament else { return };
        let whole = parts.clone().all(|amount| is_whole(amount, tournament.scale));
        for (i, amount) in parts.enumerate() {
            self.out.push_str(if i == 0 { "" } else { "+" });
            self.out.push_str(symbol(tournament.currency));
            append(self.out, amount, tournament.scale, whole);
        }
    }

    /// An amount of the tournament's money, with its decimals.
    pub(super) fn prize(&mut self, amount: i64) {
        let Some(tournament) = self.hand.tournament else { return };
        self.out.push_str(symbol(tournament.currency));
        append(self.out, amount, tournament.scale, false);
    }

    /// Cards in brackets.
    pub(super) fn cards(&mut self, cards: &[Card]) {
        self.out.push('[');
        for (i, card) in cards.iter().enumerate() {
            if i > 0 {
                self.out.push(' ');
            }
            let [rank, suit] = card.ascii();
            self.out.push(rank as char);
            self.out.push(suit as char);
        }
        self.out.push(']');
    }

    /// What a player holds in that run, in words, between two texts; nothing at all if there are no words.
    pub(super) fn words(&mut self, before: &str, hole: CardList, run_no: u8, after: &str) {
        let start = self.out.len();
        self.out.push_str(before);
        let empty = self.out.len();
        words::append(self.out, self.hand, hole, run_no);
        if self.out.len() == empty {
            self.out.truncate(start);
        } else {
            self.out.push_str(after);
        }
    }

    /// The last street that was dealt or played.
    pub(super) fn last_street(&self) -> u8 {
        let of_actions = self.hand.actions.iter().map(|action| action.street);
        let of_actions = of_actions.filter(|street| *street < Street::SHOWDOWN).max();
        of_actions.max(Some(self.hand.last_street)).map_or(0, |street| street.0.min(4))
    }

    pub(super) fn family(&self) -> GameFamily {
        self.hand.game.family()
    }
}

fn seat_stories(hand: &Hand) -> [SeatStory; MAX_SEATS] {
    let mut seats = [SeatStory::default(); MAX_SEATS];
    let mut has_big_blind = false;
    for action in &hand.actions {
        let Some(seat) = seats.get_mut(usize::from(action.seat)) else { continue };
        seat.acted = true;
        match action.kind {
            ActionKind::Fold => seat.folded = Some(action.street),
            ActionKind::Call | ActionKind::Bet | ActionKind::Raise | ActionKind::BringIn => {
                seat.has_bet = true;
            }
            ActionKind::Show => seat.has_shown = true,
            ActionKind::PostSmallBlind => seat.blind = Some(Blind::Small),
            ActionKind::PostButtonBlind => seat.blind = Some(Blind::Button),
            // A player who posts to come in is named without a blind.
            ActionKind::PostBigBlind if !has_big_blind => {
                has_big_blind = true;
                seat.blind = Some(Blind::Big);
            }
            _ => {}
        }
    }
    seats
}

/// The sign before an amount in that currency.
fn symbol(currency: Currency) -> &'static str {
    match currency.code() {
        "USD" | "CAD" | "AUD" => "$",
        "EUR" => "€",
        "GBP" => "£",
        "INR" => "₹",
        "CNY" => "¥",
        _ => "",
    }
}

fn is_whole(amount: i64, scale: u8) -> bool {
    10_i64.checked_pow(u32::from(scale)).is_none_or(|unit| amount % unit == 0)
}

/// As PokerStars prints money: `$5` but `$5.50`.
fn append_short(out: &mut String, amount: i64, scale: u8) {
    append(out, amount, scale, is_whole(amount, scale));
}

fn append(out: &mut String, amount: i64, scale: u8, whole: bool) {
    match 10_i64.checked_pow(u32::from(scale)) {
        Some(unit) if whole => chips::append_to(out, amount / unit, 0),
        _ => chips::append_to(out, amount, scale),
    }
}
