//! What each seat could expect from the pots when betting ended early, with someone all-in and cards still to come.
//!
//! # Rules
//! * The all-in is the last action of the betting, which may be a call or a fold: at least two players are in, at most
//!   one of them has chips left and is below the cap, and cards are still to come. A player who covers an all-in is in
//!   like everyone else. While two can still bet it is not reached, whoever went all-in earlier. There is none on the
//!   last street.
//! * The known cards are those of the players who are in, the board at the all-in, and what the table had seen of the
//!   folded hands by then: cards shown with a fold, up cards in stud. The hero's own folded cards are not removed from
//!   the deck: the others' expectation would depend on whose file is read.
//! * The pots are the audit's, net of rake and fees as each pot bears them; a seat expects of each its share on the
//!   average runout. A pot that only one seat could win belongs to that seat. However often the board was run, and
//!   whoever cashed out, the expected value does not change.
//! * An expected value is not a payment: shares are added up exactly, and stored as they are, fractions of a unit
//!   included. They sum to the net pots, apart from the last bits of a float.
//!
//! # What is not known
//! Either all seats of a hand have an expected value or none do. [`Method::UnknownCards`]: a player who was in hides
//! their cards; since they could win the main pot, no seat's expected value is known. [`Method::Unsupported`]: a draw
//! was still to come (in Irish and Drawmaha, too, cards are exchanged or thrown away, between flop and turn), two
//! boards were dealt before the all-in, a card occurs twice, more than ten are in, or the money of the hand does not
//! add up, so that what the pots paid is not what they held.
//!
//! # Work
//! Every runout is counted if that takes at most [`max_work`] hands: microseconds from the flop on, tenths of a
//! millisecond before it, up to a millisecond in stud. Otherwise [`DRAWS`] hands are drawn, which takes a millisecond
//! in stud. The seed is the number of the hand, so that all copies of it agree.

use xxhash_rust::xxh3::xxh3_64;

use crate::audit::Audit;
use crate::hand::Hand;
use crate::replay::Replay;
use handlab_cards::equity::{self, Answer, Question};
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::score::ShortDeckRules;

mod all_in;
mod payout;
mod spot;

use spot::Spot;

/// At most this many hands, as counted by [`equity::work`], are enumerated for an exact answer.
pub const fn max_work(family: GameFamily) -> u64 {
    match family {
        GameFamily::Flop => 500_000,
        // Each takes longer: all of the players' remaining cards are still to come.
        GameFamily::Stud | GameFamily::Draw => 120_000,
    }
}

/// This many hands are drawn where [`max_work`] is exceeded: 10,000 runouts of two players, within half a percent.
pub const DRAWS: u64 = 20_000;

/// How an expected value was found, or why it was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// From every runout.
    Exact,
    /// From runouts drawn with a seed.
    Sampled,
    /// Unknown: the cards of a player who was in are hidden.
    UnknownCards,
    /// Unknown: see the module.
    Unsupported,
}

impl Method {
    pub const ALL: [Method; 4] =
        [Method::Exact, Method::Sampled, Method::UnknownCards, Method::Unsupported];

    /// The name in the `ev_method` column.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Sampled => "sampled",
            Method::UnknownCards => "unknown_cards",
            Method::Unsupported => "unsupported",
        }
    }
}

/// What a seat could expect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatExpectation {
    /// From all net pots together, in minor units; minus the seat's contribution it is the `ev_net` column.
    pub payout: f64,
    /// The same as a fraction of them, 0..=1; 0 or 1 only if that is certain, for the exact method.
    pub equity: f64,
}

/// The expectations of a hand's seats; its buffers are reused for the next hand.
#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// The street of the all-in; `None` if there was none.
    pub street: Option<Street>,
    /// `None` exactly when `street` is.
    pub method: Option<Method>,
    /// One for each of the hand's seats, folded ones included; empty unless the method is exact or sampled.
    pub seats: Vec<SeatExpectation>,
    spot: Spot,
    answer: Answer,
}

impl Expectation {
    /// Computes the expectations of `hand` from its replay and audit.
    pub fn run(&mut self, hand: &Hand, replay: &Replay, audit: &Audit) {
        self.seats.clear();
        self.street = all_in::street(hand, replay);
        self.method = self.street.map(|street| self.expect(hand, replay, audit, street));
    }

    fn expect(&mut self, hand: &Hand, replay: &Replay, audit: &Audit, street: Street) -> Method {
        if !is_paid_out(audit) || self.spot.set(hand, replay, &audit.pots, street).is_err() {
            return Method::Unsupported;
        }
        if !self.spot.are_cards_known {
            return Method::UnknownCards;
        }
        let question = Question {
            game: hand.game,
            is_hi_lo: hand.is_hi_lo,
            short_deck: ShortDeckRules::default(),
            holes: &self.spot.holes,
            board: self.spot.board,
            dead: self.spot.dead,
            pots: &self.spot.pots,
        };
        let Some(method) = answer(&question, hand, &mut self.answer) else {
            return Method::Unsupported;
        };
        self.seats.resize(hand.seats.len(), SeatExpectation::default());
        payout::pay(&audit.pots, &self.answer, &self.spot.seats, &mut self.seats);
        method
    }
}

/// Whether the pots paid what they held: otherwise the winnable amount is unknown.
fn is_paid_out(audit: &Audit) -> bool {
    let net: i128 = audit.pots.iter().map(|pot| i128::from(pot.net())).sum();
    let won: i128 = audit.seats.iter().map(|seat| i128::from(seat.won)).sum();
    audit.is_money_right && net == won && audit.pots.iter().all(|pot| pot.net() >= 0)
}

/// Exact up to [`max_work`], else sampled; `None` if the question has no answer.
fn answer(question: &Question<'_>, hand: &Hand, answer: &mut Answer) -> Option<Method> {
    if equity::work(question).ok()? <= max_work(question.game.family()) {
        equity::exact(question, answer).ok()?;
        return Some(Method::Exact);
    }
    let draws = DRAWS / question.holes.len() as u64;
    let seed = xxh3_64(hand.str(hand.hand_id).as_bytes());
    equity::sampled(question, draws, seed, answer).ok()?;
    Some(Method::Sampled)
}
