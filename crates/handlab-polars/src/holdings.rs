//! Columns of what players hold: hands as text or bit masks, or ranges as text; each distinct text is read once.

use std::collections::HashMap;

use handlab_arrow::{Result, Series};
use handlab_cards::card::{CardSet, NO_CARDS, mask_of_text};
use handlab_cards::equity::read_holding;
use handlab_cards::game::Game;
use handlab_cards::range::Range;

use crate::inputs::{Cards, place};

/// The value of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Holding {
    Null,
    Cards(CardSet),
    /// A range, by its index in [`Ranges`].
    Range(usize),
    /// Neither cards nor a range.
    Neither,
}

/// A column of cards, or of ranges if [`Ranges`] are passed.
pub(crate) struct Holdings<'a>(pub(crate) Cards<'a>);

impl<'a> Holdings<'a> {
    /// The column of a Series, which must be `String` or `UInt64`.
    pub(crate) fn of(series: &'a Series) -> Result<Self> {
        Cards::of(series).map(Holdings)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The cards of a row; a single row is repeated for all rows.
    #[inline]
    pub(crate) fn cards(&self, row: usize) -> Holding {
        let row = place(self.len(), row);
        let cards = match &self.0 {
            Cards::Text(rows) => rows.get(row).map(|text| CardSet::parse(text).ok()),
            Cards::Masks(rows) => rows.get(row).map(CardSet::from_mask),
        };
        match cards {
            None => Holding::Null,
            Some(None) => Holding::Neither,
            Some(Some(cards)) => Holding::Cards(cards),
        }
    }

    /// The masks of all `len` rows; [`NO_CARDS`] where there is no set of cards.
    pub(crate) fn masks(&self, len: usize) -> Vec<u64> {
        let mut masks = Vec::with_capacity(len);
        match &self.0 {
            Cards::Text(rows) => {
                masks.extend(rows.iter().map(|text| text.map_or(NO_CARDS, mask_of_text)));
            }
            Cards::Masks(rows) => {
                let read = |bits: u64| CardSet::from_mask(bits).map_or(NO_CARDS, CardSet::mask);
                masks.extend(rows.iter().map(|value| value.map_or(NO_CARDS, read)));
            }
        }
        if let [lone] = masks[..] {
            masks.resize(len, lone);
        }
        masks
    }

    /// The cards or the range of a row.
    #[inline]
    pub(crate) fn holding(&self, row: usize, ranges: &mut Ranges) -> Holding {
        match (self.cards(row), &self.0) {
            (Holding::Neither, Cards::Text(rows)) => {
                rows.get(place(self.len(), row)).map_or(Holding::Null, |text| ranges.read(text))
            }
            // Too many cards for one hand, but perhaps several hands in a row.
            (Holding::Cards(cards), Cards::Text(rows)) if cards.len() > ranges.hand => {
                rows.get(place(self.len(), row)).map_or(Holding::Null, |text| ranges.read(text))
            }
            (found, _) => found,
        }
    }

    /// The value of a row, for messages.
    pub(crate) fn shown(&self, row: usize) -> String {
        let row = place(self.len(), row);
        match &self.0 {
            Cards::Text(rows) => rows.get(row).map_or_else(|| "null".to_owned(), str::to_owned),
            Cards::Masks(rows) => {
                rows.get(row).map_or_else(|| "null".to_owned(), |mask| mask.to_string())
            }
        }
    }
}

/// The most cached texts that are not ranges.
const MAX_INVALID: usize = 1 << 12;

/// The ranges read so far.
pub(crate) struct Ranges {
    game: Game,
    /// The most cards in a hand.
    hand: u32,
    places: HashMap<String, Option<usize>>,
    read: Vec<Range>,
}

impl Ranges {
    pub(crate) fn new(game: Game) -> Self {
        let hand = game.hole_cards() as u32;
        Ranges { game, hand, places: HashMap::new(), read: Vec::new() }
    }

    pub(crate) fn get(&self, place: usize) -> Option<&Range> {
        self.read.get(place)
    }

    fn read(&mut self, text: &str) -> Holding {
        if let Some(place) = self.places.get(text) {
            return place.map_or(Holding::Neither, Holding::Range);
        }
        let place = read_holding(self.game, text).ok().map(|range| {
            self.read.push(range);
            self.read.len() - 1
        });
        // A column full of invalid texts should not fill the cache.
        if place.is_some() || self.places.len() < MAX_INVALID {
            self.places.insert(text.to_owned(), place);
        }
        place.map_or(Holding::Neither, Holding::Range)
    }
}
