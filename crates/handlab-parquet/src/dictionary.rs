//! The distinct values of a column, and their codes.

use handlab_columns::Names;
use hashbrown::{DefaultHashBuilder, HashMap};
use parquet::file::statistics::Statistics;

use crate::bounds::Bounds;
use crate::delta::Width;

/// The size of `recent`, a power of two.
const RECENT: usize = 1 << 11;

/// Values of one type, in the form of a dictionary page.
#[derive(Default)]
pub(crate) struct Dictionary {
    page: Vec<u8>,
    len: u32,
    texts: HashMap<Box<str>, u32, DefaultHashBuilder>,
    numbers: HashMap<u64, u32, DefaultHashBuilder>,
    /// A cache of recently looked-up numbers, in front of `numbers`.
    recent: Vec<(u64, u32)>,
    bounds: Bounds,
    kind: Kind,
}

#[derive(Clone, Copy, Default)]
enum Kind {
    #[default]
    Text,
    Int32,
    Int64,
    Double,
}

impl Dictionary {
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
    pub(crate) fn text(&mut self, text: &str) -> u32 {
        if let Some(code) = self.texts.get(text) {
            return *code;
        }
        let code = self.new_text(text);
        self.texts.insert(text.into(), code);
        code
    }

    /// Assigns a code to a text that has none yet.
    pub(crate) fn new_text(&mut self, text: &str) -> u32 {
        self.bounds.of_texts(std::iter::once(text));
        self.page.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.page.extend_from_slice(text.as_bytes());
        self.next()
    }

    pub(crate) fn int32(&mut self, value: Option<i32>) -> u32 {
        self.kind = Kind::Int32;
        let Some(value) = value else { return Names::NULL };
        self.number(i64::from(value).cast_unsigned(), |dictionary| {
            dictionary.bounds.of_numbers(&[value.into()]);
            dictionary.page.extend_from_slice(&value.to_le_bytes());
        })
    }

    pub(crate) fn int64(&mut self, value: Option<i64>) -> u32 {
        self.kind = Kind::Int64;
        let Some(value) = value else { return Names::NULL };
        self.number(value.cast_unsigned(), |dictionary| {
            dictionary.bounds.of_numbers(&[value]);
            dictionary.page.extend_from_slice(&value.to_le_bytes());
        })
    }

    pub(crate) fn double(&mut self, value: Option<f64>) -> u32 {
        self.kind = Kind::Double;
        let Some(value) = value else { return Names::NULL };
        self.number(value.to_bits(), |dictionary| {
            dictionary.bounds.of_double(value);
            dictionary.page.extend_from_slice(&value.to_le_bytes());
        })
    }

    pub(crate) fn statistics(&self, nulls: usize) -> Option<Statistics> {
        match self.kind {
            Kind::Text => self.bounds.text_statistics(nulls),
            Kind::Int32 => Some(self.bounds.statistics(Width::Bits32, nulls)),
            Kind::Int64 => Some(self.bounds.statistics(Width::Bits64, nulls)),
            Kind::Double => Some(self.bounds.double_statistics(nulls)),
        }
    }

    fn number(&mut self, bits: u64, add: impl FnOnce(&mut Self)) -> u32 {
        if self.recent.is_empty() {
            self.recent = vec![(0, Names::NULL); RECENT];
        }
        // Fibonacci hashing: the upper bits of the product depend on every bit of the number.
        let slot = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - RECENT.ilog2());
        let (recent, code) = self.recent[slot as usize];
        if recent == bits && code != Names::NULL {
            return code;
        }
        let code = self.numbers.get(&bits).copied().unwrap_or_else(|| {
            add(self);
            let code = self.next();
            self.numbers.insert(bits, code);
            code
        });
        self.recent[slot as usize] = (bits, code);
        code
    }

    fn next(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }
}
