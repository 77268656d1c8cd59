//! High hands of 5..=7 cards: strengths from sets of ranks, without a table and without a branch.
//!
//! With at most seven cards a flush leaves no room for quads or a full house, nor does a straight (five different
//! ranks) leave room for them; so the categories need to be held apart only where they really meet.

use super::lanes::{
    Lane, ROWS, Suits, all_if, at_least, drop_lowest, five_digits, if_five, lowest, select,
    top_digit,
};
use super::{Block, Kernel, dispatch};

/// What a game changes: where the ace is low, and which digit a category has.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// The place of the low ace in a set whose deuce is bit 1; 0 if it is only high.
    low_ace: u16,
    trips_over_straight: bool,
    trips: u16,
    straight: u16,
    flush: u16,
    full_house: u16,
}

/// 52 cards.
pub(super) const STANDARD: Rules = Rules {
    low_ace: 1 << 0,
    trips_over_straight: false,
    trips: 3,
    straight: 4,
    flush: 5,
    full_house: 6,
};

/// 52 cards whose ace is only high: A-2-3-4-5 is no straight.
pub(super) const ACE_HIGH: Rules = Rules { low_ace: 0, ..STANDARD };

/// 36 cards; the ace stands for the missing five.
pub(super) const SHORT_DECK: Rules = Rules { low_ace: 1 << 4, flush: 6, full_house: 5, ..STANDARD };

/// 36 cards, trips above straights.
pub(super) const SHORT_DECK_TRIPS: Rules =
    Rules { trips_over_straight: true, trips: 4, straight: 3, ..SHORT_DECK };

/// The parts of strengths, row by row, from which [`strengths`] and [`super::class`] put their numbers together.
pub(super) struct Shapes {
    /// The category digit.
    pub(super) category: Lane,
    /// The rank of the pair, trips, quads, or the tops that the straight may have; none in high cards and flushes.
    pub(super) top: Lane,
    /// The lower of two pairs.
    pub(super) second: Lane,
    /// The other ranks, of which the highest play: the pair of a full house, the flush, the kickers.
    pub(super) rest: Lane,
    /// How many ranks of `rest` play, as an `f32` that shifts five digits there; its upper half.
    shift: Lane,
    /// In which digits but the first `top` stands: `0x1000` is the second.
    places: Lane,
    /// What the digits of a straight lack of its top digit.
    descent: Lane,
}

impl Default for Shapes {
    fn default() -> Self {
        let none = [0; ROWS];
        Shapes {
            category: none,
            top: none,
            second: none,
            rest: none,
            shift: none,
            places: none,
            descent: none,
        }
    }
}

/// The upper half of 1.0 as an `f32`.
const ONE: u16 = 127 << 7;

/// The digits fall by a step each.
const DESCENT: u16 = 0x1234;

