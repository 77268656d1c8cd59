//! One dealt hand as its text reports it: who sat where, what each did, what the site says it paid.
//!
//! Nothing here is computed: what follows from the rules is in [`crate::replay`] and beyond. A [`Hand`] is filled by a
//! dialect, belongs to the caller and is cleared and filled again, so that nothing is allocated per hand once its
//! buffers have grown. Names are ranges of one text buffer, because XML, cp1252 and the simulator have nothing to
//! borrow from.
//!
//! Money is in minor units of `currency` at `scale` throughout.

use crate::money::Currency;
use crate::rules::SiteRules;
use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};

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
}

/// What was at stake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    #[default]
    Cash,
    Tournament,
    /// Play money.
    Play,
    /// Chips of a private club, whose worth the text does not give.
    Club,
}

impl Kind {
    /// The name in the `kind` column.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Cash => "cash",
            Kind::Tournament => "tournament",
            Kind::Play => "play",
            Kind::Club => "club",
        }
    }
}

/// Who pays the ante.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnteKind {
    #[default]
    Each,
    BigBlind,
    Button,
}

impl AnteKind {
    /// The name in the `ante_kind` column.
    pub const fn name(self) -> &'static str {
        match self {
            AnteKind::Each => "each",
            AnteKind::BigBlind => "big_blind",
            AnteKind::Button => "button",
        }
    }
}

/// What a stake table asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    pub small_blind: Option<i64>,
    pub big_blind: Option<i64>,
    /// The bet of the early streets of a fixed-limit game.
    pub small_bet: Option<i64>,
    /// The bet of the late streets of a fixed-limit game.
    pub big_bet: Option<i64>,
    pub ante: Option<i64>,
    pub ante_kind: AnteKind,
    pub bring_in: Option<i64>,
    pub straddle: Option<i64>,
    pub cap: Option<i64>,
}

/// Where known hole cards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardsSource {
    /// Only the summary showed them, after the hand had been mucked.
    Mucked,
    /// The player showed them.
    Shown,
    /// They were dealt face up to the owner of the file.
    Dealt,
}

impl CardsSource {
    /// The name in the `cards_source` column.
    pub const fn name(self) -> &'static str {
        match self {
            CardsSource::Mucked => "mucked",
            CardsSource::Shown => "shown",
            CardsSource::Dealt => "dealt",
        }
    }
}

/// A chair that is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seat {
    /// The number that the site gives the chair.
    pub seat: u8,
    pub player: Text,
    pub starting_stack: i64,
    /// The seat line says that the player is sitting out; they may come back within the hand.
    pub is_sitting_out: bool,
    /// The name means nothing beyond this hand or session.
    pub is_anonymous: bool,
    /// The chair was not on the list of seats: the player only acts.
    pub is_unlisted: bool,
    /// The bounty on the player's head, in minor units of the tournament's buy-in.
    pub bounty: Option<i64>,
    /// All hole cards that are known, in dealt order; may be fewer than the game deals.
    pub hole_cards: CardList,
    pub cards_source: Option<CardsSource>,
}

/// What a seat did. All-in is a flag, not a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    PostAnte,
    PostSmallBlind,
    PostBigBlind,
    /// The only blind of a short-deck game.
    PostButtonBlind,
    Straddle,
    /// Forced money that does not count towards the call.
    PostDead,
    BringIn,
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    /// Exchanges `cards` (unknown but for the hero), `amount` of them.
    Discard,
    StandPat,
    Show,
    Muck,
}

impl ActionKind {
    /// The name in the `kind` column of `actions`.
    pub const fn name(self) -> &'static str {
        match self {
            ActionKind::PostAnte => "post_ante",
            ActionKind::PostSmallBlind => "post_small_blind",
            ActionKind::PostBigBlind => "post_big_blind",
            ActionKind::PostButtonBlind => "post_button_blind",
            ActionKind::Straddle => "straddle",
            ActionKind::PostDead => "post_dead",
            ActionKind::BringIn => "bring_in",
            ActionKind::Fold => "fold",
            ActionKind::Check => "check",
            ActionKind::Call => "call",
            ActionKind::Bet => "bet",
            ActionKind::Raise => "raise",
            ActionKind::Discard => "discard",
            ActionKind::StandPat => "stand_pat",
            ActionKind::Show => "show",
            ActionKind::Muck => "muck",
        }
    }

    /// Whether the money was forced: it opens the betting and is not a decision.
    pub const fn is_post(self) -> bool {
        matches!(
            self,
            ActionKind::PostAnte
                | ActionKind::PostSmallBlind
                | ActionKind::PostBigBlind
                | ActionKind::PostButtonBlind
                | ActionKind::Straddle
                | ActionKind::PostDead
                | ActionKind::BringIn
        )
    }

    /// Whether it is a decision in a betting round.
    pub const fn is_decision(self) -> bool {
        matches!(
            self,
            ActionKind::Fold
                | ActionKind::Check
                | ActionKind::Call
                | ActionKind::Bet
                | ActionKind::Raise
        )
    }
}

