//! Texts: plain, or as codes where few distinct ones repeat.

use std::ops::Range;

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

use crate::{Nulls, ahead};

/// Nullable texts, end to end in one buffer.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
    nulls: Nulls,
}

impl Strings {
    pub fn push(&mut self, text: Option<&str>) {
        self.text.push_str(text.unwrap_or_default());
        self.end(text.is_some());
    }

    /// Like [`Strings::push`], with an empty text as null.
    pub fn push_known(&mut self, text: &str) {
        self.push(Some(text).filter(|text| !text.is_empty()));
    }

    /// Appends the rows of several values, each written by `write`; an empty one is null.
    #[inline]
    pub fn extend_with<T>(
        &mut self,
        values: impl Iterator<Item = T>,
        write: impl Fn(T, &mut String),
    ) {
        let Self { text, ends, nulls } = self;
        let first = ends.len();
        ends.extend(values.enumerate().map(|(row, value)| {
            let start = text.len();
            write(value, text);
            if text.len() == start {
                nulls.push(first + row);
            }
            text.len() as u32
        }));
        ahead::load(ends);
    }

    /// Appends a row written by `write`; an empty one is null.
    #[inline]
    pub fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        self.end(self.text.len() > start);
    }

    pub fn get(&self, row: usize) -> Option<&str> {
        (row < self.len() && !self.nulls.contains(row)).then(|| &self.text[self.range(row)])
    }

    /// The texts that are not null, as bytes: slices of `str` would be checked for the ends of characters.
    pub fn known(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let rows = starts.zip(&self.ends).enumerate();
        rows.filter(|(row, _)| !self.nulls.contains(*row))
            .map(|(_, (start, end))| &self.text.as_bytes()[*start as usize..*end as usize])
    }

    /// The texts end to end; null rows have none.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the text of each row ends.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    pub fn nulls(&self) -> &Nulls {
        &self.nulls
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        for row in rows {
            self.push(other.get(row));
        }
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.nulls.clear();
    }

    pub fn bytes(&self) -> usize {
        self.text.len() + self.ends.len() * 4 + self.nulls.bytes()
    }

    fn range(&self, row: usize) -> Range<usize> {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[row] as usize
    }

    #[inline]
    fn end(&mut self, is_valid: bool) {
        if !is_valid {
            self.nulls.push(self.ends.len());
        }
        self.ends.push(self.text.len() as u32);
    }
}

