//! High hands of 5..=7 cards: strengths from sets of ranks, without tables and branches.
//!
//! Seven cards with a flush, or with the five different ranks of a straight, cannot make quads or a full house; so
//! categories are compared only where they can occur together.

use super::lanes::{
    Lane, ROWS, Suits, all_if, at_least, drop_lowest, five_digits, if_five, placed, select,
    two_digits,
};
use super::{Block, Kernel, dispatch};

/// What differs between games: where the ace is low, and each category's digit.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// The low ace in a [`placed`] set; 0 if it is only high.
    low_ace: u16,
    trips_over_straight: bool,
    trips: u16,
    straight: u16,
    flush: u16,
    full_house: u16,
}

/// 52 cards.
pub(super) const STANDARD: Rules = Rules {
    low_ace: 1 << 2,
    trips_over_straight: false,
    trips: 3,
    straight: 4,
    flush: 5,
    full_house: 6,
};

/// 52 cards with the ace only high: A-2-3-4-5 is not a straight.
pub(super) const ACE_HIGH: Rules = Rules { low_ace: 0, ..STANDARD };

/// 36 cards; the ace takes the place of the missing five.
pub(super) const SHORT_DECK: Rules = Rules { low_ace: 1 << 6, flush: 6, full_house: 5, ..STANDARD };

/// 36 cards, with trips above straights.
pub(super) const SHORT_DECK_TRIPS: Rules =
    Rules { trips_over_straight: true, trips: 4, straight: 3, ..SHORT_DECK };

/// The parts of strengths, row by row, from which [`strengths`] and [`super::class`] compose their numbers. Sets of
/// ranks are [`placed`].
pub(super) struct Shapes {
    /// The category digit.
    pub(super) category: Lane,
    /// The rank of the pair, trips or quads, or both ranks of two pair; otherwise empty.
    pub(super) groups: Lane,
    /// The remaining ranks, the highest of which play: the straight or flush, the pair of a full house, the kickers.
    pub(super) rest: Lane,
    /// How many ranks of `rest` play, as the upper half of an `f32` that shifts five digits accordingly.
    shift: Lane,
    /// The digits, except the first, that hold the group's rank: `0x1000` is the second.
    places: Lane,
}

impl Default for Shapes {
    fn default() -> Self {
        let none = [0; ROWS];
        Shapes { category: none, groups: none, rest: none, shift: none, places: none }
    }
}

/// The upper half of 1.0 as an `f32`.
const ONE: u16 = 127 << 7;

/// What the exponent in the upper half of an `f32` must lose to drop `count` digits.
const fn digits(count: u16) -> u16 {
    (4 * count) << 7
}

/// What each group adds to a two-part number: the category in its lowest three bits and, above them, what
/// [`Shapes::shift`] loses so that digits that do not play are dropped. Trips count as a pair too, and so do quads.
impl Rules {
    /// A pair drops two digits, and a second pair two more.
    const FOR_PAIR: u16 = digits(2) + 1;

    /// Drops three.
    const fn for_trips(self) -> u16 {
        digits(3) + self.trips - Self::FOR_PAIR
    }

    /// Drops four.
    const fn for_quads(self) -> u16 {
        digits(4) + 7 - self.for_trips() - Self::FOR_PAIR
    }

    /// Drops three, and the filler plays twice: 17/16 of its digit is that digit followed by itself.
    const fn for_full_house(self) -> u16 {
        let sixteenth = 1 << 3;
        (digits(3) - sixteenth + self.full_house)
            .wrapping_sub(self.for_trips() + 2 * Self::FOR_PAIR)
    }
}