/// How a site prints the money of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// What the seat adds now.
    Added(i64),
    /// The seat's total on the street after the action.
    To(i64),
}

impl Default for Amount {
    fn default() -> Self {
        Amount::Added(0)
    }
}

/// One act, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    pub street: Street,
    /// Index into [`Hand::seats`].
    pub seat: u8,
    pub kind: ActionKind,
    pub amount: Amount,
    /// As printed; whether the stack is really 0 then is an audit.
    pub is_all_in: bool,
    /// The seat has reached the cap of a capped game.
    pub is_capped: bool,
    /// Cards shown or discarded.
    pub cards: CardList,
}

/// Cards that came on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardCards {
    /// 0 for the part that all runouts share (the only one of most hands), else 1, 2, ...
    pub run_no: u8,
    pub street: Street,
    /// Only the cards of this street.
    pub cards: CardList,
}

/// Which pot a printed payment names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PotName {
    /// "from pot": the only pot, or the site does not say which.
    Pot,
    Main,
    /// Counted from 1.
    Side(u8),
}

/// A payment out of a pot that the text prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Index into [`Hand::seats`].
    pub seat: u8,
    pub amount: i64,
    pub pot: PotName,
    /// 0 where the hand was not run more than once.
    pub run_no: u8,
}

/// Money between a player and the house that never touches a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SidePayment {
    /// Index into [`Hand::seats`].
    pub seat: u8,
    pub kind: SidePaymentKind,
    /// What the player received; negative if they paid. Bounties are in the tournament's money, the rest in the hand's.
    pub amount: i64,
    pub fee: i64,
}

/// What a side payment was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePaymentKind {
    CashOut,
    Insurance,
    /// For knocking a player out of a tournament.
    Bounty,
}

impl SidePaymentKind {
    /// The name in the `kind` column of `side_payments`.
    pub const fn name(self) -> &'static str {
        match self {
            SidePaymentKind::CashOut => "cash_out",
            SidePaymentKind::Insurance => "insurance",
            SidePaymentKind::Bounty => "bounty",
        }
    }
}

/// Where the text prints cards of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsPlace {
    /// `Dealt to`.
    Dealt,
    /// A line of the body that shows them.
    Shown,
    /// The seat's line of the summary.
    Summary,
}

/// Cards of a seat as one place of the text prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedCards {
    /// Index into [`Hand::seats`].
    pub seat: u8,
    pub place: CardsPlace,
    /// The street in progress; the showdown for the summary.
    pub street: Street,
    /// The runout that the name is of; 0 where the hand was not run more than once.
    pub run_no: u8,
    pub cards: CardList,
    /// What the cards make, in the site's words; empty if the place does not say.
    pub name: Text,
}

/// Cards of the board that a line repeats, or that the summary prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedBoard {
    pub run_no: u8,
    /// The street before which all of these had come; the showdown for the summary.
    pub street: Street,
    pub cards: CardList,
}

/// What the summary says became of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Folded(Street),
    /// It was still in at the end: it showed, mucked or was paid.
    StayedIn,
    /// Nothing that is known.
    Unknown,
}

/// A seat's line of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
pub struct SeatLine {
    /// Index into [`Hand::seats`].
    pub seat: u8,
    /// Whether the name is that of the seat's player.
    pub is_named: bool,
    pub is_button: bool,
    pub is_small_blind: bool,
    pub is_big_blind: bool,
    pub outcome: Outcome,
    /// It says that the seat made no bet of its own will.
    pub did_not_bet: bool,
}

/// What the text says that a seat put in, won and has left, each where it is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatTotal {
    /// Index into [`Hand::seats`].
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
    /// By less than this the total may be off, as `3.37k` is by less than 10; 0 is exact.
    pub total_unit: i64,
    pub rake: Option<i64>,
    /// Jackpot and other fees, together.
    pub fees: Option<i64>,
    /// Main pot, side pot 1, 2, ...; empty where there is no such line. PokerStars prints them net of rake.
    pub pots: Vec<i64>,
    /// Put into the pot by the house.
    pub added: i64,
    /// What is printed again, for the audit to compare: cards of seats, boards, the summary's seat lines.
    pub cards: Vec<PrintedCards>,
    pub boards: Vec<PrintedBoard>,
    /// By how much a raise is said to raise: index into [`Hand::actions`], amount.
    pub raises: Vec<(u16, i64)>,
    /// A street's line has brackets without a card: the body does not show the whole board.
    pub is_board_partial: bool,
    pub seat_lines: Vec<SeatLine>,
    pub seat_totals: Vec<SeatTotal>,
}

