//! Finds the first of many short texts in bytes that hardly ever hold one.
//!
//! Only every few bytes are looked at: a text of five bytes holds a whole part of three at one of any three adjacent
//! places (Wu and Manber's algorithm, "A fast algorithm for multi-pattern searching", 1994, without its shifts). Steps
//! do not depend on each other, where an automaton waits for each byte: `bench/README.md` has the times.

use std::ops::Range;

/// Bytes of a part; fewer if a text is shorter.
const PART: usize = 3;

/// Bits of a part's hash.
const BITS: u32 = 14;

/// Texts to search for.
pub(super) struct Needles {
    texts: Vec<&'static [u8]>,
    part: usize,
    /// How many adjacent places are as good as one.
    stride: usize,
    /// For each hash of a part, one more than where its texts are in `found`; zero for parts of no text.
    places: Box<[u8]>,
    /// Texts, each with the place of a part in it.
    found: Vec<Vec<(usize, usize)>>,
}

impl Needles {
    /// Texts of which none is empty and none begins with another.
    pub(super) fn new(texts: &[&'static str]) -> Self {
        let texts: Vec<_> = texts.iter().map(|text| text.as_bytes()).collect();
        let shortest = texts.iter().map(|text| text.len()).min().unwrap_or(PART);
        let part = shortest.clamp(1, PART);
        let stride = shortest.max(part) - part + 1;
        let mut places = vec![0; 1 << BITS].into_boxed_slice();
        let mut found: Vec<Vec<_>> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            for at in 0..stride {
                let place = &mut places[hash(&text[at..], part)];
                if *place == 0 {
                    // Parts that share a place are only tried more often than they must be.
                    *place = (found.len() % usize::from(u8::MAX)) as u8 + 1;
                    if found.len() < usize::from(u8::MAX) {
                        found.push(Vec::new());
                    }
                }
                found[usize::from(*place) - 1].push((number, at));
            }
        }
        Self { texts, part, stride, places, found }
    }

    /// Bytes of a text.
    pub(super) fn len_of(&self, number: usize) -> usize {
        self.texts[number].len()
    }

    /// Where the first text that starts in `from..end` does, and which it is; it may end after that.
    pub(super) fn find(&self, bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        let last = (end + self.stride - 1).min((bytes.len() + 1).saturating_sub(self.part));
        let mut at = from;
        while at < last {
            let place = self.places[hash(&bytes[at..], self.part)];
            if place != 0
                && let Some(first) = self.first_around(bytes, at, place, from..end)
            {
                return Some(first);
            }
            at += self.stride;
        }
        None
    }

    /// The first text that starts in `range` and holds the part at `at`, whose hash has a place.
    #[cold]
    fn first_around(
        &self,
        bytes: &[u8],
        at: usize,
        place: u8,
        range: Range<usize>,
    ) -> Option<(usize, usize)> {
        let texts = self.found[usize::from(place) - 1].iter().filter_map(|(number, before)| {
            let start = at.checked_sub(*before).filter(|start| range.contains(start))?;
            bytes[start..].starts_with(self.texts[*number]).then_some((start, *number))
        });
        texts.min()
    }
}

/// A hash of the first bytes.
#[inline]
fn hash(bytes: &[u8], part: usize) -> usize {
    let word = bytes.first_chunk().map_or_else(
        || bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)),
        |bytes| u32::from_le_bytes(*bytes),
    );
    let part = word & u32::MAX >> (32 - 8 * part as u32);
    (part.wrapping_mul(0x9E37_79B1) >> (32 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The first text by looking at every byte.
    fn slowly(texts: &[&str], bytes: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
        (from..end.min(bytes.len())).find_map(|start| {
            let begins = |text: &&str| bytes[start..].starts_with(text.as_bytes());
            texts.iter().position(begins).map(|number| (start, number))
        })
    }

    proptest! {
        #[test]
        fn the_first_text_is_found(
            bytes in "[ab#Hn]{0,60}",
            of in 0_usize..4,
            from in 0_usize..20,
            length in 0_usize..60,
        ) {
            let texts: &[&str] = [
                &["Hand#", "#aab#", "abab#H", "aaaaaa"][..],
                &["a#", "Hn", "bbb"],
                &["#", "ab"],
                &[],
            ][of];
            let bytes = bytes.as_bytes();
            let from = from.min(bytes.len());
            let end = (from + length).min(bytes.len());
            let found = Needles::new(texts).find(bytes, from, end);
            prop_assert_eq!(found, slowly(texts, bytes, from, end));
        }
    }

    #[test]
    fn more_parts_than_places_are_found() {
        let texts: Vec<&'static str> =
            (0..400).map(|number| &*format!("needle {number:03}#").leak()).collect();
        let needles = Needles::new(&texts);
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(needles.find(text.as_bytes(), 0, text.len()), Some((0, number)));
        }
    }
}