/// Looks at 5..=7 cards a row. Rows of fewer or more get numbers without meaning.
#[inline(always)]
pub(super) fn shape(suits: &Suits, rules: Rules, shapes: &mut Shapes) {
    for row in 0..ROWS {
        let (clubs, diamonds, hearts, spades) = suits.row(row);
        let (ranks, pairs, trips, quads) = at_least((clubs, diamonds, hearts, spades));
        let flush = if_five(clubs) | if_five(diamonds) | if_five(hearts) | if_five(spades);
        let is_flush = all_if(flush != 0);
        let is_quads = all_if(quads != 0);
        let is_trips = all_if(trips != 0);
        let is_paired = all_if(pairs != 0);
        let is_two_pair = all_if(drop_lowest(pairs) != 0) & !is_quads;
        let is_full_house = is_trips & is_two_pair;

        // One place up, so that there is room for the ace below.
        let run = select(is_flush, flush, ranks);
        let run = run << 1 | ((run >> 12) * rules.low_ace);
        let run_of_two = run & run << 1;
        let tops = (run_of_two & run_of_two << 2 & run << 4) >> 1;
        let mut is_straight = all_if(tops != 0);
        if rules.trips_over_straight {
            is_straight &= is_flush | !is_trips;
        }

        // Two trips at most, three pairs at most: the lowest does not count.
        let upper_trips = drop_lowest(trips);
        let best_trips = select(all_if(upper_trips != 0), upper_trips, trips);
        let upper_pairs = drop_lowest(pairs);
        let best_pairs = select(all_if(drop_lowest(upper_pairs) != 0), upper_pairs, pairs);
        let group = select(is_quads, quads, select(is_trips, best_trips, best_pairs));
        let fillers = pairs & !best_trips;
        let upper_filler = drop_lowest(fillers);
        let filler = select(all_if(upper_filler != 0), upper_filler, fillers);

        let rest = select(is_full_house, filler, ranks & !group);
        shapes.top[row] = select(is_straight, tops, group & !is_flush);
        shapes.second[row] =
            lowest(best_pairs) & is_two_pair & !(is_trips | is_straight | is_flush);
        shapes.rest[row] = select(is_flush, flush, rest) & !is_straight;

        // A mask is -1: the sum counts down.
        let of_trips = is_trips.wrapping_mul(rules.trips - 1);
        let of_full_house = is_full_house.wrapping_mul(rules.full_house - rules.trips - 1);
        let of_quads = is_quads.wrapping_mul(7 - rules.trips);
        let below = is_paired.wrapping_add(is_two_pair).wrapping_add(of_trips);
        let below = below.wrapping_add(of_full_house).wrapping_add(of_quads);
        let of_suits = is_straight & rules.straight | is_flush & rules.flush;
        let of_suits = select(is_straight & is_flush, 8, of_suits);
        shapes.category[row] = of_suits.wrapping_sub(below & !(is_straight | is_flush));

        // Five play; three beside a pair, two beside trips, one beside quads and two pairs: 8, 12 and 16 bits less
        // of exponent. The filler of a full house plays twice: 17/16 of the digit four bits up.
        let played = (is_paired & 8 << 7)
            + (is_trips & 4 << 7)
            + (is_quads & 4 << 7)
            + (is_two_pair & 8 << 7);
        let played = played - (is_full_house & ((8 << 7) + 8));
        shapes.shift[row] = ONE - (played & !is_flush);
        shapes.places[row] =
            select(is_straight, 0x1111, 0x1000 | is_trips & 0x100 | is_quads & 0x10);
        shapes.descent[row] = is_straight & DESCENT;
    }
}

/// The canonical strengths.
#[inline(always)]
pub(super) fn strengths(shapes: &Shapes, out: &mut [u32; ROWS]) {
    for (row, out) in out.iter_mut().enumerate() {
        let shift = f32::from_bits(u32::from(shapes.shift[row]) << 16);
        let kickers = five_digits(shapes.rest[row]) as i32 as f32 * shift;
        let top = top_digit(shapes.top[row]);
        let second = top_digit(shapes.second[row]);
        let tops = (top << 16) + top * u32::from(shapes.places[row] & 0x1FFF) + second * 0x110;
        let digits = tops.wrapping_add(dispatch::whole(kickers));
        let digits = digits.wrapping_sub(u32::from(shapes.descent[row]));
        *out = (u32::from(shapes.category[row]) << 20).wrapping_add(digits);
    }
}

/// Any five of the cards, 52 in the deck.
pub(super) struct Standard;

/// Any five of the cards, 36 in the deck.
pub(super) struct ShortDeck;

/// The same where trips beat a straight.
pub(super) struct ShortDeckTrips;

impl Kernel for Standard {
    type Room = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, STANDARD, shapes);
        strengths(shapes, out);
    }
}

impl Kernel for ShortDeck {
    type Room = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, SHORT_DECK, shapes);
        strengths(shapes, out);
    }
}

impl Kernel for ShortDeckTrips {
    type Room = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, SHORT_DECK_TRIPS, shapes);
        strengths(shapes, out);
    }
}