/// Finds the shapes of rows of 5..=7 cards. Rows with fewer or more are undefined.
#[inline(always)]
pub(super) fn shape(suits: &Suits, rules: Rules, shapes: &mut Shapes) {
    // A loop of its own: the steps of one row depend on each other, and the fewer there are, the more rows the
    // processor works on at once.
    let mut flushes = [0; ROWS];
    for row in 0..ROWS {
        let (clubs, diamonds, hearts, spades) = suits.row(row);
        flushes[row] = if_five(clubs) | if_five(diamonds) | if_five(hearts) | if_five(spades);
    }
    for row in 0..ROWS {
        let (ranks, pairs, trips, quads) = at_least(suits.row(row));
        let flush = flushes[row];
        let is_flush = all_if(flush != 0);
        let is_quads = all_if(quads != 0);
        let is_trips = all_if(trips != 0);
        let is_paired = all_if(pairs != 0);
        let upper_pairs = drop_lowest(pairs);
        let is_two_pair = all_if(upper_pairs != 0) & !is_quads;
        let is_full_house = is_trips & is_two_pair;

        // The low ace is one more rank, below all kickers that play.
        let run = select(is_flush, flush, ranks);
        let run = placed(run) | ((run >> 12) * rules.low_ace);
        let run_of_two = run & run << 1;
        let mut tops = run_of_two & run_of_two << 2 & run << 4;
        if rules.trips_over_straight {
            tops &= is_flush | !is_trips;
        }
        let is_straight = all_if(tops != 0);
        let is_run = is_straight | is_flush;
        // The tops of a straight of more than five ranks are adjacent. Anything above the highest does not play.
        let above = tops << 1 & !tops;
        let played_run = run & above.wrapping_sub(1);

        // At most two trips and three pairs: the lowest does not count. Nor do trips next to quads.
        let best_trips = upper_of_two(trips);
        let best_pairs = upper_pairs | pairs & all_if(drop_lowest(upper_pairs) == 0);
        let group = quads | (best_trips | best_pairs & !is_trips) & !is_quads;
        let fillers = pairs & !best_trips;
        let filler = upper_of_two(fillers);

        let groups = placed(group) & !is_run;
        shapes.groups[row] = groups;
        shapes.rest[row] = select(is_full_house, placed(filler), played_run & !groups);

        let of_groups = (is_paired & Rules::FOR_PAIR)
            .wrapping_add(is_two_pair & Rules::FOR_PAIR)
            .wrapping_add(is_trips & rules.for_trips())
            .wrapping_add(is_quads & rules.for_quads())
            .wrapping_add(is_full_house & rules.for_full_house());
        let of_groups = of_groups & !is_run;
        // A mask is -1: in a flush, a straight counts less, so that the two make eight together.
        let less_in_flush = is_flush.wrapping_mul(rules.straight + rules.flush - 8);
        let of_straight = is_straight & rules.straight.wrapping_add(less_in_flush);
        shapes.category[row] = (of_groups & 7) + of_straight + (is_flush & rules.flush);
        shapes.shift[row] = ONE - (of_groups & !7);
        shapes.places[row] = 0x1000 | is_trips & 0x100 | is_quads & 0x10;
    }
}

/// The higher of two ranks, or the only one.
#[inline(always)]
fn upper_of_two(ranks: u16) -> u16 {
    let upper = drop_lowest(ranks);
    upper | ranks & all_if(upper == 0)
}

/// The canonical strengths.
#[inline(always)]
pub(super) fn strengths(shapes: &Shapes, out: &mut [u32; ROWS]) {
    for (row, out) in out.iter_mut().enumerate() {
        let shift = f32::from_bits(u32::from(shapes.shift[row]) << 16);
        let kickers = five_digits(shapes.rest[row]) as i32 as f32 * shift;
        let (top, second) = two_digits(shapes.groups[row]);
        // One instruction multiplies 16 by 16 bits if the compiler sees that no more is needed. So the first digit is
        // added to the category: here it would become part of the factor, one bit too many.
        let repeated = top * u32::from(shapes.places[row] & 0x1FFF) + second * 0x110;
        let head = (u32::from(shapes.category[row]) << 4 | top) << 16;
        *out = head.wrapping_add(repeated).wrapping_add(dispatch::whole(kickers));
    }
}

/// Any five of the cards, 52 in the deck.
pub(super) struct Standard;

/// Any five of the cards, 36 in the deck.
pub(super) struct ShortDeck;

/// Like [`ShortDeck`], with trips above straights.
pub(super) struct ShortDeckTrips;

impl Kernel for Standard {
    type Scratch = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, STANDARD, shapes);
        strengths(shapes, out);
    }
}

impl Kernel for ShortDeck {
    type Scratch = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, SHORT_DECK, shapes);
        strengths(shapes, out);
    }
}

impl Kernel for ShortDeckTrips {
    type Scratch = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, SHORT_DECK_TRIPS, shapes);
        strengths(shapes, out);
    }
}
