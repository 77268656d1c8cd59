//! The minimum and maximum of a column, which let readers skip files and row groups.

use parquet::data_type::ByteArray;
use parquet::file::statistics::Statistics;

use crate::delta::Width;

/// Longer texts are ignored: nobody searches for them, and the footer must stay small.
const LONGEST: usize = 256;

#[derive(Default)]
pub(crate) struct Bounds<'a> {
    numbers: Option<(i64, i64)>,
    doubles: Option<(f64, f64)>,
    texts: Option<(Text<'a>, Text<'a>)>,
    is_long: bool,
}

/// A text, and its first eight bytes as a number, padded with zeros: in nearly all comparisons these differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Text<'a> {
    start: u64,
    whole: &'a [u8],
}

impl<'a> Text<'a> {
    fn new(whole: &'a [u8]) -> Self {
        let start = whole.first_chunk().map_or_else(
            || {
                let short = whole.iter().fold(0, |short, byte| short << 8 | u64::from(*byte));
                short.unbounded_shl(64 - 8 * whole.len() as u32)
            },
            |start| u64::from_be_bytes(*start),
        );
        Self { start, whole }
    }
}

impl<'a> Bounds<'a> {
    pub(crate) fn of_numbers(&mut self, values: &[i64]) {
        let Some(first) = values.first() else { return };
        let found = self.numbers.unwrap_or((*first, *first));
        let least = values.iter().fold(found.0, |least, value| least.min(*value));
        let most = values.iter().fold(found.1, |most, value| most.max(*value));
        self.numbers = Some((least, most));
    }

    /// Flags of which some are true.
    pub(crate) fn of_flags(&mut self, ones: usize, all: usize) {
        if ones < all {
            self.of_numbers(&[0]);
        }
        if ones > 0 {
            self.of_numbers(&[1]);
        }
    }

    pub(crate) fn of_double(&mut self, value: f64) {
        let (least, most) = self.doubles.unwrap_or((value, value));
        self.doubles = Some((least.min(value), most.max(value)));
    }

    pub(crate) fn of_texts(&mut self, texts: impl Iterator<Item = &'a [u8]>) {
        for text in texts {
            if text.len() > LONGEST || self.is_long {
                self.is_long = true;
                return;
            }
            let text = Text::new(text);
            let (least, most) = self.texts.get_or_insert((text, text));
            *least = text.min(*least);
            *most = text.max(*most);
        }
    }

    pub(crate) fn statistics(&self, width: Width, nulls: usize) -> Statistics {
        let (least, most) = self.numbers.unzip();
        let nulls = Some(nulls as u64);
        match width {
            Width::Bits64 => Statistics::int64(least, most, None, nulls, false),
            Width::Bits32 => {
                let narrow = |bound: Option<i64>| bound.map(|bound| bound as i32);
                Statistics::int32(narrow(least), narrow(most), None, nulls, false)
            }
        }
    }

    pub(crate) fn flag_statistics(&self, nulls: usize) -> Statistics {
        let (least, most) = self.numbers.unzip();
        let flag = |bound: Option<i64>| bound.map(|bound| bound == 1);
        Statistics::boolean(flag(least), flag(most), None, Some(nulls as u64), false)
    }

    pub(crate) fn double_statistics(&self, nulls: usize) -> Statistics {
        let (least, most) = self.doubles.unzip();
        Statistics::double(least, most, None, Some(nulls as u64), false)
    }

    pub(crate) fn text_statistics(&self, nulls: usize) -> Option<Statistics> {
        if self.is_long {
            return None;
        }
        let bytes = |text: Text<'_>| ByteArray::from(text.whole.to_vec());
        let (least, most) = self.texts.unzip();
        let (least, most) = (least.map(bytes), most.map(bytes));
        Some(Statistics::byte_array(least, most, None, Some(nulls as u64), false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_in_the_order_of_their_bytes() {
        let texts = ["", "\0", "a", "a\0", "ab", "abcdefg", "abcdefgh", "abcdefgh\0", "b", "é"];
        let texts = texts.map(|text| Text::new(text.as_bytes()));
        assert!(texts.is_sorted_by(|one, other| one < other));
    }
}