impl Printed {
    fn clear(&mut self) {
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

/// The tournament that the hand belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tournament {
    pub tournament_id: Text,
    pub level: Text,
    /// Currency of `buy_in`, `fee` and `bounty`; empty where the header prints none.
    pub currency: Currency,
    pub scale: u8,
    /// The part that goes into the prize pool.
    pub buy_in: Option<i64>,
    pub fee: Option<i64>,
    pub bounty: Option<i64>,
}

/// A line that ends a player's tournament, or says what it paid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Finish {
    pub player: Text,
    pub place: Option<u32>,
    pub prize: Option<i64>,
}

/// What a player buys during a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseKind {
    Rebuy,
    AddOn,
}

/// A line that reports a rebuy or an add-on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purchase {
    pub player: Text,
    pub kind: PurchaseKind,
    /// In the tournament's money.
    pub price: Option<i64>,
}

/// One dealt hand, as printed. See the module.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Hand {
    text: String,
    /// The name in the `site` column.
    pub site: &'static str,
    /// What the site prints and how it splits: the audit goes by it.
    pub rules: &'static SiteRules,
    pub network: Option<&'static str>,
    pub skin: Option<&'static str>,
    pub hand_id: Text,
    pub kind: Kind,
    pub is_fast_fold: bool,
    pub table_name: Text,
    pub max_seats: Option<u8>,
    /// The chair of the button, which may be empty.
    pub button_seat: Option<u8>,
    pub game: Game,
    pub is_hi_lo: bool,
    pub betting: Betting,
    pub currency: Currency,
    pub scale: u8,
    pub stakes: Stakes,
    /// Microseconds since 1970 in UTC; `None` where no zone is known.
    pub started_at: Option<i64>,
    /// The other reading of a time in the hour that comes twice when summer time ends.
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
    /// How often the board was run; 1 for most hands.
    pub n_runouts: u8,
    /// The last street that was dealt, betting or not.
    pub last_street: Street,
    pub is_bomb_pot: bool,
    pub is_cancelled: bool,
    /// Uncalled bets that the text prints: index into `seats`, amount.
    pub uncalled: Vec<(u8, i64)>,
    /// Payments as the body prints them, one a line.
    pub collected: Vec<Collected>,
    /// Payments as the summary's seat lines print them; `PotName::Pot` throughout.
    pub summary_collected: Vec<Collected>,
    pub side_payments: Vec<SidePayment>,
    pub printed: Printed,
    pub finishes: Vec<Finish>,
    pub purchases: Vec<Purchase>,
    /// Lines of a player at the table that could not be read and that name neither money nor cards.
    pub unread_lines: u16,
    /// Two boards from the start, each for half of every pot: Split Hold'em.
    pub is_split_board: bool,
    /// The text may be unfinished, though nothing in it says so: it counts only if its money adds up.
    pub is_open: bool,
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

    /// Keeps a text in the hand's buffer.
    pub fn push_text(&mut self, text: &str) -> Text {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Text { start, end: self.text.len() as u32 }
    }

    /// The text of a range that [`Hand::push_text`] gave.
    pub fn str(&self, text: Text) -> &str {
        self.text.get(text.start as usize..text.end as usize).unwrap_or_default()
    }

    /// The name of the player in `seats[seat]`.
    pub fn player(&self, seat: u8) -> &str {
        self.seats.get(usize::from(seat)).map_or("", |seat| self.str(seat.player))
    }

    /// Index into `seats` of the chair with that number.
    pub fn seat_index(&self, number: u8) -> Option<u8> {
        self.seats.iter().position(|seat| seat.seat == number).map(|index| index as u8)
    }

    /// The name in the `game` columns.
    pub const fn game_name(&self) -> &'static str {
        if self.is_split_board { "split_holdem" } else { self.game.name() }
    }

    /// The board of a runout: its common part and its own cards. Run 0 is the common part alone.
    pub fn board(&self, run_no: u8) -> CardList {
        let parts = self.boards.iter().filter(|part| part.run_no == 0 || part.run_no == run_no);
        parts.flat_map(|part| part.cards.as_slice().iter().copied()).collect()
    }
}
