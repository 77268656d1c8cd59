//! Settles a hand's money given as one value per seat: checks, layers, rakes and pays it.
//!
//! [`pot`], [`rake`] and [`award`] accept whatever a hostile text contains, and the audit shows what is wrong with it.
//! Here the numbers come from a caller, and a [`SettleError`] reports impossible ones: nothing is clamped.
//!
//! # Flow
//! 1. [`Settlement::stake`] checks the [`Money`].
//! 2. [`Settlement::take_uncalled`], if the uncalled bet is still in it.
//! 3. [`Settlement::layer`] fills the pots.
//! 4. [`Settlement::pay`] pays them by the [`Terms`].
//!
//! The buffers are reused for the next hand.

use std::fmt;

use crate::award::{self, Award, OddPolicy, RunoutOdd, Showdown};
use crate::pot::{self, Pot, Stake};
use crate::rake;
use handlab_cards::seat::{MAX_SEATS, SeatSet};

/// What the seats put in, one value per seat. Columns that are not given count as 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Money<'a> {
    /// Blinds, calls, bets; see [`Stake::live`].
    pub live: &'a [i64],
    pub ante: Option<&'a [i64]>,
    pub dead: Option<&'a [i64]>,
    pub folded: SeatSet,
    /// From the house, for the main pot.
    pub added: i64,
}

/// How the pots are paid.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// High strengths at `[runout * seats + seat]`, larger is better; `None` for unknown cards.
    pub highs: &'a [Option<u32>],
    /// Low strengths at the same places, `None` if not qualifying; not given if the pots are not split.
    pub lows: Option<&'a [Option<u32>]>,
    pub runouts: i64,
    /// From all pots together; see [`rake::attribute`].
    pub rake: i64,
    /// From all pots together; see [`rake::attribute_fee`].
    pub fee: i64,
    /// The smallest chip.
    pub unit: i64,
    pub odd: Odd<'a>,
    pub runout_odd: RunoutOdd,
}

/// Which of the tied winners get the odd units first.
#[derive(Clone, Copy, Debug)]
pub enum Odd<'a> {
    /// By the seat index of the button; without one, the last seat has it.
    Button(Option<i64>, OddPolicy),
    /// To these seats in this order, then to the others in theirs.
    Places(&'a [i64]),
}

/// Why a hand cannot be settled. The input `of` which it is has the name of the Python function's argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettleError {
    /// A list is longer or shorter than the seats, or than the seats times the runouts.
    Values {
        of: &'static str,
        wanted: usize,
        got: usize,
    },
    /// A seat has no amount, or no folded flag.
    Missing {
        of: &'static str,
    },
    /// More than [`MAX_SEATS`].
    Seats(usize),
    /// An amount below 0.
    Negative {
        of: &'static str,
        got: i64,
    },
    /// The amounts add up to more than an `i64` holds.
    Sum,
    /// Rake and fee are more than the pots hold.
    Deductions {
        held: i64,
        rake: i64,
        fee: i64,
    },
    /// The smallest chip is below 1.
    Unit(i64),
    Runouts(i64),
    /// A button or odd-order index that is not a seat's, or is given twice.
    Place {
        of: &'static str,
        seats: usize,
        got: i64,
    },
    /// A pot on which none of the eligible seats (none or several) has known cards on some runout.
    NotAwarded,
}

/// The name of the contributions.
pub const CONTRIBUTED: &str = "contributed";

impl SettleError {
    /// The message for a function that calls the contributions otherwise.
    pub fn with_name(&self, contributed: &str) -> String {
        self.to_string().replace(&format!("`{CONTRIBUTED}`"), &format!("`{contributed}`"))
    }
}

impl fmt::Display for SettleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettleError::Values { of, wanted, got } => {
                write!(f, "expected {wanted} values in `{of}`, got {got}")
            }
            SettleError::Missing { of } => {
                write!(f, "expected a value for every seat in `{of}`, got null")
            }
            SettleError::Seats(got) => {
                write!(f, "expected at most {MAX_SEATS} seats in `{CONTRIBUTED}`, got {got}")
            }
            SettleError::Negative { of, got } => {
                write!(f, "expected no amount below 0 in `{of}`, got `{got}`")
            }
            SettleError::Sum => write!(
                f,
                "expected `{CONTRIBUTED}`, `ante`, `dead` and `added` that together fit an `Int64`, got more"
            ),
            SettleError::Deductions { held, rake, fee } => write!(
                f,
                "expected `rake` and `fee` of at most the `{held}` in the pots, got `{rake}` and `{fee}`"
            ),
            SettleError::Unit(got) => write!(f, "expected a `unit` of at least 1, got `{got}`"),
            SettleError::Runouts(got) => {
                write!(f, "expected 1 to {} in `runouts`, got `{got}`", u8::MAX)
            }
            SettleError::Place { of, seats: 0, got } => {
                write!(f, "expected no place in `{of}` of a hand without seats, got `{got}`")
            }
            SettleError::Place { of, seats, got } => {
                let last = seats - 1;
                write!(f, "expected places from 0 to {last} in `{of}`, each once, got `{got}`")
            }
            SettleError::NotAwarded => {
                write!(f, "expected a `strength` of one who may win each pot, got null for all")
            }
        }
    }
}

impl std::error::Error for SettleError {}

