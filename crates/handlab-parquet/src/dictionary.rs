//! The distinct values of a column, and their codes.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap};
use parquet::file::statistics::Statistics;

use crate::bounds::Bounds;
use crate::delta::Width;

/// Values of one type, in the form of a dictionary page.
pub(crate) struct Dictionary<'a> {
    kind: Kind,
    page: Vec<u8>,
    len: u32,
    texts: HashMap<&'a str, u32, DefaultHashBuilder>,
    numbers: NumberCodes,
    bounds: Bounds<'a>,
}

/// The type of the values.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Int32,
    Int64,
    Double,
}

impl<'a> Dictionary<'a> {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            page: Vec::new(),
            len: 0,
            texts: HashMap::default(),
            numbers: NumberCodes::new(),
            bounds: Bounds::default(),
        }
    }

    pub(crate) fn page(&self) -> &[u8] {
        &self.page
    }

    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// Bits per code; some readers do not expect zero-bit codes.
    pub(crate) fn width(&self) -> u32 {
        (u32::BITS - self.len.saturating_sub(1).leading_zeros()).max(1)
    }

    /// The code of a text.
    pub(crate) fn text(&mut self, text: &'a str) -> u32 {
        if let Some(code) = self.texts.get(text) {
            return *code;
        }
        let code = self.new_text(text);
        self.texts.insert(text, code);
        code
    }

    /// Assigns a code to a text that has none yet.
    pub(crate) fn new_text(&mut self, text: &'a str) -> u32 {
        self.bounds.of_texts(std::iter::once(text.as_bytes()));
        self.page.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.page.extend_from_slice(text.as_bytes());
        self.next()
    }

    #[inline]
    pub(crate) fn int32(&mut self, value: i32) -> u32 {
        self.number(i64::from(value).cast_unsigned(), |dictionary| {
            dictionary.bounds.of_numbers(&[value.into()]);
            dictionary.page.extend_from_slice(&value.to_le_bytes());
        })
    }

    #[inline]
    pub(crate) fn int64(&mut self, value: i64) -> u32 {
        self.number(value.cast_unsigned(), |dictionary| {
            dictionary.bounds.of_numbers(&[value]);
            dictionary.page.extend_from_slice(&value.to_le_bytes());
        })
    }

    #[inline]
    pub(crate) fn double(&mut self, value: f64) -> u32 {
        self.number(value.to_bits(), |dictionary| {
            dictionary.bounds.of_double(value);
            dictionary.page.extend_from_slice(&value.to_le_bytes());
        })
    }

    /// The minimum and maximum; unknown if there are no values.
    pub(crate) fn statistics(&self, nulls: usize) -> Option<Statistics> {
        match self.kind {
            Kind::Text => self.bounds.text_statistics(nulls),
            Kind::Int32 => Some(self.bounds.statistics(Width::Bits32, nulls)),
            Kind::Int64 => Some(self.bounds.statistics(Width::Bits64, nulls)),
            Kind::Double => Some(self.bounds.double_statistics(nulls)),
        }
    }

    #[inline]
    fn number(&mut self, bits: u64, add: impl FnOnce(&mut Self)) -> u32 {
        self.numbers.get(bits).unwrap_or_else(|| self.new_number(bits, add))
    }

    #[cold]
    fn new_number(&mut self, bits: u64, add: impl FnOnce(&mut Self)) -> u32 {
        add(self);
        let code = self.next();
        self.numbers.insert(bits, code);
        code
    }

    fn next(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }
}

/// Codes by number, in which every row of a column is looked up.
struct NumberCodes {
    /// The codes of small numbers, such as most amounts.
    small: Vec<u32>,
    /// A hash table of the other numbers with open addressing: at most half of the slots are used, and their number is
    /// a power of two.
    slots: Vec<(u64, u32)>,
    used: usize,
    /// A random odd number: the upper bits of a product with it depend on every bit of the other number.
    factor: u64,
    shift: u32,
}

/// Numbers below are small.
const SMALL: usize = 1 << 16;
const FIRST_SLOTS: usize = 1 << 8;
/// The code of a number that has none yet.
const FREE: u32 = u32::MAX;

impl NumberCodes {
    fn new() -> Self {
        let factor = DefaultHashBuilder::default().hash_one(0) | 1;
        Self { small: Vec::new(), slots: Vec::new(), used: 0, factor, shift: 0 }
    }

    #[inline]
    fn get(&self, bits: u64) -> Option<u32> {
        match self.small.get(usize::try_from(bits).unwrap_or(usize::MAX)) {
            Some(code) => Some(*code).filter(|code| *code != FREE),
            None => self.find(bits).ok(),
        }
    }

    /// The code of a number in the hash table, or the slot for it.
    #[inline]
    fn find(&self, bits: u64) -> Result<u32, usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = (bits.wrapping_mul(self.factor) >> self.shift) as usize;
        while let Some((number, code)) = self.slots.get(slot & mask) {
            if *code == FREE {
                break;
            }
            if *number == bits {
                return Ok(*code);
            }
            slot += 1;
        }
        Err(slot & mask)
    }

    fn insert(&mut self, bits: u64, code: u32) {
        if bits < SMALL as u64 {
            let small = bits as usize;
            if small >= self.small.len() {
                self.small.resize((small + 1).next_power_of_two(), FREE);
            }
            self.small[small] = code;
            return;
        }
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            let more = (self.slots.len() * 4).max(FIRST_SLOTS);
            self.shift = u64::BITS - more.ilog2();
            let before = std::mem::replace(&mut self.slots, vec![(0, FREE); more]);
            before.iter().filter(|(_, code)| *code != FREE).for_each(|used| self.put(*used));
        }
        self.put((bits, code));
    }

    fn put(&mut self, (bits, code): (u64, u32)) {
        if let Err(slot) = self.find(bits) {
            self.slots[slot] = (bits, code);
        }
    }
}