/// Constant texts such as the names of streets: each row is a code, the index of its text in `words`.
#[derive(Clone, Debug, Default)]
pub struct Words {
    codes: Vec<u8>,
    texts: Vec<&'static str>,
    recent: [Option<(&'static str, u8)>; RECENT],
}

/// Enough slots that the words of a column rarely share one; a power of two.
const RECENT: usize = 32;

impl Words {
    /// The code of a null.
    pub const NULL: u8 = u8::MAX;

    /// # Panics
    /// If a column has more than 255 distinct words: these are constants of the program, not input.
    #[inline]
    pub fn push(&mut self, word: Option<&'static str>) {
        let code = word.map_or(Self::NULL, |word| self.code(word));
        self.codes.push(code);
    }

    /// Appends the words of several rows.
    #[inline]
    pub fn extend(&mut self, words: impl Iterator<Item = Option<&'static str>>) {
        // The codes are moved out while `self` finds the codes of the words.
        let mut codes = std::mem::take(&mut self.codes);
        codes.extend(words.map(|word| word.map_or(Self::NULL, |word| self.code(word))));
        ahead::load(&codes);
        self.codes = codes;
    }

    pub fn get(&self, row: usize) -> Option<&'static str> {
        self.texts.get(usize::from(*self.codes.get(row)?)).copied()
    }

    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    pub fn words(&self) -> &[&'static str] {
        &self.texts
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        for row in rows {
            self.push(other.get(row));
        }
    }

    pub fn clear(&mut self) {
        // Words keep their codes.
        self.codes.clear();
    }

    pub fn bytes(&self) -> usize {
        self.codes.len()
    }

    #[inline]
    fn code(&mut self, word: &'static str) -> u8 {
        // The same word nearly always has the same address, which is compared faster than its characters.
        let address = word.as_ptr() as usize as u64;
        // Words are adjacent in memory: multiplication by 2^64 over the golden ratio spreads them (Knuth).
        let slot = (address.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % RECENT;
        match self.recent[slot] {
            Some((recent, code)) if std::ptr::eq(recent, word) => code,
            _ => self.look_up(word, slot),
        }
    }

    #[cold]
    fn look_up(&mut self, word: &'static str, slot: usize) -> u8 {
        let place = self.texts.iter().position(|known| *known == word).unwrap_or_else(|| {
            self.texts.push(word);
            self.texts.len() - 1
        });
        assert!(place < usize::from(Self::NULL), "a column has few words");
        self.recent[slot] = Some((word, place as u8));
        place as u8
    }
}

/// Texts from the input with few distinct values, such as players: each row is a code, the index of its text in
/// `names`.
#[derive(Clone, Debug, Default)]
pub struct Names {
    codes: Vec<u32>,
    texts: Strings,
    places: HashTable<u32>,
    /// Codes that were looked up, by a few bytes of their texts: the players of a table come back with every hand.
    recent: [Option<u32>; RECENT_NAMES],
}

/// More than the players of a table; a power of two.
const RECENT_NAMES: usize = 16;

impl Names {
    /// The code of a null.
    pub const NULL: u32 = u32::MAX;

    pub fn push(&mut self, name: Option<&str>) {
        let code = name.map_or(Self::NULL, |name| self.code(name));
        self.codes.push(code);
    }

    /// Like [`Names::push`], with an empty text as null.
    pub fn push_known(&mut self, name: &str) {
        self.push(Some(name).filter(|name| !name.is_empty()));
    }

    /// Appends a row with a code from [`Names::code`], or [`Names::NULL`].
    pub fn push_code(&mut self, code: u32) {
        self.codes.push(code);
    }

    pub fn get(&self, row: usize) -> Option<&str> {
        self.name(*self.codes.get(row)?)
    }

    /// The text of a code.
    pub fn name(&self, code: u32) -> Option<&str> {
        (code != Self::NULL).then(|| &self.texts.text[self.texts.range(code as usize)])
    }

    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The distinct texts, in the order of their codes.
    pub fn names(&self) -> &Strings {
        &self.texts
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// An empty column whose codes have the same meaning.
    #[must_use]
    pub fn without_rows(&self) -> Self {
        Self { codes: Vec::new(), ..self.clone() }
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        for row in rows {
            self.push(other.get(row));
        }
    }

    pub fn clear(&mut self) {
        self.codes.clear();
        self.texts.clear();
        self.places.clear();
        self.recent = [None; RECENT_NAMES];
    }

    pub fn bytes(&self) -> usize {
        self.codes.len() * 4 + self.texts.bytes() + self.places.capacity() * 5
    }

    /// The code of a text, assigned if it has none yet; no row is added.
    pub fn code(&mut self, name: &str) -> u32 {
        let slot = slot_of(name.as_bytes());
        if let Some(recent) = self.recent[slot].filter(|recent| self.is_text(*recent, name)) {
            return recent;
        }
        let code = self.look_up(name);
        self.recent[slot] = Some(code);
        code
    }

    fn is_text(&self, code: u32, name: &str) -> bool {
        self.texts.text.as_bytes()[self.texts.range(code as usize)] == *name.as_bytes()
    }

    fn look_up(&mut self, name: &str) -> u32 {
        let Self { texts, places, .. } = self;
        let text = |place: u32| &texts.text.as_bytes()[texts.range(place as usize)];
        let hash = xxh3_64(name.as_bytes());
        if let Some(place) = places.find(hash, |place| text(*place) == name.as_bytes()) {
            return *place;
        }
        let place = texts.len() as u32;
        places.insert_unique(hash, place, |place| xxh3_64(text(*place)));
        texts.push(Some(name));
        place
    }
}

/// A slot for a text, by its length and its last bytes: names that people number differ there.
#[inline]
fn slot_of(text: &[u8]) -> usize {
    let last = match text.last_chunk::<4>() {
        Some(last) => u32::from_le_bytes(*last),
        None => text.iter().fold(0, |bytes, byte| bytes << 8 | u32::from(*byte)),
    };
    let mixed = (last ^ text.len() as u32).wrapping_mul(0x9E37_79B1);
    (mixed >> (u32::BITS - RECENT_NAMES.ilog2())) as usize
}

/// Codes of another table's [`Names`] in the same batch, so that each text is looked up once.
#[derive(Clone, Debug, Default)]
pub struct SharedNames {
    codes: Vec<u32>,
}

impl SharedNames {
    #[inline]
    pub fn extend(&mut self, codes: impl Iterator<Item = u32>) {
        self.codes.extend(codes);
    }

    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        self.codes.extend_from_slice(&other.codes[rows]);
    }

    pub fn clear(&mut self) {
        self.codes.clear();
    }

    pub fn bytes(&self) -> usize {
        self.codes.len() * 4
    }
}
