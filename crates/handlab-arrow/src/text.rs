//! String columns as Polars stores them: one view per row, which stores up to twelve bytes inline.

use crate::bits::Bits;
use crate::column::{Column, Values};

/// A text, or the place where it is stored.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    pub length: u32,
    /// The text if it has at most twelve bytes; otherwise its first four bytes, buffer index, and offset.
    bytes: [u8; 12],
}

impl View {
    /// The bytes of an inline text, padded with zeros.
    #[inline]
    pub fn inline(&self) -> Option<&[u8; 12]> {
        (self.length <= 12).then_some(&self.bytes)
    }

    /// The view of a text; `buffer` and `offset` locate one of more than twelve bytes.
    pub fn of(text: &[u8], buffer: u32, offset: u32) -> Self {
        let mut bytes = [0; 12];
        if text.len() <= 12 {
            bytes[..text.len()].copy_from_slice(text);
        } else {
            bytes[..4].copy_from_slice(&text[..4]);
            bytes[4..8].copy_from_slice(&buffer.to_ne_bytes());
            bytes[8..].copy_from_slice(&offset.to_ne_bytes());
        }
        View { length: u32::try_from(text.len()).expect("texts of less than 4 GB"), bytes }
    }

    /// Buffer index and offset of a text that is not inline.
    #[inline]
    pub(super) fn place(&self) -> (usize, usize) {
        let [_, _, _, _, b0, b1, b2, b3, o0, o1, o2, o3] = self.bytes;
        let number = |bytes: [u8; 4]| u32::from_ne_bytes(bytes) as usize;
        (number([b0, b1, b2, b3]), number([o0, o1, o2, o3]))
    }

    /// The same view with buffer indexes shifted by `base`.
    pub(super) fn moved(mut self, base: usize) -> Self {
        if self.inline().is_none() {
            let buffer = (self.place().0 + base) as u32;
            self.bytes[4..8].copy_from_slice(&buffer.to_ne_bytes());
        }
        self
    }
}

/// The smallest and largest buffer for long texts: the first is soon full, and none is copied to grow.
const BUFFER_SIZES: (usize, usize) = (8 << 10, 16 << 20);

/// Collects texts for a column.
#[derive(Default)]
pub struct TextBuilder {
    views: Vec<View>,
    known: Bits,
    full: Vec<Vec<u8>>,
    open: Vec<u8>,
}

impl TextBuilder {
    pub fn with_capacity(rows: usize) -> Self {
        TextBuilder {
            views: Vec::with_capacity(rows),
            known: Bits::with_capacity(rows),
            ..TextBuilder::default()
        }
    }

    pub fn push(&mut self, text: Option<&str>) {
        self.known.push(text.is_some());
        let text = text.unwrap_or_default().as_bytes();
        if text.len() > 12 && text.len() > self.open.capacity() - self.open.len() {
            let size = (2 * self.open.capacity()).clamp(BUFFER_SIZES.0, BUFFER_SIZES.1);
            let next = Vec::with_capacity(size.max(text.len()));
            let full = std::mem::replace(&mut self.open, next);
            if !full.is_empty() {
                self.full.push(full);
            }
        }
        self.views.push(View::of(text, self.full.len() as u32, self.open.len() as u32));
        if text.len() > 12 {
            self.open.extend_from_slice(text);
        }
    }

    pub fn finish(mut self) -> Column {
        if !self.open.is_empty() {
            self.full.push(self.open);
        }
        let len = self.views.len();
        let values = Values::Texts { views: Box::new(self.views), data: self.full };
        Column { len, known: self.known.unless_all(), values }
    }
}

impl Column {
    /// Texts, or null.
    pub fn texts<T: AsRef<str>>(rows: impl IntoIterator<Item = Option<T>>) -> Self {
        let rows = rows.into_iter();
        let mut texts = TextBuilder::with_capacity(rows.size_hint().0);
        for row in rows {
            texts.push(row.as_ref().map(T::as_ref));
        }
        texts.finish()
    }
}
