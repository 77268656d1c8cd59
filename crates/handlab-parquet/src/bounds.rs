//! The minimum and maximum of a column, which let readers skip files and row groups.

use parquet::data_type::ByteArray;
use parquet::file::statistics::Statistics;

use crate::delta::Width;

/// Longer texts are ignored: nobody searches for them, and the footer must stay small.
const LONGEST: usize = 256;

#[derive(Default)]
pub(crate) struct Bounds {
    numbers: Option<(i64, i64)>,
    doubles: Option<(f64, f64)>,
    texts: Option<(String, String)>,
    is_long: bool,
}

impl Bounds {
    pub(crate) fn of_numbers(&mut self, values: &[i64]) {
        let Some(first) = values.first() else { return };
        let found = self.numbers.unwrap_or((*first, *first));
        let least = values.iter().fold(found.0, |least, value| least.min(*value));
        let most = values.iter().fold(found.1, |most, value| most.max(*value));
        self.numbers = Some((least, most));
    }

    pub(crate) fn of_double(&mut self, value: f64) {
        let (least, most) = self.doubles.unwrap_or((value, value));
        self.doubles = Some((least.min(value), most.max(value)));
    }

    pub(crate) fn of_texts<'a>(&mut self, texts: impl Iterator<Item = &'a str>) {
        for text in texts {
            if text.len() > LONGEST || self.is_long {
                self.is_long = true;
                return;
            }
            let (least, most) = self.texts.get_or_insert_with(|| (text.into(), text.into()));
            // Hands are numbered in order: each number is the largest so far, and reuses the buffer of the previous
            // one.
            if text < least.as_str() {
                text.clone_into(least);
            } else if text > most.as_str() {
                text.clone_into(most);
            }
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

    pub(crate) fn double_statistics(&self, nulls: usize) -> Statistics {
        let (least, most) = self.doubles.unzip();
        Statistics::double(least, most, None, Some(nulls as u64), false)
    }

    pub(crate) fn text_statistics(&self, nulls: usize) -> Option<Statistics> {
        if self.is_long {
            return None;
        }
        let bytes = |text: &str| ByteArray::from(text);
        let (least, most) = match &self.texts {
            Some((least, most)) => (Some(bytes(least)), Some(bytes(most))),
            None => (None, None),
        };
        Some(Statistics::byte_array(least, most, None, Some(nulls as u64), false))
    }
}
