//! Five published encodings that make hands comparable, both as published and corrected.
//!
//! **An encoding never decides a pot; only [`crate::score`] does.** Four of the five have errors as published, the
//! fifth defines no number. They are here to read, check and compare the output of other programs.
//!
//! | scheme | cards | result | variants |
//! |---|---|---|---|
//! | [`frequency`] | 5 | how often each rank is held, the sorted hand, a category | the published one is right |
//! | [`pattern`] | 5 | four bits for matching neighbours, a category, the reordered hand | literal, repaired |
//! | [`apl`] | 5 | an array that sorts by total array ordering | literal, talk, repaired |
//! | [`base14`] | 5 | an integer of base-14 digits | literal, `wheel_low`, repaired |
//! | [`band100`] | 7 | a floating-point number in bands of 100, the name of its band | literal, repaired |
//!
//! `literal` follows its source including all errors; `repaired` orders all 7462 classes of hands correctly.
//! [`band100_pots`] is what the author of `band100` uses the numbers for: side pots, and payments to the winners.
//!
//! # Disagreements
//! Of the 27,836,991 pairs of different classes, counted by `tests/scheme/inversions.rs`:
//!
//! | variant | distinct | the worse hand wins | tied |
//! |---|---|---|---|
//! | frequency | 7462 | 0 | 0 |
//! | pattern literal | 7462 | 51,067 | 0 |
//! | apl literal | 7462 | 692,122 | 0 |
//! | apl talk | 7462 | 704,906 | 0 |
//! | base14 literal | 6331 | 16 | 29,601 |
//! | base14 `wheel_low` | 6331 | 0 | 29,601 |
//! | every repaired | 7462 | 0 | 0 |
//!
//! `band100` scores seven cards, not five: it misjudges 6.7 % of hold'em showdowns between two random hands.

pub mod apl;
pub mod band100;
pub mod band100_pots;
pub mod base14;
pub mod frequency;
pub mod pattern;

use std::cmp::Ordering;
use std::fmt;

use crate::card::{Card, CardError, CardSet};

/// A published scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    Frequency,
    Pattern,
    Apl,
    Base14,
    Band100,
}

impl Scheme {
    /// All schemes.
    pub const ALL: [Scheme; 5] =
        [Scheme::Frequency, Scheme::Pattern, Scheme::Apl, Scheme::Base14, Scheme::Band100];

    /// The name in the `scheme` argument.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Frequency => "frequency",
            Scheme::Pattern => "pattern",
            Scheme::Apl => "apl",
            Scheme::Base14 => "base14",
            Scheme::Band100 => "band100",
        }
    }

    /// The scheme with that name.
    pub fn from_name(name: &str) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// The number of cards that it takes.
    pub const fn cards(self) -> usize {
        match self {
            Scheme::Band100 => 7,
            _ => 5,
        }
    }

    /// The available variants; [`Variant::Literal`] is always first.
    pub const fn variants(self) -> &'static [Variant] {
        match self {
            Scheme::Apl => &[Variant::Literal, Variant::Talk, Variant::Repaired],
            Scheme::Base14 => &[Variant::Literal, Variant::WheelLow, Variant::Repaired],
            _ => &[Variant::Literal, Variant::Repaired],
        }
    }
}

/// How close the encoding stays to its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// As published, including errors.
    Literal,
    /// With every error corrected, and nothing else changed.
    Repaired,
    /// The shorter function that the author of `apl` showed in a talk.
    Talk,
    /// `base14` with the ace of A-2-3-4-5 as a one.
    WheelLow,
}

impl Variant {
    const ALL: [Variant; 4] =
        [Variant::Literal, Variant::Repaired, Variant::Talk, Variant::WheelLow];

    /// The name in the `variant` argument.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Literal => "literal",
            Variant::Repaired => "repaired",
            Variant::Talk => "talk",
            Variant::WheelLow => "wheel_low",
        }
    }

    /// The variant with that name.
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.name() == name)
    }
}

/// A scheme in one of its variants.
///
/// ```
/// use handlab_cards::card::Card;
/// use handlab_cards::scheme::{Reading, Scheme, Variant};
///
/// let hand = |text| Card::read_all(text).filter_map(Result::ok).collect::<Vec<Card>>();
/// let (wheel, nine_to_king) = (hand("Ac2d3h4s5c"), hand("9cTdJhQsKc"));
/// let as_published = Reading::new(Scheme::Base14, Variant::Literal).expect("a variant");
/// let repaired = Reading::new(Scheme::Base14, Variant::Repaired).expect("a variant");
/// assert!(as_published.compare(&wheel, &nine_to_king).expect("hands").is_gt());
/// assert!(repaired.compare(&wheel, &nine_to_king).expect("hands").is_lt());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    scheme: Scheme,
    variant: Variant,
}

