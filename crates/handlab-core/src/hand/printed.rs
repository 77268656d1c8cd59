//! What the text prints more than once or as a sum, for the audit to compare.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;

use super::Text;

/// Where the text prints a seat's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsPlace {
    /// `Dealt to`.
    Dealt,
    /// A line of the body that shows them.
    Shown,
    /// The seat's summary line.
    Summary,
}

/// Cards of a seat as one place of the text prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedCards {
    /// Index into [`Hand::seats`](super::Hand::seats).
    pub seat: u8,
    pub place: CardsPlace,
    /// The street in progress; the showdown for the summary.
    pub street: Street,
    /// The runout that the name refers to; 0 if the hand was not run more than once.
    pub run_no: u8,
    pub cards: CardList,
    /// What the cards make, in the site's words; empty if not printed there.
    pub name: Text,
}

/// Cards of the board that a line repeats, or that the summary prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedBoard {
    pub run_no: u8,
    /// The street before which all of these had been dealt; the showdown for the summary.
    pub street: Street,
    pub cards: CardList,
}

/// What the summary says happened to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Folded(Street),
    /// It was still in at the end: it showed, mucked or was paid.
    StayedIn,
    /// The line does not say.
    Unknown,
}

/// A seat's line in the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate mark")]
pub struct SeatLine {
    /// Index into [`Hand::seats`](super::Hand::seats).
    pub seat: u8,
    /// Whether the name is the one of the seat's player.
    pub is_named: bool,
    pub is_button: bool,
    pub is_small_blind: bool,
    pub is_big_blind: bool,
    pub outcome: Outcome,
    /// The line says that the seat did not bet.
    pub did_not_bet: bool,
}

/// What the text says a seat put in, won and has left, wherever it is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatTotal {
    /// Index into [`Hand::seats`](super::Hand::seats).
    pub seat: u8,
    pub contributed: Option<i64>,
    pub won: Option<i64>,
    pub ending_stack: Option<i64>,
}

/// The totals that the text prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Before rake, or after it: the site's rules say which.
    pub total_pot: Option<i64>,
    /// The total may be off by less than this, as `3.37k` may be by less than 10; 0 is exact.
    pub total_unit: i64,
    pub rake: Option<i64>,
    /// Jackpot and other fees, together.
    pub fees: Option<i64>,
    /// Main pot, side pot 1, 2, ...; empty if there is no such line. PokerStars prints them net of rake.
    pub pots: Vec<i64>,
    /// Put into the pot by the house.
    pub added: i64,
    /// Repeated information for the audit to compare: seats' cards, boards, the summary's seat lines.
    pub cards: Vec<PrintedCards>,
    pub boards: Vec<PrintedBoard>,
    /// The printed size of each raise: index into [`Hand::actions`](super::Hand::actions), amount.
    pub raises: Vec<(u16, i64)>,
    /// A street's line has brackets without cards: the body does not show the whole board.
    pub is_board_partial: bool,
    pub seat_lines: Vec<SeatLine>,
    pub seat_totals: Vec<SeatTotal>,
}

impl Printed {
    pub(super) fn clear(&mut self) {
        let Printed { pots, cards, boards, seat_lines, seat_totals, raises, .. } = self;
        pots.clear();
        cards.clear();
        boards.clear();
        seat_lines.clear();
        seat_totals.clear();
        raises.clear();
        *self = Printed {
            pots: std::mem::take(pots),
            cards: std::mem::take(cards),
            boards: std::mem::take(boards),
            seat_lines: std::mem::take(seat_lines),
            seat_totals: std::mem::take(seat_totals),
            raises: std::mem::take(raises),
            ..Printed::default()
        };
    }
}