/// A hand that is being settled, see the module's documentation.
#[derive(Debug, Default)]
pub struct Settlement {
    pub stakes: Vec<Stake>,
    pub pots: Vec<Pot>,
    added: i64,
    /// Everything that was put in and added.
    total: i64,
    awards: Vec<Award>,
    odd_order: Vec<u8>,
    paid: Vec<i64>,
}

impl Settlement {
    /// Checks the money and takes it as the stakes.
    pub fn stake(&mut self, money: &Money<'_>) -> Result<(), SettleError> {
        let seats = money.live.len();
        if seats > MAX_SEATS {
            return Err(SettleError::Seats(seats));
        }
        for (of, column) in [("ante", money.ante), ("dead", money.dead)] {
            if let Some(column) = column.filter(|column| column.len() != seats) {
                return Err(SettleError::Values { of, wanted: seats, got: column.len() });
            }
        }
        let of = |column: Option<&[i64]>, seat: usize| column.map_or(0, |column| column[seat]);
        self.stakes.clear();
        self.added = not_negative("added", money.added)?;
        self.total = self.added;
        for (seat, live) in money.live.iter().enumerate() {
            let (ante, dead) = (of(money.ante, seat), of(money.dead, seat));
            for (name, amount) in [(CONTRIBUTED, *live), ("ante", ante), ("dead", dead)] {
                let total = self.total.checked_add(not_negative(name, amount)?);
                self.total = total.ok_or(SettleError::Sum)?;
            }
            let is_folded = money.folded.contains(seat);
            self.stakes.push(Stake { live: *live, ante, dead, is_folded });
        }
        Ok(())
    }

    /// Removes the uncalled part from the stakes; returns its seat and amount.
    pub fn take_uncalled(&mut self) -> Option<(usize, i64)> {
        let taken = pot::take_uncalled(&mut self.stakes);
        self.total -= taken.map_or(0, |(_, amount)| amount);
        taken
    }

    /// Fills the pots.
    pub fn layer(&mut self) {
        pot::pots(&self.stakes, self.added, &mut self.pots);
    }

    /// Pays the pots; returns what each seat gets, which sums to the net pots.
    pub fn pay(&mut self, terms: &Terms<'_>) -> Result<&[i64], SettleError> {
        let seats = self.stakes.len();
        let n_runouts = u8::try_from(terms.runouts).ok().filter(|runouts| *runouts > 0);
        let n_runouts = n_runouts.ok_or(SettleError::Runouts(terms.runouts))?;
        let wanted = seats * usize::from(n_runouts);
        for (of, strengths) in [("strength", Some(terms.highs)), ("low", terms.lows)] {
            if let Some(strengths) = strengths.filter(|strengths| strengths.len() != wanted) {
                return Err(SettleError::Values { of, wanted, got: strengths.len() });
            }
        }
        if terms.unit < 1 {
            return Err(SettleError::Unit(terms.unit));
        }
        let (rake, fee) = (not_negative("rake", terms.rake)?, not_negative("fee", terms.fee)?);
        let taken = rake.saturating_add(fee);
        if taken > self.total {
            return Err(SettleError::Deductions { held: self.total, rake, fee });
        }
        if terms.rake > 0 {
            rake::attribute(terms.rake, &mut self.pots);
        }
        if terms.fee > 0 {
            rake::attribute_fee(terms.fee, &mut self.pots);
        }
        self.order_odd_units(terms.odd)?;
        let showdown = Showdown {
            highs: terms.highs,
            lows: terms.lows.unwrap_or_default(),
            seats,
            n_runouts,
            is_split: terms.lows.is_some(),
            odd_order: &self.odd_order,
            unit: terms.unit,
            runout_odd: terms.runout_odd,
        };
        award::awards(&self.pots, &showdown, &mut self.awards);
        self.paid.clear();
        self.paid.resize(seats, 0);
        let mut left = self.total - taken;
        for award in &self.awards {
            self.paid[usize::from(award.seat)] += award.amount;
            left -= award.amount;
        }
        if left == 0 { Ok(&self.paid) } else { Err(SettleError::NotAwarded) }
    }

    fn order_odd_units(&mut self, odd: Odd<'_>) -> Result<(), SettleError> {
        let seats = self.stakes.len();
        let of = if matches!(odd, Odd::Places(_)) { "odd_order" } else { "button" };
        let place = |got: i64| {
            let place = usize::try_from(got).ok().filter(|at| *at < seats);
            place.ok_or(SettleError::Place { of, seats, got })
        };
        self.odd_order.clear();
        match odd {
            // In index order, as it already is.
            Odd::Button(None, OddPolicy::LeftOfButton) => {}
            Odd::Button(button, policy) => {
                let first = button.map_or(Ok(0), |button| Ok(place(button)? + 1))?;
                self.odd_order.extend((first..seats).chain(0..first).map(|seat| seat as u8));
                if policy == OddPolicy::RightOfButton {
                    self.odd_order.reverse();
                }
            }
            Odd::Places(places) => {
                let mut left = SeatSet::from_bits(u32::MAX);
                for at in places {
                    let seat = place(*at)?;
                    if !left.remove(seat) {
                        return Err(SettleError::Place { of, seats, got: *at });
                    }
                    self.odd_order.push(seat as u8);
                }
            }
        }
        Ok(())
    }
}

fn not_negative(of: &'static str, got: i64) -> Result<i64, SettleError> {
    if got < 0 { Err(SettleError::Negative { of, got }) } else { Ok(got) }
}