impl Reading {
    /// `None` if the scheme has no such variant.
    pub fn new(scheme: Scheme, variant: Variant) -> Option<Reading> {
        scheme.variants().contains(&variant).then_some(Reading { scheme, variant })
    }

    /// The scheme.
    pub const fn scheme(self) -> Scheme {
        self.scheme
    }

    /// The variant.
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// Encodes a hand. The order of the cards matters if the scheme keeps the order of cards of equal rank.
    pub fn encode(self, cards: &[Card]) -> Result<Code, HandError> {
        let variant = self.variant;
        Ok(match self.scheme {
            Scheme::Frequency => Code::Frequency(frequency::encode(distinct(cards)?)),
            Scheme::Pattern => {
                let code = pattern::encode(distinct(cards)?, variant == Variant::Repaired);
                Code::Pattern(code.ok_or(HandError::OneRank)?)
            }
            Scheme::Apl => Code::Apl(apl::encode(distinct(cards)?, variant)),
            Scheme::Base14 => Code::Base14(base14::encode(distinct(cards)?, variant)),
            Scheme::Band100 if variant == Variant::Repaired => {
                Code::Band100(band100::repaired(distinct(cards)?))
            }
            Scheme::Band100 => Code::Band100(band100::encode(distinct(cards)?)),
        })
    }

    /// How the scheme compares two hands: `Greater` if it considers `a` better.
    pub fn compare(self, a: &[Card], b: &[Card]) -> Result<Ordering, HandError> {
        // Both codes are of the same scheme, since one reading made them.
        Ok(self.encode(a)?.compare(&self.encode(b)?).unwrap_or(Ordering::Equal))
    }
}

/// A hand in the encoding of a scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Code {
    Frequency(frequency::Frequency),
    Pattern(pattern::Pattern),
    Apl(apl::RankArray),
    Base14(base14::Base14),
    Band100(band100::Band100),
}

impl Code {
    /// Compares as the source does; `None` for codes of different schemes. Both must be of the same variant.
    pub fn compare(&self, other: &Code) -> Option<Ordering> {
        Some(match (self, other) {
            (Code::Frequency(a), Code::Frequency(b)) => a.compare(b),
            (Code::Pattern(a), Code::Pattern(b)) => a.compare(b),
            (Code::Apl(a), Code::Apl(b)) => a.compare(b),
            (Code::Base14(a), Code::Base14(b)) => a.value().cmp(&b.value()),
            (Code::Band100(a), Code::Band100(b)) => a.rank.total_cmp(&b.rank),
            _ => return None,
        })
    }

    /// A single number ordered like [`Code::compare`]; of the sources only `base14` has one.
    pub fn key(&self) -> u64 {
        match self {
            Code::Frequency(code) => code.key(),
            Code::Pattern(code) => code.key(),
            Code::Apl(code) => code.key(),
            Code::Base14(code) => u64::from(code.value()),
            // The bits of positive floats are in numeric order.
            Code::Band100(code) => code.rank.to_bits(),
        }
    }
}

/// The cards, if there are exactly `N` and none occurs twice.
fn distinct<const N: usize>(cards: &[Card]) -> Result<[Card; N], HandError> {
    cards.iter().try_fold(CardSet::EMPTY, |seen, card| {
        if seen.contains(*card) {
            return Err(HandError::Card(CardError::Twice { card: *card }));
        }
        Ok(seen.with(*card))
    })?;
    cards.try_into().map_err(|_| HandError::Count { wanted: N, got: cards.len() })
}

/// Whether all cards have the same suit.
fn is_flush(cards: [Card; 5]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

/// Whether the ascending ranks are consecutive; the ace may be below the deuce.
fn is_straight(ranks: [u8; 5]) -> bool {
    is_wheel(ranks) || ranks.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// Whether the ascending ranks are those of A-2-3-4-5.
fn is_wheel(ranks: [u8; 5]) -> bool {
    ranks == [2, 3, 4, 5, 14]
}

/// Ranks as four-bit digits, most significant first.
fn nibbles(ranks: impl IntoIterator<Item = u8>) -> u64 {
    ranks.into_iter().fold(0, |digits, rank| digits << 4 | u64::from(rank))
}

/// Why cards are not a valid hand for a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandError {
    /// Something is not a card, or a card occurs twice.
    Card(CardError),
    /// The wrong number of cards for the scheme.
    Count { wanted: usize, got: usize },
    /// Five cards of the same rank.
    OneRank,
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::Card(error) => error.fmt(f),
            HandError::Count { wanted, got } => write!(f, "expected {wanted} cards, got {got}"),
            HandError::OneRank => f.write_str("five cards of one rank"),
        }
    }
}

impl std::error::Error for HandError {}

impl From<CardError> for HandError {
    fn from(error: CardError) -> Self {
        HandError::Card(error)
    }
}
